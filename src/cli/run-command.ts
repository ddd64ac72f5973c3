import { existsSync } from 'node:fs';
import { type Agent, firstAgent, randomAgent } from '../world/play-out.js';
import type { TurnAgent } from '../world/events-api.js';
import { takeCensus, jsonOf, reportOf, textOf } from './run-report.js';
import { type Context, addCommand, fileToWrite, jsonOption, print, refuseToReplace, whole } from './command.js';
import { writeFileWhole } from '../files/write-file.js';
import { isSavedWorld } from '../kernel/snapshot.js';
import { within } from './usage-error.js';
import { doTimes, noticeTo } from './progress.js';
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

export function addRun(context: Context): void {
  addCommand(context, 'run', {
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
    notes: 'Without a scenario it runs the embedded galaxy.',
    examples: [
      'run',
      'run --objects 5000 --turns 20 --seed 7',
      'run colony.yaml --turns 10 --json',
      'run --turns 50 --save half.edict && edict run --turns 50 --load half.edict',
    ],
    act: run,
  });
}

function run(context: Context, given: readonly string[], options: RunOptions): void {
  const { terminal, afterwards } = context;
  const { save, turns, json } = options;
  if (save !== undefined) refuseToReplace(save, '--save', 'saved world', isSavedWorld);
  const { world, title, seed } = openWorld(context, options, given.at(0), noticeTo(terminal, json));
  if (options.agent !== undefined) world.events.answerWith(turnAgent(options.agent, seed ?? world.hash()));
  const events = listenTo(world);
  const start = takeCensus(world);
  let first = start;
  const watch = createStopwatch();
  doTimes(
    terminal,
    turns,
    (turn) => {
      within(`turn ${world.turn + 1}`, () =>
        watch.turn(() => runTurn(world, 'give --agent random or --agent first', watch.observer)),
      );
      // Max meters have values only after a turn.
      if (turn === 1 && turns > 1) first = takeCensus(world);
    },
    {
      silent: json,
      left: () => `; nothing was written${save !== undefined && existsSync(save) ? `, ${save} is as it was` : ''}`,
    },
  );
  afterwards(() => {
    try {
      if (save !== undefined) writeFileWhole(save, world.save());
    } finally {
      // Even where the world cannot be written.
      const report = reportOf(world, start, first, watch, events(), { title, seed, turns });
      print(terminal, json, report, jsonOf, textOf);
    }
  });
}

function turnAgent(chosen: 'random' | 'first', seed: string): TurnAgent {
  const agent: Agent = chosen === 'random' ? randomAgent(`${seed}/turns`) : firstAgent();
  return (decision) => agent({ decision, optionCount: decision.options.length, decider: decision.player ?? 0 });
}
