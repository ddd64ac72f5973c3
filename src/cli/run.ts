import { existsSync } from 'node:fs';
import { type Agent, firstAgent, randomAgent } from '../world/play-out.js';
import type { TurnAgent } from '../world/timing-api.js';
import { takeCensus, jsonOf, reportOf, textOf } from './run-report.js';
import { type Context, addCommand, fileToWrite, jsonOption, print, refuseToReplace, whole } from './command.js';
import { writeFileWhole } from '../files/write-file.js';
import { isSavedWorld } from '../kernel/snapshot.js';
import { within } from './failure.js';
import { interruptible, createProgress, noticeTo } from './progress.js';
import { listenTo } from './run-events.js';
import { runTurn } from './run-turns.js';
import { createStopwatch } from './stopwatch.js';
import { type WorldChoice, openWorld, worldOptions } from './world-source.js';

interface RunOptions extends WorldChoice {
  readonly turns: number;
  readonly save?: string;
  readonly agent?: 'random' | 'first';
  readonly json?: true;
}

const help = `
Without a scenario it runs the embedded galaxy.

Examples:
  $ edict run
  $ edict run --objects 5000 --turns 20 --seed 7
  $ edict run colony.yaml --turns 10 --json
  $ edict run --turns 50 --save half.edict && edict run --turns 50 --load half.edict`;

export function addRun(context: Context): void {
  addCommand(context.program, 'run', {
    summary: 'run a world and report on it',
    description:
      'Runs a world for some turns and reports what it holds, how long the turns took, what changed, what occurred, what triggers did, and the state hash.',
    arguments: { '[scenario]': 'scenario file whose world to run' },
    options: [
      ...worldOptions,
      ['--turns <n>', 'turns to run', { read: whole(0, 10_000_000), usual: 100 }],
      ['--save <file>', 'write the state at the end to a file, which is new or a saved world', { read: fileToWrite }],
      [
        '--agent <name>',
        'who takes decisions within turns: random takes any option, first the first one (default: a turn in which somebody has to decide is an error)',
        { choices: ['random', 'first'] },
      ],
      jsonOption('the report'),
    ],
    help,
  }).action((scenario: string | undefined, options: RunOptions) => run(context, scenario, options));
}

function run({ terminal, finish, afterwards }: Context, scenario: string | undefined, options: RunOptions): void {
  const { save, turns, json } = options;
  if (save !== undefined) refuseToReplace(save, '--save', 'saved world', isSavedWorld);
  const { world, title, seed } = openWorld(options, scenario, noticeTo(terminal, json));
  if (options.agent !== undefined) world.answerWith(turnAgent(options.agent, seed ?? world.hash()));
  const events = listenTo(world);
  const start = takeCensus(world);
  let first = start;
  const watch = createStopwatch();
  const progress = createProgress(terminal, turns, json);
  let done = 1;
  interruptible(
    terminal,
    () => ` in turn ${done} of ${turns}; ${leftAlone(save)}`,
    () => {
      for (; done <= turns; done++) {
        within(`turn ${world.turn + 1}`, () =>
          watch.turn(() => runTurn(world, 'give --agent random or --agent first', watch.observer)),
        );
        // Max meters have values only after a turn, so later turns are compared with that one.
        if (done === 1 && turns > 1) first = takeCensus(world);
        progress.update(done);
      }
    },
    progress,
  );
  afterwards(() => {
    try {
      if (save !== undefined) writeFileWhole(save, world.save());
    } finally {
      // Hours may have gone into it: told even where the world cannot be written.
      const report = reportOf(world, start, first, watch, events(), { title, seed, turns });
      print(
        terminal,
        json,
        () => jsonOf(report),
        (colors) => textOf(report, colors),
      );
    }
    finish(0);
  });
}

function leftAlone(save: string | undefined): string {
  return save !== undefined && existsSync(save) ? `nothing was written, ${save} is as it was` : 'nothing was written';
}

/** Equal seeds, equal decisions. */
function turnAgent(chosen: 'random' | 'first', seed: string): TurnAgent {
  const agent: Agent = chosen === 'random' ? randomAgent(`${seed}/turns`) : firstAgent();
  return (decision) => agent({ decision, optionCount: decision.options.length, decider: decision.player ?? 0 });
}
