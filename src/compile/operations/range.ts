import type { Fact } from '../../components/stamps.js';

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
