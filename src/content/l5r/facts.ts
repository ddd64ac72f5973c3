import type { OccurrenceField } from '../../ir/occurrence.js';
import { freeProperty, type Column, type ColumnType } from '../../model/model.js';
import type { EntityState, Play, Scalar } from './syntax.js';
import { isAnswer, listeningOf, liveOf, occurrencesOf, type FoundAbility } from './walk.js';

const entity: ColumnType = { name: 'entity' };

/** Of entities: they have a meaning of their own. */
export const factKeys = ['controller', 'inPlay', 'bowed', 'location', 'attachedTo', 'dishonored', 'force'] as const;

/** By index. */
export const kinds = Object.freeze({ player: 1, card: 2 });
const kindCount = Object.keys(kinds).length;

/** The one enumeration, by index: every text of a scenario is a word of it. */
export const wordList = 0;
export const wordType: ColumnType = Object.freeze({ name: 'enumeration', index: wordList });

/** What a value is that is no object. */
export type Sort = 'boolean' | 'number' | 'word';

export const sortTypes: Readonly<Record<Sort, ColumnType>> = Object.freeze({
  boolean: { name: 'boolean' },
  number: { name: 'number' },
  word: wordType,
});

const sorts: Readonly<Partial<Record<string, Sort>>> = { boolean: 'boolean', number: 'number', string: 'word' };

/** Undefined of null, and of nothing. */
export function sortOf(value: Scalar | undefined): Sort | undefined {
  return sorts[typeof value];
}

/** What a key says where that is of a sort; else its default: false, 0, no word. */
export interface FactColumn {
  readonly sort: Sort;
  readonly column: number;
}

export type Facts = Readonly<ReturnType<typeof createFacts>>;

const storages: Readonly<Partial<Record<ColumnType['name'], Column['storage']>>> = {
  boolean: 'u8',
  enumeration: 'i32',
};

export function createFacts(scenario: Play, abilities: readonly FoundAbility[]) {
  const columns: Column[] = [];
  /** By key, but controller and attachedTo; several where its values are of several sorts. */
  const byKey = new Map<string, FactColumn[]>();
  const add = (name: string, type: ColumnType, kind: number = kinds.card, initial = 0) =>
    columns.push(
      freeProperty(
        { index: columns.length, name, type, storage: storages[type.name] ?? 'f64', initial },
        kind,
        kindCount,
      ),
    ) - 1;
  const keep = (key: string, sort: Sort, initial = 0) => {
    const known = byKey.get(key) ?? [];
    if (known.some((each) => each.sort === sort)) return;
    byKey.set(key, known);
    known.push({ sort, column: add(`${key}: ${sort}`, sortTypes[sort], kinds.card, initial) });
  };
  const [honor, controller, attachedTo, bonus] = [
    add('honor', sortTypes.number, kinds.player),
    add('controller', entity),
    add('attachedTo', entity),
    // What continuous abilities add to the force of a card; no key says it.
    add('bonus', sortTypes.number),
  ];
  keep('inPlay', 'boolean', 1);
  keep('bowed', 'boolean');
  keep('dishonored', 'boolean');
  keep('location', 'word');
  keep('force', 'number');
  for (const [key, value] of valuesSaid(scenario, abilities)) {
    const sort = sortOf(value);
    if (sort !== undefined && key !== 'controller' && key !== 'attachedTo') keep(key, sort);
  }
  const continuous = abilities.filter(({ item }) => !isAnswer(item));
  // By place of a continuous ability: it holds (boolean); how many of it there are.
  const holds = continuous.map((_, i) => add(`holds ${i}`, sortTypes.boolean));
  const there = continuous.map(({ maker }, i) =>
    add(`there ${i}`, sortTypes.number, kinds.card, maker === undefined ? 1 : 0),
  );
  return { columns, honor, controller, attachedTo, bonus, byKey, holds, there };
}

function* valuesSaid(
  { given }: Play,
  abilities: readonly FoundAbility[],
): Generator<readonly [string, Scalar | undefined]> {
  for (const state of Object.values<EntityState>(given?.entities ?? {})) yield* Object.entries(state);
  for (const found of abilities) {
    for (const { item } of liveOf(found)) yield [item[1], item[2]];
    if (!isAnswer(found.item)) yield [found.item.while, true];
    else
      for (const test of found.item.if ?? [])
        yield ['lki' in test ? test.lki.slice(test.lki.lastIndexOf('.') + 1) : test.key, test.eq];
  }
}

export const places = Object.freeze({ card: 0, player: 1, target: 2, amount: 3, nextPlayer: 4, name: 5 });

/** Fields of occurrences. All types have all of them; those that an occurrence does not have are absent. */
export interface Fields {
  readonly list: readonly OccurrenceField[];
  /** Places by sort of other keys that occurrences have, or that `where` compares. */
  readonly byKey: ReadonlyMap<string, ReadonlyMap<Sort, number>>;
}

const known: readonly OccurrenceField[] = Object.freeze([
  { name: 'card', type: entity },
  { name: 'player', type: entity },
  { name: 'target', type: wordType },
  { name: 'amount', type: { name: 'number' } },
  // Who takes the turn after the one that ends.
  { name: 'next player', type: entity },
  { name: 'name: word', type: wordType },
]);

const own: ReadonlySet<string> = new Set(['type', 'card', 'player', 'target', 'amount']);

export function isOwnField(key: string): boolean {
  return own.has(key);
}

export function createFields(scenario: Play, abilities: readonly FoundAbility[]): Fields {
  const list = [...known];
  const byKey = new Map<string, Map<Sort, number>>([['name', new Map([['word', places.name]])]]);
  const said = [
    ...occurrencesOf(scenario, abilities).map(({ item }) => item),
    ...abilities.flatMap(listeningOf).map(({ item }) => item.where ?? {}),
  ];
  for (const [key, value] of said.flatMap((each) => Object.entries<Scalar | undefined>(each))) {
    const sort = isOwnField(key) ? undefined : sortOf(value);
    if (sort === undefined) continue;
    const bySort = byKey.get(key) ?? new Map<Sort, number>();
    byKey.set(key, bySort);
    if (!bySort.has(sort)) bySort.set(sort, list.push({ name: `${key}: ${sort}`, type: sortTypes[sort] }) - 1);
  }
  return { list, byKey };
}
