import type { WorldState } from '../../components/state.js';
import { resolve } from '../../kernel/identity.js';
import type { Ability } from '../../ir/occurrence.js';

/** Whether objects of a kind and class have an ability. */
export function carries({ carrier }: Ability, kind: number, classIndex: number): boolean {
  if (carrier.by === 'kind') return carrier.kind === kind;
  return carrier.by === 'classes' && carrier.classes.has(classIndex);
}

/** Kind and class of a subject: as it is, or as it was just before its occurrence applied. */
export function sortOfSubject(
  { identity, occurrences, class: classes }: WorldState,
  row: number,
  handle: number,
): readonly [number, number] {
  if (occurrences.kind[row] !== 0) return [occurrences.kind[row], occurrences.class[row]];
  const id = resolve(identity, handle);
  return [identity.kind[id], classes[id]];
}
