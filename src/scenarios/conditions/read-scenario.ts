import type { z } from 'zod';
import { readJson } from '../../content/antares/json/read-json.js';
import type { Value, Place } from '../../content/antares/value.js';
import type { Diagnostic } from '../../content/diagnostics/diagnostic.js';
import { schemaProblems } from '../../content/diagnostics/schema-problems.js';
import { diagnosed, readValue } from '../../content/native/source-value.js';
import type { ScenarioFile } from '../scenario-format.js';
import { EdictError } from '../../kernel/errors.js';
import { listOf } from '../native/case-content.js';
import type { LevelProblem } from '../../content/antares/level/loading.js';
import { excerptOf } from '../../content/diagnostics/excerpt.js';

/** A file of levels: what its schema says of it, and its text again with whole numbers and reals kept apart. */
interface ReadScenario<Data> {
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

/** A file that is not what it should be (code `bad-scenario`), with every place. */
export class ScenarioFault extends EdictError {
  readonly diagnostics: readonly Diagnostic[];

  constructor(what: string, file: string, diagnostics: readonly Diagnostic[]) {
    super('bad-scenario', `${what}:\n${listOf(diagnostics)}`, file);
    this.name = 'ScenarioFault';
    this.diagnostics = diagnostics;
  }
}

/** A problem of a level, with the path to it in its document; empty for what is wrong with its text. */
export interface LevelDiagnostic extends Diagnostic {
  readonly path: string;
}

/** Problems with the lines where they stand. Documents give columns in bytes, people count characters. */
export function levelDiagnostics(
  file: string,
  bytes: Uint8Array,
  severity: Diagnostic['severity'],
  problems: readonly LevelProblem[],
): readonly LevelDiagnostic[] {
  if (problems.length === 0) return [];
  const starts = lineStarts(bytes);
  return problems.map(({ at, path, code, message, suggestion }) => {
    const line = lineOf(bytes, starts, at.line);
    const column = columnOf(line, at);
    return {
      severity,
      code,
      path,
      file,
      line: at.line,
      column,
      message,
      ...(suggestion === undefined ? {} : { suggestion }),
      ...excerptOf(decode(line), column),
    };
  });
}

function lineStarts(bytes: Uint8Array): readonly number[] {
  const starts = [0];
  for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, end + 1)) starts.push(end + 1);
  return starts;
}

/** A line without its end. Of one that is longer than any excerpt needs, a stretch. */
function lineOf(bytes: Uint8Array, starts: readonly number[], line: number): Uint8Array {
  const start = starts[line - 1] ?? bytes.length;
  const next = starts[line];
  return bytes.subarray(start, next === undefined ? bytes.length : next - 1);
}

function columnOf(line: Uint8Array, { column }: Place): number {
  return decode(line.subarray(0, column - 1)).length + 1;
}

/** Broken characters are shown as such: the problem may be one of them. */
function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

const lineFeed = 10;
