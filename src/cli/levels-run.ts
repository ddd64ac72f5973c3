import { z } from 'zod';
import { parseDuration } from '../content/antares/level/duration.js';
import type { Policy } from '../content/antares/policy.js';
import { EdictError } from '../kernel/errors.js';
import { hostSchema } from '../scenarios/conditions/scenario-schema.js';
import { listOf } from '../scenarios/native/case-content.js';
import { schemaProblems } from '../scenarios/native/schema-problems.js';
import { readText } from '../scenarios/read-input.js';
import { diagnosed, readValue } from '../scenarios/source-value.js';
import type { HostEntry } from '../turns/antares/host-entry.js';
import { openLevel } from '../turns/antares/session.js';
import type { ExecutorName } from '../world/api.js';
import { usageError } from './failure.js';
import { problemText } from './levels-check.js';
import { type ToldEvent, authorsIn } from './levels-authors.js';
import { playOf, readLevelFile } from './levels-files.js';
import type { PlayedLevel } from './levels-report.js';
import type { Terminal } from './terminal.js';

/** How a level is played. What is left out is as its scenario file says, where it has one. */
export interface Play {
  readonly policy: Policy | undefined;
  /** Ticks. */
  readonly until: number | undefined;
  readonly host: readonly HostEntry[] | undefined;
  readonly executor: ExecutorName | undefined;
}

/** Ticks. */
const usualTime = 3_600;

/** Reads a level and plays it. Undefined where it does not load; its errors are shown. */
export function playLevel(terminal: Terminal, file: string, { executor, ...asked }: Play): PlayedLevel | undefined {
  const scenario = playOf(file);
  const policy = asked.policy ?? scenario?.policy ?? 'sound';
  const { level, errors, warnings } = readLevelFile(file, policy);
  if (level === undefined) {
    terminal.error(problemText(errors, terminal.errorColors).replace(/\n$/, ''));
    return undefined;
  }
  const authors = authorsIn(level);
  const told: ToldEvent[] = [];
  const session = openLevel(level, policy, {
    ...(executor === undefined ? {} : { executor }),
    listen(event, asTold) {
      if (asTold !== undefined) told.push({ event: asTold, author: event.kind === 'act' && event.fields !== undefined ? authors.get(event.fields) : undefined });
    },
  });
  session.run(asked.until ?? scenario?.until ?? usualTime, asked.host ?? scenario?.host ?? []);
  return { file, policy, level, told, result: session.result(), warnings: warnings.length };
}

/** The latest time there is: that of a day. */
const latest = 24 * 216_000;

/** Ticks of a time on the command line: a whole number of them, or a duration as levels have it. */
export function ticksIn(text: string): number {
  const whole = text.trim();
  const parsed = /^[+-]?\d+$/.test(whole) ? { ticks: Number(whole) } : parseDuration(whole);
  if ('ticks' in parsed && Math.abs(parsed.ticks) <= latest) return parsed.ticks;
  throw usageError(`--until is ${JSON.stringify(text)}; give ticks, or a duration such as 90s or 1m30s, of a day at most`);
}

/** What the host says, from a file: a list, or one under `host`, such as in a scenario file. Throws where it is none, with every place. */
export function readHost(file: string): readonly HostEntry[] {
  const text = readText(file);
  const read = readValue(file, text);
  if (!read.ok) throw new EdictError('bad-scenario', `${file} is neither JSON nor YAML with a list under \`host\`:\n${listOf(read.errors)}`, file);
  return Array.isArray(read.value) ? parsed(file, text, hostSchema, read.value) : parsed(file, text, hostFileSchema, read.value).host;
}

const hostFileSchema = z.looseObject({ host: hostSchema });

function parsed<Schema extends z.ZodType>(file: string, text: string, schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new EdictError('bad-scenario', `${file} is no list of what a host says:\n${listOf(diagnosed(file, text, schemaProblems(schema, value)))}`, file);
}
