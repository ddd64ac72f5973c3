import {
  nothingDeclared,
  type Class,
  type Column,
  type ColumnType,
  type Enumeration,
  type Holding,
  type Kind,
  type Model,
  type Storage,
} from '../../../model/model.js';
import { actionsIn, attributes, screens, zooms, type Base, type Level, type Policy } from '../syntax.js';

/** Columns of objects of a level by index; each has the name of its key, and those of a list a number from 0. */
interface LevelColumns {
  // Of bodies.
  /** Boolean: not removed. What is removed stays until the next step begins; only handles know it. */
  inUse: number;
  /** The number of the initial it came from plus 1; 0: none. */
  initial: number;
  health: number;
  maxHealth: number;
  /** Of the base, as long as nothing has capped it otherwise. */
  maxSpeed: number;
  velocityX: number;
  velocityY: number;
  /** Degrees. */
  facing: number;
  /** The body that it is under way to. */
  destination: number;
  cloaked: number;
  /** The body that its weapons aim at. */
  weaponTarget: number;
  /** Of the base: what a player who occupies it has there in full; 0 where nobody can. */
  fullCount: number;
  /** Boolean: of the base, it can be occupied. */
  occupiable: number;
  /** Boolean: of the base, it goes when it is destroyed. */
  dies: number;
  /** Boolean: of its initial, something is built there. */
  builds: number;
  /** Occupation counts, by seat. */
  occupation: readonly number[];
  // Of players.
  human: number;
  cash: number;
  /** Called `score 0` and so on. */
  scores: readonly number[];
  ships: number;
  autopilot: number;
  building: number;
  flagship: number;
  control: number;
  target: number;
  buildAt: number;
  // Of the level.
  zoom: number;
  screen: number;
  line: number;
  /** Boolean: a message with an id was shown. */
  hasMessage: number;
  messageId: number;
  /** 0: dismissed. */
  messagePage: number;
  /** The player who has won. */
  winner: number;
  /** The tick at which the level is over, while `isOver` is true. */
  over: number;
  isOver: number;
}

export type ColumnKey = Exclude<keyof LevelColumns, 'occupation' | 'scores'>;

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
  readonly columns: Readonly<LevelColumns>;
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

const kinds: LevelModel['kinds'] = Object.freeze({ level: 1, player: 2, body: 3 });

const holdings: LevelModel['holdings'] = Object.freeze({ attributes: 0, tags: 1, keys: 2 });

const enumerations = Object.freeze({ screens: 0, zooms: 1, attributes: 2, tags: 3, keys: 4 });

interface Shape {
  readonly type?: ColumnType;
  readonly storage?: Storage;
  readonly initial?: number;
}

const number: Shape = {};
const flag: Shape = { type: { name: 'boolean' }, storage: 'u8' };
const entity: Shape = { type: { name: 'entity' }, storage: 'f64' };
/** Whole, held within 32 bits. */
const whole: Shape = { storage: 'i32' };

function wordOf(index: number, initial: number): Shape {
  return { type: { name: 'enumeration', index }, storage: 'u8', initial };
}

/** What is true of bodies, players and the level. `seats`: places for players, taken or not. */
function createColumns(seats: number): { readonly columns: readonly Column[]; readonly known: LevelColumns } {
  const columns: Column[] = [];
  const add = (kind: keyof typeof kinds, name: string, shape: Shape): number =>
    columns.push(columnOf(columns.length, name, kind, shape)) - 1;
  const several = (kind: keyof typeof kinds, name: string, count: number): readonly number[] =>
    range(count, 0).map((place) => add(kind, `${name} ${place}`, whole));
  const each = <Name extends string>(
    kind: keyof typeof kinds,
    shapes: Readonly<Record<Name, Shape>>,
  ): Record<Name, number> =>
    Object.fromEntries(Object.entries<Shape>(shapes).map(([name, shape]) => [name, add(kind, name, shape)])) as Record<
      Name,
      number
    >;
  const known: LevelColumns = {
    ...each('body', {
      inUse: { ...flag, initial: 1 },
      initial: whole,
      // A body of no base has no end of health.
      health: { initial: -1 },
      maxHealth: { initial: -1 },
      maxSpeed: number,
      velocityX: number,
      velocityY: number,
      facing: number,
      destination: entity,
      cloaked: flag,
      weaponTarget: entity,
      fullCount: number,
      occupiable: flag,
      // A body of no base goes like others.
      dies: { ...flag, initial: 1 },
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
      messagePage: number,
      winner: entity,
      over: number,
      isOver: flag,
    }),
  };
  return { columns, known };
}

function columnOf(
  index: number,
  name: string,
  kind: keyof typeof kinds,
  { type = { name: 'number' }, storage = 'f64', initial = 0 }: Shape,
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

/**
 * The model of a level. Every seat has a role; that of a seat where nobody plays is never bound. There is one trigger
 * a condition: `condition 0` and so on.
 */
export function createLevelModel(level: Level, policy: Policy): LevelModel {
  const seats = Math.max(leastSeats, level.players.length);
  const { columns, known } = createColumns(seats);
  const used = usedWords(level);
  const words = { tags: valuesOf(used.tags), keys: valuesOf(used.keys) };
  const modelKinds = (['level', 'player', 'body'] as const).map((name) => kindOf(name, columns));
  const classes = Array.from(level.bases.values(), (base, i) => classOf(base, i + 1, known, words.tags));
  const roles = { level: 0, players: range(seats, 1), initials: range(level.initials.length, 1 + seats) };
  const model: Model = Object.freeze({
    ...nothingDeclared,
    kinds: modelKinds,
    columns,
    classes,
    enumerations: enumerationsOf(used),
    holdings: [holdingOf('attributes', kinds.body), holdingOf('tags', kinds.body), holdingOf('keys', kinds.level)],
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

/** Of the role and the object of a seat. */
export function playerName(seat: number): string {
  return `player ${seat}`;
}

/** Of the role of an initial, and of the body that is there from the beginning. */
export function initialName(number: number): string {
  return `initial ${number}`;
}

export function conditionName(index: number): string {
  return `condition ${index}`;
}

function kindOf(name: keyof typeof kinds, columns: readonly Column[]): Kind {
  const index = kinds[name];
  return Object.freeze<Kind>({
    index,
    name,
    columns: columns.filter((column) => column.kinds[index] === 1).map((column) => column.index),
    ownership: { rule: name === 'body' ? 'stored' : 'none' },
    faction: name === 'player',
    node: false,
    attachesTo: [],
    orphan: 'detach',
  });
}

function classOf(base: Base, index: number, columns: LevelColumns, tags: ReadonlyMap<string, number>): Class {
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
    Object.freeze({ ...plain(enumerations.zooms, 'zoom', zooms), order: 'ordered' }),
    plain(enumerations.attributes, 'attribute', attributes),
    plain(enumerations.tags, 'tag', tags),
    plain(enumerations.keys, 'key', keys),
  ];
}

function holdingOf(name: keyof typeof holdings, kind: number): Holding {
  return Object.freeze({ index: holdings[name], name, words: enumerations[name], kinds: [kind] });
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

/** Words that a level says something about, each once, in the order of their first mention. */
function usedWords({ bases, conditions }: Level): {
  readonly tags: readonly string[];
  readonly keys: readonly string[];
} {
  const lists = [
    ...Array.from(bases.values(), ({ destroyAction }) => destroyAction),
    ...conditions.map(({ action }) => action),
  ];
  const tags = new Set(Array.from(bases.values()).flatMap((base) => [...base.tags]));
  const keys = new Set<string>();
  for (const list of lists) {
    for (const action of actionsIn(list)) {
      for (const tag of action.filter?.tags.keys() ?? []) tags.add(tag);
      if (action.type === 'key') for (const key of [...action.enable, ...action.disable]) keys.add(key);
    }
  }
  return { tags: [...tags], keys: [...keys] };
}
