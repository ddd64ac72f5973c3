import { EdictError, messageOf } from '../kernel/errors.js';
import { describe, isList, isObject } from '../kernel/given.js';
import type { Aggregator, Model, Type } from '../model/model.js';
import type { Node } from './node.js';
import type { OccurrenceType } from './occurrence.js';

/**
 * The declared form of a part of a program. Both directions of compiled content follow from it: the writer, and the
 * reader, which trusts nothing.
 */
export interface Shape<Value> {
  /** Undefined: left out of its record. */
  write(value: Value, to: Writing): Json | undefined;
  /** Throws `damaged-content` for anything that `write` cannot have made. */
  read(json: unknown, from: Reading): Value;
  /** What a record without it has: no property, or one of that value. Left out: it must be there. */
  readonly ifMissing?: 'nothing' | { readonly value: Value };
}

/** Of data whose type is not known where they are read. */
export interface Written<Value> extends Pick<Shape<Value>, 'write'> {
  read(json: unknown, from: Reading): unknown;
}

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export interface Writing {
  /** The table of operations, complete once all else is written. */
  readonly rows: readonly Json[];
  /** The place of an expression in it. */
  readonly placeOf: (node: Node) => number;
}

/** Lists of a program that its parts refer to by index. */
export const listed = {
  kind: ['model', 'kinds'],
  class: ['model', 'classes'],
  column: ['model', 'columns'],
  variable: ['model', 'variables'],
  enumeration: ['model', 'enumerations'],
  holding: ['model', 'holdings'],
  link: ['model', 'links'],
  grid: ['model', 'grids'],
  question: ['model', 'questions'],
  role: ['model', 'roles'],
  trigger: ['rules', 'triggers', 'triggers'],
  list: ['rules', 'triggers', 'lists'],
  occurrence: ['rules', 'timing', 'types'],
  ability: ['rules', 'timing', 'abilities'],
} as const;

export type Listed = keyof typeof listed;

export interface Reading {
  /** Keys and places from the top of the file to the present value. */
  readonly path: (string | number)[];
  readonly counts: Readonly<Record<Listed, number>>;
  /** Once it is read; all else comes after it. */
  model: Model | undefined;
  /** The types of occurrences, once they are read. */
  occurrences: readonly OccurrenceType[];
  /** What the host gives for aggregators that content names. */
  readonly aggregators: ReadonlyMap<string, Aggregator>;
  /** The table of operations, once it is read. */
  held: readonly Held[];
  readonly heldBy: Map<Node, Held>;
  /** Most levels of one expression. */
  readonly deepest: number;
  /** Characters that expressions may still take when printed: shared parts count wherever they are used. */
  room: number;
  /** Present levels of shapes that contain themselves. */
  levels: number;
}

/** An expression, with what follows from its parts. */
export interface Held {
  readonly node: Node;
  /** Bits of the slots that it depends on, and of those that it fills for its parts. */
  readonly free: number;
  readonly bound: number;
  /** The type of the changed cell, where it depends on its value. */
  readonly running: Type | undefined;
  readonly levels: number;
  /** Characters of its printed form. */
  readonly length: number;
}

export function damaged({ path }: Pick<Reading, 'path'>, what: string): EdictError {
  return new EdictError(
    'damaged-content',
    `the compiled content is damaged at ${pathText(path)}: ${what}; compile the content again`,
  );
}

function pathText(path: readonly (string | number)[]): string {
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('');
  return text === '' ? 'its top' : text.slice(1);
}

function refuse(from: Reading, expected: string, found: unknown): never {
  throw damaged(from, `found ${describe(found)}, expected ${expected}`);
}

export function modelIn(from: Reading): Model {
  return from.model ?? refuse(from, 'a model before it', undefined);
}

/** Reads a part of the present value. */
export function within<Value>(from: Reading, key: string | number, read: () => Value): Value {
  from.path.push(key);
  const value = read();
  from.path.pop();
  return value;
}

export function list(json: unknown, from: Reading): readonly unknown[] {
  return isList(json) ? json : refuse(from, 'a list', json);
}

export const text: Shape<string> = {
  write: (value) => value,
  read: (json, from) => (typeof json === 'string' ? json : refuse(from, 'a text', json)),
};

export const truth: Shape<boolean> = {
  write: (value) => value,
  read: (json, from) => (typeof json === 'boolean' ? json : refuse(from, 'true or false', json)),
};

const odd: ReadonlyMap<unknown, number> = new Map([
  ['NaN', NaN],
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
  ['-0', -0],
]);

/** Any number; those that JSON lacks are texts. */
export const real: Shape<number> = {
  write: (value) =>
    Number.isFinite(value) && !Object.is(value, -0) ? value : Object.is(value, -0) ? '-0' : `${value}`,
  read: (json, from) => odd.get(json) ?? (typeof json === 'number' ? json : refuse(from, 'a number', json)),
};

const largest = Number.MAX_SAFE_INTEGER;

export function whole(least = 0, most = largest): Shape<number> {
  return {
    write: (value) => value,
    read: (json, from) =>
      Number.isInteger(json) && Number(json) >= least && Number(json) <= most
        ? Number(json) + 0
        : refuse(
            from,
            `a whole number${most === largest ? ` of at least ${least}` : ` from ${least} to ${most}`}`,
            json,
          ),
  };
}

/** An index into a list of the program. `none`: a number that stands for no entry. */
export function indexOf(thing: Listed, none?: 0 | -1): Shape<number> {
  const first = thing === 'kind' || thing === 'class' ? 1 : 0;
  return {
    write: (value) => value,
    read(json, from) {
      if (
        json === none ||
        (Number.isInteger(json) && Number(json) >= first && Number(json) < first + from.counts[thing])
      )
        return Number(json) + 0;
      return refuse(from, `the number of one of ${from.counts[thing]} entries (${thing})`, json);
    },
  };
}

export function word<Word extends string | number>(...words: readonly Word[]): Shape<Word> {
  return {
    write: (value) => value,
    read: (json, from) => words.find((each) => each === json) ?? refuse(from, `one of ${words.join(', ')}`, json),
  };
}

export function listOf<Item>(shape: Shape<Item>): Shape<readonly Item[]> {
  return {
    write: (items, to) => items.map((item) => shape.write(item, to) ?? null),
    read: (json, from) => list(json, from).map((item, place) => within(from, place, () => shape.read(item, from))),
  };
}

/** Each once. */
function distinct<Item>(shape: Shape<Item>): Shape<readonly Item[]> {
  return checked(listOf(shape), (items) => (new Set(items).size < items.length ? 'an entry that is there twice' : ''));
}

/** By ascending number, each once. */
export function ascending(shape: Shape<number>): Shape<readonly number[]> {
  return checked(listOf(shape), (items) =>
    items.some((item, place) => place > 0 && item <= items[place - 1]) ? 'numbers that do not ascend' : '',
  );
}

export function setOf<Item>(shape: Shape<Item>): Shape<ReadonlySet<Item>> {
  const items = distinct(shape);
  return {
    write: (value, to) => items.write([...value], to),
    read: (json, from) => new Set(items.read(json, from)),
  };
}

/** As a list of keys and values. */
export function mapOf<Key, Value>(key: Shape<Key>, value: Shape<Value>): Shape<ReadonlyMap<Key, Value>> {
  return {
    write: (map, to) => [...map].map(([name, kept]) => [key.write(name, to) ?? null, value.write(kept, to) ?? null]),
    read(json, from) {
      const made = new Map<Key, Value>();
      list(json, from).forEach((entry, place) => {
        within(from, place, () => {
          const pair = list(entry, from);
          if (pair.length !== 2) refuse(from, 'a key and a value', entry);
          const name = within(from, 0, () => key.read(pair[0], from));
          if (made.has(name)) refuse(from, 'each key once', pair[0]);
          made.set(
            name,
            within(from, 1, () => value.read(pair[1], from)),
          );
        });
      });
      return made;
    },
  };
}

/** An entry of a list that may be undefined. */
export function orNone<Value>(shape: Shape<Value>): Shape<Value | undefined> {
  return {
    write: (value, to) => (value === undefined ? null : shape.write(value, to)),
    read: (json, from) => (json === null ? undefined : shape.read(json, from)),
  };
}

/** A field that may be undefined. */
export function maybe<Value>(shape: Shape<Value>): Shape<Value | undefined> {
  return {
    write: (value, to) => (value === undefined ? undefined : shape.write(value, to)),
    read: (json, from) => shape.read(json, from),
    ifMissing: { value: undefined },
  };
}

/** A field that is left out where it is undefined. */
export function optional<Value>(shape: Shape<Value>): Shape<Value> {
  return {
    write: (value: Value | undefined, to) => (value === undefined ? undefined : shape.write(value, to)),
    read: (json, from) => shape.read(json, from),
    ifMissing: 'nothing',
  };
}

/** A field that content of the native format never has. */
export function never<Value>(): Shape<Value> {
  return {
    write: (value) => (value === undefined ? undefined : refuseForeign(value)),
    read: refuseKey,
    ifMissing: 'nothing',
  };
}

/** A field that is the same in all content of the native format. */
export function fixed<Value>(value: Value): Shape<Value> {
  const expected = JSON.stringify(value);
  return {
    write: (given) => (JSON.stringify(given) === expected ? undefined : refuseForeign(given)),
    read: refuseKey,
    ifMissing: { value },
  };
}

/** A field that follows from others; see `derived`. */
export function unwritten<Value>(): Shape<Value> {
  return { write: () => undefined, read: refuseKey, ifMissing: 'nothing' };
}

function refuseKey(json: unknown, from: Reading): never {
  return refuse(from, 'no such key', json);
}

function refuseForeign(value: unknown): never {
  throw new EdictError(
    'not-compiled',
    `only content of the native format can be compiled, and a part of this is ${describe(value)}; load it with \`loadContent\` or \`defineContent\``,
  );
}

export type Fields<Of> = { readonly [Key in keyof Of]-?: Shape<Of[Key]> };

/** Reading makes the properties in the order of the fields, so that equal parts have one hidden class. */
export function record<Of extends object>(fields: Fields<Of>): Shape<Of> {
  const entries = entriesOf(fields);
  return {
    write: (value, to) => writeFields({}, entries, value, to),
    read: (json, from) => readFields({}, entries, json, from) as Of,
  };
}

type Entries = readonly (readonly [key: string, shape: Shape<unknown>])[];

function entriesOf(fields: object): Entries {
  return Object.entries<Shape<unknown>>(fields as Readonly<Record<string, Shape<unknown>>>);
}

function writeFields(into: Record<string, Json>, entries: Entries, value: object, to: Writing): Json {
  const given: Readonly<Record<string, unknown>> = value as Readonly<Record<string, unknown>>;
  for (const [key, shape] of entries) {
    const made = shape.write(given[key], to);
    if (made !== undefined) into[key] = made;
  }
  return into;
}

/** `others`: keys that are read already. */
function readFields(into: Record<string, unknown>, entries: Entries, json: unknown, from: Reading, others = 0): object {
  if (!isObject(json) || isList(json)) return refuse(from, 'an object', json);
  const given = json as Readonly<Record<string, unknown>>;
  let known = others;
  for (const [key, shape] of entries) {
    const { ifMissing } = shape;
    if (Object.hasOwn(given, key)) {
      known++;
      into[key] = within(from, key, () => shape.read(given[key], from));
    } else if (ifMissing === undefined) refuse(from, `the key ${key}`, json);
    else if (ifMissing !== 'nothing') into[key] = ifMissing.value;
  }
  if (known < Object.keys(given).length)
    refuse(from, `no keys besides ${entries.map(([key]) => key).join(', ')}`, json);
  return into;
}

type CaseOf<Of, Tag extends PropertyKey, Value> = Of extends { readonly [Key in Tag]: infer Values }
  ? Value extends Values
    ? Of
    : never
  : never;

type Cases<Of extends object, Tag extends keyof Of> = {
  readonly [Value in Of[Tag] & string]: Fields<Omit<CaseOf<Of, Tag, Value>, Tag>>;
};

/** One of several records, by a word in one field; the word alone where there is no more to it. */
export function tagged<Of extends object, Tag extends keyof Of & string>(tag: Tag, cases: Cases<Of, Tag>): Shape<Of> {
  const known = new Map(Object.entries<object>(cases).map(([name, fields]) => [name, entriesOf(fields)]));
  const names = [...known.keys()].join(', ');
  return {
    write(value, to) {
      const name = String(value[tag]);
      const entries = known.get(name) ?? refuseForeign(name);
      return entries.length === 0 ? name : writeFields({ [tag]: name }, entries, value, to);
    },
    read(json, from) {
      const name: unknown = isObject(json) && Object.hasOwn(json, tag) ? (json as Record<string, unknown>)[tag] : json;
      const entries = typeof name === 'string' ? known.get(name) : undefined;
      if (entries === undefined || (json === name) !== (entries.length === 0))
        return refuse(from, `an object whose ${tag} is one of ${names}`, json);
      return (json === name ? { [tag]: name } : readFields({ [tag]: name }, entries, json, from, 1)) as Of;
    },
  };
}

/** Most levels of a shape that contains itself. */
const mostLevels = 100;

/** For shapes that contain themselves. */
export function nested<Value>(shape: () => Shape<Value>): Shape<Value> {
  return {
    write: (value, to) => shape().write(value, to),
    read(json, from) {
      if (++from.levels > mostLevels) refuse(from, `at most ${mostLevels} levels`, json);
      const value = shape().read(json, from);
      from.levels--;
      return value;
    },
  };
}

/** `fault`: what is wrong with it; empty or undefined where nothing is. */
export function checked<Value>(
  shape: Shape<Value>,
  fault: (value: Value, from: Reading) => string | undefined,
): Shape<Value> {
  return {
    ...shape,
    read(json, from) {
      const value = shape.read(json, from);
      const found = fault(value, from);
      if (found !== undefined && found !== '') throw damaged(from, `found ${found}`);
      return value;
    },
  };
}

/** What a check throws about. */
export function faultIn(check: () => unknown): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof EdictError) return messageOf(error);
    throw error;
  }
}

/** With the fields that are not written. */
export function derived<Written, Value extends Written>(
  shape: Shape<Written>,
  complete: (read: Written, from: Reading) => Value,
): Shape<Value> {
  return {
    write: (value, to) => shape.write(value, to),
    read: (json, from) => complete(shape.read(json, from), from),
  };
}

/** Entries whose `index` is their place in the list, from `first`. */
export function placed<Item extends { readonly index: number }>(
  first: 0 | 1,
  shape: Shape<Item>,
): Shape<readonly Item[]> {
  return checked(listOf(shape), (items) => {
    const wrong = items.findIndex(({ index }, place) => index !== first + place);
    return wrong < 0 ? '' : `the index ${items[wrong].index} in place ${wrong}`;
  });
}

interface Wanted {
  /** How many slots are filled where it is evaluated, from slot 0. */
  readonly slots: 0 | 1 | 2;
  /** The first slot that its aggregates may fill. Left out: the first that is not filled. */
  readonly free?: number;
  /** Left out: any. */
  readonly type?: Node['type']['name'];
  /** The cell that is being changed has a value. */
  readonly running?: true;
}

/** By its place in the table of operations. */
export function expression({ slots, free: first = slots, type, running }: Wanted): Shape<Node> {
  const filled = 2 ** slots - 1;
  return {
    write: (node, to) => to.placeOf(node),
    read(json, from) {
      const found = typeof json === 'number' ? from.held.at(json) : undefined;
      if (found === undefined || Number(json) < 0) return refuse(from, 'the place of an operation', json);
      const { node, free, bound, length } = found;
      if (type !== undefined && node.type.name !== type)
        throw damaged(from, `found an expression of the type ${node.type.name}, expected ${type}`);
      if ((free & ~filled) !== 0 || (bound & (2 ** first - 1)) !== 0)
        throw damaged(from, `found an expression over other slots than the first ${slots}`);
      if (found.running !== undefined && running !== true)
        throw damaged(from, 'found an expression of the present value of a cell');
      from.room -= length;
      if (from.room < 0) throw damaged(from, 'found expressions that are too large altogether');
      return node;
    },
  };
}

/** Of the changed cell; undefined where the expression does not depend on it. */
export function runningIn(from: Reading, node: Node): Type | undefined {
  return from.heldBy.get(node)?.running;
}
