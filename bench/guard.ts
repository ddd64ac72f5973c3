import { Command, CommanderError } from 'commander';
import { sentenceOf } from '../src/cli/command.js';
import { right, tableLines, type Terminal, processTerminal } from '../src/cli/terminal.js';
import { type BaselineFile, baselineFile } from './baseline.js';
import {
  type Comparison,
  type Ratios,
  compareRatios,
  eachOf,
  hasFailed,
  isWatched,
  leastShare,
  watchedRatios,
  watchedSuites,
} from './ratios.js';
import { type Report, figure, reportOf } from './report.js';
import type { Say } from './suite.js';
import { suites } from './suites.js';

/** Measures the watched results of a suite in its quick form, if possible only those that are wanted. */
export type Measure = (suite: string, say: Say, isWanted?: (result: string) => boolean) => Report;

/** `npm run bench:guard`: 0 when no ratio has fallen, 1 when one has, 2 when the command line is not right. */
export async function main(
  argv: readonly string[],
  terminal: Terminal = processTerminal(),
  measure: Measure = measureQuickly,
  file: BaselineFile = baselineFile(),
  missing: readonly string[] = missingSuites(),
): Promise<number> {
  let exitCode = 0;
  const program = new Command('bench:guard')
    .description('Compares how much faster edict is than its peers with the committed baseline (bench/baseline.json).')
    .option('--update', 'write what is measured as the new baseline')
    .helpOption('-h, --help', 'show help')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text),
      writeErr: (text) =>
        terminal.error(
          `edict: ${text
            .trim()
            .replace(/^error: /, '')
            .replace(/\s*\n\s*/g, ' ')}\n`,
        ),
    })
    .action(({ update }: { readonly update?: true }) => {
      exitCode = update === true ? write(terminal, measure, file, missing) : guard(terminal, measure, file, missing);
    });
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    // Commander has printed its own.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    terminal.error(`${sentenceOf(error)}\n`);
    return 1;
  }
}

function measureQuickly(name: string, say: Say, isWanted: (result: string) => boolean = () => true): Report {
  const suite = suites.find((other) => other.name === name);
  const isMeasured = (result: string): boolean => isWatched(name, result) && isWanted(result);
  return reportOf(name, suite?.run({ quick: true, objects: undefined, seed: '1', isWanted: isMeasured }, say) ?? []);
}

/** The watched suites that lack here what they measure. */
function missingSuites(): readonly string[] {
  return suites.flatMap(({ name, isAvailable }) =>
    watchedSuites.includes(name) && isAvailable?.() === false ? [name] : [],
  );
}

function isOf(suiteNames: readonly string[]): (entry: readonly [string, number]) => boolean {
  return ([name]) => suiteNames.some((suite) => name.startsWith(`${suite} `));
}

/** The watched suites without those that are missing, which are told of. */
function suitesToRun(terminal: Terminal, missing: readonly string[]): readonly string[] {
  for (const name of missing) terminal.error(`guard: ${name} is left out, because what it measures is not here\n`);
  return watchedSuites.filter((name) => !missing.includes(name));
}

function write(terminal: Terminal, measure: Measure, file: BaselineFile, missing: readonly string[]): number {
  const names = suitesToRun(terminal, missing);
  const kept = missing.length === 0 ? [] : Object.entries(file.read()).filter(isOf(missing));
  const measured = (): readonly Report[] => names.map((suite) => measure(suite, sayTo(terminal)));
  const reports = measured();
  // The worse of two: a peer that another program held up for a moment must not become what edict is measured against.
  const ratios = eachOf(watchedRatios(reports), watchedRatios(measured()), Math.min);
  file.write(reports[0].machine, { ...ratios, ...Object.fromEntries(kept) });
  terminal.out(
    `${String(Object.keys(ratios).length)} ratios written to bench/baseline.json; commit it with the reason for the change.\n`,
  );
  return 0;
}

/** How often results are measured again whose ratio fell. */
const retries = 3;

function guard(terminal: Terminal, measure: Measure, file: BaselineFile, missing: readonly string[]): number {
  const isMissing = isOf(missing);
  const baseline: Ratios = Object.fromEntries(Object.entries(file.read()).filter((entry) => !isMissing(entry)));
  const names = suitesToRun(terminal, missing);
  const say = sayTo(terminal);
  let ratios = watchedRatios(names.map((suite) => measure(suite, say)));
  // Another program on the machine makes a ratio fall for a moment; a slower edict makes it fall every time.
  for (let retry = 0; retry < retries; retry++) {
    const fallen = compareRatios(baseline, ratios).filter(({ verdict }) => verdict === 'fell');
    const hasFallen = (start: string): boolean => fallen.some(({ name }) => name.startsWith(`${start} `));
    const again = names.filter(hasFallen);
    if (again.length === 0) break;
    say(`guard: ${again.join(' and ')} once more, because a ratio fell`);
    const measured = again.map((suite) => measure(suite, say, (result) => hasFallen(`${suite} ${result}`)));
    ratios = eachOf(ratios, watchedRatios(measured), Math.max);
  }
  const rows = compareRatios(baseline, ratios);
  terminal.out(`${tableOf(rows).join('\n')}\n\n${conclusionOf(rows)}\n`);
  return rows.some(hasFailed) ? 1 : 0;
}

const verdicts: Readonly<Record<Comparison['verdict'], string>> = {
  ok: 'ok',
  fell: 'FELL',
  gone: 'GONE: no longer measured',
  new: 'not in the baseline',
};

function tableOf(rows: readonly Comparison[]): readonly string[] {
  const number = (value: number | undefined): string => (value === undefined ? '–' : `${figure(value)}×`);
  return tableLines([
    ['suite, result, n, peer', right('baseline'), right('now'), right('share'), ''],
    ...rows.map(({ name, baseline, measured, verdict }) => [
      name,
      right(number(baseline)),
      right(number(measured)),
      right(baseline === undefined || measured === undefined ? '' : `${((100 * measured) / baseline).toFixed(0)} %`),
      verdicts[verdict],
    ]),
  ]);
}

function conclusionOf(rows: readonly Comparison[]): string {
  const failed = rows.filter(hasFailed);
  if (failed.length === 0) return `No ratio is below ${String(leastShare * 100)} % of the baseline.`;
  const names = failed.map(({ name }) => name).join(', ');
  return (
    `${String(failed.length)} of ${String(rows.length)} ratios are gone or below ${String(leastShare * 100)} % of the baseline: ${names}. ` +
    'Find what made edict slower; if it is meant to be, run npm run bench:guard -- --update and commit bench/baseline.json with the reason.'
  );
}

function sayTo(terminal: Terminal): Say {
  return (line) => terminal.error(`${line}\n`);
}
