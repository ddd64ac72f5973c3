import { sourceSlot, targetSlot } from '../ir/node.js';
import { asNearness, constantValue } from '../eval/shape.js';
import type { Term } from '../eval/term.js';
import type { LaneBalls } from '../match/sets/lane-balls.js';
import { laneGraph } from '../components/lanes.js';
import { jumpsApart } from '../components/place.js';
import { placeKind } from '../components/nodes.js';
import type { WorldState } from '../components/state.js';

/** Whether a candidate is at most so many jumps from an object that the outer object leads to. */
export interface Nearness {
  readonly key: Term;
  readonly most: number;
}

/** Reads a term as such a test, of candidates that are nodes; undefined for others. */
export function nearnessOf(term: Term): Nearness | undefined {
  const near = term.draws ? undefined : asNearness(term, targetSlot);
  const most = near && constantValue(near.bound);
  if (near?.by !== 'jumps' || most === undefined || !Number.isFinite(most) || near.key.free !== 1 << sourceSlot)
    return undefined;
  return { key: near.key, most: near.below ? Math.ceil(most) - 1 : most };
}

/**
 * Leaves marked of the nodes from one place to another those that are near what has the place of an object (0: it is
 * nowhere).
 */
export function markNear(
  state: WorldState,
  balls: LaneBalls,
  holder: number,
  most: number,
  ids: Int32Array,
  from: number,
  to: number,
  marks: Uint8Array,
): void {
  if (holder === 0 || most < 0) {
    marks.fill(0, from, to);
    return;
  }
  if (state.place[holder] !== placeKind.node) {
    for (let i = from; i < to; i++) if (!((jumpsApart(state, holder, ids[i]) ?? Infinity) <= most)) marks[i] = 0;
    return;
  }
  const { placeOf } = laneGraph(state);
  const { bits } = balls.within(holder, most);
  for (let i = from; i < to; i++) {
    const place = placeOf[ids[i]];
    marks[i] &= bits[place >>> 5] >>> (place & 31);
  }
}
