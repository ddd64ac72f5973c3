import { EdictError, messageOf } from '../kernel/errors.js';
import { describe, isList } from '../kernel/given.js';
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
  space: ['model', 'spaces'],
  question: ['model', 'questions'],
  role: ['model', 'roles'],
  trigger: ['rules', 'triggers', 'triggers'],
  list: ['rules', 'triggers', 'lists'],
  occurrence: ['rules', 'timing', 'types'],
  ability: ['rules', 'timing', 'abilities'],
  parameter: ['model', 'parameters'],
  graph: ['model', 'graphs'],
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
}

/** An expression, with what follows from its parts. */
export interface Held {
  readonly node: Node;
  /** Bits of the slots that it depends on, and of those that it fills for its parts. */
  readonly free: number;
  readonly bound: number;
  /** The type of the changed cell, where it depends on its value. */
  readonly running: Type | undefined;
  /** It gives another value whenever it is evaluated again. */
  readonly draws: boolean;
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

/** For what is not of a shape. */
export function refuse(from: Reading, expected: string, found: unknown): never {
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
