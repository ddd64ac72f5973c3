import type { z } from 'zod';
import { readJson } from '../../content/antares/json/read-json.js';
import type { Value } from '../../content/antares/value.js';
import { EdictError } from '../../kernel/errors.js';
import { listOf } from '../native/case-content.js';
import { schemaProblems } from '../native/schema-problems.js';
import { diagnosed, readValue } from '../source-value.js';
import type { ScenarioFile } from '../scenario-format.js';

/** A file of levels: what its schema says of it, and its text again with whole numbers and reals kept apart. */
export interface ReadScenario<Data> {
  readonly data: Data;
  readonly document: Value;
}

/** Reads a file of levels, which is JSON. Throws where it does not fit its format, with every place. */
export function readScenario<Schema extends z.ZodType>({ file, text }: ScenarioFile, schema: Schema): ReadScenario<z.output<Schema>> {
  const document = readJson(new TextEncoder().encode(text));
  if (!document.ok) {
    const { at: { line, column }, message } = document.problem;
    throw new EdictError('bad-scenario', `${file} is no JSON, line ${String(line)}, column ${String(column)}: ${message}`, file);
  }
  const read = readValue(file, text);
  if (!read.ok) throw new EdictError('bad-scenario', `the scenario file does not fit its format:\n${listOf(read.errors)}`, file);
  const parsed = schema.safeParse(read.value);
  if (parsed.success) return { data: parsed.data, document: document.value };
  throw new EdictError('bad-scenario', `the scenario file does not fit its format:\n${listOf(diagnosed(file, text, schemaProblems(schema, read.value)))}`, file);
}

/** The value of a key of a map; undefined where it has none or is no map. */
export function entryOf(value: Value, key: string): Value | undefined {
  return value.type === 'map' ? value.entries.get(key)?.value : undefined;
}

/** The items of an array; none of anything else. */
export function itemsOf(value: Value | undefined): readonly Value[] {
  return value?.type === 'array' ? value.items : [];
}

/** One map of several: later ones win. Where none of them is one it is empty. */
export function merged(whole: Value, maps: readonly (Value | undefined)[]): Value {
  const entries = new Map(maps.flatMap((map) => (map?.type === 'map' ? [...map.entries] : [])));
  return { type: 'map', at: whole.at, entries };
}

/** A map of one entry; empty where there is no value. */
export function mapOf(key: string, value: Value | undefined): Value | undefined {
  return value === undefined ? undefined : { type: 'map', at: value.at, entries: new Map([[key, { at: value.at, value }]]) };
}
