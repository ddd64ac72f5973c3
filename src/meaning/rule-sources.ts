import { isLive, resolve } from '../kernel/identity.js';
import type { WorldState } from '../components/state.js';
import { isAvailable } from '../components/availability.js';
import { liveIds } from '../components/live-objects.js';
import type { TurnContext } from './effects/turn-context.js';
import { type Frame, sourceSlot } from '../ir/node.js';
import type { Carrier, Rule } from '../ir/rule.js';

/**
 * An object that carries a rule. `rank` orders sources dispatched by source: the faction whose seat it is, else the
 * object itself.
 */
export interface Source {
  readonly id: number;
  readonly rank: number;
}

/** The present carriers in firing order: the meaning of carriers. */
export function carriersOf(carrier: Carrier, frame: Frame): readonly Source[] {
  switch (carrier.by) {
    case 'class':
      return [...liveIds(frame.state)].filter((id) => frame.state.class[id] === carrier.class).map(alone);
    case 'seat':
      return seatsIn(frame.state, carrier.column).filter(
        ({ rank }) => isAvailable(frame.state, rank, carrier.class) === true,
      );
    case 'condition':
      return fitting(carrier, frame);
  }
}

export function carries(carrier: Carrier, id: number, frame: Frame): boolean {
  const { state } = frame;
  if (!isLive(state.identity, id)) return false;
  if (carrier.by === 'class') return state.class[id] === carrier.class;
  return carriersOf(carrier, frame).some((source) => source.id === id);
}

/** True if an object may fire a rule in a turn: a tenant created in this turn is not the one evaluated. */
export function isSource({ state, frame }: TurnContext, rule: Rule, id: number): boolean {
  return state.created[id] < frame.turn && carries(rule.carrier, id, frame);
}

/** Factions by ascending id, and their seats that exist. */
export function seatsIn(state: WorldState, column: number): readonly Source[] {
  const { kinds } = state.model.columns[column];
  return [...state.factionEntity]
    .filter((faction) => faction !== 0 && kinds[state.identity.kind[faction]] === 1)
    .sort((a, b) => a - b)
    .map((faction) => ({ id: resolve(state.identity, state.cells[column][faction]), rank: faction }))
    .filter(({ id }) => id !== 0);
}

function fitting(
  { kinds, where, times }: Extract<Carrier, { readonly by: 'condition' }>,
  frame: Frame,
): readonly Source[] {
  const found: Source[] = [];
  for (const kind of kinds.length === 0 ? [0] : kinds) {
    for (const id of liveIds(frame.state)) {
      if (kind !== 0 && frame.state.identity.kind[id] !== kind) continue;
      frame.slots[sourceSlot] = id;
      if (!where.every((condition) => frame.evaluate(condition) === 1)) continue;
      const count = times === undefined ? 1 : Math.trunc(frame.evaluate(times) ?? 0);
      for (let i = 0; i < count; i++) found.push(alone(id));
    }
  }
  return found;
}

function alone(id: number): Source {
  return { id, rank: id };
}

export type Sieve<Test> =
  | { readonly by: 'all' | 'any'; readonly parts: readonly Sieve<Test>[] }
  | { readonly by: 'not'; readonly part: Sieve<Test> }
  | { readonly by: 'test'; readonly test: Test };

export function withTests<Test, Other>(narrowing: Sieve<Test>, testFor: (test: Test) => Other): Sieve<Other> {
  switch (narrowing.by) {
    case 'test':
      return { by: 'test', test: testFor(narrowing.test) };
    case 'not':
      return { by: 'not', part: withTests(narrowing.part, testFor) };
    default:
      return { by: narrowing.by, parts: narrowing.parts.map((part) => withTests(part, testFor)) };
  }
}

type Ask<Test, T> = (test: Test, of: T) => boolean;

/** Elements that pass, in the order in which narrowing leaves them. */
export function narrowed<Test, T>(narrowing: Sieve<Test>, list: readonly T[], ask: Ask<Test, T>): readonly T[] {
  const kept = [...list];
  sift(narrowing, kept, [], true, ask);
  return kept;
}

/**
 * Moves elements for which the condition differs from `keeps` to the end of the other list. The last one fills each
 * hole and is tested next.
 */
function sift<Test, T>(narrowing: Sieve<Test>, from: T[], to: T[], keeps: boolean, ask: Ask<Test, T>): void {
  switch (narrowing.by) {
    case 'test':
      return siftByTest(narrowing.test, from, to, keeps, ask);
    case 'not':
      return sift(narrowing.part, from, to, !keeps, ask);
    case 'all':
      return keeps
        ? siftEach(narrowing.parts, from, to, true, ask)
        : siftTogether(narrowing.parts, from, to, false, ask);
    case 'any':
      return keeps
        ? siftTogether(narrowing.parts, from, to, true, ask)
        : siftEach(narrowing.parts, from, to, false, ask);
  }
}

function siftByTest<Test, T>(test: Test, from: T[], to: T[], keeps: boolean, ask: Ask<Test, T>): void {
  for (let i = 0; i < from.length; ) {
    if (ask(test, from[i]) === keeps) {
      i++;
      continue;
    }
    to.push(from[i]);
    from[i] = from[from.length - 1];
    from.pop();
  }
}

function siftEach<Test, T>(parts: readonly Sieve<Test>[], from: T[], to: T[], keeps: boolean, ask: Ask<Test, T>): void {
  for (const part of parts) sift(part, from, to, keeps, ask);
}

/**
 * The first part divides the list; then each other part takes back from the removed ones: for `any` those that pass it,
 * for `all` those that fail it.
 */
function siftTogether<Test, T>(
  parts: readonly Sieve<Test>[],
  from: T[],
  to: T[],
  keeps: boolean,
  ask: Ask<Test, T>,
): void {
  const [first, ...others] = parts;
  const gone: T[] = [];
  if (first === undefined) gone.push(...from.splice(0));
  else sift(first, from, gone, keeps, ask);
  for (const part of others) sift(part, gone, from, !keeps, ask);
  to.push(...gone);
}
