import { equalities, orders, screens, zooms, type Equality, type Order, type When, type WhenType } from '../syntax.js';
import { seat, seatOrNobody, counter, reference } from './references.js';
import {
  bool,
  boolOr,
  cash,
  duration,
  int,
  int32,
  knownWord,
  number,
  optional,
  word,
  field,
  readItems,
  refuseOthers,
  section,
  type Field,
  type Section,
} from './fields.js';

type Body<Each> = Each extends unknown ? Omit<Each, 'at' | 'path'> : never;

/** A type of condition: its fields beside `type` and `op`, and how they are read. */
interface Form<Type extends WhenType> {
  readonly fields: readonly string[];
  read(map: Section): Body<Extract<When, { readonly type: Type }>>;
}

const equality = (map: Section): Equality => word(equalities, field(map, 'op'));
const order = (map: Section): Order => word(orders, field(map, 'op'));

const forms: { readonly [Type in WhenType]: Form<Type> } = {
  autopilot: {
    fields: ['player', 'value'],
    read: (map) => ({
      type: 'autopilot',
      op: equality(map),
      player: seat(field(map, 'player')),
      value: bool(field(map, 'value')),
    }),
  },
  building: {
    fields: ['player', 'value'],
    read: (map) => ({
      type: 'building',
      op: equality(map),
      player: seat(field(map, 'player')),
      value: bool(field(map, 'value')),
    }),
  },
  cash: {
    fields: ['player', 'value'],
    read: (map) => ({
      type: 'cash',
      op: order(map),
      player: seat(field(map, 'player')),
      value: cash(field(map, 'value')),
    }),
  },
  // The player of computer, message and zoom is not looked at: they are about the one at the screen.
  computer: {
    fields: ['screen', 'line', 'player'],
    read: (map) => ({
      type: 'computer',
      op: equality(map),
      screen: word(screens, field(map, 'screen')),
      line: optional(int, field(map, 'line')),
    }),
  },
  count: {
    fields: ['value', 'of'],
    read: (map) => ({ type: 'count', op: order(map), value: int(field(map, 'value')), of: whens(field(map, 'of')) }),
  },
  destroyed: {
    fields: ['object', 'value'],
    read: (map) => ({
      type: 'destroyed',
      op: equality(map),
      object: reference(field(map, 'object')),
      value: bool(field(map, 'value')),
    }),
  },
  distance: {
    fields: ['from', 'to', 'value'],
    read: (map) => ({
      type: 'distance',
      op: order(map),
      from: reference(field(map, 'from')),
      to: reference(field(map, 'to')),
      value: number(field(map, 'value')),
    }),
  },
  health: {
    fields: ['object', 'value'],
    read: (map) => ({
      type: 'health',
      op: order(map),
      object: reference(field(map, 'object')),
      value: number(field(map, 'value')),
    }),
  },
  identity: {
    fields: ['a', 'b'],
    read: (map) => ({
      type: 'identity',
      op: equality(map),
      a: reference(field(map, 'a')),
      b: reference(field(map, 'b')),
    }),
  },
  message: {
    fields: ['id', 'page', 'player'],
    read: (map) => ({ type: 'message', op: equality(map), id: int(field(map, 'id')), page: int(field(map, 'page')) }),
  },
  owner: {
    fields: ['object', 'player'],
    read: (map) => ({
      type: 'owner',
      op: equality(map),
      object: reference(field(map, 'object')),
      player: seatOrNobody(field(map, 'player')),
    }),
  },
  score: {
    fields: ['counter', 'value'],
    read: (map) => ({
      type: 'score',
      op: order(map),
      counter: counter(field(map, 'counter')),
      value: int32(field(map, 'value')),
    }),
  },
  ships: {
    fields: ['player', 'value'],
    read: (map) => ({
      type: 'ships',
      op: order(map),
      player: seat(field(map, 'player')),
      value: int(field(map, 'value')),
    }),
  },
  speed: {
    fields: ['object', 'value'],
    read: (map) => ({
      type: 'speed',
      op: order(map),
      object: reference(field(map, 'object')),
      value: number(field(map, 'value')),
    }),
  },
  target: {
    fields: ['object', 'target'],
    read: (map) => ({
      type: 'target',
      op: equality(map),
      object: reference(field(map, 'object')),
      target: reference(field(map, 'target')),
    }),
  },
  time: {
    fields: ['duration', 'legacy_start_time'],
    read: (map) => ({
      type: 'time',
      op: order(map),
      duration: duration(field(map, 'duration')),
      legacyStartTime: boolOr(false, field(map, 'legacy_start_time')),
    }),
  },
  zoom: {
    fields: ['value', 'player'],
    read: (map) => ({ type: 'zoom', op: order(map), value: word(zooms, field(map, 'value')) }),
  },
};

/** In the order of the alphabet. */
export const whenTypes = Object.keys(forms) as WhenType[];
const known: ReadonlyMap<WhenType, readonly string[]> = new Map(
  whenTypes.map((type) => [type, ['type', 'op', ...forms[type].fields]]),
);

/**
 * What a condition looks for; undefined, with a problem, where it is no map or of no known type: then nothing more is
 * said about it. Counts nest, and this calls itself for them: the depth of documents is limited before.
 */
export function when(of: Field): When | undefined {
  const map = section(of);
  if (of.value?.type !== 'map') return undefined;
  const type = knownWord(whenTypes, field(map, 'type'));
  if (type === undefined) return undefined;
  refuseOthers(map, known.get(type) ?? []);
  return { at: of.at, path: of.path, ...forms[type].read(map) };
}

function whens(of: Field): When[] {
  return readItems(of, when);
}
