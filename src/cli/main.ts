import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { addCheck } from './check.js';
import type { Context } from './context.js';
import { addExplain } from './explain.js';
import { addExpressions } from './expressions.js';
import { addFocs } from './focs.js';
import { addFormulas } from './formulas.js';
import { isUsageError, sentenceOf } from './failure.js';
import { interruptedExitCode, interruptible, isInterrupted } from './interruptible.js';
import { addLevels } from './levels.js';
import { addPlay } from './play.js';
import { addRun } from './run.js';
import { type Terminal, processTerminal } from './terminal.js';
import { addTest } from './test.js';
import { usageSentence } from './usage-words.js';
import { addWhatIf } from './what-if.js';
import { generateMode } from '../eval/tier.js';
import { executorNamed } from '../world/executors.js';

const help = `
Examples:
  $ edict run --turns 10                   run the embedded galaxy
  $ edict check content/                   find all errors in content
  $ edict explain 1215 population          tell what made a value what it is
  $ edict test scenarios/                  run scenario files
  $ edict what-if realm.yaml --unlocks gold  list what a fact opens
  $ edict focs check --content scripting   find all errors in content of FreeOrion
  $ edict formulas check campaign.pcc      find all errors in a campaign of formulas
  $ edict expressions check Assets/XML     find all errors in expressions of Caveman2Cosmos
  $ edict levels run siege.pn --until 90s  play a level of Antares
  $ edict play duel.yaml                   play a game whose players decide`;

/**
 * The `edict` command: 0 when all went well, 1 when not, 2 when the command line is not right, 130 when Ctrl+C has
 * ended it.
 * `argv` is without node and script: `['run', '--turns', '5']`.
 */
export async function main(argv: readonly string[], terminal: Terminal = processTerminal()): Promise<number> {
  let exitCode = 0;
  const program = createProgram(terminal);
  const last: (() => void)[] = [];
  const context: Context = {
    terminal,
    finish: (code) => {
      exitCode = code;
    },
    afterwards: (act) => {
      last.push(act);
    },
  };
  for (const add of [
    addRun,
    addCheck,
    addExplain,
    addTest,
    addWhatIf,
    addFocs,
    addFormulas,
    addExpressions,
    addLevels,
    addPlay,
  ])
    add(program, context);
  pointToOwnHelp(program, program.name(), terminal);
  // Otherwise each file would be blamed for what the environment says.
  program.hook('preAction', () => {
    executorNamed(undefined);
    generateMode();
  });
  try {
    await interruptible(
      terminal,
      () => '; nothing was written',
      () => program.parseAsync([...argv], { from: 'user' }),
    );
    for (const act of last) act();
    return exitCode;
  } catch (error) {
    // Commander has printed its own.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const text = `${terminal.errorColors.red(sentenceOf(error))}\n`;
    if (isInterrupted(error) && terminal.errorPastStream !== undefined) terminal.errorPastStream(text);
    else terminal.error(text);
    return isInterrupted(error) ? interruptedExitCode : isUsageError(error) ? 2 : 1;
  }
}

function createProgram(terminal: Terminal): Command {
  return new Command('edict')
    .description('A simulation kernel for worlds whose rules are data.')
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show help of a command')
    .addHelpText('before', ({ error }) => (error ? 'edict: edict needs one of its commands, which are below\n' : ''))
    .addHelpText('after', help)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text),
      writeErr: (text) => terminal.error(text),
    });
}

/** Lets what is wrong with the words of a command be said in ours, with where its help is. */
function pointToOwnHelp(command: Command, name: string, terminal: Terminal): void {
  const argumentsByName = new Map(command.registeredArguments.map((each) => [each.name(), each.description]));
  command.configureOutput({
    outputError: (text, write) => {
      write(`${terminal.errorColors.red(usageSentence(text, { name, argumentsByName }))}\n`);
    },
  });
  for (const each of command.commands) pointToOwnHelp(each, `${name} ${each.name()}`, terminal);
}

function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}
