import type { OccurrenceField } from '../../ir/occurrence.js';
import { kept } from '../../kernel/maps.js';
import { freeColumn, type Column, type ColumnType, kindOf, modelOf, type Class } from '../../model/model.js';
import {
  type EntityState,
  type Play,
  type Scalar,
  isAnswer,
  listeningOf,
  liveOf,
  occurrencesOf,
  type FoundAbility,
  type Continuous,
  abilitiesOf,
  entityNames,
  occurrenceTypes,
  playersOf,
  type Found,
} from './syntax.js';

const entity: ColumnType = { name: 'entity' };

export const factKeys = ['controller', 'inPlay', 'bowed', 'location', 'attachedTo', 'dishonored', 'force'] as const;

export const kinds = Object.freeze({ player: 1, card: 2 });
const kindCount = Object.keys(kinds).length;

/** The only enumeration: all texts of a scenario. */
export const wordList = 0;
export const wordType: ColumnType = Object.freeze({ name: 'enumeration', index: wordList });

export type ScalarType = 'boolean' | 'number' | 'word';

export const columnTypes: Readonly<Record<ScalarType, ColumnType>> = Object.freeze({
  boolean: { name: 'boolean' },
  number: { name: 'number' },
  word: wordType,
});

const scalarTypes: Readonly<Partial<Record<string, ScalarType>>> = {
  boolean: 'boolean',
  number: 'number',
  string: 'word',
};

export function scalarType(value: Scalar | undefined): ScalarType | undefined {
  return scalarTypes[typeof value];
}

interface FactColumn {
  readonly type: ScalarType;
  readonly column: number;
}

export type Facts = Readonly<ReturnType<typeof createFacts>>;

const storages: Readonly<Partial<Record<ColumnType['name'], Column['storage']>>> = {
  boolean: 'u8',
  enumeration: 'i32',
};

function createFacts(scenario: Play, abilities: readonly FoundAbility[]) {
  const columns: Column[] = [];
  /** Without controller and attachedTo; one for each type of values. */
  const byKey = new Map<string, FactColumn[]>();
  const add = (name: string, type: ColumnType, kind: number = kinds.card, initial = 0) =>
    columns.push(
      freeColumn(
        { index: columns.length, name, type, storage: storages[type.name] ?? 'f64', initial },
        [kind],
        kindCount,
      ),
    ) - 1;
  const keep = (key: string, type: ScalarType, initial = 0) => {
    const known = kept(byKey, key, () => []);
    if (known.some((each) => each.type === type)) return;
    known.push({ type, column: add(`${key}: ${type}`, columnTypes[type], kinds.card, initial) });
  };
  const [honor, controller, attachedTo, bonus] = [
    add('honor', columnTypes.number, kinds.player),
    add('controller', entity),
    add('attachedTo', entity),
    // Continuous abilities add it to the force of a card.
    add('bonus', columnTypes.number),
  ];
  keep('inPlay', 'boolean', 1);
  keep('bowed', 'boolean');
  keep('dishonored', 'boolean');
  keep('location', 'word');
  keep('force', 'number');
  for (const [key, value] of valuesSaid(scenario, abilities)) {
    const type = scalarType(value);
    if (type !== undefined && key !== 'controller' && key !== 'attachedTo') keep(key, type);
  }
  const continuous = abilities.filter(({ item }) => !isAnswer(item));
  // For each continuous ability: whether it applies, and how many exist.
  const holds = continuous.map((_, i) => add(`holds ${i}`, columnTypes.boolean));
  const there = continuous.map(({ maker }, i) =>
    add(`there ${i}`, columnTypes.number, kinds.card, maker === undefined ? 1 : 0),
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

export interface Fields {
  readonly list: readonly OccurrenceField[];
  /** Keys of occurrences, and those that `where` compares, except objects. */
  readonly byKey: ReadonlyMap<string, ReadonlyMap<ScalarType, number>>;
}

const known: readonly OccurrenceField[] = Object.freeze([
  { name: 'card', type: entity },
  { name: 'player', type: entity },
  { name: 'target', type: wordType },
  { name: 'amount', type: { name: 'number' } },
  { name: 'next player', type: entity },
  { name: 'name: word', type: wordType },
]);

const own: ReadonlySet<string> = new Set(['type', 'card', 'player', 'target', 'amount']);

function createFields(scenario: Play, abilities: readonly FoundAbility[]): Fields {
  const list = [...known];
  const byKey = new Map<string, Map<ScalarType, number>>([
    ['name', new Map([['word', places.name]])],
    ['target', new Map([['word', places.target]])],
    ['amount', new Map([['number', places.amount]])],
  ]);
  const said = [
    ...occurrencesOf(scenario, abilities).map(({ item }) => item),
    ...abilities.flatMap(listeningOf).map(({ item }) => item.where ?? {}),
  ];
  for (const [key, value] of said.flatMap((each) => Object.entries<Scalar | undefined>(each))) {
    const type = own.has(key) ? undefined : scalarType(value);
    if (type === undefined) continue;
    const byType = kept(byKey, key, () => new Map<ScalarType, number>());
    kept(byType, type, () => list.push({ name: `${key}: ${type}`, type: columnTypes[type] }) - 1);
  }
  return { list, byKey };
}

export type ScenarioModel = Readonly<ReturnType<typeof createScenarioModel>>;

export const roles = Object.freeze({ active: 0, next: 1 });

const nothingSaid: EntityState = {};

type Words = ReadonlyMap<string, number>;

export function createScenarioModel(scenario: Play) {
  const abilities = abilitiesOf(scenario);
  const players = playersOf(scenario);
  const entities = entityNames(scenario, abilities);
  const words = numberedFrom(1, wordsOf(scenario));
  const answers = abilities.filter(({ item }) => isAnswer(item));
  const continuous = abilities.filter((found): found is FoundAbility & Found<Continuous> => !isAnswer(found.item));
  const facts = createFacts(scenario, abilities);
  const fields = createFields(scenario, abilities);
  const types = numberedFrom(0, occurrenceTypes(scenario, abilities));
  const modelKinds = Object.entries(kinds).map(([name, index]) => kindOf({ index, name }, facts.columns));
  const classes = entities.map((name, i) => classOf(i + 1, name, stateOf(scenario, name), facts, words));
  const model = modelOf({
    kinds: modelKinds,
    columns: facts.columns,
    classes,
    enumerations: [{ index: wordList, name: 'word', members: [...words.keys()], order: 'none', ring: 0 }],
    roles: ['active', 'next', ...players.map((name) => `player ${name}`), ...entities.map((name) => `card ${name}`)],
    occurrences: [...types.keys()].map((name) => ({ name, fields: fields.list.length })),
    abilities: answers.map(({ item: { id } }) => id),
  });
  return {
    scenario,
    model,
    players,
    entities,
    answers,
    continuous,
    words,
    facts,
    fields,
    types,
    playerRoles: numberedFrom(2, players),
    entityRoles: numberedFrom(2 + players.length, entities),
  };
}

export function numberedFrom(first: number, names: readonly string[]): Words {
  return new Map(names.map((name, i) => [name, first + i]));
}

export function stateOf({ given }: Play, name: string): EntityState {
  const entities = given?.entities ?? {};
  return Object.hasOwn(entities, name) ? entities[name] : nothingSaid;
}

function wordsOf({ given = {}, when }: Play): readonly string[] {
  const words = new Set(placesOfChanges);
  const { decisions: _decisions, ...said } = given;
  collect([said, when], words);
  return [...words];
}

const placesOfChanges: readonly string[] = ['home', 'discard'];

function collect(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') into.add(value);
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) collect(part, into);
}

/** Each entity has its own class, with its initial state except objects. */
function classOf(index: number, name: string, state: EntityState, facts: Facts, words: Words): Class {
  const initial = new Map<number, number>();
  for (const [key, value] of Object.entries(state)) {
    const column = facts.byKey.get(key)?.find(({ type }) => type === scalarType(value));
    if (value !== undefined && column !== undefined) initial.set(column.column, storedValue(words, value));
  }
  return { index, name, kind: kinds.card, duration: 0, invisible: false, initial };
}

export function storedValue(words: Words, value: Scalar): number {
  return typeof value === 'string' ? (words.get(value) ?? 0) : Number(value);
}
