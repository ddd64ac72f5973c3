import { EdictError } from '../kernel/errors.js';
import { describe, isList, isObject } from '../kernel/given.js';
import { type Json, type Reading, type Shape, type Writing, refuse, within } from './shape.js';

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

/** A list that is left out where it is empty. */
export function emptyUnwritten<Item>(shape: Shape<readonly Item[]>): Shape<readonly Item[]> {
  return {
    write: (value, to) => (value.length === 0 ? undefined : shape.write(value, to)),
    read: (json, from) => shape.read(json, from),
    ifMissing: { value: [] },
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
    refuse(from, `no other keys than ${entries.map(([key]) => key).join(', ')}`, json);
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
