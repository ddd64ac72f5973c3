import { existsSync } from 'node:fs';
import {
  type Context,
  addCommand,
  fileToWrite,
  jsonOption,
  misused,
  print,
  refuseToReplace,
  usageError,
  whole,
  within,
  agentOption,
} from './command.js';
import { type WorldChoice, openWorld, worldOptions } from './open-world.js';
import { worldFile } from './scenario-argument.js';
import { limitOption, namingLimitOptions, setOption } from './assignments.js';
import { demandColour } from './picture-map.js';
import { colourOption, demandPicture, pictureOf, pictureOption } from './picture.js';
import { takeCensus } from './run-census.js';
import { runJson, runReport, runText } from './run-report.js';
import type { RuleOrder } from './run-covered.js';
import { type Coverage, coverRules, coverageJson, coverageLines, together } from './run-rules.js';
import { demandFinalTable, finalTable, finalTableOptions } from './run-table.js';
import { tableCsv } from './object-table.js';
import { writeFileWhole } from '../files/write-file.js';
import { isSavedWorld } from '../kernel/snapshot.js';
import { doTimes, noticeTo, runTurn } from './progress.js';
import { listenTo } from './run-events.js';
import { printable } from '../content/text/quote.js';
import { createStopwatch } from './stopwatch.js';
import { counted, grouped } from './terminal.js';

interface RunOptions extends WorldChoice {
  readonly turns: number;
  readonly save?: string;
  readonly picture?: string;
  readonly colour?: string;
  readonly rules?: RuleOrder | true;
  readonly seeds?: readonly string[];
  readonly show?: string | true;
  readonly kind?: string;
  readonly where?: string;
  readonly first?: number;
  readonly csv?: true;
  readonly json?: true;
}

export function addRun(context: Context): void {
  addCommand(context, 'run', {
    summary: 'run a world and report on it',
    description:
      'Runs a world for some turns and reports its objects, how long the turns took, what changed, what ' +
      'occurred, what triggers did, and the state hash.',
    arguments: { '[scenario]': `${worldFile} to run` },
    options: [
      ...worldOptions,
      setOption,
      limitOption,
      ['--turns <n>', 'turns to run', { read: whole(0, 10_000_000), usual: 100 }],
      ['--save <file>', 'write the final state to a new file, or over a saved world', { read: fileToWrite }],
      pictureOption,
      colourOption,
      agentOption,
      [
        '--rules [order]',
        'list what each rule, flow, growth formula, variable, trigger and ability did and how long it took, ' +
          'those that did nothing first; by cost (default) or name',
        { read: ruleOrder },
      ],
      [
        '--seeds <from..to>',
        'with --rules: run a world for each of these seeds, such as 1..20, and list rules for all of them',
        { read: seedRange, conflicts: ['seed', 'save', 'picture', 'load', 'state'] },
      ],
      ...finalTableOptions,
      jsonOption('the report'),
    ],
    notes:
      'Content makes its first objects with its section start. Without a file, the command runs the embedded galaxy.',
    examples: [
      'run',
      'run --objects 5000 --turns 20 --seed 7',
      'run colony.yaml --turns 10 --json',
      'run examples/agents/wolfsheep.yaml --turns 50 --seed 7',
      'run examples/agents/life.yaml --turns 50 --picture life.svg',
      'run colony.yaml --turns 50 --show id,name,population --kind planet',
      'run colony.yaml --turns 50 --rules',
      'run colony.yaml --turns 50 --rules --seeds 1..20',
      'run sheep.yaml --set breed=0.1 --limit createdPerTurn=1000000',
      'run --turns 50 --save half.edict && edict run --turns 50 --load half.edict',
    ],
    act: namingLimitOptions(run),
  });
}

function ruleOrder(option: string) {
  return (text: string): RuleOrder => {
    if (text === 'cost' || text === 'name') return text;
    throw misused(option, text, `give cost or name, or nothing; a file stands before ${option}`);
  };
}

function seedRange(option: string) {
  return (text: string): readonly string[] => {
    const [, from = NaN, to = NaN] = (/^(\d{1,9})\.\.(\d{1,9})$/.exec(text) ?? []).map(Number);
    if (!(from <= to)) throw misused(option, text, 'give a range of whole numbers, such as 1..20');
    if (to - from >= mostSeeds) throw misused(option, text, `give ${grouped(mostSeeds)} seeds at most`);
    return Array.from({ length: to - from + 1 }, (_, i) => String(from + i));
  };
}

const mostSeeds = 10_000;

function run(context: Context, given: readonly string[], options: RunOptions): void {
  if (options.seeds === undefined) runOne(context, given, options);
  else runSeeds(context, given, options, options.seeds);
}

/** For their rules alone. */
function runSeeds(context: Context, given: readonly string[], options: RunOptions, seeds: readonly string[]): void {
  const { terminal } = context;
  const { rules, turns, json } = options;
  demandFinalTable(options);
  if (rules === undefined)
    throw usageError('--seeds lists the rules of many runs; give --rules too, or --seed for one run');
  const all: Coverage[] = [];
  let title = '';
  doTimes(
    terminal,
    seeds.length,
    (place) => {
      const seed = seeds[place - 1];
      const opened = openWorld(context, { ...options, seed }, given.at(0), noticeTo(terminal, json));
      ({ title } = opened);
      const { world } = opened;
      const watch = createStopwatch();
      const coverage = coverRules(world, listenTo(world), watch.total);
      for (let turn = 0; turn < turns; turn++)
        within(`seed ${seed}, turn ${world.turn + 1}`, () => {
          watch.turn(() => {
            runTurn(world, 'give --agent random or --agent first');
          });
        });
      all.push(coverage());
    },
    { silent: json, unit: 'seed', left: () => '; nothing was written' },
  );
  const order = rules === true ? 'cost' : rules;
  print(
    terminal,
    json,
    together(all),
    (coverage) => ({ world: title, seeds, turns, ...coverageJson(coverage, order) }),
    (coverage, colors) =>
      [
        colors.bold(printable(`${title}: ${counted(turns, 'turn')} for each of ${counted(seeds.length, 'seed')}`)),
        '',
        ...coverageLines(coverage, order, colors),
      ].join('\n'),
  );
}

function runOne(context: Context, given: readonly string[], options: RunOptions): void {
  const { terminal, afterwards } = context;
  const { save, picture, colour, turns, json, csv } = options;
  demandFinalTable(options);
  if (save !== undefined) refuseToReplace(save, '--save', 'saved world', isSavedWorld);
  demandPicture(picture, colour);
  const { world, title, seed, loaded } = openWorld(context, options, given.at(0), noticeTo(terminal, json ?? csv));
  // A column or condition that is not there is found before the turns.
  finalTable(world, options);
  demandColour(world, colour);
  const events = listenTo(world);
  const start = takeCensus(world);
  let first = start;
  const watch = createStopwatch();
  const coverage = options.rules === undefined ? undefined : coverRules(world, events, watch.total);
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
      silent: json ?? csv,
      left: () => `; nothing was written${save !== undefined && existsSync(save) ? `, ${save} is as it was` : ''}`,
    },
  );
  afterwards(() => {
    try {
      if (save !== undefined) writeFileWhole(save, world.save());
      if (picture !== undefined) writeFileWhole(picture, pictureOf(world, { title, seed, colour }));
    } finally {
      // Even if the world cannot be written.
      const about = { title, seed, turns, order: options.rules === true ? ('cost' as const) : options.rules };
      const table = finalTable(world, options);
      const reported = runReport(world, start, first, watch, events(), about);
      const report = { ...reported, coverage: coverage?.(), table, loaded };
      if (csv && table !== undefined) terminal.out(tableCsv(table));
      else print(terminal, json, report, runJson, runText);
    }
  });
}
