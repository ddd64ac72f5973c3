import { Command, CommanderError, Option } from 'commander';
import { isUsageError, sentenceOf, usageError, whole } from '../src/cli/command.js';
import { type Terminal, processTerminal } from '../src/cli/terminal.js';
import { reportLines, reportOf } from './report.js';
import type { Suite } from './suite.js';
import { suites as allSuites } from './suites.js';

interface Flags {
  readonly json?: true;
  readonly quick?: true;
  readonly check?: true;
  readonly objects?: number;
  readonly seed: string;
}

/**
 * `npm run bench -- <suite>`: 0 when it ran, 1 when something was wrong with what it measured, 2 when the command line
 * is not right.
 */
export async function main(
  argv: readonly string[],
  terminal: Terminal = processTerminal(),
  suites: readonly Suite[] = allSuites,
): Promise<number> {
  const program = new Command('bench')
    .description('Benchmarks of Edict. Name a suite; `npm run bench -- <suite> --help` tells of its options.')
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
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
    .argument('[suite]', 'what to measure')
    .action((name: string | undefined) => {
      if (name !== undefined)
        throw usageError(
          `there is no suite ${JSON.stringify(name)}; the suites are ${suites.map((suite) => suite.name).join(', ')}`,
        );
      terminal.out(program.helpInformation());
    });
  for (const suite of suites) addSuite(program, suite, terminal);
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has printed its own.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    terminal.error(`${sentenceOf(error)}\n`);
    return isUsageError(error) ? 2 : 1;
  }
}

function addSuite(program: Command, suite: Suite, terminal: Terminal): void {
  const { check } = suite;
  const command = program
    .command(suite.name)
    .description(suite.summary)
    .option('--json', 'print the results as JSON')
    .option('--quick', 'fewer rounds and smaller worlds')
    .addOption(
      new Option('--objects <n>', 'the only size to measure (default: the sizes of the suite)').argParser(
        whole(500, 1_000_000)('--objects'),
      ),
    )
    .option('--seed <text>', 'seed of the worlds', '1')
    .action(async (flags: Flags) => {
      const say = (line: string): void => terminal.error(`${line}\n`);
      const options = { quick: flags.quick === true, objects: flags.objects, seed: flags.seed };
      if (check !== undefined && flags.check === true) return check.run(options, say);
      const report = reportOf(suite.name, suite.run(options, say));
      const lines = reportLines(report, suite.legend, suite.conclusions?.(report.results));
      terminal.out(flags.json === true ? `${JSON.stringify(report)}\n` : `${lines.join('\n')}\n`);
    });
  if (check !== undefined) command.option('--check', check.summary);
}
