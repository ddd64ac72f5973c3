import {
  freeColumn,
  kindOf,
  modelOf,
  type Class,
  type Column,
  type Enumeration,
  type Holding,
  type Model,
} from '../../../model/model.js';
import { authoredActions, attributes, screens, zooms, type Base, type Level, type Policy } from '../syntax.js';

export type ColumnKey = Exclude<keyof ReturnType<typeof createColumns>['known'], 'occupation' | 'scores'>;

export interface LevelModel {
  readonly level: Level;
  readonly policy: Policy;
  readonly model: Model;
  readonly kinds: typeof kinds;
  readonly columns: Columns;
  readonly holdings: typeof holdings;
  /** From 1. */
  readonly words: { readonly tags: ReadonlyMap<string, number>; readonly keys: ReadonlyMap<string, number> };
  /** Roles by index: the level object, players by seat, initials by number. */
  readonly roles: { readonly level: number; readonly players: readonly number[]; readonly initials: readonly number[] };
  readonly classes: ReadonlyMap<string, number>;
}

/** One object for the level, with the state of the screen; a faction for each active seat. */
const kinds = Object.freeze({ level: 1, player: 2, body: 3 });

const holdings = Object.freeze({ attributes: 0, tags: 1, keys: 2 });

const kindCount = Object.keys(kinds).length;

const enumerations = Object.freeze({ screens: 0, zooms: 1, attributes: 2, tags: 3, keys: 4 });

type Shape = Partial<Pick<Column, 'type' | 'storage' | 'initial'>>;

const number: Shape = {};
const flag: Shape = { type: { name: 'boolean' }, storage: 'u8' };
const entity: Shape = { type: { name: 'entity' }, storage: 'f64' };
const whole: Shape = { storage: 'i32' };

function wordOf(index: number, initial: number): Shape {
  return { type: { name: 'enumeration', index }, storage: 'u8', initial };
}

type Columns = Readonly<ReturnType<typeof createColumns>['known']>;

/** Numbers lists by a suffix from 0 (`score 0`). `seats`: all places for players. */
function createColumns(seats: number) {
  const columns: Column[] = [];
  type KindName = keyof typeof kinds;
  const add = (
    kind: KindName,
    name: string,
    { type = { name: 'number' }, storage = 'f64', initial = 0 }: Shape,
  ): number =>
    columns.push(freeColumn({ index: columns.length, name, type, storage, initial }, [kinds[kind]], kindCount)) - 1;
  const several = (kind: KindName, name: string, count: number): readonly number[] =>
    range(count, 0).map((place) => add(kind, `${name} ${place}`, whole));
  const each = <Name extends string>(kind: KindName, shapes: Readonly<Record<Name, Shape>>) =>
    Object.fromEntries(Object.entries<Shape>(shapes).map(([name, shape]) => [name, add(kind, name, shape)])) as Record<
      Name,
      number
    >;
  const known = {
    ...each('body', {
      /** A removed body stays until the next step begins; only handles refer to it. */
      inUse: { ...flag, initial: 1 },
      /** The number of its initial plus 1; 0: none. */
      initial: whole,
      // A body without a base has unlimited health.
      health: { initial: -1 },
      maxHealth: { initial: -1 },
      maxSpeed: number,
      velocityX: number,
      velocityY: number,
      facing: number,
      destination: entity,
      cloaked: flag,
      weaponTarget: entity,
      /** The count of full occupation of its base; 0: it cannot be occupied. */
      fullCount: number,
      occupiable: flag,
      dies: { ...flag, initial: 1 },
      /** Of its initial. */
      builds: flag,
    }),
    occupation: several('body', 'occupation', seats),
    ...each('player', { human: flag, cash: number }),
    scores: several('player', 'score', 3),
    ...each('player', {
      ships: number,
      autopilot: flag,
      building: flag,
      flagship: entity,
      control: entity,
      target: entity,
      buildAt: entity,
    }),
    ...each('level', {
      zoom: wordOf(enumerations.zooms, 1 + zooms.indexOf('foe')),
      screen: wordOf(enumerations.screens, 1 + screens.indexOf('main')),
      line: number,
      hasMessage: flag,
      messageId: number,
      /** 0: dismissed. */
      messagePage: number,
      winner: entity,
      /** The tick at which the level is over, while `isOver` is true. */
      over: number,
      isOver: flag,
    }),
  };
  return { columns, known };
}

/** Seats of the engine. */
const leastSeats = 4;

/** Every seat has a role, bound if a player has the seat. Each condition is a trigger. */
export function createLevelModel(level: Level, policy: Policy): LevelModel {
  const seats = Math.max(leastSeats, level.players.length);
  const { columns, known } = createColumns(seats);
  const used = usedWords(level);
  const words = { tags: valuesOf(used.tags), keys: valuesOf(used.keys) };
  const modelKinds = Object.entries(kinds).map(([name, index]) =>
    kindOf(
      { index, name, faction: name === 'player', ownership: { rule: name === 'body' ? 'stored' : 'none' } },
      columns,
    ),
  );
  const classes = Array.from(level.bases.values(), (base, i) => classOf(base, i + 1, known, words.tags));
  const roles = { level: 0, players: range(seats, 1), initials: range(level.initials.length, 1 + seats) };
  const model = modelOf({
    kinds: modelKinds,
    columns,
    classes,
    enumerations: enumerationsOf(used),
    holdings: [holdingOf('attributes', kinds.body), holdingOf('tags', kinds.body), holdingOf('keys', kinds.level)],
    roles: ['level', ...range(seats, 0).map(playerName), ...range(level.initials.length, 0).map(initialName)],
    triggers: range(level.conditions.length, 0).map(conditionName),
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

export function playerName(seat: number): string {
  return `player ${seat}`;
}

export function initialName(number: number): string {
  return `initial ${number}`;
}

export function conditionName(index: number): string {
  return `condition ${index}`;
}

function classOf(base: Base, index: number, columns: Columns, tags: ReadonlyMap<string, number>): Class {
  const { name, maxHealth, maxSpeed, occupyCount, dies } = base;
  return {
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
  };
}

function enumerationsOf({ tags, keys }: ReturnType<typeof usedWords>): readonly Enumeration[] {
  // In the order of `enumerations`.
  const words = { screen: screens, zoom: zooms, attribute: attributes, tag: tags, key: keys };
  return Object.entries(words).map(([name, members], index) => ({
    index,
    name,
    members,
    order: name === 'zoom' ? 'ordered' : 'none',
    ring: 0,
  }));
}

function holdingOf(name: keyof typeof holdings, kind: number): Holding {
  return { index: holdings[name], name, words: enumerations[name], kinds: [kind] };
}

function valuesOf(words: readonly string[]): ReadonlyMap<string, number> {
  return new Map(words.map((word, i) => [word, i + 1]));
}

function range(length: number, first: number): readonly number[] {
  return Array.from({ length }, (_, i) => first + i);
}

function usedWords(level: Level) {
  const tags = new Set(Array.from(level.bases.values(), (base) => [...base.tags]).flat());
  const keys = new Set<string>();
  for (const { action } of authoredActions(level)) {
    for (const tag of action.filter?.tags.keys() ?? []) tags.add(tag);
    if (action.type === 'key') for (const key of [...action.enable, ...action.disable]) keys.add(key);
  }
  return { tags: [...tags], keys: [...keys] };
}
