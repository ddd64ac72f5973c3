import { ancestorOfKind } from '../../components/attachment.js';
import { jumpsBetween } from '../../components/lanes.js';
import { hasNetwork, networkOf } from '../../components/networks.js';
import { distanceBetween, nodeOf, placeHolder, sitesOf } from '../../components/place.js';
import type { Fact } from '../../model/stamps.js';
import type { WorldState } from '../../components/state.js';
import { nearbyColumns } from '../columns/nearby.js';
import type { Frame } from '../../ir/frame.js';
import type { Node } from '../../ir/node.js';
import { type Operation, booleanType, isAbsent } from '../operation.js';
import { present, writeCall, writeMembers } from '../record.js';
import { hasAnchor, membersOf } from './members.js';
import type { NearbyData } from './search.js';

export type { NearbyData } from './search.js';

/**
 * Whether the first object is near any member of a range that the filter is true of. Arguments: the object, the bound,
 * the filter. Where the object or the bound is absent, it is not.
 *
 * - `jumps`: at most as many lane jumps apart as the bound says, between a node of the one and a node of the other:
 *   where it is, or either end of the lane on which it
 *   is. Where no path leads, nothing is near.
 * - `distance`: exactly where the operation `distance` gives at most the bound; what is nowhere is near nothing.
 * - `squares`: the square of how far apart they are in the plane, as it comes of their coordinates, is at most that of
 *   the
 *   bound. Roots and squares are rounded, and two things on one point may be apart, so this is not the same.
 * - `network`: the bound is a faction, and both are at nodes in one network of that faction. What is in none of its
 *   networks is near what hangs on the same object of the
 *   kind `alone`; a faction without networks has nothing near.
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
