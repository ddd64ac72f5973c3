import type { z } from 'zod';
import { type Expectation, expectations } from './schema-parts.js';
import { type SourceMap, type SourceValue, isList, isMap } from './source-tree.js';

export type Path = readonly PropertyKey[];
type Schema = z.core.$ZodTypes;

/** Without what makes it optional or nullable, or refers to it. */
function inner(schema: z.core.$ZodType): Schema {
  let at = schema as Schema;
  for (let next = wrapped(at); next !== undefined; next = wrapped(at)) at = next;
  return at;
}

function wrapped({ _zod: { def } }: Schema): Schema | undefined {
  if (def.type === 'optional' || def.type === 'nullable') return def.innerType as Schema;
  return def.type === 'lazy' ? (def.getter() as Schema) : undefined;
}

/** The options of unions are chosen by the data; undefined where the schema ends. */
export function schemaAt(root: z.core.$ZodType, data: SourceValue, path: Path): z.core.$ZodType | undefined {
  let schema: z.core.$ZodType | undefined = root;
  let value: SourceValue | undefined = data;
  for (const key of path) {
    schema = childSchema(schema, value ?? null, key);
    if (schema === undefined) return undefined;
    value = childValue(value, key);
  }
  return schema;
}

/** Undefined where a value has nothing at the key. */
export function childSchema(
  schema: z.core.$ZodType,
  value: SourceValue,
  key: PropertyKey,
): z.core.$ZodType | undefined {
  return childOf(resolve(inner(schema), value), key);
}

/** Empty where a schema expects no map, or any. */
export function keysOf(schema: z.core.$ZodType, value: SourceValue | undefined): readonly string[] {
  const { def } = resolve(inner(schema), value)._zod;
  return def.type === 'object' ? Object.keys(def.shape) : [];
}

/** What a schema expects, in the words of `expectations`. */
export function expectationOf(schema: z.core.$ZodType): Expectation {
  for (let at: Schema | undefined = schema as Schema; at !== undefined; at = wrapped(at)) {
    const found = expectations.get(at);
    if (found !== undefined) return found;
  }
  return { expected: 'something else' };
}

/** The options of a union, or the schema itself. */
export function optionsOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  const { def } = inner(schema)._zod;
  return def.type === 'union' ? def.options : [schema];
}

/** The option that a value is most likely meant for, by its sort and its required keys; -1 when none fits. */
export function chooseOption(options: readonly z.core.$ZodType[], value: SourceValue | undefined): number {
  if (isList(value)) return options.findIndex((option) => sortOf(option) === 'array' || sortOf(option) === 'tuple');
  if (!isMap(value)) return -1;
  const heads = options.map(headKey);
  for (const key of Object.keys(value)) {
    const index = heads.indexOf(key);
    if (index >= 0) return index;
  }
  return options.findIndex((option) => sortOf(option) === 'record');
}

/** The first key that an option requires, by which it is known. */
export function headKey(option: z.core.$ZodType): string | undefined {
  return requiredKeys(option).at(0)?.[0];
}

/** The keys that a map must have, with what stands at them; none of other schemas. */
export function requiredKeys(option: z.core.$ZodType): readonly (readonly [string, z.core.$ZodType])[] {
  const { def } = inner(option)._zod;
  return def.type === 'object'
    ? Object.entries(def.shape).filter(([, schema]) => schema._zod.def.type !== 'optional')
    : [];
}

export function sortOf(schema: z.core.$ZodType): string {
  return inner(schema)._zod.def.type;
}

/** The data at a path; undefined where there is none. */
export function valueAt(data: SourceValue, path: Path): SourceValue | undefined {
  let value: SourceValue | undefined = data;
  for (const key of path) value = childValue(value, key);
  return value;
}

/** `classes.farm.groups[0]`; empty for the whole. */
export function pathText(path: Path): string {
  return path.map((key, i) => (typeof key === 'number' ? `[${key}]` : `${i === 0 ? '' : '.'}${String(key)}`)).join('');
}

function resolve(schema: Schema, value: SourceValue | undefined): Schema {
  const { def } = schema._zod;
  if (def.type !== 'union') return schema;
  const index = chooseOption(def.options, value);
  return index < 0 ? schema : resolve(inner(def.options[index]), value);
}

function childOf(schema: Schema, key: PropertyKey): z.core.$ZodType | undefined {
  const { def } = schema._zod;
  switch (def.type) {
    case 'object':
      return typeof key === 'string' && Object.hasOwn(def.shape, key) ? def.shape[key] : undefined;
    case 'record':
      return def.valueType;
    case 'array':
      return def.element;
    case 'tuple':
      return typeof key === 'number' ? def.items[key] : undefined;
    default:
      return undefined;
  }
}

function childValue(value: SourceValue | undefined, key: PropertyKey): SourceValue | undefined {
  if (isList(value)) return typeof key === 'number' ? value[key] : undefined;
  return isMap(value) && typeof key === 'string' && Object.hasOwn(value, key)
    ? (value satisfies SourceMap)[key]
    : undefined;
}
