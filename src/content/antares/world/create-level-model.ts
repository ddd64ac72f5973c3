import {
  type Class,
  type Enumeration,
  type Holding,
  type Kind,
  type Model,
  nothingDeclared,
} from '../../../model/model.js';
import type { Policy } from '../policy.js';
import { type Base, type Level, attributes, screens, zooms, type Action } from '../syntax.js';
import { createColumns, enumerations, kinds } from './level-columns.js';
import type { LevelModel } from './level-model.js';

/** The engine has so many seats, whoever sits in them. */
const leastSeats = 4;

const holdings: LevelModel['holdings'] = Object.freeze({ attributes: 0, tags: 1, keys: 2 });

/**
 * The model of a level. Every seat has a role; that of a seat where nobody plays is never bound, so that what is said
 * about its player is said about nothing.
 * Its triggers are one a condition: `condition 0` and so on.
 */
export function createLevelModel(level: Level, policy: Policy): LevelModel {
  const seats = Math.max(leastSeats, level.players.length);
  const { columns, known } = createColumns(seats);
  const used = usedWords(level);
  const words = { tags: valuesOf(used.tags), keys: valuesOf(used.keys) };
  const modelKinds = Object.values(kinds).map((index) =>
    kindOf(
      index,
      columns.filter((column) => column.kinds[index] === 1).map((column) => column.index),
    ),
  );
  const classes = [...level.bases.values()].map((base, i) => classOf(base, i + 1, known, words.tags));
  const roles = { level: 0, players: range(seats, 1), initials: range(level.initials.length, 1 + seats) };
  const model: Model = Object.freeze({
    ...nothingDeclared,
    kinds: modelKinds,
    columns,
    classes,
    enumerations: enumerationsOf(used),
    holdings: [
      holdingOf(holdings.attributes, 'attributes', enumerations.attributes, kinds.body),
      holdingOf(holdings.tags, 'tags', enumerations.tags, kinds.body),
      holdingOf(holdings.keys, 'keys', enumerations.keys, kinds.level),
    ],
    roles: [
      'level',
      ...roles.players.map((_, seat) => playerName(seat)),
      ...roles.initials.map((_, number) => initialName(number)),
    ],
    triggers: level.conditions.map((_, i) => conditionName(i)),
    variables: [],
    relations: [],
    tables: [],
    sights: [],
    networks: [],
    stacking: new Map(),
    kindByName: byName(modelKinds),
    columnByName: byName(columns),
    classByName: byName(classes),
  });
  return Object.freeze({
    level,
    policy,
    model,
    kinds,
    columns: known,
    holdings,
    words,
    roles,
    classes: new Map(classes.map(({ name, index }) => [name, index])),
  });
}

/** What the role and the object of a seat are called. */
export function playerName(seat: number): string {
  return `player ${String(seat)}`;
}

/** What the role of an initial is called, and the body that is there from the beginning. */
export function initialName(number: number): string {
  return `initial ${String(number)}`;
}

/** What the trigger of a condition is called. */
export function conditionName(index: number): string {
  return `condition ${String(index)}`;
}

function kindOf(index: number, columns: readonly number[]): Kind {
  const name = index === kinds.level ? 'level' : index === kinds.player ? 'player' : 'body';
  const ownership: Kind['ownership'] = { rule: index === kinds.body ? 'stored' : 'none' };
  return Object.freeze({
    index,
    name,
    columns,
    ownership,
    faction: index === kinds.player,
    node: false,
    attachesTo: [],
    orphan: 'detach',
  });
}

/** A base as the class of the bodies that are made after it. */
function classOf(base: Base, index: number, columns: LevelModel['columns'], tags: ReadonlyMap<string, number>): Class {
  const { name, maxHealth, maxSpeed, occupyCount, dies } = base;
  return Object.freeze({
    index,
    name,
    kind: kinds.body,
    duration: 0,
    invisible: false,
    initial: new Map([
      [columns.health, maxHealth],
      [columns.maxHealth, maxHealth],
      [columns.maxSpeed, maxSpeed],
      [columns.fullCount, occupyCount ?? 0],
      [columns.occupiable, Number(occupyCount !== undefined)],
      [columns.dies, Number(dies)],
    ]),
    held: new Map([
      [holdings.attributes, attributes.flatMap((attribute, i) => (base.attributes.has(attribute) ? [i + 1] : []))],
      [holdings.tags, [...base.tags].flatMap((tag) => tags.get(tag) ?? [])],
    ]),
  });
}

function enumerationsOf({ tags, keys }: ReturnType<typeof usedWords>): readonly Enumeration[] {
  const plain = (index: number, name: string, members: readonly string[]): Enumeration =>
    Object.freeze({ index, name, members, order: 'none', ring: 0 });
  return [
    plain(enumerations.screens, 'screen', screens),
    Object.freeze({ index: enumerations.zooms, name: 'zoom', members: zooms, order: 'ordered', ring: 0 }),
    plain(enumerations.attributes, 'attribute', attributes),
    plain(enumerations.tags, 'tag', tags),
    plain(enumerations.keys, 'key', keys),
  ];
}

function holdingOf(index: number, name: string, words: number, kind: number): Holding {
  return Object.freeze({ index, name, words, kinds: [kind] });
}

function valuesOf(words: readonly string[]): ReadonlyMap<string, number> {
  return new Map(words.map((word, i) => [word, i + 1]));
}

function range(length: number, first: number): readonly number[] {
  return Array.from({ length }, (_, i) => first + i);
}

function byName<Part extends { readonly name: string }>(parts: readonly Part[]): ReadonlyMap<string, Part> {
  return new Map(parts.map((part) => [part.name, part]));
}

/**
 * Words that a level says something about: tags of bodies, keys of the player. Each once, in the order of their first
 * mention.
 */
function usedWords(level: Level): { readonly tags: readonly string[]; readonly keys: readonly string[] } {
  const tags = new Set<string>();
  const keys = new Set<string>();
  for (const base of level.bases.values()) for (const tag of base.tags) tags.add(tag);
  for (const action of everyAction(level)) {
    for (const tag of action.filter?.tags.keys() ?? []) tags.add(tag);
    if (action.type === 'key') for (const key of [...action.enable, ...action.disable]) keys.add(key);
  }
  return { tags: [...tags], keys: [...keys] };
}

/** All actions of bases and conditions, those inside of groups behind their group. */
function* everyAction({ bases, conditions }: Level): Generator<Action> {
  for (const { destroyAction } of bases.values()) yield* within(destroyAction);
  for (const { action } of conditions) yield* within(action);
}

function* within(list: readonly Action[]): Generator<Action> {
  const left = [...list].reverse();
  for (let action = left.pop(); action !== undefined; action = left.pop()) {
    yield action;
    if (action.type === 'group') for (const child of [...action.of].reverse()) left.push(child);
  }
}
