import {
  hostActions,
  screens,
  zooms,
  type Action,
  type ActionType,
  type Reference,
  attributes,
  type Attribute,
  type Filter,
} from '../syntax.js';
import {
  conditionNumber,
  initialNumber,
  seat,
  seatOrNobody,
  baseName,
  reference,
  relativeCounter,
} from './references.js';
import {
  bool,
  boolOr,
  cash,
  coordinate,
  duration,
  int,
  int32,
  knownWord,
  number,
  optional,
  speed,
  text,
  word,
  field,
  items,
  optionalSection,
  readItems,
  refuseOthers,
  section,
  type Field,
  type Section,
  fieldOf,
  members,
  wrongType,
} from './fields.js';
import { quoteText } from '../../diagnostics/quote.js';
import { oneOf, report, suggestName, memberPath } from './loading.js';
import type { Fields, FieldValue } from '../../../ir/trigger.js';
import type { Value } from '../value.js';

type Body<Each> = Each extends unknown
  ? Omit<Each, 'at' | 'path' | 'filter' | 'override' | 'reflexive' | 'fields'>
  : never;

/**
 * A type of action: its fields beside those of every action, and how they are read. Without `fields` any are accepted:
 * the host knows them.
 */
interface Form {
  readonly fields?: readonly string[];
  read(map: Section): Body<Action>;
}

const origins = ['level', 'subject', 'direct'] as const;
const anywhere: readonly [number, number] = [0, 0];

const bare = (type: 'check' | 'destroy' | 'remove' | 'target' | 'stop' | 'cloak' | 'hold'): [ActionType, Form] => [
  type,
  { fields: [], read: () => ({ type }) },
];
const hosted = (type: (typeof hostActions)[number]): [ActionType, Form] => [
  type,
  {
    read: (map) => {
      if (type === 'thrust' || type === 'spin') checkRange(map);
      return { type };
    },
  },
];

const forms: ReadonlyMap<ActionType, Form> = new Map<ActionType, Form>([
  bare('check'),
  bare('destroy'),
  bare('remove'),
  bare('target'),
  bare('stop'),
  bare('cloak'),
  bare('hold'),
  ...hostActions.map(hosted),
  [
    'condition',
    {
      fields: ['enable', 'disable'],
      read: (map) => ({
        type: 'condition',
        enable: items(field(map, 'enable')).map(conditionNumber),
        disable: items(field(map, 'disable')).map(conditionNumber),
      }),
    },
  ],
  ['delay', { fields: ['duration'], read: (map) => ({ type: 'delay', duration: duration(field(map, 'duration')) }) }],
  ['group', { fields: ['of'], read: (map) => ({ type: 'group', of: actions(field(map, 'of')) }) }],
  [
    'score',
    {
      fields: ['counter', 'value'],
      read: (map) => ({
        type: 'score',
        counter: relativeCounter(field(map, 'counter')),
        value: int32(field(map, 'value')),
      }),
    },
  ],
  [
    'pay',
    {
      fields: ['value', 'player'],
      read: (map) => ({ type: 'pay', value: cash(field(map, 'value')), player: optional(seat, field(map, 'player')) }),
    },
  ],
  [
    'win',
    {
      fields: ['player', 'text', 'next'],
      read: (map) => {
        optional(text, field(map, 'text'));
        return { type: 'win', player: optional(seat, field(map, 'player')) };
      },
    },
  ],
  [
    'reveal',
    {
      fields: ['initial'],
      read: (map) => ({ type: 'reveal', initial: items(field(map, 'initial')).map(initialNumber) }),
    },
  ],
  [
    'capture',
    { fields: ['player'], read: (map) => ({ type: 'capture', player: optional(seatOrNobody, field(map, 'player')) }) },
  ],
  ['occupy', { fields: ['value'], read: (map) => ({ type: 'occupy', value: int32(field(map, 'value')) }) }],
  ['heal', { fields: ['value'], read: (map) => ({ type: 'heal', value: int32(field(map, 'value')) }) }],
  // The slot is this and a counter together: only the run can tell whether there is one.
  ['assume', { fields: ['which'], read: (map) => ({ type: 'assume', which: int(field(map, 'which')) }) }],
  [
    'morph',
    {
      fields: ['base', 'keep_ammo'],
      read: (map) => ({
        type: 'morph',
        base: baseName(field(map, 'base')),
        keepAmmo: boolOr(false, field(map, 'keep_ammo')),
      }),
    },
  ],
  [
    'move',
    {
      fields: ['origin', 'to', 'distance', 'within'],
      read: (map) => ({
        type: 'move',
        origin: optional((of) => word(origins, of), field(map, 'origin')) ?? 'level',
        to: optional(point, field(map, 'to')) ?? anywhere,
        distance: optional(number, field(map, 'distance')) ?? 0,
      }),
    },
  ],
  ['slow', { fields: ['value'], read: (map) => ({ type: 'slow', value: speed(field(map, 'value')) }) }],
  [
    'speed',
    {
      fields: ['value', 'relative'],
      read: (map) => ({
        type: 'speed',
        value: speed(field(map, 'value')),
        relative: boolOr(false, field(map, 'relative')),
      }),
    },
  ],
  ['push', { fields: ['value'], read: (map) => ({ type: 'push', value: optional(speed, field(map, 'value')) }) }],
  [
    'cap-speed',
    { fields: ['value'], read: (map) => ({ type: 'cap-speed', value: optional(speed, field(map, 'value')) }) },
  ],
  [
    'message',
    {
      fields: ['id', 'pages'],
      read: (map) => {
        items(field(map, 'pages')).forEach(text);
        return { type: 'message', id: optional(int, field(map, 'id')) };
      },
    },
  ],
  ['zoom', { fields: ['value'], read: (map) => ({ type: 'zoom', value: word(zooms, field(map, 'value')) }) }],
  [
    'select',
    {
      fields: ['screen', 'line'],
      read: (map) => ({ type: 'select', screen: word(screens, field(map, 'screen')), line: int(field(map, 'line')) }),
    },
  ],
  [
    'key',
    {
      fields: ['enable', 'disable'],
      read: (map) => ({
        type: 'key',
        enable: items(field(map, 'enable')).map(text),
        disable: items(field(map, 'disable')).map(text),
      }),
    },
  ],
]);

/** In the order of the alphabet. */
export const actionTypes: readonly ActionType[] = [...forms.keys()].sort();
const common = ['type', 'if', 'override', 'reflexive'];
const known: ReadonlyMap<ActionType, readonly string[]> = new Map(
  [...forms].flatMap(([type, form]) => (form.fields === undefined ? [] : [[type, [...common, ...form.fields]]])),
);

/**
 * The actions of a list; none where it is missing. Groups nest, and this calls itself for them: the depth of documents
 * is limited before.
 */
export function actions(of: Field): Action[] {
  return readItems(of, action);
}

function action(of: Field): Action | undefined {
  const map = section(of);
  if (of.value?.type !== 'map') return undefined;
  const type = knownWord(actionTypes, field(map, 'type'));
  const form = type === undefined ? undefined : forms.get(type);
  if (type === undefined || form === undefined) return undefined;
  const fields = known.get(type);
  if (fields !== undefined) refuseOthers(map, fields);
  return {
    at: of.at,
    path: of.path,
    filter: filter(field(map, 'if')),
    override: override(field(map, 'override')),
    reflexive: optional(bool, field(map, 'reflexive')) ?? false,
    fields: hostFields(map),
    ...form.read(map),
  };
}

function override(of: Field): { readonly subject: Reference | undefined; readonly direct: Reference | undefined } {
  const map = optionalSection(of);
  if (map === undefined) return { subject: undefined, direct: undefined };
  refuseOthers(map, ['subject', 'direct']);
  return { subject: optional(reference, field(map, 'subject')), direct: optional(reference, field(map, 'direct')) };
}

function point(of: Field): readonly [number, number] {
  const map = section(of);
  if (of.value?.type !== 'map') return anywhere;
  refuseOthers(map, ['x', 'y']);
  return [coordinate(field(map, 'x')), coordinate(field(map, 'y'))];
}

const owners = ['any', 'same', 'different'] as const;

/** What an action asks of its roles; undefined where it asks nothing. */
function filter(of: Field): Filter | undefined {
  const map = optionalSection(of);
  if (map === undefined) return undefined;
  refuseOthers(map, ['owner', 'tags', 'attributes']);
  return {
    owner: optional((each) => word(owners, each), field(map, 'owner')) ?? 'any',
    tags: new Map([...members(field(map, 'tags'))].map(([name, value]) => [name, bool(value)])),
    attributes: flags(map),
  };
}

/** Attributes that must be there: false and null ask nothing, but their names are checked. */
function flags(map: Section): Set<Attribute> {
  const flagged = optionalSection(field(map, 'attributes'));
  const wanted = new Set<Attribute>();
  if (flagged === undefined) return wanted;
  for (const [name, { at, value }] of flagged.entries) {
    const flag = fieldOf(map.loading, value, memberPath(flagged.path, name), flagged);
    const attribute = attributes.find((each) => each === name);
    if (attribute === undefined)
      report(
        map.loading,
        'unknown-field',
        { at, path: flag.path },
        () => `unknown attribute ${quoteText(name)}: ${oneOf(attributes)}`,
        () => suggestName(map.loading, name, attributes),
      );
    else if (optional(bool, flag) === true) wanted.add(attribute);
  }
  return wanted;
}

/** What the loader reads of every action, and the host is told in another way or not at all. */
const notTold: ReadonlySet<string> = new Set(['type', 'if', 'override', 'reflexive', 'of']);

/** All that an action says beside what every action can say, as it was written. */
function hostFields(map: Section): Fields {
  const fields: [string, FieldValue][] = [];
  for (const [name, { value }] of map.entries) if (!notTold.has(name)) fields.push([name, plain(value)]);
  // From entries, because a field that is called `__proto__` is a field.
  return Object.fromEntries(fields);
}

/**
 * Ints become numbers where nothing is lost; data become hexadecimal digits. Calls itself for what is nested; the depth
 * of documents is limited before.
 */
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
      return Array.from(value.value, (byte) => byte.toString(16).padStart(2, '0')).join('');
    case 'array':
      return value.items.map(plain);
    case 'map':
      return Object.fromEntries([...value.entries].map(([name, entry]) => [name, plain(entry.value)]));
  }
}

/**
 * The value of thrust and spin, where it is given: a float, or a range from `begin` to before `end`. A single int is
 * refused, because the engine does; the ends of a range may be ints.
 */
function checkRange(map: Section): void {
  const value = field(map, 'value');
  if (value.value === undefined || value.value.type === 'float') return;
  if (value.value.type !== 'map') {
    wrongType(value, 'a float or a map {begin, end}');
    return;
  }
  const range = section(value);
  refuseOthers(range, ['begin', 'end']);
  optional(number, field(range, 'begin'));
  optional(number, field(range, 'end'));
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

/** Whether an action means nothing without a direct object; others without one do nothing, quietly, or need none. */
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
