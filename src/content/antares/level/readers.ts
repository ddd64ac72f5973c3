import { hexOf } from '../parse/document.js';
import { didYouMean } from '../../text/nearest-name.js';
import { quoteText } from '../../text/quote.js';
import {
  referenceKinds,
  type Counter,
  type Reference,
  attributes,
  bareActions,
  equalities,
  hostActions,
  orders,
  screens,
  zooms,
  type Action,
  type ActionForms,
  type ActionType,
  type Attribute,
  type BareType,
  type Filter,
  type When,
  type WhenForms,
  type WhenType,
} from '../syntax.js';
import {
  entriesOf,
  field,
  instead,
  mapOf,
  optional,
  text,
  wrongType,
  type Reader,
  oneOf,
  report,
  reportUnknown,
  warn,
  type Loading,
  type Note,
  bool,
  cash,
  coordinate,
  duration,
  each,
  fieldOf,
  fieldsOf,
  flag,
  int,
  int32,
  isMap,
  knownWord,
  members,
  number,
  orElse,
  readItems,
  refuseName,
  speed,
  unread,
  word,
  type Field,
  type FieldReaders,
  type Readers,
} from './fields.js';
import type { Fields, FieldValue } from '../../../ir/trigger.js';
import type { Value } from '../parse/value.js';
import { partLabel } from '../../text/problem.js';

export const seats = 4;
const counters = 3;

export const seat = declared(index('a player', () => seats));

const seatOrNobody = declared(index('a player (-1: nobody)', () => seats, -1));

const counterNumber = index('a counter', () => counters);

const initialNumber = index('an initial', ({ initials }) => initials);

const conditionNumber = index('a condition', ({ conditions }) => conditions);

export const existingInitial = index('an initial', ({ initials }) => initials, 0, 'always');

export const existingPlayerOrNobody = index(
  'a player of this level (-1: nobody)',
  ({ players }) => players,
  -1,
  'always',
);

/**
 * An int from `from` to below an end. Policy sound, or `always`, refuses others; the engine, and so compat, gives them
 * a meaning.
 */
function index(
  what: string,
  endOf: (counts: Loading['counts']) => number,
  from = 0,
  refused: 'always' | 'in sound' = 'in sound',
): Reader<number> {
  return (of) => {
    if (of.value?.type !== 'int') return wrongType(of, 'an int', 0);
    const value = Number(of.value.value);
    const end = endOf(of.loading.counts);
    if (value >= from && value < end) return value;
    const note = refused === 'always' || of.loading.policy === 'sound' ? report : warn;
    const expected = end > from ? `expected ${from} to ${end - 1}` : 'there are none';
    note(of, 'index', `${value} is not the index of ${what}: ${expected}`);
    return value;
  };
}

/** Empty seats may be named, but rarely on purpose. */
function declared(read: Reader<number>): Reader<number> {
  return (of) => {
    const number = read(of);
    const { players } = of.loading.counts;
    if (of.value?.type === 'int' && number >= players && number < seats) {
      const expected = players === 0 ? '`players` names none' : `those of \`players\` are 0 to ${players - 1}`;
      warn(
        of,
        'index',
        `nobody plays at seat ${number}: ${expected}; what is said of it does nothing, or is false or 0`,
      );
    }
    return number;
  };
}

export const baseName = known(report);

export const builtName = known(warn);

function known(note: Note): Reader<string> {
  return (of) => {
    const name = text(of);
    const { bases } = of.loading;
    if (of.value?.type === 'string' && !bases.has(name))
      note(of, 'unknown-name', `unknown base ${quoteText(name)}`, () => didYouMean(name, bases, of.loading.names));
    return name;
  };
}

export const reference: Reader<Reference> = (of) => {
  const nowhere: Reference = { at: of.at, by: 'initial', index: 0 };
  if (of.value?.type !== 'map') return wrongType(of, 'a reference such as {initial: 0}', nowhere);
  const keys = [...entriesOf(of)];
  if (keys.length !== 1) {
    report(of, 'ref', () => `a reference has exactly one key (${oneOf(referenceKinds)}), found ${keys.length}`);
    return nowhere;
  }
  const [[key, { at }]] = keys;
  const by = referenceKinds.find((kind) => kind === key);
  if (by === undefined) {
    reportUnknown({ ...of, at }, 'ref', 'kind of reference', key, referenceKinds);
    return nowhere;
  }
  const number = field(of, by);
  return { at: of.at, by, index: by === 'initial' ? initialNumber(number) : seat(number) };
};

export const counter = counterOf(seat, 0);

const relativeCounter: Reader<Counter> = counterOf(optional(seat), undefined);

function counterOf<Player>(player: Reader<Player>, nobody: Player): Reader<{ player: Player; which: number }> {
  return instead(mapOf({ player, which: counterNumber }), { player: nobody, which: 0 });
}

const equality = word(equalities);
const order = word(orders);

const whenReaders: { readonly [Type in WhenType]: Readers<WhenForms[Type]> } = {
  autopilot: { op: equality, player: seat, value: bool },
  building: { op: equality, player: seat, value: bool },
  cash: { op: order, player: seat, value: cash },
  computer: { op: equality, screen: word(screens), line: optional(int) },
  count: { op: order, value: int, of: (of) => readItems(of, when) },
  destroyed: { op: equality, object: reference, value: bool },
  distance: { op: order, from: reference, to: reference, value: number },
  health: { op: order, object: reference, value: number },
  identity: { op: equality, a: reference, b: reference },
  message: { op: equality, id: int, page: int },
  owner: { op: equality, object: reference, player: seatOrNobody },
  score: { op: order, counter, value: int32 },
  ships: { op: order, player: seat, value: int },
  speed: { op: order, object: reference, value: number },
  target: { op: equality, object: reference, target: reference },
  time: { op: order, duration, legacyStartTime: flag },
  zoom: { op: order, value: word(zooms) },
};

const unkeptOfWhens: Readonly<Partial<Record<WhenType, FieldReaders>>> = {
  computer: { player: unread },
  message: { player: unread },
  zoom: { player: unread },
};

export const whenTypes = Object.keys(whenReaders) as WhenType[];

type Fieldset = Readonly<Record<string, unknown>>;

/** Reports a value that is not a map or has no known type, and returns undefined. */
function byType<Type extends string>(
  types: readonly Type[],
  readerOf: (type: Type) => Reader<Fieldset>,
): Reader<Fieldset | undefined> {
  const readers = new Map(types.map((type) => [type, readerOf(type)]));
  return (of) => {
    const type = isMap(of) ? knownWord(types, field(of, 'type')) : undefined;
    return type === undefined ? undefined : readers.get(type)?.(of);
  };
}

const readWhen = byType(whenTypes, (type) =>
  fieldsOf<Fieldset>({ type: () => type, ...whenReaders[type] }, unkeptOfWhens[type]),
);

export function when(of: Field): When | undefined {
  const read = readWhen(of);
  return read && ({ at: of.at, path: of.path, ...read } as When);
}

const readPoint = orElse(mapOf({ x: coordinate, y: coordinate }), { x: 0, y: 0 });

const point: Reader<readonly [number, number]> = (of) => {
  const { x, y } = readPoint(of);
  return [x, y];
};

const actionReaders: { readonly [Type in Exclude<ActionType, BareType>]: Readers<ActionForms[Type]> } = {
  condition: { enable: each(conditionNumber), disable: each(conditionNumber) },
  delay: { duration },
  group: { of: actions },
  score: { counter: relativeCounter, value: int32 },
  pay: { value: cash, player: optional(seat) },
  win: { player: optional(seat) },
  reveal: { initial: each(initialNumber) },
  capture: { player: optional(seatOrNobody) },
  occupy: { value: int32 },
  heal: { value: int32 },
  // The number of the initial is this plus a counter.
  assume: { which: int },
  morph: { base: baseName },
  move: {
    origin: orElse(word(['level', 'subject', 'direct']), 'level'),
    to: point,
  },
  slow: { value: speed },
  speed: { value: speed, relative: flag },
  push: { value: optional(speed) },
  'cap-speed': { value: optional(speed) },
  message: { id: optional(int) },
  zoom: { value: word(zooms) },
  select: { screen: word(screens), line: int },
  key: { enable: each(text), disable: each(text) },
};

const readRange = mapOf({}, { begin: optional(number), end: optional(number) });

/**
 * Thrust and spin: a float, or a range from `begin` to before `end`, whose ends may be ints. The engine refuses a
 * single int.
 */
const range: Reader<void> = (of) => {
  if (of.value?.type === 'map') readRange(of);
  else if (of.value !== undefined && of.value.type !== 'float')
    wrongType(of, 'a float or a map {begin, end}', undefined);
};

const unkeptOfActions: Readonly<Partial<Record<ActionType, FieldReaders>>> = {
  win: { text: optional(text), next: unread },
  morph: { keepAmmo: optional(bool) },
  move: { distance: optional(number), within: unread },
  message: { pages: each(text) },
  spin: { value: range },
  thrust: { value: range },
};

const filter = mapOf<Filter>({
  owner: orElse(word(['any', 'same', 'different']), 'any'),
  tags: (of) => new Map(Array.from(members(of), ([name, value]) => [name, bool(value)])),
  attributes: wantedAttributes,
});

const common: Readers<Pick<Action, 'filter' | 'override' | 'reflexive'>> = {
  filter: optional(filter),
  override: orElse(mapOf({ subject: optional(reference), direct: optional(reference) }), {
    subject: undefined,
    direct: undefined,
  }),
  reflexive: flag,
};

export const actionTypes = [...bareActions, ...hostActions, ...(Object.keys(actionReaders) as ActionType[])].sort();

const own: Readonly<Partial<Record<ActionType, FieldReaders>>> = actionReaders;
const isHosted: ReadonlySet<ActionType> = new Set(hostActions);

/** Host actions accept any fields: the host knows them. */
const readAction = byType(actionTypes, (type) =>
  fieldsOf<Fieldset>(
    { type: () => type, ...common, ...own[type] },
    unkeptOfActions[type],
    isHosted.has(type) ? 'accepted' : 'refused',
  ),
);

export function actions(of: Field): Action[] {
  return readItems(of, action);
}

function action(of: Field): Action | undefined {
  const read = readAction(of);
  if (read === undefined) return undefined;
  const { type, filter, override, reflexive, ...said } = read;
  return { at: of.at, path: of.path, filter, override, reflexive, fields: hostFields(of), type, ...said } as Action;
}

/** False and null require nothing, but their names are checked. */
function wantedAttributes(of: Field): Set<Attribute> {
  const wanted = new Set<Attribute>();
  if (of.value !== undefined) isMap(of);
  for (const [name, { at, value }] of entriesOf(of)) {
    const attribute = attributes.find((known) => known === name);
    if (attribute === undefined) refuseName(of, at, 'attribute', name, attributes);
    else if (flag(fieldOf(of.loading, value, partLabel(of.path, name), of))) wanted.add(attribute);
  }
  return wanted;
}

const notForHosts: ReadonlySet<string> = new Set(['type', 'if', 'override', 'reflexive', 'of']);

function hostFields(of: Field): Fields {
  const fields: [string, FieldValue][] = [];
  for (const [name, { value }] of entriesOf(of)) if (!notForHosts.has(name)) fields.push([name, plain(value)]);
  // Built from entries, so that `__proto__` is an ordinary field.
  return Object.fromEntries(fields);
}

/** Turns ints into numbers unless that loses digits, and data into hexadecimal digits. */
function plain(value: Value): FieldValue {
  switch (value.type) {
    case 'null':
      return null;
    case 'bool':
    case 'float':
    case 'string':
      return value.value;
    case 'int':
      return Number.isSafeInteger(Number(value.value)) ? Number(value.value) : value.value;
    case 'data':
      return hexOf(value.value);
    case 'array':
      return value.items.map(plain);
    case 'map':
      return Object.fromEntries([...value.entries].map(([name, entry]) => [name, plain(entry.value)]));
  }
}

/** Actions that crash the engine without a direct object. */
const needing: ReadonlySet<ActionType> = new Set<ActionType>([
  ...hostActions.filter((type) => type !== 'flash'),
  'assume',
  'cap-speed',
  'cloak',
  'heal',
  'hold',
]);

export function needsDirect(action: Action): boolean {
  if (action.type === 'move') return action.origin === 'level';
  return action.type === 'play' ? !playsAnywhere(action) : needing.has(action.type);
}

/** The direct object picks one of several sounds. */
function playsAnywhere({ fields: { absolute, sound, any } }: Action): boolean {
  if (absolute !== true) return false;
  const sounds = sound ?? any;
  return typeof sounds === 'string' || (Array.isArray(sounds) && sounds.length === 1);
}
