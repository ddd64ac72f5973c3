import { type Frame, type Node, type Value, countVisits, sourceSlot } from '../../ir/node.js';
import { type DrawKey, endDraw, foldDraw } from '../../kernel/random.js';
import { isAbsent } from '../operation.js';
import { beginAt, foldObject } from '../../ir/draw-key.js';
import { compareKeys, keysIn, ofMembers, ofSomeMembers } from './members.js';
import { type PickData, addWeights, argumentsOf, isGiven, placeIn, weightedPlace } from './range.js';

/** The member that a choice names, or the place of an object; see pick.ts. */
export function pickedBy(node: Node<PickData>, frame: Frame): Value {
  const { pick: how, range } = node.data;
  if (how === 'random') return ofSomeMembers(node, frame, (found) => drawnMember(node, frame, found));
  const given = isGiven(how) ? frame.evaluate(node.args[argumentsOf(range)]) : undefined;
  return ofMembers(node, frame, (found) => {
    const fitting = fittingOf(node, frame, found);
    switch (how) {
      case 'least':
      case 'greatest':
        return bestOf(fitting, how);
      case 'weighted':
        return chosenByWeight(
          node.data,
          frame,
          fitting.map(({ id }) => id),
          fitting.map(({ keys: [weight] }) => weight),
        );
      case 'at':
        return fitting.at(placeIn(given, fitting.length))?.id ?? 0;
      case 'indexOf':
        return isAbsent(given) ? -1 : fitting.findIndex(({ id }) => id === given);
    }
  });
}

interface Fitting {
  readonly id: number;
  readonly keys: readonly number[];
}

/** Members of which the filter is true, with keys that are all there. */
function fittingOf({ data, args }: Node<PickData>, frame: Frame, found: readonly number[]): readonly Fitting[] {
  const { pick: how, range, slot } = data;
  const [filter, ...keys] = args.slice(argumentsOf(range) + Number(isGiven(how)));
  const fitting: Fitting[] = [];
  for (const id of found) {
    frame.slots[slot] = id;
    const own = frame.evaluate(filter) === 1 ? keysIn(keys, frame) : undefined;
    if (own !== undefined) fitting.push({ id, keys: own });
  }
  return fitting;
}

function bestOf(fitting: readonly Fitting[], order: 'least' | 'greatest'): number {
  if (fitting.length === 0) return 0;
  return fitting.reduce((best, each) => (compareKeys(each.keys, best.keys, order) < 0 ? each : best)).id;
}

/** One of some members by their weights; none where no weight counts. */
export function chosenByWeight(
  data: PickData,
  frame: Frame,
  members: readonly number[],
  weights: readonly number[],
): number {
  const sums = new Float64Array(weights.length);
  const total = addWeights(weights, 0, weights.length, sums);
  return total > 0 ? members[weightedPlace(sums, 0, weights.length, drawAt(frame, data))] : 0;
}

/** Draws of places before all that fit are listed, which takes as long as all members are many. */
export function attemptsFor(members: number): number {
  return Math.max(fewestAttempts, Math.min(1024, members >>> 5));
}

export const fewestAttempts = 32;

function drawnMember(node: Node<PickData>, frame: Frame, found: readonly number[]): number {
  const { data } = node;
  if (found.length === 0) return 0;
  const key = beginDrawAt(frame, data);
  const filter = node.args[argumentsOf(data.range)];
  for (let attempt = 0; attempt < attemptsFor(found.length); attempt++) {
    countVisits(frame, 1);
    const id = found[drawnPlace(key.low, key.high, attempt, found.length)];
    frame.slots[data.slot] = id;
    if (frame.evaluate(filter) === 1) return id;
  }
  return lastResort(node, frame, found, key);
}

function lastResort(node: Node<PickData>, frame: Frame, found: readonly number[], { low, high }: DrawKey): number {
  countVisits(frame, found.length);
  const fitting = fittingOf(node, frame, found);
  return fitting.length === 0 ? 0 : fitting[drawnPlace(low, high, attemptsFor(found.length), fitting.length)].id;
}

/** Before the attempt is folded in. */
function beginDrawAt(frame: Frame, { site, slots }: PickData): DrawKey {
  const { generation } = frame.state.identity;
  const key = beginAt(frame.state, frame, site);
  for (let slot = sourceSlot; slot < slots; slot++) foldObject(key, frame.slots[slot], generation);
  return key;
}

function drawAt(frame: Frame, data: PickData): number {
  return endDraw(beginDrawAt(frame, data));
}

/** Of so many. */
export function drawnPlace(low: number, high: number, attempt: number, length: number): number {
  const key = { low, high };
  foldDraw(key, attempt);
  return Math.floor(endDraw(key) * length);
}
