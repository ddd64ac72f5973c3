import { timeOf } from '../../components/clock.js';
import type { WorldState } from '../../components/state.js';
import type { Run } from '../trigger/run.js';
import type { OccurrenceView } from './timing-event.js';

/** An occurrence as it stands now, for those who listen. */
export function viewOf(state: WorldState, names: readonly { readonly name: string }[], row: number): OccurrenceView {
  const { occurrences, fieldCount } = state;
  const type = occurrences.type[row];
  return {
    id: occurrences.id[row],
    parent: occurrences.parent[row],
    type,
    name: names[type].name,
    values: Array.from(occurrences.values.subarray(row * fieldCount, (row + 1) * fieldCount)),
  };
}

/** Tells what becomes of an occurrence, where somebody listens. */
export function tellOf(
  { state, resolver, tell }: Run,
  kind: 'apply' | 'fail' | 'fizzle' | 'zero' | 'cancel' | 'retarget',
  row: number,
): void {
  tell?.({ kind, time: timeOf(state), occurrence: viewOf(state, resolver.book.types, row) });
}
