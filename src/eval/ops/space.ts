import {
  type Documentation,
  type Operation,
  applying,
  areOf,
  booleanType,
  entityType,
  isAbsent,
  numberType,
  signature,
  stronger,
} from '../operation.js';
import { type Evaluator, varies } from '../columns/evaluator.js';
import { type Frame, type Node, type Value, missing } from '../../ir/node.js';
import { type Rows, type Vector, isMissing, numbersAt, numbersBy } from '../columns/rows.js';
import type { Term } from '../term.js';
import type { WorldState } from '../../components/state.js';
import { absentWhereNone, applyByRow, filled, idsIn } from '../columns/absence.js';
import { call, member, writeCall, writeMembers } from '../printer.js';
import { checkIndex, checkWord } from '../check-data.js';
import { js, refuse } from '../emit/code.js';
import { mayMiss, present } from '../data.js';
import { placeOf } from '../emit/parts.js';
import { distanceBetween, jumpsApart, nodeOf, placeHolder, sitesOf } from '../../components/place.js';
import { jumpsBetween, neighboursOf } from '../../components/lanes.js';
import { ancestorOfKind } from '../../components/attachment.js';
import { hasNetwork, networkOf } from '../../components/networks.js';
import type { Fact } from '../../model/stamps.js';
import { holdersOf, nearbyColumns } from '../columns/nearby.js';
import { hasAnchor, type NearbyData } from './range.js';
import { members, ofMembers } from './members.js';
import { indexOf, whole, word } from '../../ir/shape.js';
import { record } from '../../ir/record-shape.js';

type Parts = Pick<Operation, 'facts' | 'heavy' | 'columns' | 'emitRows'>;

const document: Documentation = {
  meaning: 'the distance in the plane, or over lanes',
  absent: 'missing if one is nowhere',
  families: 'Exc',
};

function between(
  name: string,
  measure: (state: WorldState, a: number, b: number) => number | undefined,
  parts: Parts,
): Operation {
  return {
    name,
    type: signature([entityType, entityType], numberType),
    document,
    absence: () => mayMiss,
    print: call(name),
    projection: () => 'place',
    ...applying(({ state }, _data, a, b) => (isAbsent(a) || isAbsent(b) ? missing : measure(state, a, b))),
    ...parts,
  };
}

/**
 * Both loops take objects by the holders of their places, and put NaN where one is nowhere: no two places are NaN
 * apart.
 */
type ToOne = (state: WorldState, ids: Int32Array, one: number, into: Float64Array, length: number) => void;
type OfTwo = (state: WorldState, a: Int32Array, b: Int32Array, into: Float64Array, length: number) => void;

function measureColumns(term: Term, rows: Rows, evaluator: Evaluator, toOne: ToOne, ofTwo: OfTwo): Vector {
  const { state, scratch } = evaluator;
  const { length } = rows;
  const right = evaluator.uniform(term.args[1], rows);
  const left = right === varies ? evaluator.uniform(term.args[0], rows) : varies;
  const given: Value | typeof varies = right === varies ? left : right;
  const one = given === varies || isAbsent(given) ? 0 : placeHolder(state, given);
  if (given !== varies && one === 0) return filled(term, missing, length, scratch);
  return numbersBy(rows, scratch, (into, absence) => {
    const a = holdersFor(term.args[right === varies && given !== varies ? 1 : 0], rows, evaluator);
    if (given !== varies) toOne(state, a, one, into, length);
    else ofTwo(state, a, holdersFor(term.args[1], rows, evaluator), into, length);
    return missNaN(into, absence, length) === 0 ? undefined : absence;
  });
}

function holdersFor(term: Term, rows: Rows, evaluator: Evaluator): Int32Array {
  return holdersOf(idsIn(term, rows, evaluator), rows.length, evaluator);
}

export const distance = between('distance', distanceBetween, {
  facts: () => ['population', 'place'],
  columns: (term, rows, evaluator) => measureColumns(term, rows, evaluator, distancesToOne, distancesOfTwo),
  /** Distances in the plane; the smallest differ from what coordinates say, and call the meaning. */
  emitRows(term, emission) {
    // Where one side is nowhere for all rows, the primitives skip the other.
    if (term.heavy && term.args.some((arg) => emission.isUniform(arg)))
      return refuse('a distance from one place to what an aggregate finds');
    const x = emission.once(js`frame.state.x`);
    const y = emission.once(js`frame.state.y`);
    const [a, b] = term.args.map((arg) => placeOf(arg, emission));
    const dx = emission.keep(js`${x}[${a}] - ${x}[${b}]`);
    const dy = emission.keep(js`${y}[${a}] - ${y}[${b}]`);
    const apart = emission.keep(js`Math.sqrt(${dx} * ${dx} + ${dy} * ${dy})`);
    const absence = emission.keep(js`${a} === 0 || ${b} === 0 ? ${isMissing} : 0`);
    const asked = js`${emission.thing('distanceBetween', distanceBetween)}(frame.state, ${a}, ${b})`;
    return { value: emission.keep(js`${apart} > 0 || ${absence} !== 0 ? ${apart} : ${asked}`), absence };
  },
});

function distancesToOne(state: WorldState, holders: Int32Array, one: number, into: Float64Array, length: number): void {
  const { x, y } = state;
  const toX = x[one];
  const toY = y[one];
  for (let row = 0; row < length; row++) {
    const at = holders[row];
    const dx = x[at] - toX;
    const dy = y[at] - toY;
    const distance = Math.sqrt(dx * dx + dy * dy);
    into[row] = at === 0 ? NaN : distance > 0 ? distance : (distanceBetween(state, at, one) ?? NaN);
  }
}

function distancesOfTwo(state: WorldState, a: Int32Array, b: Int32Array, into: Float64Array, length: number): void {
  const { x, y } = state;
  for (let row = 0; row < length; row++) {
    const p = a[row];
    const q = b[row];
    const dx = x[p] - x[q];
    const dy = y[p] - y[q];
    const distance = Math.sqrt(dx * dx + dy * dy);
    into[row] = p === 0 || q === 0 ? NaN : distance > 0 ? distance : (distanceBetween(state, p, q) ?? NaN);
  }
}

function jumpsToOne(state: WorldState, holders: Int32Array, one: number, into: Float64Array, length: number): void {
  let known = -1;
  let jumps = NaN;
  for (let row = 0; row < length; row++) {
    const at = holders[row];
    if (at !== known) jumps = at === 0 ? NaN : (jumpsApart(state, one, at) ?? NaN);
    known = at;
    into[row] = jumps;
  }
}

function jumpsOfTwo(state: WorldState, a: Int32Array, b: Int32Array, into: Float64Array, length: number): void {
  if (changes(a, length) <= changes(b, length)) jumpsFrom(state, a, b, into, length);
  else jumpsFrom(state, b, a, into, length);
}

function jumpsFrom(state: WorldState, a: Int32Array, b: Int32Array, into: Float64Array, length: number): void {
  for (let row = 0; row < length; row++)
    into[row] = a[row] === 0 || b[row] === 0 ? NaN : (jumpsApart(state, a[row], b[row]) ?? NaN);
}

function changes(ids: Int32Array, length: number): number {
  let count = 0;
  for (let row = 1; row < length; row++) count += ids[row] === ids[row - 1] ? 0 : 1;
  return count;
}

function missNaN(values: Float64Array, into: Uint8Array, length: number): number {
  let count = 0;
  for (let row = 0; row < length; row++) {
    const how = Number.isNaN(values[row]) ? isMissing : 0;
    into[row] = how;
    count += how;
  }
  return count;
}

/** Infinite without a path. */
export const jumps = between('jumps', jumpsApart, {
  facts: () => ['population', 'place', 'lanes'],
  heavy: true,
  /** Equal both ways. Paths are kept by their start, so the side that changes less often comes first. */
  columns: (term, rows, evaluator) => measureColumns(term, rows, evaluator, jumpsToOne, jumpsOfTwo),
});

export const coordinate: Operation<{ readonly axis: 'x' | 'y' }> = {
  name: 'coordinate',
  type: signature([entityType], numberType),
  data: record({ axis: word('x', 'y') }),
  text: (data) => data.axis,
  document: {
    meaning: 'x or y of the place of an object',
    absent: 'missing if it is nowhere',
    families: 'Exc',
  },
  absence: () => mayMiss,
  print: member(({ axis }) => axis),
  check({ axis }) {
    checkWord(axis, ['x', 'y']);
  },
  local: (_data, { hangs, hasNodes }) => (hangs || hasNodes ? undefined : ['place', 'population']),
  facts: () => ['population', 'place'],
  projection: () => 'place',
  ...applying(({ state }, { axis }, id) => {
    const holder = id ? placeHolder(state, id) : 0;
    return holder === 0 ? missing : state[axis][holder];
  }),
  columns: (term, rows, evaluator) =>
    numbersBy(rows, evaluator.scratch, (into, absence) => {
      const holders = holdersFor(term.args[0], rows, evaluator);
      numbersAt(evaluator.state[term.data.axis], holders, into, rows.length);
      return absentWhereNone(holders, isMissing, absence, rows.length);
    }),
  emit({ data, args }, emission) {
    const place = placeOf(args[0], emission);
    const from = emission.once(data.axis === 'x' ? js`frame.state.x` : js`frame.state.y`);
    return {
      value: emission.keep(js`${from}[${place}]`),
      absence: emission.derived(args[0], 'placeless', () => js`${place} === 0 ? ${isMissing} : 0`),
    };
  },
};

/** A neighbour of its own node or an end of its lane. None also at the goal, and for objects at no node or lane. */
export const stepToward: Operation = {
  name: 'stepToward',
  type: signature([entityType, entityType], entityType),
  document: {
    meaning:
      'the next node on a shortest path over lanes to another object, of several the lowest id; none without a path',
    absent: 'an operand is',
    families: 'Ec',
  },
  facts: () => ['population', 'place', 'lanes'],
  heavy: true,
  projection: () => 'place',
  ...applying(nextToward),
  // Steps are rarely asked for: row by row.
  columns: (term, rows, evaluator) => applyByRow(term, rows, evaluator, nextToward),
};

function nextToward({ state }: Frame, _data: unknown, from: Value, to: Value): Value {
  if (isAbsent(from) || isAbsent(to)) return stronger(from, to);
  const goal = nodeOf(state, to);
  const start = nodeOf(state, from);
  if (goal === 0 || goal === start) return 0;
  let best = 0;
  let fewest = Infinity;
  for (const node of start === 0 ? sitesOf(state, from).toSorted((a, b) => a - b) : neighboursOf(state, start)) {
    // Asked from the goal: paths are kept by their start.
    const jumps = jumpsBetween(state, goal, node);
    if (jumps >= fewest) continue;
    best = node;
    fewest = jumps;
  }
  return best;
}

/**
 * True if the first object is near any member of a range of which the filter is true. Arguments: the object, the bound,
 * the filter. False where the object or the bound is absent.
 * - `jumps`: at most `bound` lane jumps between a node of the one and a node of the other: where it is, or either end
 * of its lane. Where no path leads, nothing is near.
 * - `distance`: exactly where the operation `distance` gives at most the bound; an object that is nowhere is near
 * nothing.
 * - `squares`: the square of their distance in the plane, by coordinates, is at most that of the bound. Roots and
 * squares are rounded, and two objects on one point may be apart, so this is not the same.
 * - `network`: the bound is a faction, and both are at nodes in one network of that faction. An object in none of its
 * networks is near what hangs on the same object of the kind `alone`; a faction without networks has nothing near.
 */
export const nearby: Operation<NearbyData> = {
  name: 'nearby',
  type(args, { by, range }) {
    const bound = by === 'network' ? 'entity' : 'number';
    return areOf(args, 'entity', bound, 'boolean') && !hasAnchor(range)
      ? booleanType
      : `takes an object, ${bound === 'entity' ? 'a faction' : 'a number'} and a condition, over all objects or a class`;
  },
  data: record<NearbyData>({
    ...members,
    by: word('jumps', 'distance', 'squares', 'network'),
    network: whole(),
    alone: indexOf('kind', 0),
  }),
  check({ by, network }, { networks }) {
    if (by === 'network') checkIndex(network, 0, networks.length);
  },
  text: ({ by, network, range, slot, alone }) =>
    `${by === 'network' ? `network ${network} ${alone}` : by} ${range.over} ${range.kind} ${range.class} @${slot}`,
  document: {
    meaning: 'an object is near a member of a range: by jumps, by distance, or in one network of a faction',
    absent: 'never',
    families: 'Exc',
  },
  absence: present,
  print({ data, args: [object, bound, filter] }, to) {
    const { by, network } = data;
    writeMembers(to, data, [], filter);
    const named = by === 'network' ? [`'${to.wording.model.networks[network]}'`] : [];
    to.add('.');
    writeCall(to, functionOf[by], [object, bound], ...named);
  },
  apart: ({ by }) => (by === 'network' ? 'an expression uses networks' : undefined),
  facts: ({ by }) => [...factsOf[by]],
  binds: (data) => 1 << data.slot,
  heavy: true,
  projection: ({ by, alone }, argument) => (argument === 0 && (by !== 'network' || alone === 0) ? 'place' : undefined),
  evaluate(node, frame) {
    const anchor = frame.evaluate(node.args[0]);
    const bound = frame.evaluate(node.args[1]);
    if (isAbsent(anchor) || isAbsent(bound) || anchor === 0) return 0;
    return fittingMembers(node, frame).some((member) => isNear(frame.state, node.data, anchor, bound, member)) ? 1 : 0;
  },
  columns: nearbyColumns,
};

const functionOf: Readonly<Record<NearbyData['by'], string>> = {
  jumps: 'anyWithinJumps',
  distance: 'anyWithinDistance',
  squares: 'anyWithinDistance',
  network: 'anyInNetwork',
};

const factsOf: Readonly<Record<NearbyData['by'], readonly Fact[]>> = {
  jumps: ['population', 'place', 'lanes'],
  distance: ['population', 'place'],
  squares: ['population', 'place'],
  network: ['population', 'place', 'network'],
};

function fittingMembers(node: Node<NearbyData>, frame: Frame): readonly number[] {
  return ofMembers(node, frame, (members) =>
    members.filter((member) => {
      frame.slots[node.data.slot] = member;
      return frame.evaluate(node.args[2]) === 1;
    }),
  );
}

function isNear(state: WorldState, data: NearbyData, anchor: number, bound: number, member: number): boolean {
  switch (data.by) {
    case 'jumps':
      return areWithinJumps(state, anchor, member, bound);
    case 'distance':
      return (distanceBetween(state, anchor, member) ?? NaN) <= bound;
    case 'squares':
      return areWithinSquares(state, anchor, member, bound);
    case 'network':
      return shareNetwork(state, data, anchor, member, bound);
  }
}

function areWithinJumps(state: WorldState, a: number, b: number, bound: number): boolean {
  const ends = sitesOf(state, b);
  return sitesOf(state, a).some((from) =>
    ends.some((to) => {
      const jumps = jumpsBetween(state, from, to);
      return jumps !== Infinity && jumps <= bound;
    }),
  );
}

function areWithinSquares(state: WorldState, a: number, b: number, bound: number): boolean {
  const p = placeHolder(state, a);
  const q = placeHolder(state, b);
  if (p === 0 || q === 0) return false;
  const dx = state.x[p] - state.x[q];
  const dy = state.y[p] - state.y[q];
  return dx * dx + dy * dy <= bound * bound;
}

function shareNetwork(
  state: WorldState,
  { network, alone }: NearbyData,
  a: number,
  b: number,
  faction: number,
): boolean {
  const number = networkOf(state, network, faction, nodeOf(state, a));
  if (number !== 0) return networkOf(state, network, faction, nodeOf(state, b)) === number;
  if (alone === 0 || !hasNetwork(state, network, faction)) return false;
  const holder = ancestorOfKind(state, a, alone);
  return holder !== 0 && ancestorOfKind(state, b, alone) === holder;
}
