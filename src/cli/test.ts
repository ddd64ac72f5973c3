import type { Command } from 'commander';
import { printable } from '../content/diagnostics/quote.js';
import { scenarioFormats } from '../scenarios/formats.js';
import { type FileOutcome, runScenarios } from '../scenarios/run-scenarios.js';
import type { TurnWatch } from '../scenarios/scenario-format.js';
import type { Context } from './context.js';
import { interruptible } from './interruptible.js';
import { createPatientProgress } from './progress.js';
import { grouped } from './table.js';
import type { Terminal } from './terminal.js';

interface TestOptions {
  readonly json?: true;
}

const help = `
In a folder it runs every .json, .json.gz, .yaml and .yml file that has a format field, and every .tar.gz that holds the tests of Procyon.
Known formats: ${[...scenarioFormats.keys()].join(', ')}

Examples:
  $ edict test scenarios/
  $ edict test colony.yaml --json`;

/** Adds `edict test`: runs scenario files. */
export function addTest(program: Command, context: Context): void {
  program
    .command('test')
    .summary('run scenario files')
    .description('Runs the cases of scenario files: a small world, content, steps, and what must be so after them.')
    .argument('<paths...>', 'scenario files, or folders of them')
    .option('--json', 'print the totals and the failures as JSON')
    .addHelpText('after', help)
    .action((paths: string[], options: TestOptions) => {
      test(context, paths, options.json === true);
    });
}

function test({ terminal, finish }: Context, paths: readonly string[], json: boolean): void {
  const outcomes: FileOutcome[] = [];
  const progress = createPatientProgress(terminal, json);
  const watch: TurnWatch = (done, total) => {
    if (done === 0) progress.stop();
    progress.update(done, total);
  };
  try {
    interruptible(
      terminal,
      () => ` after ${filesText(outcomes.length)}: ${countsText(outcomes)}`,
      () => {
        for (const outcome of runScenarios(paths, scenarioFormats, watch)) {
          progress.stop();
          outcomes.push(outcome);
          if (!json) terminal.out(linesOf(outcome, terminal));
        }
      },
    );
  } finally {
    progress.stop();
  }
  const passed = passedOf(outcomes);
  const failures = outcomes.flatMap((outcome) => outcome.failures);
  if (json) terminal.out(`${JSON.stringify({ passed, failed: failures.length, failures }, undefined, 2)}\n`);
  else terminal.out(totals(outcomes.length, passed, failures.length, terminal));
  if (passed + failures.length === 0) {
    terminal.error(`edict: no case was found in ${paths.join(', ')}; name scenario files, or folders that hold some\n`);
  }
  finish(failures.length > 0 || passed === 0 ? 1 : 0);
}

function passedOf(outcomes: readonly FileOutcome[]): number {
  return outcomes.reduce((sum, { passed }) => sum + passed, 0);
}

function countsText(outcomes: readonly FileOutcome[]): string {
  const failed = outcomes.reduce((sum, { failures }) => sum + failures.length, 0);
  return `${grouped(passedOf(outcomes))} passed, ${grouped(failed)} failed`;
}

function filesText(files: number): string {
  return `${grouped(files)} ${files === 1 ? 'file' : 'files'}`;
}

function linesOf({ file, passed, failures }: FileOutcome, { outColors: colors }: Terminal): string {
  const cases = passed + failures.length;
  const count = `${grouped(cases)} ${cases === 1 ? 'case' : 'cases'}`;
  if (failures.length === 0) return `${colors.green('ok')}    ${printable(file)}  ${colors.dim(count)}\n`;
  const lines = [`${colors.red('FAIL')}  ${printable(file)}  ${colors.dim(`${grouped(failures.length)} of ${count}`)}`];
  for (const { name, message } of failures) {
    lines.push(
      `        ${colors.bold(printable(name))}`,
      ...message.split('\n').map((line) => `          ${printable(line)}`),
    );
  }
  return `${lines.join('\n')}\n`;
}

function totals(files: number, passed: number, failed: number, { outColors: colors }: Terminal): string {
  const failedText = failed > 0 ? colors.red(`${grouped(failed)} failed`) : '0 failed';
  return `\n${grouped(passed)} passed, ${failedText} in ${filesText(files)}\n`;
}
