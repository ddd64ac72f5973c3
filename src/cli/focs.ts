import { type Command, Option } from 'commander';
import { compareMeters } from '../content/focs/state/compare.js';
import { readState } from '../content/focs/state/read-state.js';
import { population } from '../state/objects.js';
import { liveIds } from '../components/identity.js';
import type { WorldState } from '../components/state.js';
import { handleOf, resolve } from '../kernel/identity.js';
import { type Effort, type Measured, measurePass } from '../turns/focs/measure.js';
import { passNames } from '../turns/focs/passes.js';
import { createSession } from '../turns/focs/session.js';
import type { Context } from './context.js';
import { usageError } from './failure.js';
import { filled } from './filled.js';
import { nameOf } from './focs-cell.js';
import { explainCell } from './focs-explain.js';
import { type FocsReport, jsonOf, textOf } from './focs-report.js';
import { noticeTo } from './progress.js';
import { wholeNumber } from './whole-number.js';
import type { Diagnostic } from '../content/diagnostics/diagnostic.js';
import { formatDiagnostics } from '../content/diagnostics/format.js';
import { type Game, type LoadedGame, loadGame } from '../content/focs/game.js';
import { EdictError } from '../kernel/errors.js';
import { grouped } from './table.js';
import type { Terminal } from './terminal.js';

interface CheckOptions extends ContentOptions {
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

/** For figures that nobody asked for more exactly. */
const shortEffort: Effort = { warmUp, repeat: 20, milliseconds: 2_000 };

const focsHelp = `
Examples:
  $ edict focs check --content scripting
  $ edict focs run --content scripting --state mid_t119.json.gz --compare`;

const runHelp = `
The content is the unpacked folder \`scripting\` of the game; the state is a file of the format freeorion-state/1, also compressed.
Pass a runs all effects; b and c those that write meters; all runs the whole turn, a, b and c one after the other. With --compare
it exits with 1 when a meter differs.

Examples:
  $ edict focs run --content scripting --state mid_t119.json.gz --pass c --compare
  $ edict focs run --content scripting --state mid_t119.json.gz --pass c --repeat 50 --json
  $ edict focs run --content scripting --state mid_t119.json.gz --explain 875 TARGET_POPULATION
  $ edict focs run --content scripting --state mid_t119.json.gz --explain 2515 SR_WEAPON_1_1/max_capacity`;

const checkHelp = `
Examples:
  $ edict focs check --content scripting
  $ edict focs check --content scripting --keep-going --json`;

/** Adds \`edict focs\`: content in the FOCS language, and states of games that are run by it. */
export function addFocs(program: Command, context: Context): void {
  const focs = program
    .command('focs')
    .summary('run content and states of FreeOrion')
    .description('Loads content in the FOCS language, checks it, and runs states of games by it.')
    .addHelpText('before', ({ error }) => (error ? 'edict: edict focs needs one of its commands, check or run\n' : ''))
    .addHelpText('after', focsHelp);
  addContentOptions(focs.command('run'))
    .summary("run a pass of a game's turn")
    .description(
      'Loads content and a state of a game, runs a pass of its turn, and reports what it did and how long it took.',
    )
    .addOption(
      new Option('--state <file>', 'state of a game')
        .argParser(filled('--state', 'give the path of a file'))
        .makeOptionMandatory(),
    )
    .addOption(new Option('--pass <pass>', 'which pass').choices([...passNames, 'all']).default('c'))
    .addOption(
      new Option(
        '--repeat <n>',
        `after it run it so often, and ${String(warmUp)} times more to warm up, each from the same state, and give the medians`,
      ).argParser(wholeNumber('--repeat', 1, 100_000)),
    )
    .option('--compare', 'compare the meters with those that the state records')
    .option(
      '--explain <object-and-meter...>',
      'tell what made a meter what it is instead: an object by id or name, and METER or PART/METER',
    )
    .addHelpText('after', runHelp)
    .action((options: RunOptions) => {
      run(context, options);
    });
  addContentOptions(focs.command('check'))
    .summary('find all errors in content')
    .description('Loads content and shows its errors and warnings, each with its file, line and column.')
    .addHelpText('after', checkHelp)
    .action((options: CheckOptions) => {
      check(context, options);
    });
}

function addContentOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--content <folder>', 'unpacked content: the folder scripting')
        .argParser(filled('--content', 'give the path of a folder'))
        .makeOptionMandatory(),
    )
    .option('--keep-going', 'leave out items that are broken and go on with the rest')
    .option('--json', 'print the report as JSON');
}

function run({ terminal, finish }: Context, options: RunOptions): void {
  const { pass, explain, json = false } = options;
  checkOptions(options);
  const notice = noticeTo(terminal, json);
  // First what is read in no time, so that a mistake in it is told at once.
  notice(`reading the state ${options.state}`);
  const source = readState(options.state);
  notice(`reading content from ${options.content}`);
  const start = performance.now();
  const game = gameToRun(terminal, notice, options);
  const load = performance.now() - start;
  if (game === undefined) return finish(1);
  if (explain !== undefined) {
    terminal.out(explainCell(game, source, pass, explain, json, terminal));
    return finish(0);
  }
  const session = createSession(game, source);
  const before = handlesIn(session.state);
  const measured = measurePass(session, pass, effortOf(options));
  const names = new Map(source.objects.map((object) => [object.id, nameOf(object)]));
  const report: FocsReport = {
    pass,
    objects: source.objects.length,
    load,
    ...measured,
    ...comingAndGoing(session.state, before),
    names,
    comparison: options.compare === true ? compareMeters(session.imported) : undefined,
  };
  terminal.out(json ? `${JSON.stringify(jsonOf(report), undefined, 2)}\n` : textOf(report, terminal));
  finish(report.comparison === undefined || report.comparison.different === 0 ? 0 : 1);
}

/** Handles of all live objects. */
function handlesIn(state: WorldState): readonly number[] {
  return Array.from(liveIds(state), (id) => handleOf(state.identity, id));
}

/** How many objects have come since, and how many have gone. */
function comingAndGoing(state: WorldState, before: readonly number[]): Pick<FocsReport, 'created' | 'destroyed'> {
  const destroyed = before.filter((handle) => resolve(state.identity, handle) === 0).length;
  return { destroyed, created: population(state) - (before.length - destroyed) };
}

function checkOptions({ explain, compare, repeat }: RunOptions): void {
  if (explain === undefined) return;
  if (explain.length !== 2)
    throw usageError('--explain takes an object and a meter, such as --explain 875 TARGET_POPULATION');
  if (compare === true || repeat !== undefined)
    throw usageError(
      `--explain tells of one pass and nothing else; leave out --${compare === true ? 'compare' : 'repeat'}`,
    );
}

/** Undefined: people who do not ask for medians do not wait for them. */
function effortOf({ repeat, json }: RunOptions): Effort | undefined {
  if (repeat !== undefined) return { warmUp, repeat, milliseconds: Infinity };
  return json === true ? shortEffort : undefined;
}

function check({ terminal, finish }: Context, options: CheckOptions): void {
  const loaded = readGame(options);
  terminal.out(
    options.json === true ? `${JSON.stringify(checkJson(loaded), undefined, 2)}\n` : checkText(loaded, terminal),
  );
  finish(loaded.errors.length > 0 ? 1 : 0);
}

interface ContentOptions {
  readonly content: string;
  readonly keepGoing?: true;
}

/** Loads a folder of content, with whatever is wrong with it. Throws EdictError where there is no content in it. */
function readGame({ content, keepGoing }: ContentOptions): LoadedGame {
  const loaded = loadGame(content, { keepGoing: keepGoing === true });
  if (loaded.files.length > 0 || loaded.errors.length > 0) return loaded;
  throw new EdictError(
    'bad-content-folder',
    `there is no content in ${JSON.stringify(content)}, no file in it or below it ends in .focs.txt or .inf; give the unpacked folder scripting`,
  );
}

/**
 * The game of a folder, or undefined where its errors leave none. Errors, and how many warnings there are, are told
 * beside the results.
 */
function gameToRun(terminal: Terminal, notice: (text: string) => void, options: ContentOptions): Game | undefined {
  const { game, errors, warnings } = readGame(options);
  if (errors.length > 0) {
    terminal.error(diagnosticsText(errors, terminal.errorColors));
    const what = counted(errors.length, 'error');
    terminal.error(
      terminal.errorColors.red(
        game === undefined
          ? `edict: the content has ${what}, so nothing was run; mend ${errors.length === 1 ? 'it' : 'them'}, or leave out what is broken with --keep-going\n`
          : `edict: the content has ${what}; the items with ${errors.length === 1 ? 'it' : 'them'} are left out\n`,
      ),
    );
  }
  if (warnings.length > 0) notice(`the content has ${counted(warnings.length, 'warning')}; see edict focs check`);
  return game;
}

/** What `edict focs check` prints. */
function checkText({ game, errors, warnings, files }: LoadedGame, { outColors: colors }: Terminal): string {
  const held =
    game === undefined
      ? counted(files.length, 'file')
      : `${counted(files.length, 'file')}, ${counted(game.items, 'item')}, ${counted(game.groups, 'group')}`;
  const found =
    errors.length + warnings.length === 0
      ? 'no problems'
      : `${counted(errors.length, 'error')}, ${counted(warnings.length, 'warning')}`;
  // Errors are not to be looked for among warnings.
  const hidden = errors.length > 0 && warnings.length > 0 ? ' (shown when no error is left, and with --json)' : '';
  return `${diagnosticsText(errors.length > 0 ? errors : warnings, colors)}${held}: ${found}${hidden}\n`;
}

/** The same for programs; items and groups are null where errors leave none. */
function checkJson({ game, errors, warnings, files }: LoadedGame) {
  return {
    files: files.length,
    items: game?.items ?? null,
    groups: game?.groups ?? null,
    errors: errors.map(entryOf),
    warnings: warnings.map(entryOf),
  };
}

function diagnosticsText(found: readonly Diagnostic[], colors: Terminal['outColors']): string {
  return found.length === 0
    ? ''
    : `${formatDiagnostics(found, { place: colors.bold, error: colors.red, warning: colors.yellow, faint: colors.dim })}\n\n`;
}

function entryOf({ file, line, column, code, message, suggestion }: Diagnostic) {
  return { file, line, column, code, message, suggestion: suggestion ?? null };
}

function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}
