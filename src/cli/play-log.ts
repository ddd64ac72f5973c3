import { writeFileSync } from 'node:fs';
import { z } from 'zod';
import { EdictError } from '../kernel/errors.js';
import { readText, whyUnwritable } from '../scenarios/read-input.js';
import { type DecisionLog, logFormat } from '../world/decision-log.js';

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
  decisions: z.array(z.strictObject({
    player: z.string().nullable(),
    kind: z.enum(['order', 'group', 'react', 'choose', 'pay']),
    option: z.string(),
    index: z.int().min(0),
  })),
});

/** Writes a game down. Throws a sentence that names the file when it cannot. */
export function writeLog(file: string, { format, content, seed, start, time, hash, decisions }: GameLog): void {
  // A line for each decision: such files are compared.
  const lines = decisions.map((decision) => `    ${JSON.stringify(decision)}`).join(',\n');
  const head = Object.entries({ format, content, seed, start, time, hash }).map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},\n`).join('');
  try {
    writeFileSync(file, `{\n${head}  "decisions": [${lines === '' ? '' : `\n${lines}\n  `}]\n}\n`);
  } catch (error) {
    throw new EdictError('unwritable-file', `${file} ${whyUnwritable(error)}`, file);
  }
}

/** Reads a game. Throws a sentence that names the file, and the place in it, when it is none. */
export function readLog(file: string): GameLog {
  const read = shape.safeParse(dataIn(file, readText(file)));
  if (read.success) return read.data;
  const [{ path, message }] = read.error.issues;
  throw new EdictError('bad-log', `${file} is no log that --log wrote: ${path.length === 0 ? '' : `${path.join('.')}: `}${message}; give a file of the format ${logFormat}`, file);
}

function dataIn(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new EdictError('bad-log', `${file} is no JSON (${error instanceof Error ? error.message : String(error)}); give a file that --log wrote`, file);
  }
}
