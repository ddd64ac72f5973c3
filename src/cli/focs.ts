import { type Command, Option } from 'commander';
import { formatDiagnostics } from '../content/diagnostics/format.js';
import type { Diagnostic } from '../content/diagnostics/diagnostic.js';
import { type Game, loadGame } from '../content/focs/game.js';
import { compareMeters } from '../content/focs/state/compare.js';
import { readState } from '../content/focs/state/read-state.js';
import { EdictError } from '../kernel/errors.js';
import { measurePass } from '../turns/focs/measure.js';
import { type PassName, passNames } from '../turns/focs/passes.js';
import { createSession } from '../turns/focs/session.js';
import type { Context } from './context.js';
import { filled } from './filled.js';
import { explainCell } from './focs-explain.js';
import { type FocsReport, jsonOf, textOf } from './focs-report.js';
import { noticeTo } from './progress.js';
import type { Terminal } from './terminal.js';
import { wholeNumber } from './whole-number.js';

interface ContentOptions {
  readonly content: string;
  readonly keepGoing?: true;
  readonly json?: true;
}

interface RunOptions extends ContentOptions {
  readonly state: string;
  readonly pass: PassName | 'all';
  readonly repeat: number;
  readonly compare?: true;
  readonly explain?: readonly [string, string];
}

const runHelp = `
The content is the unpacked folder \`scripting\` of the game; the state is a file of the format freeorion-state/1, also compressed.
Pass a runs all effects; b and c those that write meters; all runs the whole turn, a, b and c one after the other.

Examples:
  $ edict focs run --content scripting --state mid_t119.json.gz --pass c --compare
  $ edict focs run --content scripting --state mid_t119.json.gz --pass c --repeat 50 --json
  $ edict focs run --content scripting --state mid_t119.json.gz --pass c --explain 875 TARGET_POPULATION`;

const checkHelp = `
Examples:
  $ edict focs check --content scripting
  $ edict focs check --content scripting --keep-going --json`;

/** Adds \`edict focs\`: content in the FOCS language, and states of games that are run by it. */
export function addFocs(program: Command, context: Context): void {
  const focs = program.command('focs').summary('run content and states of FreeOrion').description('Loads content in the FOCS language, checks it, and runs states of games by it.');
  addContentOptions(focs.command('run'))
    .summary('run a pass of a game\'s turn')
    .description('Loads content and a state of a game, runs a pass of its turn, and reports what it did and how long it took.')
    .addOption(new Option('--state <file>', 'state of a game').argParser(filled('--state', 'give the path of a file')).makeOptionMandatory())
    .addOption(new Option('--pass <pass>', 'which pass').choices([...passNames, 'all']).default('c'))
    .addOption(new Option('--repeat <n>', 'run a pass of meters so often, from the same state, and give the medians').argParser(wholeNumber('--repeat', 1, 100_000)).default(1))
    .option('--compare', 'compare the meters with those that the state records')
    .option('--explain <object-and-meter...>', 'tell what made a meter what it is: the id of an object in the game, and the meter')
    .addHelpText('after', runHelp)
    .action((options: RunOptions) => { run(context, options); });
  addContentOptions(focs.command('check'))
    .summary('find all errors in content')
    .description('Loads content and shows its errors and warnings, each with its file, line and column.')
    .addHelpText('after', checkHelp)
    .action((options: ContentOptions) => { check(context, options); });
}

function addContentOptions(command: Command): Command {
  return command
    .addOption(new Option('--content <folder>', 'unpacked content: the folder scripting').argParser(filled('--content', 'give the path of a folder')).makeOptionMandatory())
    .option('--keep-going', 'leave out what is broken and go on with the rest')
    .option('--json', 'print the report as JSON');
}

function run(context: Context, options: RunOptions): void {
  const { terminal, finish } = context;
  const notice = noticeTo(terminal, options.json === true);
  if (options.explain !== undefined && options.explain.length !== 2) throw new EdictError('bad-option', '--explain takes the id of an object and a meter, such as --explain 875 TARGET_POPULATION');
  notice(`reading content from ${options.content}`);
  const start = performance.now();
  const game = loaded(terminal, options);
  if (game === undefined) return finish(1);
  const load = performance.now() - start;
  notice(`reading the state ${options.state}`);
  const source = readState(options.state);
  if (options.explain !== undefined) {
    terminal.out(explainCell(game, source, options.pass, options.explain, options.json === true, terminal));
    return finish(0);
  }
  const session = createSession(game, source);
  const measured = options.pass === 'all' ? undefined : measurePass(session, options.pass, options.repeat);
  if (measured === undefined) session.runTurn();
  const report: FocsReport = {
    pass: options.pass, objects: source.objects.length, load, work: measured?.work, times: measured?.times,
    comparison: options.compare === true ? compareMeters(session.imported) : undefined,
  };
  terminal.out(options.json === true ? `${JSON.stringify(jsonOf(report), undefined, 2)}\n` : textOf(report, terminal));
  finish(report.comparison === undefined || report.comparison.different === 0 ? 0 : 1);
}

function check(context: Context, options: ContentOptions): void {
  const { terminal, finish } = context;
  const { game, errors, warnings, files } = loadGame(options.content, { keepGoing: options.keepGoing === true });
  const found = { errors: errors.length, warnings: warnings.length, files: files.length, items: game?.items ?? 0, groups: game?.groups ?? 0 };
  if (options.json === true) terminal.out(`${JSON.stringify({ ...found, errors: errors.map(entryOf), warnings: warnings.map(entryOf) }, undefined, 2)}\n`);
  else {
    show(terminal.out, [...errors, ...warnings], terminal.outColors);
    terminal.out(`${String(found.files)} files, ${String(found.items)} items, ${String(found.groups)} groups: ${String(found.errors)} errors, ${String(found.warnings)} warnings\n`);
  }
  finish(errors.length > 0 ? 1 : 0);
}

/** The game of a folder; undefined, with its errors shown, where it cannot be loaded. */
function loaded(terminal: Terminal, { content, keepGoing }: ContentOptions): Game | undefined {
  const { game, errors } = loadGame(content, { keepGoing: keepGoing === true });
  if (errors.length > 0) show((text) => { terminal.error(text); }, errors, terminal.errorColors);
  return game;
}

function show(print: (text: string) => void, found: readonly Diagnostic[], colors: Terminal['outColors']): void {
  if (found.length > 0) print(`${formatDiagnostics(found, { place: colors.bold, error: colors.red, warning: colors.yellow, faint: colors.dim })}\n\n`);
}

function entryOf({ file, line, column, code, message, suggestion }: Diagnostic) {
  return { file, line, column, code, message, suggestion: suggestion ?? null };
}
