import { diagnosed, readValue } from '../../native/source-value.js';
import { type ReadScenario as PlayableScenario, readScenarios } from '../parse/read-scenarios.js';
import type { Scalar, Scenario, Then } from '../syntax.js';
import { playScenario, type Played } from '../turn/play-scenario.js';
import { meantOrKnown } from '../../text/nearest-name.js';
import { fitting, listOf } from '../../../scenarios/native/case-content.js';
import type { ReadScenario, ScenarioFormat } from '../../../scenarios/scenario-format.js';

export const formatName = 'timing/1';

/** Occurrences, abilities that answer them, decisions of players, and expected results. */
export const l5rFormat: ScenarioFormat = {
  format: formatName,
  hint: ', and see its log with edict l5r run',
  load({ file, text }) {
    return fitting(file, readCases(file, text)).map(({ name, scenario, problems }) => ({
      name,
      run: () =>
        scenario === undefined
          ? `the scenario does not fit its format:\n${listOf(diagnosed(file, text, problems))}`
          : run(scenario),
    }));
  },
};

export interface ReadCase extends PlayableScenario {
  readonly id: string;
}

export function readCases(file: string, text: string): ReadScenario<readonly ReadCase[]> {
  const value = readValue(file, text);
  if (!value.ok) return value;
  const read = readScenarios(value.value);
  if (!read.ok) return { ok: false, errors: diagnosed(file, text, read.problems) };
  const cases = read.scenarios.map(({ name: id, scenario, problems }) => ({
    name: scenario?.title === undefined ? id : `${id} ${scenario.title}`,
    id,
    scenario,
    problems,
  }));
  return { ok: true, scenario: cases };
}

function run(scenario: Scenario): string | undefined {
  const played = playScenario(scenario);
  const faults = faultsOf(played, scenario.then ?? {});
  if (faults.length === 0) return undefined;
  const log = played.log.map((line, i) => `  ${String(i + 1).padStart(4)}  ${line}`);
  return [...faults, 'the log:', ...(log.length === 0 ? ['  (nothing)'] : log)].join('\n');
}

export function faultsOf({ log, entities, honor }: Played, then: Then): readonly string[] {
  return [
    ...orderFaults(log, then.order ?? []),
    ...(then.never ?? [])
      .filter((line) => log.includes(line))
      .map((line) => `never: ${quote(line)} is line ${log.indexOf(line) + 1} of the log`),
    ...Object.entries(then.count ?? {}).flatMap(([line, count]) => countFaults(log, line, count)),
    ...Object.entries(then.ent ?? {}).flatMap(([name, facts]) =>
      Object.entries(facts).flatMap(([key, value]) =>
        factFaults(`ent: ${key} of ${name}`, entities[name]?.[key], value),
      ),
    ),
    ...Object.entries(then.honor ?? {}).flatMap(([player, value]) =>
      factFaults(`honor: that of ${player}`, honor[player], value),
    ),
  ];
}

/** Other lines may lie between them. */
function orderFaults(log: readonly string[], order: readonly string[]): readonly string[] {
  let at = 0;
  for (const [i, line] of order.entries()) {
    const found = log.indexOf(line, at);
    if (found >= 0) {
      at = found + 1;
      continue;
    }
    const after = i === 0 ? '' : ` after ${quote(order[i - 1])}, line ${at}`;
    const where = log.includes(line) ? `it is line ${log.indexOf(line) + 1}` : meantOrKnown(line, [...new Set(log)]);
    return [`order: there is no ${quote(line)}${after}; ${where}`];
  }
  return [];
}

function countFaults(log: readonly string[], line: string, count: number): readonly string[] {
  const is = log.filter((each) => each === line).length;
  return is === count ? [] : [`count: ${quote(line)} is there ${times(is)}, expected ${times(count)}`];
}

/** Unset equals false, 0 and null. */
function factFaults(what: string, is: Scalar | undefined, expected: Scalar): readonly string[] {
  const isNothing = (value: Scalar | undefined) =>
    value === undefined || value === null || value === false || value === 0;
  const isSame =
    is === expected || (isNothing(expected) && (is === undefined || is === null || expected === null) && isNothing(is));
  return isSame ? [] : [`${what} is ${String(is ?? 'nothing')}, expected ${String(expected ?? 'nothing')}`];
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

function quote(line: string): string {
  return JSON.stringify(line);
}
