import { existsSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { EdictError } from '../kernel/errors.js';
import type { World } from '../world/api.js';
import { type Census, takeCensus } from './census.js';
import type { Context } from './context.js';
import { fileToWrite } from './filled.js';
import { interruptible } from './interruptible.js';
import { createProgress, noticeTo } from './progress.js';
import { listenTo } from './run-events.js';
import { jsonOf, reportOf, textOf } from './run-report.js';
import { runTurn } from './run-turn.js';
import { refuseToSave, writeSave } from './save-file.js';
import { type Stopwatch, createStopwatch } from './stopwatch.js';
import { wholeNumber } from './whole-number.js';
import { type WorldChoice, addWorldOptions, openWorld } from './world-source.js';
import { type Agent, firstAgent, randomAgent } from '../world/play-out.js';
import type { TurnAgent } from '../world/timing-api.js';

interface RunOptions extends WorldChoice {
  readonly turns: number;
  readonly save?: string;
  readonly agent?: RunAgent;
  readonly json?: true;
}

const help = `
Without a scenario it runs the embedded galaxy.

Examples:
  $ edict run
  $ edict run --objects 5000 --turns 20 --seed 7
  $ edict run colony.yaml --turns 10 --json
  $ edict run --turns 50 --save half.edict && edict run --turns 50 --load half.edict`;

/** Adds `edict run`: runs a world and reports. */
export function addRun(program: Command, context: Context): void {
  addWorldOptions(program.command('run'))
    .summary('run a world and report on it')
    .description(
      'Runs a world for some turns and reports what it holds, how long the turns took, what changed, what occurred, what triggers did, and the state hash.',
    )
    .argument('[scenario]', 'scenario file whose world to run')
    .addOption(new Option('--turns <n>', 'turns to run').argParser(wholeNumber('--turns', 0, 10_000_000)).default(100))
    .addOption(
      new Option('--save <file>', 'write the state at the end to a file, which is new or a saved world').argParser(
        fileToWrite('--save'),
      ),
    )
    .addOption(
      new Option(
        '--agent <name>',
        'who takes decisions within turns: random takes any option, first the first one (default: a turn in which somebody has to decide is an error)',
      ).choices(runAgents),
    )
    .option('--json', 'print the report as JSON')
    .addHelpText('after', help)
    .action((scenario: string | undefined, options: RunOptions) => {
      run(context, scenario, options);
    });
}

function run({ terminal, finish, afterwards }: Context, scenario: string | undefined, options: RunOptions): void {
  const { save, turns } = options;
  if (save !== undefined) refuseToSave(save);
  const { world, title, seed } = openWorld(options, scenario, noticeTo(terminal, options.json === true));
  if (options.agent !== undefined) world.answerWith(turnAgent(options.agent, seed ?? world.hash()));
  const events = listenTo(world);
  const start = takeCensus(world);
  let first: Census = start;
  const watch = createStopwatch();
  const progress = createProgress(terminal, turns, options.json === true);
  try {
    let done = 1;
    interruptible(
      terminal,
      () => ` in turn ${String(done)} of ${String(turns)}; ${leftAlone(save)}`,
      () => {
        for (; done <= turns; done++) {
          step(world, watch);
          // Max meters have their values only after a turn, so that one is what later turns are compared with.
          if (done === 1 && turns > 1) first = takeCensus(world);
          progress.update(done);
        }
      },
    );
  } finally {
    progress.stop();
  }
  afterwards(() => {
    try {
      if (save !== undefined) writeSave(save, world.save());
    } finally {
      // Hours may have gone into it: it is told even where the world cannot be written.
      const report = reportOf(world, { start, first }, watch, events(), { title, seed, turns });
      terminal.out(
        options.json === true ? `${JSON.stringify(jsonOf(report), undefined, 2)}\n` : textOf(report, terminal),
      );
    }
    finish(0);
  });
}

/** What has become of the file to save in when nothing has been written. */
function leftAlone(save: string | undefined): string {
  return save !== undefined && existsSync(save) ? `nothing was written, ${save} is as it was` : 'nothing was written';
}

/** Runs one turn under the watch; what goes wrong in it names the turn. */
function step(world: World, { turn, observer }: Stopwatch): void {
  try {
    turn(() => {
      runTurn(world, 'give --agent random or --agent first', observer);
    });
  } catch (error) {
    if (!(error instanceof EdictError)) throw error;
    throw new EdictError(
      error.code,
      `turn ${String(world.turn + 1)}: ${error.message.replace(/^edict: /, '')}`,
      error.culprit,
    );
  }
}

/** Who takes decisions within turns. */
const runAgents = ['random', 'first'] as const;
type RunAgent = (typeof runAgents)[number];

/** Equal seeds, equal decisions. */
function turnAgent(chosen: RunAgent, seed: string): TurnAgent {
  const agent: Agent = chosen === 'random' ? randomAgent(`${seed}/turns`) : firstAgent();
  return (decision) => agent({ decision, optionCount: decision.options.length, decider: decision.player ?? 0 });
}
