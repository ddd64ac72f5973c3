import { equalities, orders, screens, zooms, type When, type WhenForms, type WhenType } from '../syntax.js';
import {
  bool,
  cash,
  duration,
  field,
  fieldsOf,
  flag,
  int,
  int32,
  isMap,
  knownWord,
  number,
  optional,
  readItems,
  unread,
  word,
  type Field,
  type FieldReaders,
  type Reader,
  type Readers,
} from './fields.js';
import { counter, reference, seat, seatOrNobody } from './references.js';

const equality = word(equalities);
const order = word(orders);

/** How the fields of conditions are read, by type. */
const readers: { readonly [Type in WhenType]: Readers<WhenForms[Type]> } = {
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

/** These are about the player at the screen, whatever player they name. */
const unkept: Readonly<Partial<Record<WhenType, FieldReaders>>> = {
  computer: { player: unread },
  message: { player: unread },
  zoom: { player: unread },
};

/** In the order of the alphabet. */
export const whenTypes = Object.keys(readers) as WhenType[];

const forms: ReadonlyMap<WhenType, Reader<object>> = new Map(
  whenTypes.map((type) => [
    type,
    fieldsOf<Record<string, unknown>>({ type: () => type, ...readers[type] }, unkept[type]),
  ]),
);

/**
 * What a condition looks for; undefined, with a problem, where it is no map or of no known type: then nothing more is
 * said about it. Counts nest, and this calls itself for them: the depth of documents is limited before.
 */
export function when(of: Field): When | undefined {
  const type = isMap(of) ? knownWord(whenTypes, field(of, 'type')) : undefined;
  const form = type === undefined ? undefined : forms.get(type);
  return form === undefined ? undefined : ({ at: of.at, path: of.path, ...form(of) } as When);
}
