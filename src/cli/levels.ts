import { type Command, Option } from 'commander';
import { type Policy, policies } from '../content/antares/syntax.js';
import { EdictError } from '../kernel/errors.js';
import type { ExecutorName } from '../world/api.js';
import type { Context } from './context.js';
import { isUsageError } from './failure.js';
import { filled } from './filled.js';
import { isInterrupted } from './interruptible.js';
import { checkJson, checkLevels, checkText, entryOf, problemText, problemsOf } from './levels-check.js';
import { type PlayedLevel, reportJson, reportText } from './levels-report.js';
import { type RefusedLevel, playLevel, ticksIn } from './levels-run.js';
import type { Terminal } from './terminal.js';

const levelsHelp = `
Examples:
  $ edict levels check levels/
  $ edict levels run siege.pn --until 90s`;

const checkHelp = `
Errors are what no level may say; warnings are what a level may say and will probably not mean. References to what does not exist are
errors in sound and ignored in compat. In a folder all .pn files are checked; JSON files must be named.

Examples:
  $ edict levels check levels/
  $ edict levels check siege.pn --policy compat --json`;

const runHelp = `
Nothing moves, fights or builds by itself: that is up to a host. --facts gives what a host would say, in JSON or YAML:
  host:
  - { t: 90, phase: sweep, set: { initial.3.position: [200, 0], player.0.ships: 4 } }
  - { t: 95, phase: late, sweep: true }

Examples:
  $ edict levels run siege.pn
  $ edict levels run siege.pn --until 2m --facts battle.yaml --events
  $ edict levels run siege.json --policy compat`;

interface CheckOptions {
  readonly policy?: Policy;
  readonly json?: true;
}

interface RunOptions extends CheckOptions {
  readonly until?: number;
  readonly facts?: string;
  readonly events?: true;
  readonly executor?: ExecutorName;
}

const policyOption = (): Option =>
  new Option(
    '--policy <policy>',
    'compat: just as the engine does; sound: as its documentation intends (default: sound, or what the scenario file says)',
  ).choices(policies);

/** Adds `edict levels`: levels of Antares. */
export function addLevels(program: Command, context: Context): void {
  const levels = program
    .command('levels')
    .summary('check and play levels of Antares')
    .description(
      'Checks the conditions and actions of levels, in Procyon or JSON, and plays them without a game around them.',
    )
    .addHelpText('before', ({ error }) =>
      error ? 'edict: edict levels needs one of its commands, check or run\n' : '',
    )
    .addHelpText('after', levelsHelp);
  levels
    .command('check')
    .summary('find all errors in levels')
    .description(
      'Loads levels and shows their errors, and warns of what will probably not do what is meant, each with its file, line, column and path.',
    )
    .argument('<files...>', 'levels, Procyon or JSON, or folders of .pn files')
    .addOption(policyOption())
    .option('--json', 'print the report as JSON')
    .addHelpText('after', checkHelp)
    .action((paths: string[], options: CheckOptions) => {
      check(context, paths, options);
    });
  levels
    .command('run')
    .summary('play a level')
    .description('Plays a level and says which conditions fired when, what they did, and how it stands.')
    .argument('<level>', 'a level, Procyon or JSON, or a scenario file with one')
    .addOption(
      new Option(
        '--until <time>',
        'ticks, or a duration such as 90s (default: 60s, or what the scenario file says)',
      ).argParser(ticksIn),
    )
    .addOption(
      new Option('--facts <file>', 'what the host says, and when (default: what the scenario file says)').argParser(
        filled('--facts', 'give the path of a file'),
      ),
    )
    .addOption(policyOption())
    .option('--events', 'list every action, not only what fired')
    .addOption(
      new Option('--executor <name>', 'compiled (default), or reference: the interpreter').choices([
        'compiled',
        'reference',
      ]),
    )
    .option('--json', 'print the report as JSON')
    .addHelpText('after', runHelp)
    .action((file: string, options: RunOptions) => {
      run(context, file, options);
    });
}

function check({ terminal, finish }: Context, paths: readonly string[], { policy, json }: CheckOptions): void {
  const checked = checkLevels(paths, policy);
  terminal.out(json === true ? `${JSON.stringify(checkJson(checked), undefined, 2)}\n` : checkText(checked, terminal));
  finish(checked.errors.length > 0 ? 1 : 0);
}

function run({ terminal, finish }: Context, file: string, { json, events, ...options }: RunOptions): void {
  const withEvents = events === true;
  const played = json === true ? attempt(terminal, file, options) : play(terminal, file, options, false);
  const isPlayed = 'result' in played;
  if (json === true)
    terminal.out(`${JSON.stringify(isPlayed ? reportJson(played, withEvents) : refusalJson(played), undefined, 2)}\n`);
  else {
    const shown = isPlayed ? played.hostWarnings : played.errors;
    if (shown.length > 0) terminal.error(problemText(shown, terminal.errorColors).replace(/\n$/, ''));
    if (isPlayed) terminal.out(reportText(played, withEvents, terminal));
  }
  finish(isPlayed && played.result.error === undefined ? 0 : 1);
}

function play(
  terminal: Terminal,
  file: string,
  { until, facts, policy, executor }: RunOptions,
  silent: boolean,
): PlayedLevel | RefusedLevel {
  return playLevel(terminal, file, { policy, until, facts, executor, silent });
}

/** With JSON what cannot be read is told in it, too. What the command line itself says wrongly is not. */
function attempt(terminal: Terminal, file: string, options: RunOptions): PlayedLevel | RefusedLevel {
  try {
    return play(terminal, file, options, true);
  } catch (error) {
    if (!(error instanceof EdictError) || isUsageError(error) || isInterrupted(error)) throw error;
    return { file, policy: options.policy ?? 'sound', errors: problemsOf(error.culprit ?? file, error), warnings: [] };
  }
}

function refusalJson({ file, policy, errors, warnings }: RefusedLevel) {
  return { level: file, policy, errors: errors.map(entryOf), warnings: warnings.map(entryOf) };
}
