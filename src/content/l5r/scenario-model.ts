import { indexByName, looseKind, nothingDeclared, type Class, type Model } from '../../model/model.js';
import { createFacts, createFields, kinds, sortOf, wordList, type Facts } from './facts.js';
import type { Continuous, EntityState, Play, Scalar } from './syntax.js';
import {
  abilitiesOf,
  entityNames,
  isAnswer,
  occurrenceTypes,
  playersOf,
  type Found,
  type FoundAbility,
} from './walk.js';

/** The model of a scenario: what its players, its entities and its occurrences are, by index. */
export type ScenarioModel = Readonly<ReturnType<typeof createScenarioModel>>;

/** Roles that every scenario has, by index. */
export const roles = Object.freeze({ active: 0, next: 1 });

const nothingSaid: EntityState = {};

type Words = ReadonlyMap<string, number>;

export function createScenarioModel(scenario: Play) {
  const abilities = abilitiesOf(scenario);
  const players = playersOf(scenario);
  const entities = entityNames(scenario, abilities);
  const words = numberedFrom(1, wordsOf(scenario));
  const answers = abilities.filter(({ item }) => isAnswer(item));
  const continuous = abilities.filter(isContinuous);
  const facts = createFacts(scenario, abilities);
  const fields = createFields(scenario, abilities);
  const types = numberedFrom(0, occurrenceTypes(scenario, abilities));
  const modelKinds = Object.entries(kinds).map(([name, index]) =>
    looseKind({ index, name, faction: false, ownership: { rule: 'none' } }, facts.columns),
  );
  const classes = entities.map((name, i) => classOf(i + 1, name, stateOf(scenario, name), facts, words));
  const model: Model = Object.freeze({
    ...nothingDeclared,
    kinds: modelKinds,
    columns: facts.columns,
    classes,
    enumerations: [
      Object.freeze({ index: wordList, name: 'word', members: [...words.keys()], order: 'none', ring: 0 }),
    ],
    roles: ['active', 'next', ...players.map((name) => `player ${name}`), ...entities.map((name) => `card ${name}`)],
    occurrences: [...types.keys()].map((name) => ({ name, fields: fields.list.length })),
    abilities: answers.map(({ item: { id } }) => id),
    variables: [],
    kindByName: indexByName(modelKinds),
    columnByName: indexByName(facts.columns),
    classByName: indexByName(classes),
  });
  return {
    scenario,
    model,
    players,
    entities,
    /** What answers, in the order in which it is asked: what is listed, then what is created. */
    answers,
    /** What holds while a flag is set. */
    continuous,
    /** From 1. */
    words,
    facts,
    fields,
    types,
    /** Index of a role, by name: players and entities may have the same names. */
    playerRoles: numberedFrom(2, players),
    entityRoles: numberedFrom(2 + players.length, entities),
  };
}

function numberedFrom(first: number, names: readonly string[]): Words {
  return new Map(names.map((name, i) => [name, first + i]));
}

export function stateOf({ given }: Play, name: string): EntityState {
  const entities = given?.entities ?? {};
  return Object.hasOwn(entities, name) ? entities[name] : nothingSaid;
}

function isContinuous(found: FoundAbility): found is FoundAbility & Found<Continuous> {
  return !isAnswer(found.item);
}

/** Every text that can be a value: of what is given and of what is done. */
function wordsOf({ given = {}, when }: Play): readonly string[] {
  const words = new Set(placesOfChanges);
  const { decisions: _decisions, ...said } = given;
  collect([said, when], words);
  return [...words];
}

/** Where occurrences put what they change, whatever a scenario says. */
const placesOfChanges: readonly string[] = ['home', 'discard'];

/** Calls itself for what is nested; abilities inside one another are limited by the format. */
function collect(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') into.add(value);
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) collect(part, into);
}

/** Each entity is of a class of its own, which says what is true of it at first, but for objects. */
function classOf(index: number, name: string, state: EntityState, facts: Facts, words: Words): Class {
  const initial = new Map<number, number>();
  for (const [key, value] of Object.entries(state)) {
    const column = facts.byKey.get(key)?.find(({ sort }) => sort === sortOf(value));
    if (value !== undefined && column !== undefined) initial.set(column.column, storedValue(words, value));
  }
  return Object.freeze({ index, name, kind: kinds.card, duration: 0, invisible: false, initial });
}

export function storedValue(words: Words, value: Scalar): number {
  return typeof value === 'string' ? (words.get(value) ?? 0) : Number(value);
}
