import type { z } from 'zod';
import { readJson } from '../parse/json/read-json.js';
import type { LevelProblem } from '../level/fields.js';
import { entryOf, type Value } from '../parse/value.js';
import { type Diagnostic, diagnosticAt } from '../../text/diagnostic.js';
import { EdictError } from '../../../kernel/errors.js';
import { listOf } from '../../../scenarios/native/case-content.js';
import { readData } from '../../../scenarios/read-data.js';
import type { ScenarioFile } from '../../../scenarios/scenario-format.js';
import { dirname, join } from 'node:path';
import { documentLimits } from '../parse/document.js';
import { loadLevel } from '../level/load-level.js';
import { readDocument } from '../parse/read-document.js';
import type { Level, Policy } from '../syntax.js';
import { readBytes } from '../../../files/read-file.js';
import type { NoteRead } from '../../../files/read-log.js';
import { formatName } from './scenario-schema.js';

/** Reads a file by its schema, which keeps ints and floats apart. The error names every place. */
export function readScenario<Schema extends z.ZodType>(
  { file, text }: ScenarioFile,
  schema: Schema,
): { readonly data: z.output<Schema>; readonly document: Value } {
  const bytes = new TextEncoder().encode(text);
  const document = readJson(bytes);
  if (!document.ok) throw new ScenarioFault(`${file} is no JSON`, file, syntaxErrors(file, bytes, document.problem));
  const read = readData(file, text, schema);
  if (read.ok) return { data: read.scenario, document: document.value };
  throw new ScenarioFault('the scenario file does not fit its format', file, read.errors);
}

export function valueOf(plain: unknown): Value {
  const read = readJson(new TextEncoder().encode(JSON.stringify(plain)));
  if (read.ok) return read.value;
  throw new EdictError('bad-scenario', read.problem.message);
}

export function merged(whole: Value, maps: readonly (Value | undefined)[]): Value {
  const entries = new Map(maps.flatMap((map) => (map?.type === 'map' ? [...map.entries] : [])));
  return { type: 'map', at: whole.at, entries };
}

export function mapOf(key: string, value: Value | undefined): Value | undefined {
  return value && { type: 'map', at: value.at, entries: new Map([[key, { at: value.at, value }]]) };
}

/** The level within a document; `plain`: its defaults. */
export function levelIn(document: Value, plain?: Value): Value {
  return merged(document, [plain, entryOf(document, 'level'), mapOf('conditions', entryOf(document, 'conditions'))]);
}

/** A wrong file (code `bad-scenario`), with every place. */
export class ScenarioFault extends EdictError {
  readonly diagnostics: readonly Diagnostic[];

  constructor(what: string, file: string, diagnostics: readonly Diagnostic[]) {
    super('bad-scenario', `${what}:\n${listOf(diagnostics)}`, file);
    this.name = 'ScenarioFault';
    this.diagnostics = diagnostics;
  }
}

export interface LevelDiagnostic extends Diagnostic {
  /** Path in the document of a level. */
  readonly path?: string;
}

export function syntaxErrors(
  file: string,
  bytes: Uint8Array,
  problem: Pick<LevelProblem, 'at' | 'message'>,
): readonly LevelDiagnostic[] {
  return levelDiagnostics(file, bytes, 'error', [{ ...problem, path: '', code: 'syntax' }]);
}

/** Adds lines to problems. Documents count columns in bytes, people in characters. */
function levelDiagnostics(
  file: string,
  bytes: Uint8Array,
  severity: Diagnostic['severity'],
  problems: readonly LevelProblem[],
): readonly LevelDiagnostic[] {
  if (problems.length === 0) return [];
  const starts = [0];
  for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, end + 1)) starts.push(end + 1);
  return problems.map((problem) => {
    const { at, path } = problem;
    const line = bytes.subarray(starts[at.line - 1] ?? bytes.length, (starts[at.line] ?? bytes.length + 1) - 1);
    const column = decode(line.subarray(0, at.column - 1)).length + 1;
    return { ...diagnosticAt(file, { line: at.line, column }, decode(line), problem, severity), path };
  });
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

const lineFeed = 10;

export interface ReadLevel {
  readonly level: Level | undefined;
  readonly errors: readonly LevelDiagnostic[];
  readonly warnings: readonly LevelDiagnostic[];
}

/** Reads a level, Procyon or JSON, or that of a scenario file. Throws for an unreadable file. */
export function readLevel(file: string, policy: Policy): ReadLevel {
  const bytes = readBytes(file, documentLimits.bytes);
  const read = readDocument(file, bytes);
  if (!read.ok) return { level: undefined, errors: syntaxErrors(file, bytes, read.problem), warnings: [] };
  const inScenario = isScenario(read.value);
  const levelFile = inScenario ? levelFileOf(file, read.value) : undefined;
  // A path cannot lead to another path.
  if (levelFile !== undefined && levelFile !== file) return readLevel(levelFile, policy);
  const { level, problems, hazards } = loadLevel(inScenario ? levelOfScenario(file, read.value) : read.value, policy);
  return {
    level,
    errors: levelDiagnostics(file, bytes, 'error', problems),
    warnings: levelDiagnostics(file, bytes, 'warning', hazards),
  };
}

function isScenario(document: Value): boolean {
  const format = entryOf(document, 'format');
  return format?.type === 'string' && format.value === formatName;
}

export function levelFileOf(file: string, document: Value): string | undefined {
  const level = entryOf(document, 'level');
  return level?.type === 'string' ? join(dirname(file), level.value) : undefined;
}

export function levelOfScenario(file: string, document: Value, note?: NoteRead): Value {
  const levelFile = levelFileOf(file, document);
  if (levelFile === undefined) return levelIn(document);
  const read = readDocument(levelFile, readBytes(levelFile, documentLimits.bytes, undefined, note));
  if (read.ok) return read.value;
  const { at, message } = read.problem;
  throw new EdictError('bad-scenario', `${levelFile}:${at.line}:${at.column}: ${message}`, levelFile);
}
