import type { z } from 'zod';
import { readJson } from '../../content/antares/json/read-json.js';
import type { Value } from '../../content/antares/value.js';
import type { Diagnostic } from '../../content/diagnostics/diagnostic.js';
import { schemaProblems } from '../../content/diagnostics/schema-problems.js';
import { diagnosed, readValue } from '../../content/native/source-value.js';
import type { ScenarioFile } from '../scenario-format.js';
import { levelDiagnostics } from './level-diagnostics.js';
import { ScenarioFault } from './scenario-fault.js';

/** A file of levels: what its schema says of it, and its text again with whole numbers and reals kept apart. */
export interface ReadScenario<Data> {
  readonly data: Data;
  readonly document: Value;
}

/** Reads a file of levels, which is JSON. Throws where it does not fit its format, with every place. */
export function readScenario<Schema extends z.ZodType>(
  { file, text }: ScenarioFile,
  schema: Schema,
): ReadScenario<z.output<Schema>> {
  const bytes = new TextEncoder().encode(text);
  const document = readJson(bytes);
  if (!document.ok)
    throw new ScenarioFault(
      `${file} is no JSON`,
      file,
      levelDiagnostics(file, bytes, 'error', [{ ...document.problem, path: '', code: 'syntax' }]),
    );
  const read = readValue(file, text);
  if (!read.ok) throw misfit(file, read.errors);
  const parsed = schema.safeParse(read.value);
  if (parsed.success) return { data: parsed.data, document: document.value };
  throw misfit(file, diagnosed(file, text, schemaProblems(schema, read.value)));
}

function misfit(file: string, diagnostics: readonly Diagnostic[]): ScenarioFault {
  return new ScenarioFault('the scenario file does not fit its format', file, diagnostics);
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
  return value === undefined
    ? undefined
    : { type: 'map', at: value.at, entries: new Map([[key, { at: value.at, value }]]) };
}
