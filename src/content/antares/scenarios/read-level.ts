import { dirname, join } from 'node:path';
import { documentLimits } from '../parse/document.js';
import { loadLevel } from '../level/load-level.js';
import { readDocument } from '../parse/read-document.js';
import type { Level, Policy } from '../syntax.js';
import type { Value } from '../parse/value.js';
import { readBytes } from '../../../files/read-file.js';
import { EdictError } from '../../../kernel/errors.js';
import { entryOf, levelDiagnostics, levelIn, syntaxErrors, type LevelDiagnostic } from './read-scenario.js';
import { formatName } from './scenario-schema.js';

/** A level from a file, or why there is none; hazards are warnings. */
export interface ReadLevel {
  readonly level: Level | undefined;
  readonly errors: readonly LevelDiagnostic[];
  readonly warnings: readonly LevelDiagnostic[];
}

/** Reads a level, Procyon or JSON, or that of a scenario file. Throws where a file cannot be read at all. */
export function readLevel(file: string, policy: Policy): ReadLevel {
  const bytes = readBytes(file, documentLimits.bytes);
  const read = readDocument(file, bytes);
  if (!read.ok)
    return {
      level: undefined,
      errors: syntaxErrors(file, bytes, read.problem),
      warnings: [],
    };
  const inScenario = isScenario(read.value);
  const levelFile = inScenario ? levelFileOf(file, read.value) : undefined;
  // A path that leads to a path is no level.
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

/** The file that a scenario file names as its level; undefined where it says itself what is in it. */
export function levelFileOf(file: string, document: Value): string | undefined {
  const level = entryOf(document, 'level');
  return level?.type === 'string' ? join(dirname(file), level.value) : undefined;
}

/** The level of a scenario file. Throws where it names a file that cannot be read. */
export function levelOfScenario(file: string, document: Value): Value {
  const levelFile = levelFileOf(file, document);
  if (levelFile === undefined) return levelIn(document);
  const read = readDocument(levelFile, readBytes(levelFile, documentLimits.bytes));
  if (read.ok) return read.value;
  const { at, message } = read.problem;
  throw new EdictError('bad-scenario', `${levelFile}:${at.line}:${at.column}: ${message}`, levelFile);
}
