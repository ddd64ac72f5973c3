import { loadLevel } from '../level/load-level.js';
import type { LevelProblem } from '../level/fields.js';
import { policies, type Policy } from '../syntax.js';
import { entryOf, itemsOf, type Value } from '../parse/value.js';
import { diagnosed } from '../../native/source-value.js';
import { checkHost } from '../turn/check-host.js';
import { isDiagnostic, type LevelResult } from '../turn/level-result.js';
import { openLevel } from '../turn/level-session.js';
import { listOf } from '../../../scenarios/native/case-content.js';
import type { ScenarioFile, ScenarioFormat } from '../../../scenarios/scenario-format.js';
import { levelFileOf, levelOfScenario, levelIn, readScenario, valueOf } from './read-level.js';
import {
  formatName,
  loadFormatName,
  loadSchema,
  scenarioSchema,
  type Expectation,
  type ScenarioData,
} from './scenario-schema.js';

/** A level, the facts of its host, and the expected results. */
export const levelFormat: ScenarioFormat = {
  format: formatName,
  hint: ', and look at its level with edict antares run',
  load(file) {
    const { data, document } = readScenario(file, scenarioSchema);
    return [{ name: data.name ?? 'level', run: () => runLevel(file, data, document) }];
  },
};

function runLevel(
  { file, text, note }: ScenarioFile,
  { policy, until, host, expect }: ScenarioData,
  document: Value,
): string | undefined {
  const { level, problems } = loadLevel(levelOfScenario(file, document, note), policy);
  const refusal = expect.error === 'load' ? { path: expect.path } : undefined;
  const fault = faultOfLoad(problems, refusal, levelFileOf(file, document) ?? file);
  if (fault !== undefined || level === undefined || refusal !== undefined) return fault;
  const misfits = checkHost(level, policy, host, until)
    .filter(({ severity }) => severity === 'error')
    .map((problem) => ({ ...problem, path: ['host', ...problem.path] }));
  if (misfits.length > 0) return `what the host says cannot be:\n${listOf(diagnosed(file, text, misfits))}`;
  const session = openLevel(level, policy);
  session.run(until, host);
  return differenceOfResult(session.result(), expect);
}

function differenceOfResult(result: LevelResult, expected: Expectation): string | undefined {
  const { events, eventsPrefix, diagnostics } = expected;
  const told = result.events.filter((event) => !isDiagnostic(event));
  // The wording of reasons may differ.
  const bare = (event: SomeEvent) => event.slice(0, event[0] === 'dropped' ? 2 : 3);
  const found = [
    faultOfError(result, expected),
    events === undefined
      ? eventsPrefix && differenceOfEvents('events', told, eventsPrefix, true)
      : differenceOfEvents('events', told, events),
    diagnostics &&
      differenceOfEvents('diagnostics', result.events.filter(isDiagnostic).map(bare), diagnostics.map(bare)),
    ...(['scores', 'cash', 'winner', 'over', 'enabledAtEnd'] as const).map((key) =>
      differs(key, result[key], expected[key]),
    ),
  ].filter((each) => each !== undefined);
  return found.length === 0 ? undefined : found.join('\n');
}

function faultOfError({ error, time }: LevelResult, expected: Expectation): string | undefined {
  if (error?.code === expected.error) return differs('cycle', error?.cycle, expected.cycle);
  const stopped =
    error === undefined ? 'it does not stop' : `it stops with error ${error.code} at time ${time} (${error.message})`;
  return `${stopped}, expected ${expected.error === undefined ? 'it not to' : `error ${expected.error}`}`;
}

function differs(what: string, got: unknown, expected: unknown): string | undefined {
  const [is, wanted] = [JSON.stringify(got), JSON.stringify(expected)];
  return expected === undefined || is === wanted ? undefined : `${what}: is ${is}, expected ${wanted}`;
}

type SomeEvent = readonly (string | number)[];

const around = 3;

/** Shows the events around the first difference. */
function differenceOfEvents(
  what: string,
  got: readonly SomeEvent[],
  expected: readonly SomeEvent[],
  isPrefix = false,
): string | undefined {
  const length = isPrefix ? expected.length : Math.max(got.length, expected.length);
  const at = Array.from({ length }, (_, i) => i).find((i) => JSON.stringify(got[i]) !== JSON.stringify(expected[i]));
  if (at === undefined) return undefined;
  const first = Math.max(0, at - around);
  return [
    `${what} differ at ${at} (there are ${got.length}, expected ${isPrefix ? 'at least ' : ''}${expected.length})`,
    ...got.slice(first, at).map((event, i) => line('', first + i, event)),
    ...rowsFrom('is', got, at),
    ...rowsFrom('expected', expected, at),
  ].join('\n');
}

function rowsFrom(label: string, events: readonly SomeEvent[], at: number): readonly string[] {
  if (at >= events.length) return [line(label, at, undefined)];
  return events.slice(at, at + around).map((event, i) => line(i === 0 ? label : '', at + i, event));
}

function line(label: string, index: number, event: SomeEvent | undefined): string {
  return `  ${label.padEnd(8)} ${String(index).padStart(4)}  ${event === undefined ? 'nothing more' : JSON.stringify(event)}`;
}

const body = ['can_be_destination', 'can_accept_destination', 'can_be_hit', 'can_collide', 'hated', 'appear_on_radar'];
const place = ['can_be_destination', 'is_destination', 'can_accept_build', 'appear_on_radar'];

const plainLevel = {
  players: [
    { type: 'human', cash: 1_280_000 },
    { type: 'cpu', cash: 1_280_000 },
  ],
  initials: [
    { base: 'planet', owner: 1, position: [0, -90_000] },
    { base: 'ship', owner: 0, position: [0, 0], flagship: true },
    { base: 'ship', owner: 0, position: [5_000, 0] },
    { base: 'ship', owner: 0, position: [9_000, 0], hidden: true },
    { base: 'drone', owner: 1, position: [0, 40_000] },
    { base: 'station', owner: 1, position: [60_000, 0] },
    { base: 'depot', position: [-60_000, 0] },
    { base: 'mine', owner: 0, position: [-40_000, 40_000] },
  ],
  bases: {
    planet: { maxHealth: -1, maxSpeed: 0.5, destination: true, attributes: place, tags: { planet: true } },
    ship: { maxHealth: 1_000, maxSpeed: 5.5, attributes: body, tags: { armed: true } },
    drone: { maxHealth: 400, maxSpeed: 2.5, attributes: body, tags: { light: true } },
    station: {
      maxHealth: 500,
      maxSpeed: 0.5,
      destination: true,
      occupyCount: 5,
      attributes: [...place, 'can_be_hit', 'neutral_death'],
      tags: { station: true },
    },
    depot: { maxHealth: 300, maxSpeed: 0.5, destination: true, attributes: place, tags: { depot: true } },
    mine: { maxHealth: 100, maxSpeed: 5.5, attributes: body, tags: { mine: true } },
  },
};

export const loadFormat: ScenarioFormat = {
  format: loadFormatName,
  load(file) {
    const { data, document } = readScenario(file, loadSchema);
    const plain = valueOf(plainLevel);
    const [bad, good] = (['bad', 'good'] as const).map((key) =>
      itemsOf(entryOf(document, key)).map((entry) => levelIn(entry, plain)),
    );
    return [
      ...data.bad.map((each, i) => ({ name: each.name, run: () => faultUnder(bad[i], () => each) })),
      ...data.good.map((each, i) => ({
        name: each.name,
        run: () => faultUnder(good[i], (policy) => (policy === 'sound' ? each.sound : undefined)),
      })),
    ];
  },
};

function faultUnder(level: Value, expected: (policy: Policy) => ExpectedFault | undefined): string | undefined {
  const faults = policies.flatMap((policy) => {
    const fault = faultOfLoad(loadLevel(level, policy).problems, expected(policy));
    return fault === undefined ? [] : [`policy ${policy}: ${fault}`];
  });
  return faults.length === 0 ? undefined : faults.join('\n');
}

interface ExpectedFault {
  readonly path?: string | undefined;
  readonly code?: string | undefined;
}

/** `file`: the file of the problems. */
function faultOfLoad(
  problems: readonly LevelProblem[],
  expected: ExpectedFault | undefined,
  file?: string,
): string | undefined {
  if (expected === undefined)
    return problems.length === 0 ? undefined : `the level does not load:${problemList(problems, file)}`;
  const { path, code } = expected;
  const where = `${path === undefined ? '' : ` at ${path}`}${code === undefined ? '' : ` [${code}]`}`;
  if (problems.length === 0) return `the level loads, expected it to be refused${where}`;
  const found = problems.some(
    (problem) => (path === undefined || isAt(problem.path, path)) && (code === undefined || problem.code === code),
  );
  return found ? undefined : `the level is refused for other reasons, expected${where}:${problemList(problems, file)}`;
}

/** Paths in fixtures may begin at their condition or action. */
function isAt(full: string, path: string): boolean {
  return full === path || (full.endsWith(`.${path}`) && beginnings.test(full.slice(0, -path.length)));
}

const beginnings = /^conditions\[\d+\]\.(?:(?:action|of)\[\d+\]\.)*$/;

const mostShown = 5;

function problemList(problems: readonly LevelProblem[], file: string | undefined): string {
  const shown = problems.slice(0, mostShown).map(({ at, path, code, message, suggestion }) => {
    const place = file === undefined ? '' : `${file}:${at.line}:${at.column}: `;
    return `\n  ${place}${path} [${code}]: ${message}${suggestion === undefined ? '' : ` (${suggestion})`}`;
  });
  const more = problems.length - shown.length;
  if (more > 0)
    shown.push(`\n  and ${more} more${file === undefined ? '' : `; edict antares check ${file} lists all`}`);
  return shown.join('');
}
