import { attachedTo, contentsOf } from '../../components/attachment.js';
import { liveIds, population } from '../../components/objects.js';
import { ownersOf } from '../../components/ownership.js';
import type { Fact } from '../../components/stamps.js';
import { type Frame, countVisits } from '../frame.js';
import { isAbsent } from '../operation.js';
import type { Node } from '../node.js';

/**
 * The objects that an aggregate folds over, always by ascending id: every object, those of a kind or class, what is attached to the first argument
 * or lies in it at any depth, what a faction owns, or the factions that own it. `kind` 0: of any kind.
 */
export interface Range {
  readonly over: 'objects' | 'class' | 'attached' | 'contents' | 'owned' | 'owners';
  readonly kind: number;
  readonly class: number;
}

/** Whether a range starts from an object, which is then the aggregate's first argument. */
export function hasAnchor(range: Range): boolean {
  return range.over !== 'objects' && range.over !== 'class';
}

/** What of the state decides who is in a range. */
export function rangeFacts({ over }: Range): readonly Fact[] {
  switch (over) {
    case 'objects':
    case 'class': return ['population'];
    case 'attached':
    case 'contents': return ['population', 'place'];
    case 'owned':
    case 'owners': return ['population', 'owner', 'place'];
  }
}

/** Ids of a range's members, ascending. What must be looked at to find them is counted before. */
export function membersOf(range: Range, node: Node, frame: Frame): readonly number[] {
  const { state } = frame;
  countVisits(frame, searchedFor(range, frame));
  const members = candidates(range, node, frame);
  return range.kind === 0 ? members : members.filter((id) => state.identity.kind[id] === range.kind);
}

/** Objects that are looked at to find a range: all of them, and for owners everything in them once more, where no index leads there. */
function searchedFor(range: Range, { state }: Frame): number {
  switch (range.over) {
    case 'objects':
    case 'class': return population(state);
    case 'owned': return 2 * population(state);
    case 'attached':
    case 'contents':
    case 'owners': return 1;
  }
}

function candidates(range: Range, node: Node, frame: Frame): readonly number[] {
  const { state } = frame;
  if (range.over === 'objects') return [...liveIds(state)];
  if (range.over === 'class') return [...liveIds(state)].filter((id) => state.class[id] === range.class);
  const anchor = frame.evaluate(node.args[0]);
  if (isAbsent(anchor) || anchor === 0) return [];
  switch (range.over) {
    case 'attached': return [...attachedTo(state, anchor)];
    case 'contents': return contentsOf(state, anchor);
    case 'owned': return [...liveIds(state)].filter((id) => id !== anchor && ownersOf(state, id).includes(anchor));
    case 'owners': return ownersOf(state, anchor);
  }
}
