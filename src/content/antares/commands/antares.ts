import { type Policy, type Level, authoredActions, policies } from '../syntax.js';
import { readText } from '../../../files/read-file.js';
import type { EdictError } from '../../../kernel/errors.js';
import {
  type LevelDiagnostic,
  readScenario,
  ScenarioFault,
  syntaxErrors,
  type ReadLevel,
  readLevel,
} from '../scenarios/read-level.js';
import { type ScenarioData, formatName, scenarioSchema, hostSchema } from '../scenarios/scenario-schema.js';
import { formatOf } from '../../../scenarios/format-of.js';
import type { KnownFormats } from '../../../scenarios/known-formats.js';
import { catching } from '../../../scenarios/catching.js';
import {
  fileFailure,
  fileProblem,
  problemCounts,
  type Problems,
  problemsText,
  counted,
  type Colors,
  type Terminal,
} from '../../../cli/terminal.js';
import {
  type Context,
  type OptionRow,
  addGroup,
  fileOption,
  jsonOption,
  print,
  isUsageError,
  misused,
  usageError,
} from '../../../cli/command.js';
import { readEach } from '../../../cli/read-each.js';
import { isInterrupted, interruptible, createPatientProgress } from '../../../cli/progress.js';
import { levelProblemsJson, reportJson, reportText, type PlayedLevel, type AuthoredEvent } from './level-report.js';
import { parseDuration } from '../level/level-units.js';
import type { Fields } from '../../../ir/trigger.js';

import { checkHost, type HostProblem } from '../turn/check-host.js';
import { type LevelSession, openLevel } from '../turn/level-session.js';
import { startTick, type HostEntry } from '../turn/step-plan.js';
import type { ExecutorName } from '../../../world/api.js';
import { z } from 'zod';
import { readJson } from '../parse/json/read-json.js';
import type { Diagnostic } from '../../text/diagnostic.js';
import { diagnosed, fitted, readValue } from '../../native/source-value.js';

/** The policy defaults to that of a scenario file, else `sound`. Unreadable files are not counted. */
function checkLevels(paths: readonly string[], policy: Policy | undefined, known: KnownFormats) {
  const reads = readEach<ReadLevel & { readonly isCounted: boolean }>(
    paths,
    // Folders may hold any JSON: a level in JSON must be named.
    ['.pn'],
    ({ file }) => ({ ...readLevelFile(file, policy ?? playOf(file)?.policy ?? 'sound', known), isCounted: true }),
    (problem, error) => {
      const [isCounted, errors] = error instanceof ScenarioFault ? [true, error.diagnostics] : [false, [problem]];
      return { level: undefined, errors, warnings: [], isCounted };
    },
  );
  return {
    files: reads.filter(({ isCounted }) => isCounted).length,
    levels: reads.flatMap(({ level }) => level ?? []),
    errors: reads.flatMap(({ errors }) => errors),
    warnings: reads.flatMap(({ warnings }) => warnings),
  };
}

function readLevelFile(file: string, policy: Policy, known: KnownFormats): ReadLevel {
  const read = readLevel(file, policy);
  const other = read.errors.some(({ code }) => code === 'syntax') ? otherKind(file, known) : undefined;
  return other === undefined ? read : { ...read, errors: [fileProblem(file, 'no-content', `this ${other}`)] };
}

function otherKind(file: string, known: KnownFormats): string | undefined {
  const format = catching(
    () => formatOf(readText(file)),
    () => undefined,
  );
  // The ending alone does not rule out a broken level.
  return (
    known.otherCommand(file.replace(/\.pn$/i, ''), format) ??
    (/\.ya?ml$/i.test(file) ? 'is YAML, and levels are Procyon or JSON; check content with edict check' : undefined)
  );
}

function playOf(file: string): Pick<ScenarioData, 'policy' | 'until'> | undefined {
  if (!/\.json$/i.test(file)) return undefined;
  const text = readText(file);
  return formatOf(text) === formatName ? readScenario({ file, text }, scenarioSchema).data : undefined;
}

function problemsOf(file: string, error: EdictError): readonly LevelDiagnostic[] {
  return error instanceof ScenarioFault ? error.diagnostics : [fileFailure(file, error)];
}

function sizeOf(levels: readonly Level[]) {
  const sum = (of: (level: Level) => number) => levels.reduce((total, level) => total + of(level), 0);
  return {
    conditions: sum(({ conditions }) => conditions.length),
    // Includes actions in groups and in destroy actions.
    actions: sum((level) => [...authoredActions(level)].length),
    initials: sum(({ initials }) => initials.length),
  };
}

type LevelsCheck = ReturnType<typeof checkLevels>;

function checkJson({ files, levels, errors, warnings }: LevelsCheck) {
  return { files, ...sizeOf(levels), ...levelProblemsJson({ errors, warnings }) };
}

function checkText({ errors, warnings, files, levels }: LevelsCheck, colors: Colors): string {
  const sizes = levels.length === 0 ? [] : Object.entries(sizeOf(levels));
  const held = [counted(files, 'file'), ...sizes.map(([plural, count]) => counted(count, plural.slice(0, -1)))];
  return `${problemsText([...errors, ...warnings], colors, '; --json lists all')}${held.join(', ')}: ${problemCounts(errors, warnings)}\n`;
}

const checkNotes = `Errors are faults of a level; warnings are about parts that probably do not do what they should. Unknown references are errors in
sound and ignored in compat. In a folder all .pn files are checked; JSON files must be named.`;

const runNotes = `Nothing moves, fights or builds by itself: that is up to a host. --facts gives the facts of a host, in JSON or YAML:
  host:
  - { t: 90, phase: sweep, set: { initial.3.position: [200, 0], player.0.ships: 4 } }
  - { t: 95, phase: late, sweep: true }`;

const policyOption: OptionRow = [
  '--policy <policy>',
  'compat: just as the engine does; sound: as its documentation intends (default: that of the scenario file, else sound)',
  { choices: policies },
];

export function addAntares(context: Context): void {
  addGroup(context, 'antares', {
    summary: 'check and play levels of Antares',
    description:
      'Checks the conditions and actions of levels, in Procyon or JSON, and plays them without a game around them.',
    examples: ['antares check levels/', 'antares run siege.pn --until 90s'],
    commands: {
      check: {
        summary: 'find all errors in levels',
        description:
          'Loads levels and shows their errors, and warns of parts that probably do not do what they should, each with its file, line, column and path.',
        arguments: { '<files...>': 'levels, Procyon or JSON, or folders of .pn files' },
        options: [policyOption, jsonOption('the report')],
        notes: checkNotes,
        examples: ['antares check levels/', 'antares check siege.pn --policy compat --json'],
        act: check,
      },
      run: {
        summary: 'play a level',
        description: 'Plays a level and shows which conditions fired when, what they did, and the final state.',
        arguments: { '<level>': 'a level, Procyon or JSON, or a scenario file with one' },
        options: [
          [
            '--until <time>',
            'ticks, or a duration such as 90s (default: that of the scenario file, else 60s)',
            { read: () => ticksIn },
          ],
          fileOption('--facts <file>', 'facts of the host, with their times (default: those of the scenario file)'),
          policyOption,
          ['--events', 'list every action, not only what fired'],
          [
            '--executor <name>',
            'compiled (default), or reference: the interpreter',
            { choices: ['compiled', 'reference'] },
          ],
          jsonOption('the report'),
        ],
        notes: runNotes,
        examples: [
          'antares run siege.pn',
          'antares run siege.pn --until 2m --facts battle.yaml --events',
          'antares run siege.json --policy compat',
        ],
        act: run,
      },
    },
  });
}

function check({ terminal, fail, known }: Context, paths: readonly string[], { policy, json }: RunOptions): void {
  const checked = checkLevels(paths, policy, known);
  print(terminal, json, checked, checkJson, checkText);
  if (checked.errors.length > 0) fail();
}

function run({ terminal, fail, known }: Context, [file]: readonly string[], options: RunOptions): void {
  const { json, events = false } = options;
  const played = catching(
    () => playLevel(terminal, known, file, options),
    (error): RefusedLevel => {
      // JSON output also holds unreadable files, but not wrong options.
      if (!json || isUsageError(error) || isInterrupted(error)) throw error;
      return { policy: options.policy ?? 'sound', errors: problemsOf(error.culprit ?? file, error), warnings: [] };
    },
  );
  const isPlayed = 'result' in played;
  const shown = isPlayed ? played.hostWarnings : played.errors;
  if (!json && shown.length > 0) terminal.error(problemsText(shown, terminal.errorColors, '').replace(/\n$/, ''));
  print(
    terminal,
    json,
    played,
    () =>
      isPlayed ? reportJson(played, events) : { level: file, policy: played.policy, ...levelProblemsJson(played) },
    (_played, colors) => (isPlayed ? reportText(played, events, colors) : ''),
  );
  if (!isPlayed || played.result.error !== undefined) fail();
}

interface RunOptions {
  readonly policy?: Policy;
  readonly until?: number;
  readonly facts?: string;
  readonly executor?: ExecutorName;
  readonly events?: true;
  readonly json?: true;
}

interface RefusedLevel extends Problems<LevelDiagnostic> {
  readonly policy: Policy;
}

const usualTime = 3_600;

function playLevel(
  terminal: Terminal,
  known: KnownFormats,
  file: string,
  options: RunOptions,
): PlayedLevel | RefusedLevel {
  const scenario = playOf(file);
  const {
    policy = scenario?.policy ?? 'sound',
    until = scenario?.until ?? usualTime,
    facts = scenario && file,
  } = options;
  const { level, errors, warnings } = readLevelFile(file, policy, known);
  if (level === undefined) return { policy, errors, warnings };
  const start = startTick(level);
  if (until < start)
    throw usageError(`--until is ${until} ticks, and the level begins at ${start}; give a time from then on`);
  const host = facts === undefined ? undefined : readHost(facts);
  const said = host?.diagnose(checkHost(level, policy, host.entries, until)) ?? [];
  const wrong = said.filter(({ severity }) => severity === 'error');
  if (wrong.length > 0) return { policy, errors: wrong, warnings };
  const authored: AuthoredEvent[] = [];
  const session = listening(level, policy, options.executor, authored);
  const progress = createPatientProgress(terminal, options.json, 'tick');
  interruptible(
    terminal,
    () => ` at tick ${session.time} of ${until}`,
    () => playUntil(session, until, host?.entries ?? [], progress),
    progress,
  );
  return { file, policy, level, authored, result: session.result(), warnings, hostWarnings: said };
}

/** Records events with their authors. A skipped action is that of the event before it. */
function listening(
  level: Level,
  policy: Policy,
  executor: ExecutorName | undefined,
  authored: AuthoredEvent[],
): LevelSession {
  // Each action has its own fields object, which identifies it.
  const authors = new Map(Array.from(authoredActions(level), ({ author, action }) => [action.fields, author]));
  let latest: Fields | undefined;
  return openLevel(level, policy, {
    ...(executor && { executor }),
    listen(event, levelEvent) {
      if (event.kind === 'act') latest = event.fields;
      const isOfAction = event.kind === 'act' || event.kind === 'skip';
      const author = isOfAction && latest ? authors.get(latest) : undefined;
      if (levelEvent !== undefined) authored.push({ event: levelEvent, author });
    },
  });
}

const parts = 200;

function playUntil(
  session: LevelSession,
  until: number,
  host: readonly HostEntry[],
  progress: ReturnType<typeof createPatientProgress>,
): void {
  const start = session.time;
  const part = Math.max(1, Math.ceil((until - start) / parts));
  progress.update(0, until - start);
  for (let end = start + part; end < until && !session.isStopped; end += part) {
    session.run(end, host);
    progress.update(end - start, until - start);
  }
  if (!session.isStopped) session.run(until, host);
}

const latest = 24 * 216_000;

function ticksIn(text: string): number {
  const whole = text.trim();
  const parsed = /^[+-]?\d+$/.test(whole) ? { ticks: Number(whole) } : parseDuration(whole);
  if ('ticks' in parsed && Math.abs(parsed.ticks) <= latest) return parsed.ticks;
  throw misused('--until', text, 'give ticks, or a duration such as 90s or 1m30s, of a day at most');
}

const hostFileSchema = z.looseObject({ host: hostSchema });

/** Reads a list, or a list under `host`. The error names every place. */
function readHost(file: string) {
  const text = readText(file);
  const { whole, lines } = asMap(text);
  const moved = (found: readonly Diagnostic[]) =>
    found.map((each) => ({ ...each, line: Math.max(1, each.line - lines) }));
  const fault = (found: readonly Diagnostic[], why = 'no list of') =>
    new ScenarioFault(`${file} is ${why} what a host says`, file, found);
  if (text.trim() === '')
    throw fault([
      fileProblem(
        file,
        'empty',
        'the file is empty; give a list of entries such as { t: 90, phase: sweep, set: { player.0.ships: 4 } }, or one under `host`',
      ),
    ]);
  if (/\.json$/i.test(file)) {
    const bytes = new TextEncoder().encode(text);
    const read = readJson(bytes);
    if (!read.ok) throw fault(syntaxErrors(file, bytes, read.problem));
  }
  const read = readValue(file, whole);
  if (!read.ok) throw fault(moved(read.errors), 'neither JSON nor YAML with a list of');
  const parsed = fitted(hostFileSchema, file, whole, read.value);
  if (!parsed.ok) throw fault(moved(parsed.errors));
  return {
    entries: parsed.data.host,
    diagnose: (problems: readonly HostProblem[]): readonly LevelDiagnostic[] =>
      problems.flatMap(({ severity, path, ...problem }) =>
        moved(diagnosed(file, whole, [{ ...problem, path: ['host', ...path] }])).map((each) => ({ ...each, severity })),
      ),
  };
}

function asMap(text: string): { readonly whole: string; readonly lines: number } {
  const [first = ''] = /^(?:\s|#[^\n]*\n)*(?:\[|-\s)/.exec(text) ?? [];
  if (first === '') return { whole: text, lines: 0 };
  return { whole: first.endsWith('[') ? `{"host":\n${text}\n}` : `host:\n${text}`, lines: 1 };
}
