import { distanceBetween, jumpsApart, nodeOf, placeHolder, sitesOf } from '../../components/place.js';
import type { WorldState } from '../../components/state.js';
import { coordinateColumns, distanceColumns, jumpsColumns } from '../columns/space.js';
import { type Node, type Value, missing, type Frame } from '../../ir/node.js';
import {
  type Operation,
  applying,
  booleanType,
  entityType,
  graver,
  isAbsent,
  numberType,
  signature,
} from '../operation.js';
import { type Documentation, call, checkWord, mayMiss, member, present, writeCall, writeMembers } from '../record.js';
import { isMissing } from '../columns/rows.js';
import { js, refuse } from '../emit/code.js';
import { placeOf } from '../emit/parts.js';
import { jumpsBetween, neighboursOf } from '../../components/lanes.js';
import { applyByRow } from '../columns/absence.js';
import { ancestorOfKind } from '../../components/attachment.js';
import { hasNetwork, networkOf } from '../../components/networks.js';
import type { Fact } from '../../model/stamps.js';
import { nearbyColumns } from '../columns/nearby.js';
import { hasAnchor, type NearbyData } from './range.js';
import { membersOf } from './members.js';
import type { Term } from '../term.js';
import type { Emission, Emitted } from '../emit/emission.js';

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
    lens: () => 'place',
    ...applying(({ state }, _data, a, b) => (isAbsent(a) || isAbsent(b) ? missing : measure(state, a, b))),
    ...parts,
  };
}

export const distance = between('distance', distanceBetween, {
  facts: () => ['population', 'place'],
  columns: distanceColumns,
  emitRows: emitDistance,
});

/** Infinite where no path leads. */
export const jumps = between('jumps', jumpsApart, {
  facts: () => ['population', 'place', 'lanes'],
  heavy: true,
  columns: jumpsColumns,
});

export const coordinate: Operation<{ readonly axis: 'x' | 'y' }> = {
  name: 'coordinate',
  type: signature([entityType], numberType),
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
  lens: () => 'place',
  ...applying(({ state }, { axis }, id) => {
    const holder = id ? placeHolder(state, id) : 0;
    return holder === 0 ? missing : state[axis][holder];
  }),
  columns: coordinateColumns,
  emit({ data, args }, emission) {
    const place = placeOf(args[0], emission);
    const from = emission.once(data.axis === 'x' ? js`frame.state.x` : js`frame.state.y`);
    return {
      value: emission.keep(js`${from}[${place}]`),
      absence: emission.derived(args[0], 'placeless', () => js`${place} === 0 ? ${isMissing} : 0`),
    };
  },
};

/**
 * The node where an object goes next on a shortest path over lanes to another's node: a neighbour of its own node or an
 * end of its lane; of several the lowest id. None without a path, at the goal, and for what is at no node or lane.
 */
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
  lens: () => 'place',
  ...applying((frame, _data, from, to) => next(frame.state, from, to)),
  // Few ask for a step: each row is asked by itself.
  columns: (term, rows, evaluator) => applyByRow(term, rows, evaluator, next),
};

function next(state: WorldState, from: Value, to: Value): Value {
  if (isAbsent(from) || isAbsent(to)) return graver(from, to);
  const goal = nodeOf(state, to);
  const start = nodeOf(state, from);
  if (goal === 0 || goal === start) return 0;
  let best = 0;
  let fewest = Infinity;
  for (const node of start === 0 ? sitesOf(state, from).toSorted((a, b) => a - b) : neighboursOf(state, start)) {
    // Asked from the goal: paths are kept by where they begin.
    const jumps = jumpsBetween(state, goal, node);
    if (jumps >= fewest) continue;
    best = node;
    fewest = jumps;
  }
  return best;
}

/**
 * Whether the first object is near any member of a range that the filter is true of. Arguments: the object, the bound,
 * the filter. Where the object or the bound is absent, it is not.
 *
 * - `jumps`: at most as many lane jumps apart as the bound says, between a node of the one and a node of the other:
 *   where
 *   it is, or either end of the lane on which it is. Where no path leads, nothing is near.
 * - `distance`: exactly where the operation `distance` gives at most the bound; what is nowhere is near nothing.
 * - `squares`: the square of their distance in the plane, by coordinates, is at most that of the bound. Roots and
 *   squares
 *   are rounded, and two things on one point may be apart, so this is not the same.
 * - `network`: the bound is a faction, and both are at nodes in one network of that faction. What is in none of its
 *   networks is near what hangs on the same object of the kind `alone`; a faction without networks has nothing near.
 */
export const nearby: Operation<NearbyData> = {
  name: 'nearby',
  type(args, { by, range }) {
    const bound = by === 'network' ? 'entity' : 'number';
    const fits =
      args.length === 3 &&
      args[0].name === 'entity' &&
      args[1].name === bound &&
      args[2].name === 'boolean' &&
      !hasAnchor(range);
    return fits
      ? booleanType
      : `takes an object, ${bound === 'entity' ? 'a faction' : 'a number'} and a condition, over all objects or a class`;
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
    writeMembers(to, data, undefined, filter);
    const named = by === 'network' ? [`'${to.wording.model.networks[network]}'`] : [];
    to.add('.');
    writeCall(to, functionOf[by], [object, bound], ...named);
  },
  apart: ({ by }) => (by === 'network' ? 'an expression uses networks' : undefined),
  facts: ({ by }) => [...factsOf[by]],
  binds: (data) => 1 << data.slot,
  heavy: true,
  lens: ({ by, alone }, argument) => (argument === 0 && (by !== 'network' || alone === 0) ? 'place' : undefined),
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

/** The members that the filter is true of, ascending. */
function fittingMembers(node: Node<NearbyData>, frame: Frame): readonly number[] {
  const { range, slot } = node.data;
  const before = frame.slots[slot];
  try {
    return membersOf(range, node, frame).filter((member) => {
      frame.slots[slot] = member;
      return frame.evaluate(node.args[2]) === 1;
    });
  } finally {
    frame.slots[slot] = before;
  }
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

/** Distances in the plane; the smallest are not what their coordinates say, and are asked for. */
function emitDistance(term: Term, emission: Emission): Emitted {
  // Where one side is nowhere for all rows, the primitives do not look at the other.
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
}
