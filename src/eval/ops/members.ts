import { attachedTo, contentsOf } from '../../components/attachment.js';
import { connected } from '../../state/connections.js';
import { population } from '../../state/objects.js';
import { liveIds } from '../../components/identity.js';
import { ownersOf } from '../../components/ownership.js';
import type { Step } from '../../model/connection.js';
import { type Frame, countVisits } from '../../ir/frame.js';
import { isAbsent } from '../operation.js';
import type { Node } from '../../ir/node.js';
import type { Range } from './range.js';

export { hasAnchor, rangeFacts, rangeReads, rangeText } from './range.js';
export type { Range } from './range.js';

/**
 * Ids of a range's members, ascending or in the order of its steps. What must be looked at to find them is counted
 * before.
 */
export function membersOf(range: Range, node: Node, frame: Frame): readonly number[] {
  const { state } = frame;
  countVisits(frame, searchedFor(range, frame));
  const members = candidates(range, node, frame);
  return range.kind === 0 ? members : members.filter((id) => state.identity.kind[id] === range.kind);
}

/**
 * Objects that are looked at to find a range: all of them, and for owners everything in them once more, where no index
 * leads there.
 */
function searchedFor(range: Range, { state }: Frame): number {
  switch (range.over) {
    case 'objects':
    case 'class':
      return population(state);
    case 'owned':
      return 2 * population(state);
    case 'connection':
      return searchesIn(range.steps) * population(state);
    case 'attached':
    case 'contents':
    case 'owners':
      return 1;
  }
}

/** Steps that look at every object, at least once. */
function searchesIn(steps: readonly Step[]): number {
  return steps.filter(({ by }) => by === 'objects' || by === 'owned' || by === 'referrers').length;
}

function candidates(range: Range, node: Node, frame: Frame): readonly number[] {
  const { state } = frame;
  if (range.over === 'objects') return [...liveIds(state)];
  if (range.over === 'class') return [...liveIds(state)].filter((id) => state.class[id] === range.class);
  const anchor = frame.evaluate(node.args[0]);
  if (range.over === 'connection') return connected(state, range.steps, anchor ?? 0);
  if (isAbsent(anchor) || anchor === 0) return [];
  switch (range.over) {
    case 'attached':
      return [...attachedTo(state, anchor)];
    case 'contents':
      return contentsOf(state, anchor);
    case 'owned':
      return [...liveIds(state)].filter((id) => id !== anchor && ownersOf(state, id).includes(anchor));
    case 'owners':
      return ownersOf(state, anchor);
  }
}
