import { dirname, join } from 'node:path';
import { documentLimits } from '../../content/antares/document/limits.js';
import { readDocument } from '../../content/antares/read-document.js';
import type { Value } from '../../content/antares/value.js';
import { EdictError } from '../../kernel/errors.js';
import { readBytes } from '../../files/read-file.js';
import { entryOf, mapOf, merged } from './read-scenario.js';
import { formatName } from './scenario-schema.js';

/** Whether a document is a scenario file with a level in it. */
export function isScenario(document: Value): boolean {
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
  if (levelFile === undefined)
    return merged(document, [entryOf(document, 'level'), mapOf('conditions', entryOf(document, 'conditions'))]);
  const read = readDocument(levelFile, readBytes(levelFile, documentLimits.bytes));
  if (read.ok) return read.value;
  const {
    at: { line, column },
    message,
  } = read.problem;
  throw new EdictError('bad-scenario', `${levelFile}:${String(line)}:${String(column)}: ${message}`, levelFile);
}
