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
import { type WorldChoice, openWorld, worldFile, worldOptions } from './open-world.js';
import { limitOption, namingLimitOptions, setOption } from './assignments.js';
import { demandColour } from './picture-map.js';
import { colourOption, demandPicture, pictureOf, pictureOption } from './picture.js';
import { type Census, changesBetween, takeCensus } from './run-census.js';
import { reportLines, reportsJson, reportsOf } from './run-reports.js';
import type { RuleOrder } from './run-covered.js';
import { type Coverage, coverRules, coverageJson, coverageLines, together } from './run-rules.js';
import { demandFinalTable, finalTable, finalTableOptions } from './run-table.js';
import { type ObjectTable, tableCsv, tableJson, tableShown } from './object-table.js';
import { writeFileWhole } from '../files/write-file.js';
import { isSavedWorld } from '../kernel/snapshot.js';
import { kept } from '../kernel/maps.js';
import { doTimes, noticeTo, runTurn } from './progress.js';
import { type RunEvents, listenTo, nothing } from './run-events.js';
import { inspect } from '../world/inspect.js';
import { printable } from '../content/text/quote.js';
import type { World } from '../world/api.js';
import type { LoadReport } from '../world/saves/load-report.js';
import { type TableCell, counted, grouped, right, signed, tableLines, tableText, type Colors } from './terminal.js';

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
      'Runs a world for some turns and reports what it holds, how long the turns took, what changed, what ' +
      'occurred, what triggers did, and the state hash.',
    arguments: { '[scenario]': `${worldFile} to run` },
    options: [
      ...worldOptions,
      setOption,
      limitOption,
      ['--turns <n>', 'turns to run', { read: whole(0, 10_000_000), usual: 100 }],
      ['--save <file>', 'write the state at the end to a file, which is new or a saved world', { read: fileToWrite }],
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
    notes: 'Content begins its world by its section start. Without a file the command runs the embedded galaxy.',
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
      const reported = reportOf(world, start, first, watch, events(), about);
      const report = { ...reported, coverage: coverage?.(), table, loaded };
      if (csv && table !== undefined) terminal.out(tableCsv(table));
      else print(terminal, json, report, jsonOf, textOf);
    }
  });
}

/** The seed of a saved world is undefined. */
interface RunTitle {
  readonly title: string;
  readonly seed: string | undefined;
  readonly turns: number;
  readonly order: RuleOrder | undefined;
}

function reportOf(world: World, start: Census, first: Census, watch: Stopwatch, events: RunEvents, about: RunTitle) {
  const after = takeCensus(world);
  const kinds = [...after.kinds]
    .map(([kind, now]) => ({ kind, before: start.kinds.get(kind) ?? 0, after: now }))
    .filter((each) => each.before > 0 || each.after > 0);
  return {
    ...about,
    turn: world.turn,
    objects: world.size,
    kinds,
    total: watch.total(),
    perTurn: watch.turns(),
    phases: watch.phases(),
    bytes: inspect(world).bytes,
    changes: changesBetween(world, first, after),
    parameters: world.parameters,
    reports: reportsOf(world),
    hash: world.hash(),
    executor: inspect(world).executor.name,
    events: events.has.triggers || events.has.occurrences || events.totals.told > 0 ? events : undefined,
  };
}

type RunReport = ReturnType<typeof reportOf> & {
  readonly coverage: Coverage | undefined;
  readonly table: ObjectTable | undefined;
  readonly loaded: LoadReport | undefined;
};

/** Times in milliseconds, with three decimals. */
function jsonOf(report: RunReport) {
  const { turns, objects, perTurn, phases, bytes, hash, executor, title, seed = null, turn, kinds, changes } = report;
  const ofPhases = (of: keyof Spread) =>
    Object.fromEntries([...phases].map(([phase, spread]) => [phase, rounded(spread[of])]));
  const { fired, occurred, told, totals, delayed } = report.events ?? nothing;
  return {
    turns,
    objects,
    turnsPerSecond: rounded(turnsPerSecond(report)),
    msPerTurn: { median: rounded(perTurn.median), p95: rounded(perTurn.p95) },
    phases: ofPhases('median'),
    phasesP95: ofPhases('p95'),
    bytes,
    hash,
    executor,
    world: title,
    seed,
    turn,
    kinds,
    ...(report.loaded && { loaded: report.loaded.changes }),
    parameters: report.parameters,
    reports: reportsJson(report.reports),
    changes: changes.map((change) => ({
      ...change,
      sum: roundedIfAny(change.sum),
      total: roundedIfAny(change.total),
    })),
    fired,
    occurred,
    told: told.map(({ shown: _shown, ...each }) => each),
    totals,
    delayed,
    coverage: report.coverage && coverageJson(report.coverage, report.order ?? 'cost'),
    table: report.table && tableJson(report.table),
  };
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

function roundedIfAny(value: number | undefined): number | null {
  return value === undefined ? null : rounded(value);
}

const changesShown = 10;

function textOf(report: RunReport, colors: Colors): string {
  const { bold } = colors;
  const { title, seed, turns, turn, objects, kinds, events, executor, bytes, hash } = report;
  const kindRows = kinds.map(
    ({ kind, before, after }): Row => [
      printable(kind),
      right(before),
      right(after),
      right(before === after ? '' : signed(after - before)),
    ],
  );
  const nowText = turn === turns ? '' : ` (now at turn ${grouped(turn)})`;
  const seedText = seed === undefined ? '' : `, seed ${seed}`;
  const ran =
    turns === 0
      ? []
      : [
          ...section(bold, ['milliseconds', right('median'), right('p95')], timeRows(report)),
          ...changeLines(report, bold),
          ...reportLines(report.reports, bold),
          ...(events === undefined ? [] : eventLines(events, colors)),
        ];
  const lines = [
    bold(printable(`${title}${seedText}: ${counted(turns, 'turn')}${nowText}, ${grouped(objects)} objects`)),
    '',
    ...section(bold, ['objects', right('before'), right('after'), right('')], kindRows),
    ...ran,
    ...(report.coverage === undefined ? [] : coverageLines(report.coverage, report.order ?? 'cost', colors)),
    ...(report.table === undefined ? [] : [tableShown(report.table, colors)]),
    ...tableLines([
      ...(turns === 0 ? [] : [['turns per second', grouped(turnsPerSecond(report), 1)]]),
      ['executor', executor],
      ['bytes of state', grouped(bytes)],
      ['state hash', hash],
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

type Bold = Colors['bold'];
type Row = readonly [name: string, ...cells: TableCell[]];

function section(bold: Bold, head: Row, rows: readonly Row[]): readonly string[] {
  const [first, ...rest] = tableLines([head, ...rows.map(([name, ...cells]) => [`  ${name}`, ...cells])]);
  return [bold(first), ...rest, ''];
}

function turnsPerSecond({ turns, total }: RunReport): number {
  return total === 0 ? 0 : (turns * 1_000) / total;
}

function timeRows({ phases, perTurn }: RunReport): readonly Row[] {
  const rows: readonly (readonly [string, Spread])[] = [...phases, ['whole turn', perTurn]];
  return rows.map(([name, { median, p95 }]) => [printable(name), right(median.toFixed(3)), right(p95.toFixed(3))]);
}

function changeLines({ changes }: RunReport, bold: Bold): readonly string[] {
  if (changes.length === 0) return ['nothing changed', ''];
  const rows = changes
    .slice(0, changesShown)
    .map(
      ({ column, objects, sum, total }): Row => [
        printable(column),
        right(objects),
        right(total === undefined ? '' : grouped(total)),
        right(sum === undefined ? '' : signed(sum)),
      ],
    );
  const rest = changes.length - rows.length;
  return [
    ...section(bold, ['changed most', right('objects'), right('total change'), right('sum')], rows).slice(0, -1),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
    '',
  ];
}

const mostTurns = 40;
const mostOfATurn = 8;

function eventLines({ has, fired, occurred, told, totals, delayed }: RunEvents, colors: Colors): readonly string[] {
  const turns = new Map<number, Readonly<Record<'fired' | 'occurred' | 'told', string[]>>>();
  const at = (turn: number) => kept(turns, turn, () => ({ fired: [], occurred: [], told: [] }));
  for (const { turn, trigger } of fired) at(turn).fired.push(trigger);
  for (const { turn, occurrence, times } of occurred) at(turn).occurred.push(manyTimes(occurrence, times));
  for (const { turn, shown } of told) at(turn).told.push(shown);
  const firings = totals.fired === 0 ? 'no trigger fired' : `${counted(totals.fired, 'firing')} in all`;
  const occurrences = totals.occurred === 0 ? 'nothing occurred' : `${counted(totals.occurred, 'occurrence')} in all`;
  const columns = [
    ...(has.triggers || !has.occurrences ? [{ of: 'fired', between: ', ', total: firings } as const] : []),
    ...(has.occurrences ? [{ of: 'occurred', between: ', ', total: occurrences } as const] : []),
    { of: 'told', between: '; ', total: `${grouped(totals.told)} told` } as const,
  ];
  const rows = [...turns]
    .sort(([a], [b]) => a - b)
    .slice(0, mostTurns)
    .map(([turn, each]) => [right(turn), ...columns.map(({ of, between }) => few(each[of], between))]);
  const isCut =
    turns.size > mostTurns ||
    fired.length < totals.fired ||
    occurred.reduce((sum, { times }) => sum + times, 0) < totals.occurred ||
    told.length < totals.told;
  const counts = [
    ...columns.map(({ total }) => total),
    ...(totals.skipped === 0 ? [] : [`${counted(totals.skipped, 'action')} skipped`]),
    ...(totals.dropped === 0 ? [] : [`${counted(totals.dropped, 'list')} of actions dropped`]),
    delayed === 0 ? 'nothing is delayed' : `${counted(delayed, 'list')} of actions delayed`,
  ];
  return [
    ...(rows.length === 0 ? [] : [tableText([right('turn'), ...columns.map(({ of }) => of)], rows, colors)]),
    ...(isCut ? [`  … and more in later turns; --json lists up to 10,000 of each`] : []),
    counts.join(', '),
    '',
  ];
}

/** Counts equal neighbours. */
function few(texts: readonly string[], between: string): string {
  const runs: { readonly text: string; times: number }[] = [];
  for (const text of texts) {
    const last = runs.at(-1);
    if (last?.text === text) last.times++;
    else runs.push({ text, times: 1 });
  }
  const shown = runs.slice(0, mostOfATurn).map(({ text, times }) => manyTimes(text, times));
  const more = runs.length > mostOfATurn ? [`and ${grouped(runs.length - mostOfATurn)} more`] : [];
  return [...shown, ...more].join(between);
}

function manyTimes(text: string, times: number): string {
  return times === 1 ? text : `${text} (${grouped(times)} times)`;
}

interface Spread {
  readonly median: number;
  readonly p95: number;
}

type Stopwatch = ReturnType<typeof createStopwatch>;

function createStopwatch() {
  const turns: number[] = [];
  const phases = new Map<string, number[]>();
  let began = 0;
  let running = new Map<string, number>();
  return {
    observer: (phase: string, stage: 'begin' | 'end'): void => {
      if (stage === 'begin') began = performance.now();
      else running.set(phase, (running.get(phase) ?? 0) + performance.now() - began);
    },
    turn(run: () => void): void {
      running = new Map();
      const start = performance.now();
      run();
      turns.push(performance.now() - start);
      for (const [phase, time] of running) kept(phases, phase, (): number[] => []).push(time);
    },
    total: () => turns.reduce((sum, time) => sum + time, 0),
    turns: () => spreadOf(turns),
    phases: () => new Map([...phases].map(([phase, times]) => [phase, spreadOf(times)])),
  };
}

function spreadOf(times: readonly number[]): Spread {
  const sorted = times.toSorted((a, b) => a - b);
  return { median: median(times), p95: sorted.at(Math.max(0, Math.ceil(0.95 * times.length) - 1)) ?? 0 };
}

/** 0 for an empty list. */
export function median(values: readonly number[]): number {
  if (values.length === 0) return 0;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
