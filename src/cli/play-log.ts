import { z } from 'zod';
import type { Diagnostic } from '../content/diagnostics/diagnostic.js';
import { schemaProblems } from '../content/diagnostics/schema-problems.js';
import { diagnosed, readJsonValue } from '../content/native/source-value.js';
import { readText } from '../files/read-file.js';
import { writeFileWhole } from '../files/write-file.js';
import { EdictError } from '../kernel/errors.js';
import { type DecisionLog, logFormat } from '../world/decision-log.js';
import { refuseToReplace } from './save-file.js';

/** A game that was written down: what was decided, and the seed of the world that it was decided in. */
interface GameLog extends DecisionLog {
  readonly seed: string;
}

const shape = z.strictObject({
  format: z.literal(logFormat),
  content: z.string(),
  seed: z.string(),
  start: z.strictObject({ time: z.int(), hash: z.string() }).optional(),
  time: z.int(),
  hash: z.string(),
  decisions: z.array(
    z.strictObject({
      player: z.string().nullable(),
      kind: z.enum(['order', 'group', 'react', 'choose', 'pay']),
      option: z.string(),
      index: z.int().min(0),
    }),
  ),
});

/** Throws when the file could not be written, or is there and is no log. Nothing is touched. */
export function refuseToLog(file: string): void {
  refuseToReplace(file, '--log', 'log of a game', (beginning) =>
    new RegExp(`^\\s*\\{\\s*"format":\\s*"${logFormat}"`).test(beginning.toString('latin1')),
  );
}

/** Writes a game down. Throws a sentence that names the file when it cannot. */
export function writeLog(file: string, { format, content, seed, start, time, hash, decisions }: GameLog): void {
  // A line for each decision: such files are compared.
  const lines = decisions.map((decision) => `    ${JSON.stringify(decision)}`).join(',\n');
  const head = Object.entries({ format, content, seed, start, time, hash })
    .map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},\n`)
    .join('');
  writeFileWhole(file, `{\n${head}  "decisions": [${lines === '' ? '' : `\n${lines}\n  `}]\n}\n`);
}

/** Reads a game. Throws a sentence that names the file, and the place in it, when it is none. */
export function readLog(file: string): GameLog {
  const text = readText(file);
  const data = readJsonValue(file, text);
  if (!data.ok) throw misfit(file, data.errors);
  const read = shape.safeParse(data.value);
  if (read.success) return read.data;
  throw misfit(file, diagnosed(file, text, schemaProblems(shape, data.value)));
}

function misfit(file: string, [first, ...others]: readonly Diagnostic[]): EdictError {
  const more = others.length === 0 ? '' : ` (and ${others.length} more problems)`;
  return new EdictError(
    'bad-log',
    `${file}:${first.line}:${first.column}: ${first.message}${more}; give a file of the format ${logFormat}, as --log writes it`,
    file,
  );
}
