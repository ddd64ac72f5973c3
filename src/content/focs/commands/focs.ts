import { liveIds } from '../../../components/live-objects.js';
import { type Game, type LoadedGame, loadGame } from '../game.js';
import { compareMeters, type Comparison } from '../state/compare-meters.js';
import { readState } from '../state/read-state.js';
import { EdictError } from '../../../kernel/errors.js';
import { handleOf, resolve } from '../../../kernel/identity.js';
import { population } from '../../../state/object-life.js';
import { type Effort, type Measured, measurePass } from '../turn/measure.js';
import { passNames, type GameSession, createSession } from '../turn/game-session.js';
import {
  type Context,
  type OptionRow,
  addGroup,
  fileOption,
  filled,
  jsonOption,
  print,
  whole,
  usageError,
} from '../../../cli/command.js';
import { nameWithId } from '../../../cli/find-object.js';
import { firstBy } from '../../../kernel/lists.js';
import { findingsOf } from '../../../plans/findings/find-all.js';
import type { Diagnostic } from '../../text/diagnostic.js';
import { explainCell } from './explain-cell.js';
import {
  hiddenWarnings,
  problemsJson,
  problemsText,
  type TableRow,
  counted,
  grouped,
  right,
  tableLines,
  type Colors,
  type Terminal,
} from '../../../cli/terminal.js';
import { noticeTo } from '../../../cli/progress.js';

interface CheckOptions {
  readonly content: string;
  readonly keepGoing?: true;
  readonly json?: true;
}

interface RunOptions extends CheckOptions {
  readonly state: string;
  readonly pass: Measured;
  readonly repeat?: number;
  readonly compare?: true;
  readonly explain?: readonly string[];
}

const warmUp = 20;

/** Without `--repeat`. */
const shortEffort: Effort = { warmUp, repeat: 20, milliseconds: 2_000 };

const runNotes = `The content is the unpacked folder \`scripting\` of the game; the state is a file of the format
freeorion-state/1, also compressed. Pass a runs all effects; b and c those that write meters; all runs the whole turn,
a, b and c one after the other. With --compare it exits with 1 when a meter differs.`;

const contentOptions: readonly OptionRow[] = [
  [
    '--content <folder>',
    'unpacked content: the folder scripting',
    { read: filled('give the path of a folder'), isNeeded: true },
  ],
  ['--keep-going', 'leave out broken items and go on'],
  jsonOption('the report'),
];

export function addFocs(context: Context): void {
  addGroup(context, 'focs', {
    summary: 'run content and states of FreeOrion',
    description: 'Loads content in the FOCS language, checks it, and runs states of games by it.',
    examples: ['focs check --content scripting', 'focs run --content scripting --state mid_t119.json.gz --compare'],
    commands: {
      run: {
        summary: "run a pass of a game's turn",
        description:
          'Loads content and a state of a game, runs a pass of its turn, and reports what it did and how long it took.',
        options: [
          ...contentOptions,
          fileOption('--state <file>', 'state of a game', { isNeeded: true }),
          ['--pass <pass>', 'which pass', { choices: [...passNames, 'all'], usual: 'c' }],
          [
            '--repeat <n>',
            `then run it ${warmUp} times to warm up and n times more, each from the same state, and give medians`,
            { read: whole(1, 100_000) },
          ],
          ['--compare', 'compare the meters with those that the state records'],
          [
            '--explain <object-and-meter...>',
            'explain a meter instead: an object by id or name, and METER or PART/METER',
          ],
        ],
        notes: runNotes,
        examples: [
          'focs run --content scripting --state mid_t119.json.gz --pass c --compare',
          'focs run --content scripting --state mid_t119.json.gz --pass c --repeat 50 --json',
          'focs run --content scripting --state mid_t119.json.gz --explain 875 TARGET_POPULATION',
          'focs run --content scripting --state mid_t119.json.gz --explain 2515 SR_WEAPON_1_1/max_capacity',
        ],
        act: run,
      },
      check: {
        summary: 'find all errors in content',
        description: 'Loads content and shows its errors and warnings, each with its file, line and column.',
        options: contentOptions,
        examples: ['focs check --content scripting', 'focs check --content scripting --keep-going --json'],
        act: check,
      },
    },
  });
}

function check({ terminal, fail }: Context, _given: readonly string[], options: CheckOptions): void {
  const read = readGame(options);
  const loaded: LoadedGame = { ...read, warnings: [...read.warnings, ...findingWarnings(read)] };
  print(terminal, options.json, loaded, checkJson, checkText);
  if (loaded.errors.length > 0) fail();
}

/**
 * The likely mistakes of content without errors, as warnings. Meters and properties are declared by the game, so only
 * findings about effects groups count. A group makes a rule in each pass that runs it, and is reported once.
 */
function findingWarnings({ game, errors }: LoadedGame): readonly Diagnostic[] {
  if (game === undefined || errors.length > 0) return [];
  const found = findingsOf(game.program).flatMap(({ code, of: { origin }, message, suggestion }) =>
    origin === undefined ? [] : [{ severity: 'warning', code, ...origin, message, suggestion } as const],
  );
  return firstBy(found, ({ code, file, line, column, message }) => JSON.stringify([code, file, line, column, message]));
}

function run({ terminal, fail }: Context, _given: readonly string[], options: RunOptions): void {
  const { pass, explain, json } = options;
  checkOptions(options);
  const notice = noticeTo(terminal, json);
  // The fast part first, so that a mistake in it is reported at once.
  notice(`reading the state ${options.state}`);
  const source = readState(options.state);
  notice(`reading content from ${options.content}`);
  const start = performance.now();
  const game = gameToRun(terminal, notice, options);
  const load = performance.now() - start;
  if (game === undefined) return fail();
  if (explain !== undefined) return explainCell(terminal, game, source, pass, explain, json);
  const report = reportOf(createSession(game, source), options, load);
  print(terminal, json, report, jsonOf, textOf);
  if (report.comparison !== undefined && report.comparison.different > 0) fail();
}

type FocsReport = ReturnType<typeof reportOf>;

function reportOf(session: GameSession, options: RunOptions, load: number) {
  const { state, imported } = session;
  const { pass, compare } = options;
  const { objects } = imported.source;
  const before = Array.from(liveIds(state), (id) => handleOf(state.identity, id));
  const measurement = measurePass(session, pass, effortOf(options));
  const destroyed = before.filter((handle) => resolve(state.identity, handle) === 0).length;
  return {
    pass,
    objects: objects.length,
    load,
    ...measurement,
    // Parts of ships included.
    destroyed,
    created: population(state) - (before.length - destroyed),
    names: new Map(objects.map((object) => [object.id, nameWithId(object)])),
    comparison: compare && compareMeters(imported),
  };
}

function checkOptions({ explain, compare, repeat }: RunOptions): void {
  if (explain === undefined) return;
  if (explain.length !== 2)
    throw usageError('--explain takes an object and a meter, such as --explain 875 TARGET_POPULATION');
  if (compare || repeat !== undefined)
    throw usageError(`--explain is for one pass alone; leave out --${compare ? 'compare' : 'repeat'}`);
}

function effortOf({ repeat, json }: RunOptions): Effort | undefined {
  if (repeat !== undefined) return { warmUp, repeat, milliseconds: Infinity };
  return json && shortEffort;
}

function readGame({ content, keepGoing }: CheckOptions): LoadedGame {
  const loaded = loadGame(content, { keepGoing: keepGoing === true });
  if (loaded.files.length > 0 || loaded.errors.length > 0) return loaded;
  throw new EdictError(
    'bad-content-folder',
    `there is no content in ${JSON.stringify(content)}, no file in it or below it ends in .focs.txt or .inf; give the unpacked folder scripting`,
  );
}

function gameToRun(
  { error, errorColors: colors }: Terminal,
  notice: (text: string) => void,
  options: CheckOptions,
): Game | undefined {
  const { game, errors, warnings } = readGame(options);
  if (errors.length > 0) {
    error(problemsText(errors, colors));
    const them = errors.length === 1 ? 'it' : 'them';
    const outcome =
      game === undefined
        ? `, so nothing was run; mend ${them}, or leave out broken items with --keep-going`
        : `; the items with ${them} are left out`;
    error(colors.red(`edict: the content has ${counted(errors.length, 'error')}${outcome}\n`));
  }
  if (warnings.length > 0) notice(`the content has ${counted(warnings.length, 'warning')}; see edict focs check`);
  return game;
}

function checkText({ game, errors, warnings, files }: LoadedGame, colors: Colors): string {
  const contents = [
    counted(files.length, 'file'),
    ...(game === undefined ? [] : [counted(game.items, 'item'), counted(game.groups, 'group')]),
  ].join(', ');
  const found =
    errors.length + warnings.length === 0
      ? 'no problems'
      : `${counted(errors.length, 'error')}, ${counted(warnings.length, 'warning')}`;
  const hidden = errors.length > 0 && warnings.length > 0 ? hiddenWarnings : '';
  return `${problemsText(errors.length > 0 ? errors : warnings, colors)}${contents}: ${found}${hidden}\n`;
}

function checkJson({ game, errors, warnings, files }: LoadedGame) {
  return {
    files: files.length,
    items: game?.items ?? null,
    groups: game?.groups ?? null,
    ...problemsJson({ errors, warnings }),
  };
}

const noWork = { groups: null, pairs: null, activePairs: null, scopeMatches: null, writes: null };
const noComparison = { meters: null, equal: null, excluded: null, different: null, worst: null };

/** The keys are always the same; values that do not apply are null. */
function jsonOf({ objects, load, work, times, comparison }: FocsReport) {
  const { meters, equal, excluded, different, worst } = comparison ?? noComparison;
  return {
    objects,
    ...(work ?? noWork),
    meters,
    equal,
    excluded,
    different,
    worst,
    ms: Object.fromEntries(
      Object.entries({ load, ...times }).map(([name, value]) => [name, value && Number(value.toFixed(3))]),
    ),
  };
}

function textOf(report: FocsReport, colors: Colors): string {
  const { pass, objects, created, destroyed, names, load, work, times, comparison } = report;
  const isWhole = pass === 'all';
  const counts: readonly TableRow[] = [
    ...(work === undefined
      ? []
      : [
          ['groups with sources', right(work.groups)],
          ['sources of all groups', right(work.pairs)],
          ['active sources', right(work.activePairs)],
          ['targets of active sources', right(work.scopeMatches)],
          ['cells written', right(work.writes)],
        ]),
    ...(work === undefined || pass === 'a'
      ? [
          ['objects created', right(created)],
          ['objects destroyed', right(destroyed)],
        ]
      : []),
  ];
  const milliseconds: readonly (readonly [string, number | null])[] = [
    ['content read, checked and planned', load],
    [isWhole ? 'first turn' : 'first pass', times.first],
    [isWhole ? 'a turn' : 'a pass', times.total],
    ['  activation', times.activation],
    ['  scopes', times.scope],
    ['  effects', times.execute],
    ['an unchanged pass', times.unchanged],
  ];
  const lines = [
    colors.bold(`${isWhole ? 'A whole turn' : `Pass ${pass}`} over ${grouped(objects)} objects`),
    '',
    ...tableLines(counts, '  '),
    '',
    ...tableLines(
      milliseconds.flatMap(([name, value]) => (value === null ? [] : [[name, right(grouped(value, 2)), 'ms']])),
      '  ',
    ),
    ...(comparison === undefined ? [] : ['', ...comparisonLines(comparison, names, colors)]),
  ];
  return `${lines.join('\n')}\n`;
}

const mostCounts = 12;

function comparisonLines(
  { meters, equal, excluded, different, byMeter, worst }: Comparison,
  names: FocsReport['names'],
  colors: Colors,
): readonly string[] {
  const sentence = `${grouped(equal)} of ${grouped(meters)} meters are as recorded (${grouped(excluded)} more are not compared)`;
  if (different === 0) return [colors.green(sentence)];
  const rows = worst.map(({ object, meter, expected, found }) => [
    names.get(object) ?? `#${object}`,
    meter,
    right(grouped(expected, 6)),
    right(grouped(found, 6)),
  ]);
  const which =
    worst.length < different
      ? `, ${grouped(different)} are not; the ${grouped(worst.length)} that differ most:`
      : `, ${grouped(different)} ${different === 1 ? 'is' : 'are'} not:`;
  const counts = byMeter
    .slice(0, mostCounts)
    .map(([meter, count]) => `${grouped(count)} × ${meter}`)
    .join(', ');
  return [
    colors.red(`${sentence}${which}`),
    '',
    ...tableLines([['object', 'meter', right('recorded'), right('found')], ...rows], '  '),
    '',
    `By meter: ${counts}${byMeter.length > mostCounts ? ' and others' : ''}.`,
    `--explain ${worst[0].object} ${worst[0].meter} explains the first.`,
  ];
}
