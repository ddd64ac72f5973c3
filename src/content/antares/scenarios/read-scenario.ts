import type { z } from 'zod';
import { readJson } from '../parse/json/read-json.js';
import type { LevelProblem } from '../level/loading.js';
import type { Value } from '../parse/value.js';
import type { Diagnostic } from '../../text/diagnostic.js';
import { excerptOf } from '../../text/excerpt.js';
import { fitted, readValue } from '../../native/source-value.js';
import { EdictError } from '../../../kernel/errors.js';
import { listOf } from '../../../scenarios/native/case-content.js';
import type { ScenarioFile } from '../../../scenarios/scenario-format.js';

/**
 * Reads a file of levels, which is JSON: as its schema has it, and again with ints and floats kept apart. Throws where
 * it does not fit its format, with every place.
 */
export function readScenario<Schema extends z.ZodType>(
  { file, text }: ScenarioFile,
  schema: Schema,
): { readonly data: z.output<Schema>; readonly document: Value } {
  const bytes = new TextEncoder().encode(text);
  const document = readJson(bytes);
  if (!document.ok) throw new ScenarioFault(`${file} is no JSON`, file, syntaxErrors(file, bytes, document.problem));
  const read = readValue(file, text);
  const parsed = read.ok ? fitted(schema, file, text, read.value) : read;
  if (parsed.ok) return { data: parsed.data, document: document.value };
  throw new ScenarioFault('the scenario file does not fit its format', file, parsed.errors);
}

export function valueOf(plain: unknown): Value {
  const read = readJson(new TextEncoder().encode(JSON.stringify(plain)));
  if (read.ok) return read.value;
  throw new EdictError('bad-scenario', read.problem.message);
}

export function entryOf(value: Value, key: string): Value | undefined {
  return value.type === 'map' ? value.entries.get(key)?.value : undefined;
}

export function itemsOf(value: Value | undefined): readonly Value[] {
  return value?.type === 'array' ? value.items : [];
}

/** One map of several: later ones win. Where none of them is one it is empty. */
export function merged(whole: Value, maps: readonly (Value | undefined)[]): Value {
  const entries = new Map(maps.flatMap((map) => (map?.type === 'map' ? [...map.entries] : [])));
  return { type: 'map', at: whole.at, entries };
}

export function mapOf(key: string, value: Value | undefined): Value | undefined {
  return value && { type: 'map', at: value.at, entries: new Map([[key, { at: value.at, value }]]) };
}

/** What a document says of a level in place. `plain`: what it may leave out. */
export function levelIn(document: Value, plain?: Value): Value {
  return merged(document, [plain, entryOf(document, 'level'), mapOf('conditions', entryOf(document, 'conditions'))]);
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

export function syntaxErrors(
  file: string,
  bytes: Uint8Array,
  problem: Pick<LevelProblem, 'at' | 'message'>,
): readonly LevelDiagnostic[] {
  return levelDiagnostics(file, bytes, 'error', [{ ...problem, path: '', code: 'syntax' }]);
}

/** Problems with their lines. Documents give columns in bytes, people count characters. */
export function levelDiagnostics(
  file: string,
  bytes: Uint8Array,
  severity: Diagnostic['severity'],
  problems: readonly LevelProblem[],
): readonly LevelDiagnostic[] {
  if (problems.length === 0) return [];
  const starts = [0];
  for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, end + 1)) starts.push(end + 1);
  return problems.map(({ at, path, code, message, suggestion }) => {
    // A line without its end. Of one that is longer than any excerpt needs, a stretch.
    const line = bytes.subarray(starts[at.line - 1] ?? bytes.length, (starts[at.line] ?? bytes.length + 1) - 1);
    const column = decode(line.subarray(0, at.column - 1)).length + 1;
    return {
      severity,
      code,
      path,
      file,
      line: at.line,
      column,
      message,
      ...(suggestion && { suggestion }),
      ...excerptOf(decode(line), column),
    };
  });
}

/** Broken characters are shown as such: the problem may be one of them. */
function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

const lineFeed = 10;
