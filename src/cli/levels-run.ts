import { parseDuration } from '../content/antares/level/units.js';
import type { Policy, Level } from '../content/antares/syntax.js';
import type { Fields } from '../ir/trigger.js';
import { type LevelDiagnostic, levelDiagnostics, ScenarioFault } from '../scenarios/conditions/read-scenario.js';
import { authorsIn } from '../turns/antares/level-stop.js';
import { checkHost, type HostProblem } from '../turns/antares/check-host.js';
import { type LevelSession, openLevel } from '../turns/antares/session.js';
import { ticksASecond } from '../turns/antares/step-plan.js';
import type { ExecutorName } from '../world/api.js';
import { usageError } from './failure.js';
import { playOf, readLevelFile } from './levels-files.js';
import type { PlayedLevel, ToldEvent } from './levels-report.js';
import { interruptible } from './interruptible.js';
import { createPatientProgress } from './progress.js';
import type { Terminal } from './terminal.js';
import { z } from 'zod';
import { readJson } from '../content/antares/json/read-json.js';
import type { Diagnostic } from '../content/diagnostics/diagnostic.js';
import { hostSchema } from '../scenarios/conditions/scenario-schema.js';
import { schemaProblems } from '../content/diagnostics/schema-problems.js';
import { diagnosed, readValue } from '../content/native/source-value.js';
import { readText } from '../files/read-file.js';
import type { HostEntry } from '../turns/antares/host-entry.js';

/** How a level is played. What is left out is as its scenario file says, where it has one. */
export interface Play {
  readonly policy: Policy | undefined;
  /** Ticks. */
  readonly until: number | undefined;
  /** A file with what the host says. */
  readonly facts: string | undefined;
  readonly executor: ExecutorName | undefined;
  /** No progress but where a person looks. */
  readonly silent: boolean;
}

/** A level that was not played, and why. */
export interface RefusedLevel {
  readonly file: string;
  readonly policy: Policy;
  readonly errors: readonly LevelDiagnostic[];
  readonly warnings: readonly LevelDiagnostic[];
}

/** Ticks. */
const usualTime = 3_600;

/** Reads a level and plays it, unless it or what the host says has errors. Throws where a file cannot be read. */
export function playLevel(
  terminal: Terminal,
  file: string,
  { executor, silent, ...asked }: Play,
): PlayedLevel | RefusedLevel {
  const scenario = playOf(file);
  const policy = asked.policy ?? scenario?.policy ?? 'sound';
  const { level, errors, warnings } = readLevelFile(file, policy);
  if (level === undefined) return { file, policy, errors, warnings };
  const until = asked.until ?? scenario?.until ?? usualTime;
  refuseEarly(level, until);
  const host = asked.facts !== undefined ? readHost(asked.facts) : scenario === undefined ? undefined : readHost(file);
  const said = saidWrongly(level, policy, host, until);
  const wrong = said.filter(({ severity }) => severity === 'error');
  if (wrong.length > 0) return { file, policy, errors: wrong, warnings };
  const told: ToldEvent[] = [];
  const session = listening(level, policy, executor, told);
  playUntil(session, until, host?.entries ?? [], terminal, silent);
  return { file, policy, level, told, result: session.result(), warnings, hostWarnings: said };
}

function refuseEarly({ startTime = 0 }: Level, until: number): void {
  const start = 0 - startTime * ticksASecond;
  if (until < start)
    throw usageError(
      `--until is ${String(until)} ticks, and the level begins at ${String(start)}; give a time from then on`,
    );
}

function saidWrongly(
  level: Level,
  policy: Policy,
  host: HostFile | undefined,
  until: number,
): readonly LevelDiagnostic[] {
  return host === undefined
    ? []
    : host.diagnose(checkHost(level, policy, host.entries, until)).map((each) => ({ ...each, path: '' }));
}

/** Opens a level and notes what it tells, with whose it is: what is skipped is of the action that was told before. */
function listening(level: Level, policy: Policy, executor: ExecutorName | undefined, told: ToldEvent[]): LevelSession {
  const authors = authorsIn(level);
  let latest: Fields | undefined;
  return openLevel(level, policy, {
    ...(executor === undefined ? {} : { executor }),
    listen(event, asTold) {
      if (event.kind === 'act') latest = event.fields;
      const isOfAction = event.kind === 'act' || event.kind === 'skip';
      if (asTold !== undefined)
        told.push({
          event: asTold,
          author: isOfAction && latest !== undefined ? authors.get(latest)?.author : undefined,
        });
    },
  });
}

/** Parts that a level is played in, to tell how far it is. */
const parts = 200;

function playUntil(
  session: LevelSession,
  until: number,
  host: HostFile['entries'],
  terminal: Terminal,
  silent: boolean,
): void {
  const start = session.time;
  const part = Math.max(1, Math.ceil((until - start) / parts));
  const progress = createPatientProgress(terminal, silent, 'tick');
  try {
    interruptible(
      terminal,
      () => ` at tick ${String(session.time)} of ${String(until)}`,
      () => {
        progress.update(0, until - start);
        for (let end = start + part; end < until && !session.isStopped; end += part) {
          session.run(end, host);
          progress.update(end - start, until - start);
        }
        if (!session.isStopped) session.run(until, host);
      },
    );
  } finally {
    progress.stop();
  }
}

/** The latest time there is: that of a day. */
const latest = 24 * 216_000;

/** Ticks of a time on the command line: a whole number of them, or a duration as levels have it. */
export function ticksIn(text: string): number {
  const whole = text.trim();
  const parsed = /^[+-]?\d+$/.test(whole) ? { ticks: Number(whole) } : parseDuration(whole);
  if ('ticks' in parsed && Math.abs(parsed.ticks) <= latest) return parsed.ticks;
  throw usageError(
    `--until is ${JSON.stringify(text)}; give ticks, or a duration such as 90s or 1m30s, of a day at most`,
  );
}

/** What the host says, with the file that it is from. */
interface HostFile {
  readonly entries: readonly HostEntry[];
  /** Problems with their places in the file. */
  diagnose(problems: readonly HostProblem[]): readonly Diagnostic[];
}

const hostFileSchema = z.looseObject({ host: hostSchema });

/**
 * Reads what the host says: a list, or one under `host`, such as in a scenario file. Throws where it is none, with
 * every place.
 */
function readHost(file: string): HostFile {
  const text = readText(file);
  const { whole, lines } = asMap(text);
  const moved = (found: readonly Diagnostic[]): readonly Diagnostic[] =>
    found.map((each) => ({ ...each, line: Math.max(1, each.line - lines) }));
  const fault = (found: readonly Diagnostic[]): ScenarioFault =>
    new ScenarioFault(`${file} is no list of what a host says`, file, found);
  if (text.trim() === '')
    throw fault([
      {
        severity: 'error',
        code: 'empty',
        file,
        line: 1,
        column: 1,
        message:
          'the file is empty; give a list of entries such as { t: 90, phase: sweep, set: { player.0.ships: 4 } }, or one under `host`',
      },
    ]);
  if (/\.json$/i.test(file)) {
    const bytes = new TextEncoder().encode(text);
    const read = readJson(bytes);
    if (!read.ok) throw fault(levelDiagnostics(file, bytes, 'error', [{ ...read.problem, path: '', code: 'syntax' }]));
  }
  const read = readValue(file, whole);
  if (!read.ok)
    throw new ScenarioFault(
      `${file} is neither JSON nor YAML with a list of what a host says`,
      file,
      moved(read.errors),
    );
  const parsed = hostFileSchema.safeParse(read.value);
  if (!parsed.success) throw fault(moved(diagnosed(file, whole, schemaProblems(hostFileSchema, read.value))));
  return {
    entries: parsed.data.host,
    diagnose: (problems) =>
      problems.flatMap(({ severity, code, path, message }) =>
        moved(diagnosed(file, whole, [{ path: ['host', ...path], code, message }])).map((each) => ({
          ...each,
          severity,
        })),
      ),
  };
}

/** A list as a map with it under `host`, and how many lines that has put before it. */
function asMap(text: string): { readonly whole: string; readonly lines: number } {
  const [first = ''] = /^(?:\s|#[^\n]*\n)*(?:\[|-\s)/.exec(text) ?? [];
  if (first === '') return { whole: text, lines: 0 };
  return { whole: first.endsWith('[') ? `{"host":\n${text}\n}` : `host:\n${text}`, lines: 1 };
}
