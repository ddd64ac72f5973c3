import { sourceSlot, targetSlot } from '../ir/node.js';
import type { Comparison } from '../kernel/comparison.js';
import { constantValue } from '../eval/simplify.js';
import type { Term } from '../eval/term.js';
import type { LaneBalls } from '../match/sets/lane-balls.js';
import { laneGraph } from '../state/lanes.js';
import { jumpsApart, placeKind } from '../state/place.js';
import type { WorldState } from '../state/world-state.js';

/** Whether a candidate is at most so many jumps from an object that the outer object leads to. */
export interface Nearness {
  readonly key: Term;
  readonly most: number;
}

/** Reads a term as such a test, of candidates that are nodes; undefined for others. */
export function nearnessOf({ node, args, draws }: Term): Nearness | undefined {
  if (draws || node.op !== 'compare') return undefined;
  const { comparison } = node.data as { readonly comparison: Comparison };
  if (comparison === '==' || comparison === '!=') return undefined;
  const isAtMost = comparison === '<=' || comparison === '<';
  const [measure, bound] = isAtMost ? args : [args[1], args[0]];
  const most = constantValue(bound.node);
  if (measure.node.op !== 'jumps' || most === undefined || most === null || !Number.isFinite(most)) return undefined;
  const [near, key] =
    measure.args[0].node.op === 'slot' && measure.args[0].free === 1 << targetSlot
      ? measure.args
      : [measure.args[1], measure.args[0]];
  if (near.node.op !== 'slot' || near.free !== 1 << targetSlot || key.free !== 1 << sourceSlot) return undefined;
  return { key, most: comparison === '<' || comparison === '>' ? Math.ceil(most) - 1 : most };
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
