import type { ColumnType } from '../../model/model.js';
import type { OccurrenceField } from '../../ir/occurrence.js';
import { type Sort, sortOf, sortTypes, wordType } from './facts.js';
import type { Play, Scalar } from './syntax.js';
import { type FoundAbility, listeningOf, occurrencesOf } from './walk.js';

/** Places of the fields that mean something; the same in all types. */
export const places = Object.freeze({ card: 0, player: 1, target: 2, amount: 3, nextPlayer: 4, name: 5 });

/**
 * Fields of the occurrences of a scenario. All types have all of them; one that an occurrence does not have is absent.
 */
export interface Fields {
  readonly list: readonly OccurrenceField[];
  /** Places by sort of other keys that occurrences have, or that `where` compares. */
  readonly byKey: ReadonlyMap<string, ReadonlyMap<Sort, number>>;
}

const entity: ColumnType = { name: 'entity' };

const known: readonly OccurrenceField[] = Object.freeze([
  { name: 'card', type: entity },
  { name: 'player', type: entity },
  { name: 'target', type: wordType },
  { name: 'amount', type: { name: 'number' } },
  // Who takes the turn behind the one that ends.
  { name: 'next player', type: entity },
  { name: 'name: word', type: wordType },
]);

const own: ReadonlySet<string> = new Set(['type', 'card', 'player', 'target', 'amount']);

/** Whether a key of an occurrence, or of a comparison with one, is of those that mean something. */
export function isOwnField(key: string): boolean {
  return own.has(key);
}

export function createFields(scenario: Play, abilities: readonly FoundAbility[]): Fields {
  const list = [...known];
  const byKey = new Map<string, Map<Sort, number>>([['name', new Map([['word', places.name]])]]);
  const keep = (key: string, value: Scalar | undefined): void => {
    const sort = isOwnField(key) || value === undefined ? undefined : sortOf(value);
    if (sort === undefined) return;
    const bySort = byKey.get(key) ?? new Map<Sort, number>();
    byKey.set(key, bySort);
    if (!bySort.has(sort)) bySort.set(sort, list.push({ name: `${key}: ${sort}`, type: sortTypes[sort] }) - 1);
  };
  for (const { item } of occurrencesOf(scenario, abilities))
    for (const [key, value] of Object.entries(item)) keep(key, value);
  for (const {
    item: { where = {} },
  } of abilities.flatMap(listeningOf))
    for (const [key, value] of Object.entries(where)) keep(key, value);
  return { list, byKey };
}
