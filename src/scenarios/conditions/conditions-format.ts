import { loadLevel } from '../../content/antares/level/load-level.js';
import type { Value } from '../../content/antares/value.js';
import { checkHost } from '../../turns/antares/check-host.js';
import { openLevel } from '../../turns/antares/session.js';
import { listOf } from '../native/case-content.js';
import type { ScenarioFile, ScenarioFormat } from '../scenario-format.js';
import { diagnosed } from '../../content/native/source-value.js';
import { faultOfLoad } from './fault-of-load.js';
import { levelFileOf, levelOfScenario } from './level-document.js';
import { readScenario } from './read-scenario.js';
import { type ScenarioData, formatName, scenarioSchema, type Expectation } from './scenario-schema.js';
import { isDiagnostic } from '../../turns/antares/level-event.js';
import type { LevelResult } from '../../turns/antares/level-result.js';

/** A level, what the host says while it is played, and what must happen. */
export const conditionsFormat: ScenarioFormat = {
  format: formatName,
  load(file) {
    const { data, document } = readScenario(file, scenarioSchema);
    return [{ name: data.name ?? 'level', run: () => runLevel(file, data, document) }];
  },
};

/** Runs a level. Returns why it fails; undefined when it passes. */
function runLevel(
  { file, text }: ScenarioFile,
  { policy, until, host, expect }: ScenarioData,
  document: Value,
): string | undefined {
  const { level, problems } = loadLevel(levelOfScenario(file, document), policy);
  const fault = faultOfLoad(
    problems,
    expect.error === 'load' ? { path: expect.path } : undefined,
    levelFileOf(file, document) ?? file,
  );
  if (fault !== undefined || level === undefined || expect.error === 'load') return fault;
  const misfits = checkHost(level, policy, host, until)
    .filter(({ severity }) => severity === 'error')
    .map((problem) => ({ ...problem, path: ['host', ...problem.path] }));
  if (misfits.length > 0) return `what the host says cannot be:\n${listOf(diagnosed(file, text, misfits))}`;
  const session = openLevel(level, policy);
  session.run(until, host);
  return differenceOfResult(session.result(), expect);
}

/** How a level stands otherwise than expected, a line or more each; undefined where it does not. */
function differenceOfResult(result: LevelResult, expected: Expectation): string | undefined {
  const differences = [
    faultOfError(result, expected),
    faultOfEvents(result, expected),
    faultOfDiagnostics(result, expected),
    ...valuesOf(result, expected),
  ];
  const found = differences.filter((each) => each !== undefined);
  return found.length === 0 ? undefined : found.join('\n');
}

function faultOfError({ error, time }: LevelResult, expected: Expectation): string | undefined {
  if (error?.code !== expected.error) {
    const stopped =
      error === undefined
        ? 'it does not stop'
        : `it stops with error ${error.code} at time ${String(time)} (${error.message})`;
    return `${stopped}, expected ${expected.error === undefined ? 'it not to' : `error ${expected.error}`}`;
  }
  return expected.cycle === undefined ? undefined : differs('cycle', error?.cycle, expected.cycle);
}

function faultOfEvents({ events }: LevelResult, { events: wanted, eventsPrefix }: Expectation): string | undefined {
  const told = events.filter((event) => !isDiagnostic(event));
  if (wanted !== undefined) return differenceOfEvents('events', told, wanted);
  return eventsPrefix === undefined ? undefined : differenceOfEvents('events', told, eventsPrefix, true);
}

/** Reasons are for people; they may be worded otherwise. */
function faultOfDiagnostics({ events }: LevelResult, { diagnostics }: Expectation): string | undefined {
  const bare = (event: SomeEvent): SomeEvent => event.slice(0, event[0] === 'dropped' ? 2 : 3);
  return diagnostics === undefined
    ? undefined
    : differenceOfEvents('diagnostics', events.filter(isDiagnostic).map(bare), diagnostics.map(bare));
}

function valuesOf(result: LevelResult, expected: Expectation): readonly (string | undefined)[] {
  return (['scores', 'cash', 'winner', 'over', 'enabledAtEnd'] as const).map((key) => {
    const wanted = expected[key];
    return wanted === undefined ? undefined : differs(key, result[key], wanted);
  });
}

function differs(what: string, got: unknown, expected: unknown): string | undefined {
  const [is, wanted] = [JSON.stringify(got), JSON.stringify(expected)];
  return is === wanted ? undefined : `${what}: is ${is}, expected ${wanted}`;
}

/** An event as it is or as it is expected. */
type SomeEvent = readonly (string | number)[];

/** Events shown before and after the first that differs. */
const around = 3;

/**
 * How rows of events differ: the first place where they do, with what stands around it; undefined where they do not. A
 * prefix is over before the events are.
 */
function differenceOfEvents(
  what: string,
  got: readonly SomeEvent[],
  expected: readonly SomeEvent[],
  isPrefix = false,
): string | undefined {
  const at = firstDifference(got, expected, isPrefix);
  if (at < 0) return undefined;
  const same = got.slice(Math.max(0, at - around), at).map((event, i) => line('', Math.max(0, at - around) + i, event));
  return [
    `${what} differ at ${String(at)} (there are ${String(got.length)}, expected ${isPrefix ? 'at least ' : ''}${String(expected.length)})`,
    ...same,
    ...rowsFrom('is', got, at),
    ...rowsFrom('expected', expected, at),
  ].join('\n');
}

function firstDifference(got: readonly SomeEvent[], expected: readonly SomeEvent[], isPrefix: boolean): number {
  const length = isPrefix ? expected.length : Math.max(got.length, expected.length);
  for (let i = 0; i < length; i++) if (!isSame(got[i], expected[i])) return i;
  return -1;
}

function isSame(a: SomeEvent | undefined, b: SomeEvent | undefined): boolean {
  return a?.length === b?.length && (a === undefined || a.every((part, i) => part === b?.[i]));
}

function rowsFrom(label: string, events: readonly SomeEvent[], at: number): readonly string[] {
  if (at >= events.length) return [line(label, at, undefined)];
  return events.slice(at, at + around).map((event, i) => line(i === 0 ? label : '', at + i, event));
}

function line(label: string, index: number, event: SomeEvent | undefined): string {
  return `  ${label.padEnd(8)} ${String(index).padStart(4)}  ${event === undefined ? 'nothing more' : JSON.stringify(event)}`;
}
