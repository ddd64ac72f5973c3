import { printable } from '../content/text/quote.js';
import { type FileOutcome, runScenarios } from '../scenarios/run-scenarios.js';
import type { KnownFormats } from '../scenarios/known-formats.js';
import { given } from '../content/native/load-context.js';
import { limitOption, nameLimitOptions, setOption } from './assignments.js';
import { type Context, addCommand, jsonOption, print } from './command.js';
import type { WorldChanges } from './open-world.js';
import { interruptible, createPatientProgress } from './progress.js';
import { counted, grouped, type Colors } from './terminal.js';
import { watchable } from './watch.js';

const notes = ({ byName, archives }: KnownFormats) =>
  `In a folder it runs every .json, .json.gz, .yaml and .yml file that has a format field,
and every .tar.gz that holds ${archives.map(({ what }) => what).join(' or ')}.
A content file that is named is a case too: it must load, and its world must begin.
Known formats: ${[...byName.keys()].join(', ')}`;

export function addTest(context: Context): void {
  addCommand(
    context,
    'test',
    watchable({
      summary: 'run scenario files',
      description: 'Runs the cases of scenario files: a small world, content, steps, and expected results.',
      arguments: { '<paths...>': 'scenario files, or folders of them' },
      options: [setOption, limitOption, jsonOption('the totals and the failures')],
      notes: notes(context.known),
      examples: ['test scenarios/', 'test colony.yaml --json', 'test sheep.yaml --set breed=0.1'],
      act: test,
    }),
  );
}

interface TestOptions extends WorldChanges {
  readonly json?: true;
}

function test(
  { terminal, fail, known, ...reading }: Context,
  paths: readonly string[],
  { json, set, limit }: TestOptions,
): void {
  const overrides = (set ?? limit) === undefined ? undefined : given({ parameters: set, limits: limit });
  const outcomes: FileOutcome[] = [];
  const progress = createPatientProgress(terminal, json);
  const watch = (done: number, total: number) => {
    if (done === 0) progress.stop();
    progress.update(done, total);
  };
  interruptible(
    terminal,
    () => {
      const { passed, failures } = totalOf(outcomes);
      const counts = `${grouped(passed)} passed, ${grouped(failures.length)} failed`;
      return ` after ${counted(outcomes.length, 'file')}: ${counts}`;
    },
    () => {
      for (const { failures, ...rest } of runScenarios(paths, known, watch, overrides, reading)) {
        progress.stop();
        const outcome = { ...rest, failures: failures.map(withLimitOptions) };
        outcomes.push(outcome);
        if (!json) terminal.out(linesOf(outcome, terminal.outColors));
      }
    },
    progress,
  );
  const { passed, failures } = totalOf(outcomes);
  const failed = failures.length;
  print(
    terminal,
    json,
    { passed, failed, failures },
    (report) => report,
    (_report, { red }) =>
      `\n${grouped(passed)} passed, ${failed > 0 ? red(`${grouped(failed)} failed`) : '0 failed'} in ${counted(outcomes.length, 'file')}\n`,
  );
  if (passed + failed === 0)
    terminal.error(`edict: no case was found in ${paths.join(', ')}; name scenario files, or folders that hold some\n`);
  if (failed > 0 || passed === 0) fail();
}

function withLimitOptions(failure: FileOutcome['failures'][number]): FileOutcome['failures'][number] {
  return { ...failure, message: nameLimitOptions(failure.message) };
}

function totalOf(outcomes: readonly FileOutcome[]): Pick<FileOutcome, 'passed' | 'failures'> {
  return {
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failures: outcomes.flatMap(({ failures }) => failures),
  };
}

function linesOf({ file, passed, failures }: FileOutcome, { bold, dim, green, red }: Colors): string {
  const count = counted(passed + failures.length, 'case');
  if (failures.length === 0) return `${green('ok')}    ${printable(file)}  ${dim(count)}\n`;
  const lines = [
    `${red('FAIL')}  ${printable(file)}  ${dim(`${grouped(failures.length)} of ${count}`)}`,
    ...failures.flatMap(({ name, message }) => [
      `        ${bold(printable(name))}`,
      ...message.split('\n').map((line) => `          ${printable(line)}`),
    ]),
  ];
  return `${lines.join('\n')}\n`;
}
