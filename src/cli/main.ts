import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { addCheck } from './check-command.js';
import { addDiff } from './diff-command.js';
import { addCompile } from './compile-command.js';
import { type Context, type Dialect, errorOfHelp, isUsageError, noCommand, sentenceOf } from './command.js';
import { addExplain } from './explain-command.js';
import { interruptedExitCode, interruptible, isInterrupted } from './progress.js';
import { addPlay } from './play-command.js';
import { addRun } from './run-command.js';
import { type Terminal, processTerminal } from './terminal.js';
import { addAsk } from './ask-command.js';
import { addShow } from './show-command.js';
import { addTest } from './test-command.js';
import { addVerify } from './verify-command.js';
import { addWhatIf } from './what-if-command.js';
import { addWhyNot } from './why-not-command.js';
import { generateMode } from '../eval/tier.js';
import { executorNamed } from '../world/open-world.js';
import * as registry from '../content/dialects.js';
import { listTexts, printable } from '../content/text/quote.js';
import { knownFormats } from '../scenarios/known-formats.js';

const commands = [
  ...[addRun, addCheck, addCompile, addExplain, addShow, addAsk, addTest, addWhatIf, addWhyNot, addPlay],
  ...[addDiff, addVerify],
];
const dialects: readonly Dialect[] = Object.values(registry);

const examples: readonly (readonly [command: string, effect: string])[] = [
  ['run --turns 10', 'run the embedded galaxy'],
  ['run model.yaml --set breed=0.1', 'run content that begins a world'],
  ['check content/', 'find all errors in content'],
  ['compile content/ -o a.edict.json', 'write content as one data file'],
  ['explain 1215 population', 'show what made a value what it is'],
  ['why-not farm/harvest Terra colony.yaml', 'show why a rule did not fire'],
  ['show colony.yaml --turns 10', 'show the objects of a world'],
  ["ask 'objects(planet).count()' colony.yaml", 'evaluate an expression'],
  ['test scenarios/', 'run scenario files'],
  ['what-if realm.yaml --unlocks gold', 'list what a fact unlocks'],
  ['play duel.yaml', 'play a game whose players decide'],
  ['diff a.yaml b.yaml', 'find where two runs begin to differ'],
  ['verify colony.yaml', 'check that a world runs the same on copies and after saves'],
  ...dialects.map(({ example }) => example),
];

const help = `
Examples:
${examples.map(([command, effect]) => `  $ edict ${command.padEnd(42)} ${effect}`).join('\n')}`;

/**
 * The `edict` command. Returns 0 for success, 1 for failure, 2 for a wrong command line, 130 after Ctrl+C. `argv` lacks
 * node and script: `['run', '--turns', '5']`.
 */
export async function main(argv: readonly string[], terminal: Terminal = processTerminal()): Promise<number> {
  let exitCode = 0;
  const program = createProgram(terminal);
  const last: (() => void)[] = [];
  const context: Context = {
    program,
    terminal,
    fail: () => {
      exitCode = 1;
    },
    afterwards: (act) => void last.push(act),
    known: knownFormats(dialects),
    dialects,
  };
  for (const add of [...commands, ...dialects.map(({ addCommand }) => addCommand)]) add(context);
  pointToOwnHelp(program, program.name(), terminal);
  // Errors of the environment precede those of files.
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

function nowCalled(given: string): string | undefined {
  const now = dialects.find(({ formerCommand }) => formerCommand === given)?.name;
  return now && `it is edict ${now} now`;
}

function createProgram(terminal: Terminal): Command {
  return new Command('edict')
    .description('A simulation kernel for worlds whose rules are data.')
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show help of a command')
    .addHelpText('before', errorOfHelp('edict', 'which are below', nowCalled))
    .addHelpText('after', help)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text),
      writeErr: (text) => terminal.error(text),
    });
}

/** Replaces Commander's errors by sentences with the command's name. */
function pointToOwnHelp(command: Command, name: string, terminal: Terminal): void {
  const argumentsByName = new Map(command.registeredArguments.map((each) => [each.name(), each.description]));
  const options = command.createHelp().visibleOptions(command);
  const flags = new Set(options.flatMap((each) => (each.isBoolean() ? (each.long ?? []) : [])));
  command.configureOutput({
    outputError: (text, write) => {
      write(`${terminal.errorColors.red(usageSentence(text, { name, argumentsByName, flags }))}\n`);
    },
  });
  for (const each of command.commands) pointToOwnHelp(each, `${name} ${each.name()}`, terminal);
}

function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

interface NamedCommand {
  readonly name: string;
  readonly argumentsByName: ReadonlyMap<string, string>;
  /** Options without a value, such as `--json`. */
  readonly flags: ReadonlySet<string>;
}

/** Commander gives texts alone. A text without an entry here stays unchanged. */
const sentences: readonly (readonly [
  RegExp,
  (command: NamedCommand, parts: readonly string[], guess: string | undefined) => string,
])[] = [
  [
    /^unknown command '(.*)'$/,
    ({ name }, [given], guess) => noCommand(name, given, (name === 'edict' ? nowCalled(given) : undefined) ?? guess),
  ],
  [
    /^unknown option '(.*)'$/,
    ({ name, flags }, [given], guess) => {
      const [option] = given.split('=', 1);
      if (option !== given && flags.has(option)) return `${option} takes no value; give ${option} alone, not ${given}`;
      return `${name} has no option ${given}; ${guess ?? `${name} --help lists them`}`;
    },
  ],
  [
    /^missing required argument '(.*)'$/,
    ({ name, argumentsByName }, [argument]) =>
      `${name} needs <${argument}>, ${argumentsByName.get(argument) ?? 'which is missing'}; see ${name} --help`,
  ],
  [
    /^option '(.*)' argument missing$/,
    ({ name }, [flags]) => `${longName(flags)} needs a value, ${flags}; see ${name} --help`,
  ],
  [/^required option '(.*)' not specified$/, ({ name }, [flags]) => `${name} needs ${flags}; see ${name} --help`],
  [
    /^option '(.*)' cannot be used with option '(.*)'$/,
    (_command, [one, other]) => `${longName(one)} and ${longName(other)} exclude each other; leave one of them out`,
  ],
  [
    /^option '(.*)' argument '(.*)' is invalid\. Allowed choices are (.*)$/,
    (_command, [flags, given, choices]) =>
      `${longName(flags)} is ${JSON.stringify(given)}; give ${either(choices.split(', '))}`,
  ],
  [
    /^too many arguments.*\. Expected (\d+) arguments? but got (\d+)$/,
    ({ name }, [most, given]) =>
      `${name} takes ${most} argument${most === '1' ? '' : 's'}, and ${given} are given; put quotes around what has spaces in it, ` +
      `or see ${name} --help`,
  ],
];

function usageSentence(text: string, command: NamedCommand): string {
  const lines = text
    .trim()
    .replace(/^error: /, '')
    .split('\n');
  const [first, ...rest] = lines.map((line) => printable(line.replace(/\.$/, '')));
  const near = /^\(Did you mean (?:one of )?(.*)\?\)$/.exec(rest.join(' ').trim())?.[1];
  const guess = near && `did you mean ${listTexts(near.split(', '))}?`;
  for (const [pattern, words] of sentences) {
    const found = pattern.exec(first);
    if (found !== null) return `edict: ${words(command, found.slice(1), guess)}`;
  }
  return `edict: ${first}; ${guess ?? `see ${command.name} --help`}`;
}

function longName(flags: string): string {
  return /--[\w-]+/.exec(flags)?.[0] ?? flags;
}

function either(choices: readonly string[]): string {
  return [choices.slice(0, -1).join(', '), ...choices.slice(-1)].filter((text) => text !== '').join(' or ');
}
