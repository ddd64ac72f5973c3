import type { Fields, FieldValue } from '../../../ir/trigger.js';
import {
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
import type { Value } from '../parse/value.js';
import {
  bool,
  cash,
  coordinate,
  duration,
  each,
  entriesOf,
  field,
  fieldOf,
  fieldsOf,
  flag,
  int,
  int32,
  isMap,
  knownWord,
  mapOf,
  members,
  number,
  optional,
  orElse,
  readItems,
  refuseName,
  speed,
  text,
  unread,
  word,
  wrongType,
  type Field,
  type FieldReaders,
  type Reader,
  type Readers,
} from './fields.js';
import { memberPath } from './loading.js';
import {
  baseName,
  conditionNumber,
  counter,
  initialNumber,
  reference,
  relativeCounter,
  seat,
  seatOrNobody,
} from './references.js';

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

/** Of the player at the screen, whatever player they name. */
const unkeptOfWhens: Readonly<Partial<Record<WhenType, FieldReaders>>> = {
  computer: { player: unread },
  message: { player: unread },
  zoom: { player: unread },
};

export const whenTypes = Object.keys(whenReaders) as WhenType[];

const whenForms: ReadonlyMap<WhenType, Reader<object>> = new Map(
  whenTypes.map((type) => [
    type,
    fieldsOf<Record<string, unknown>>({ type: () => type, ...whenReaders[type] }, unkeptOfWhens[type]),
  ]),
);

/**
 * Undefined, with a problem, where it is no map or of no known type. Counts nest, and this calls itself for them: the
 * depth of documents is limited.
 */
export function when(of: Field): When | undefined {
  const type = isMap(of) ? knownWord(whenTypes, field(of, 'type')) : undefined;
  const form = type === undefined ? undefined : whenForms.get(type);
  return form === undefined ? undefined : ({ at: of.at, path: of.path, ...form(of) } as When);
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
  // The slot is this and a counter together: only the run can tell whether there is one.
  assume: { which: int },
  morph: { base: baseName, keepAmmo: flag },
  move: {
    origin: orElse(word(['level', 'subject', 'direct']), 'level'),
    to: point,
    distance: orElse(number, 0),
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
 * Of thrust and spin: a float, or a range from `begin` to before `end`. A single int is refused, because the engine
 * does; the ends of a range may be ints.
 */
const range: Reader<void> = (of) => {
  if (of.value?.type === 'map') readRange(of);
  else if (of.value !== undefined && of.value.type !== 'float')
    wrongType(of, 'a float or a map {begin, end}', undefined);
};

const unkeptOfActions: Readonly<Partial<Record<ActionType, FieldReaders>>> = {
  win: { text: optional(text), next: unread },
  move: { within: unread },
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

/** Of actions of the host any fields are accepted: it knows them. */
const actionForms: ReadonlyMap<ActionType, Reader<Record<string, unknown>>> = new Map(
  actionTypes.map((type) => [
    type,
    fieldsOf<Record<string, unknown>>(
      { type: () => type, ...common, ...own[type] },
      unkeptOfActions[type],
      isHosted.has(type) ? 'accepted' : 'refused',
    ),
  ]),
);

/** None where the list is missing. Groups nest, and this calls itself for them: the depth of documents is limited. */
export function actions(of: Field): Action[] {
  return readItems(of, action);
}

function action(of: Field): Action | undefined {
  const known = isMap(of) ? knownWord(actionTypes, field(of, 'type')) : undefined;
  const form = known === undefined ? undefined : actionForms.get(known);
  if (form === undefined) return undefined;
  const { type, filter, override, reflexive, ...said } = form(of);
  return { at: of.at, path: of.path, filter, override, reflexive, fields: hostFields(of), type, ...said } as Action;
}

/** False and null ask nothing, but their names are checked. */
function wantedAttributes(of: Field): Set<Attribute> {
  const wanted = new Set<Attribute>();
  if (of.value !== undefined) isMap(of);
  for (const [name, { at, value }] of entriesOf(of)) {
    const attribute = attributes.find((known) => known === name);
    if (attribute === undefined) refuseName(of, at, 'attribute', name, attributes);
    else if (flag(fieldOf(of.loading, value, memberPath(of.path, name), of))) wanted.add(attribute);
  }
  return wanted;
}

/** Told in another way or not at all. */
const notTold: ReadonlySet<string> = new Set(['type', 'if', 'override', 'reflexive', 'of']);

function hostFields(of: Field): Fields {
  const fields: [string, FieldValue][] = [];
  for (const [name, { value }] of entriesOf(of)) if (!notTold.has(name)) fields.push([name, plain(value)]);
  // From entries, because a field that is called `__proto__` is a field.
  return Object.fromEntries(fields);
}

/** Ints become numbers where nothing is lost; data become hexadecimal digits. Calls itself for what is nested. */
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
      return Buffer.from(value.value).toString('hex');
    case 'array':
      return value.items.map(plain);
    case 'map':
      return Object.fromEntries([...value.entries].map(([name, entry]) => [name, plain(entry.value)]));
  }
}

/** What the engine does not survive without a direct object. */
const needing: ReadonlySet<ActionType> = new Set([
  'age',
  'assume',
  'cap-speed',
  'cloak',
  'create',
  'disable',
  'energize',
  'equip',
  'fire',
  'heal',
  'hold',
  'land',
  'spark',
  'spin',
  'thrust',
  'warp',
]);

/** Whether an action means nothing without a direct object. Others do nothing then, or need none. */
export function needsDirect(action: Action): boolean {
  if (action.type === 'move') return action.origin === 'level';
  return action.type === 'play' ? !playsAnywhere(action) : needing.has(action.type);
}

/** One sound for everyone, wherever they are. Of several one is picked by the direct object. */
function playsAnywhere({ fields: { absolute, sound, any } }: Action): boolean {
  if (absolute !== true) return false;
  const sounds = sound ?? any;
  return typeof sounds === 'string' || (Array.isArray(sounds) && sounds.length === 1);
}
