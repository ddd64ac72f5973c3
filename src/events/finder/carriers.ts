import { liveIds } from '../../components/live-objects.js';
import type { WorldState } from '../../components/state.js';
import type { Ability } from '../../ir/occurrence.js';
import { resolve } from '../../kernel/identity.js';
import { byNumber, fact, memo } from '../../model/stamps.js';

type Carried = Pick<Ability, 'carrier'>;

/** The ids that carry an ability, by its index, while the population is the same. */
export function carriersIn(state: WorldState, abilities: readonly Carried[]): (index: number) => Int32Array {
  const known = byNumber((index) =>
    memo(state.stamps, [fact.population], () =>
      Int32Array.from(
        [...liveIds(state)].filter((id) => carries(abilities[index], state.identity.kind[id], state.class[id])),
      ),
    ),
  );
  return (index) => known(index).get();
}

export function carries({ carrier }: Carried, kind: number, classIndex: number): boolean {
  if (carrier.by === 'kind') return carrier.kind === kind;
  return carrier.by === 'classes' && carrier.classes.has(classIndex);
}

/** Kind and class of a subject, as just before its occurrence applied. */
export function sortOfSubject(
  { identity, occurrences, class: classes }: WorldState,
  row: number,
  handle: number,
): readonly [number, number] {
  if (occurrences.kind[row] !== 0) return [occurrences.kind[row], occurrences.class[row]];
  const id = resolve(identity, handle);
  return [identity.kind[id], classes[id]];
}
