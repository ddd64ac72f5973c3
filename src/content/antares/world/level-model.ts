import {
  type Model,
  type Column,
  type ColumnType,
  type Storage,
  type Class,
  type Enumeration,
  type Holding,
  type Kind,
  nothingDeclared,
} from '../../../model/model.js';
import { type Level, type Policy, zooms, screens, type Base, attributes, type Action } from '../syntax.js';

/** The model of a level: what its bodies, its players and the screen of the player are in columns, by index. */
export interface LevelModel {
  readonly level: Level;
  readonly policy: Policy;
  readonly model: Model;
  readonly kinds: {
    /** One object: what is true of the level as a whole, and of the player's screen. */
    readonly level: number;
    /** Factions, one an active seat, by index of the player. */
    readonly player: number;
    readonly body: number;
  };
  readonly columns: {
    // Of bodies.
    /** Boolean: not removed. What is removed stays until the next step begins; only handles know it. */
    readonly inUse: number;
    /** The number of the initial it came from plus 1; 0: none. */
    readonly initial: number;
    readonly health: number;
    readonly maxHealth: number;
    /** Of the base, as long as nothing has capped it otherwise. */
    readonly maxSpeed: number;
    readonly velocityX: number;
    readonly velocityY: number;
    /** Degrees. */
    readonly facing: number;
    /** The body that it is under way to. */
    readonly destination: number;
    readonly cloaked: number;
    /** The body that its weapons aim at. */
    readonly weaponTarget: number;
    /** Of the base: what a player who occupies it has there in full; 0 where nobody can. */
    readonly fullCount: number;
    /** Boolean: of the base, it can be occupied. */
    readonly occupiable: number;
    /** Boolean: of the base, it goes when it is destroyed. */
    readonly dies: number;
    /** Boolean: of its initial, something is built there. */
    readonly builds: number;
    /** Occupation counts, by seat. */
    readonly occupation: readonly number[];
    // Of players.
    readonly human: number;
    readonly cash: number;
    readonly scores: readonly [number, number, number];
    readonly ships: number;
    readonly autopilot: number;
    readonly building: number;
    readonly flagship: number;
    readonly control: number;
    readonly target: number;
    readonly buildAt: number;
    // Of the level.
    readonly zoom: number;
    readonly screen: number;
    readonly line: number;
    /** Boolean: a message with an id was shown. */
    readonly hasMessage: number;
    readonly messageId: number;
    /** 0: dismissed. */
    readonly messagePage: number;
    /** The player who has won. */
    readonly winner: number;
    /** The tick at which the level is over, while `isOver` is true. */
    readonly over: number;
    readonly isOver: number;
  };
  /**
   * Sets of words: attributes and tags of bodies, keys of the level. Classes (one a base) hold attributes and tags at
   * first.
   */
  readonly holdings: { readonly attributes: number; readonly tags: number; readonly keys: number };
  /** Words from 1. */
  readonly words: { readonly tags: ReadonlyMap<string, number>; readonly keys: ReadonlyMap<string, number> };
  /** Roles by index: the level object, players by seat, initials by number. */
  readonly roles: { readonly level: number; readonly players: readonly number[]; readonly initials: readonly number[] };
  /** Class by base. */
  readonly classes: ReadonlyMap<string, number>;
}

/** Kinds of the objects of a level, by index. */
const kinds: LevelModel['kinds'] = Object.freeze({ level: 1, player: 2, body: 3 });

/** Enumerations of a level, by index. */
const enumerations = Object.freeze({ screens: 0, zooms: 1, attributes: 2, tags: 3, keys: 4 });

interface Shape {
  readonly kind: keyof LevelModel['kinds'];
  readonly type?: ColumnType;
  readonly storage?: Storage;
  readonly initial?: number;
}

const flag = { type: { name: 'boolean' }, storage: 'u8' } as const;
const entity = { type: { name: 'entity' }, storage: 'f64' } as const;
/** Whole, held within 32 bits. */
const whole = { storage: 'i32' } as const;

/** What is true of bodies, players and the level. `seats`: places for players, taken or not. */
function createColumns(seats: number): {
  readonly columns: readonly Column[];
  readonly known: LevelModel['columns'];
} {
  const columns: Column[] = [];
  const add = (name: string, shape: Shape): number => {
    columns.push(columnOf(columns.length, name, shape));
    return columns.length - 1;
  };
  const body = (name: string, shape: Partial<Shape> = {}): number => add(name, { kind: 'body', ...shape });
  const player = (name: string, shape: Partial<Shape> = {}): number => add(name, { kind: 'player', ...shape });
  const level = (name: string, shape: Partial<Shape> = {}): number => add(name, { kind: 'level', ...shape });
  const known: LevelModel['columns'] = {
    inUse: body('inUse', { ...flag, initial: 1 }),
    initial: body('initial', whole),
    // A body of no base has no end of health.
    health: body('health', { initial: -1 }),
    maxHealth: body('maxHealth', { initial: -1 }),
    maxSpeed: body('maxSpeed'),
    velocityX: body('velocityX'),
    velocityY: body('velocityY'),
    facing: body('facing'),
    destination: body('destination', entity),
    cloaked: body('cloaked', flag),
    weaponTarget: body('weaponTarget', entity),
    fullCount: body('fullCount'),
    occupiable: body('occupiable', flag),
    // A body of no base goes like others.
    dies: body('dies', { ...flag, initial: 1 }),
    builds: body('builds', flag),
    occupation: Array.from({ length: seats }, (_, seat) => body(`occupation ${String(seat)}`, whole)),
    human: player('human', flag),
    cash: player('cash'),
    scores: [player('score 0', whole), player('score 1', whole), player('score 2', whole)],
    ships: player('ships'),
    autopilot: player('autopilot', flag),
    building: player('building', flag),
    flagship: player('flagship', entity),
    control: player('control', entity),
    target: player('target', entity),
    buildAt: player('buildAt', entity),
    zoom: level('zoom', {
      type: { name: 'enumeration', index: enumerations.zooms },
      storage: 'u8',
      initial: 1 + zooms.indexOf('foe'),
    }),
    screen: level('screen', {
      type: { name: 'enumeration', index: enumerations.screens },
      storage: 'u8',
      initial: 1 + screens.indexOf('main'),
    }),
    line: level('line'),
    hasMessage: level('hasMessage', flag),
    messageId: level('messageId'),
    messagePage: level('messagePage'),
    winner: level('winner', entity),
    over: level('over'),
    isOver: level('isOver', flag),
  };
  return { columns, known };
}

function columnOf(
  index: number,
  name: string,
  { kind, type = { name: 'number' }, storage = 'f64', initial = 0 }: Shape,
): Column {
  const has = new Uint8Array(Object.keys(kinds).length + 1);
  has[kinds[kind]] = 1;
  return Object.freeze({
    index,
    name,
    role: 'property',
    type,
    storage,
    initial,
    integer: type.name === 'number' && storage === 'i32',
    minimum: -Infinity,
    maximum: Infinity,
    reset: false,
    cap: -1,
    kinds: has,
  });
}

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
