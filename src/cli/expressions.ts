import { type Command, Option } from 'commander';
import type { ValueType } from '../content/civ/expression/syntax.js';
import { type ObjectType, type Policy, objectTypes } from '../content/civ/policy.js';
import { type Setting, type Stage, openSetting, openStage, objectNamed } from '../scenarios/expressions/stage.js';
import type { Context } from './context.js';
import { checkDocuments, checkJson, checkText, described } from './expressions-check.js';
import { readNames, readWorld, readXmlFile } from './expressions-files.js';
import { answersJson, answersText, askExpression, objectsAsked } from './expressions-run.js';
import { civSuppositionIn, objectIn } from './expressions-suppose.js';
import { usageError, askedBy } from './failure.js';
import { filled } from './filled.js';
import { wholeNumber } from './whole-number.js';
import { checkDocument } from '../content/civ/documents/check-document.js';
import { isCarrier } from '../content/civ/documents/find-expressions.js';
import { lowerManipulators } from '../content/civ/manipulators/lower-manipulators.js';
import type { Manipulator } from '../content/civ/manipulators/manipulator.js';
import type { FlowBook } from '../ir/flow.js';
import { printable } from '../content/diagnostics/quote.js';
import { EdictError } from '../kernel/errors.js';
import { didYouMean } from '../scenarios/did-you-mean.js';
import { problemList } from './problem-list.js';
import { right, tableLines } from './table.js';
import type { Terminal } from './terminal.js';

const expressionsHelp = `
Examples:
  $ edict expressions check Assets/XML
  $ edict expressions run world.json --xml '<Has><GOMType>GOM_TECH</GOMType><ID>TECH_LAW</ID></Has>' --type CITY`;

const checkHelp = `
It finds the expressions in conditions such as <Active> and <ConstructCondition>, and <PropertyManipulators>, wherever they stand.
Names are checked where something declares them: --names or --world. With --policy compat it warns of what the shipped game does
not know and passes over without a word.

Examples:
  $ edict expressions check Assets/XML
  $ edict expressions check buildings.xml --names names.json
  $ edict expressions check Assets/XML --world world.json --policy compat --json`;

const runHelp = `
The world is a declaration, or a file that has one under world, such as a scenario file of expressions. Without --on and --type all
objects are asked that the world declares. Suppositions are written so, and of several about one fact the first counts:
  city:1 has BUILDING_X      or lacks; of an id of several kinds: has GOM_BUILDING BUILDING_X
  unit:1 is TAG_X            or is not
  city:1 PROPERTY_X = 3      also of attributes: ATTRIBUTE_POPULATION
With --turns the manipulators of a document change properties before anything is asked.

Examples:
  $ edict expressions run world.json --file condition.xml --on city:1 --on player:0
  $ edict expressions run world.json --file condition.xml --type CITY --suppose 'city:1 has BUILDING_PALACE'
  $ edict expressions run world.json --turns 5 --manipulators crime.xml --track 'city:1 PROPERTY_CRIME'`;

interface CheckOptions {
  readonly names?: string;
  readonly world?: string;
  readonly policy: Policy;
  readonly json?: true;
}

interface RunOptions {
  readonly xml?: string;
  readonly file?: string;
  readonly on?: readonly string[];
  readonly type?: readonly ObjectType[];
  readonly as?: ValueType;
  readonly policy: Policy;
  readonly suppose?: readonly string[];
  readonly turns?: number;
  readonly manipulators?: string;
  readonly track?: readonly string[];
  readonly json?: true;
}

const policyOption = (): Option =>
  new Option('--policy <policy>', 'read as it was designed, or as the shipped game does')
    .choices(['intended', 'compat'])
    .default('intended');

/** Adds `edict expressions`: expressions and manipulators of Caveman2Cosmos. */
export function addExpressions(program: Command, context: Context): void {
  const expressions = program
    .command('expressions')
    .summary('check and ask expressions of Caveman2Cosmos')
    .description(
      'Finds the expressions and property manipulators in XML files of Caveman2Cosmos, checks them, and asks them of the objects of a declared world.',
    )
    .addHelpText('before', ({ error }) =>
      error ? 'edict: edict expressions needs one of its commands, check or run\n' : '',
    )
    .addHelpText('after', expressionsHelp);
  expressions
    .command('check')
    .summary('find all errors in expressions and manipulators')
    .description(
      'Loads all expressions and property manipulators of XML files and shows their errors and warnings, each with its file, line, column and path in the tree, and what they consist of.',
    )
    .argument('<files...>', '.xml files, or folders of them')
    .addOption(
      new Option('--names <file>', 'what declares ids, properties and other names; map and objects may be left out')
        .argParser(filled('--names', 'give the path of a file'))
        .conflicts('world'),
    )
    .addOption(
      new Option('--world <file>', 'a declared world whose names they are').argParser(
        filled('--world', 'give the path of a file'),
      ),
    )
    .addOption(policyOption())
    .option('--json', 'print the report as JSON')
    .addHelpText('after', checkHelp)
    .action((paths: string[], options: CheckOptions) => {
      check(context, paths, options);
    });
  const all = (text: string, before: readonly string[] | undefined): readonly string[] => [...(before ?? []), text];
  expressions
    .command('run')
    .summary('ask an expression of the objects of a world')
    .description(
      'Loads an expression and prints its value for objects of a declared world, also as if some facts were otherwise, and after turns with manipulators.',
    )
    .argument('<world>', 'file that declares the world')
    .addOption(
      new Option('--xml <text>', 'the expression, or what holds it')
        .argParser(filled('--xml', 'give an expression'))
        .conflicts('file'),
    )
    .addOption(new Option('--file <file>', 'a file with it').argParser(filled('--file', 'give the path of a file')))
    .addOption(new Option('--on <object>', 'ask this object; may be given again').argParser(all))
    .addOption(new Option('--type <type>', 'ask all objects of a type; may be given again').argParser(typeIn))
    .addOption(
      new Option('--as <type>', 'what it shall be: bool or int (default: what it says itself)').argParser(wantedIn),
    )
    .addOption(policyOption())
    .addOption(new Option('--suppose <fact>', 'a fact that is otherwise; may be given again').argParser(all))
    .addOption(
      new Option('--turns <n>', 'turns to run first (default: none)').argParser(wholeNumber('--turns', 0, 100_000)),
    )
    .addOption(
      new Option('--manipulators <file>', 'a document whose manipulators act in these turns').argParser(
        filled('--manipulators', 'give the path of a file'),
      ),
    )
    .addOption(
      new Option(
        '--track <property>',
        'show a property after each turn, <object> <PROPERTY_X>; may be given again',
      ).argParser(all),
    )
    .option('--json', 'print the answers as JSON')
    .addHelpText('after', runHelp)
    .action((file: string, options: RunOptions) => {
      run(context, file, options);
    });
}

function typeIn(text: string, before: readonly ObjectType[] | undefined): readonly ObjectType[] {
  const found = objectTypes.find((type) => type === text.toUpperCase());
  if (found === undefined) throw usageError(`--type is ${JSON.stringify(text)}; give one of ${objectTypes.join(', ')}`);
  return [...(before ?? []), found];
}

function wantedIn(text: string): ValueType {
  if (text === 'bool') return 'boolean';
  if (text === 'int') return 'number';
  throw usageError(`--as is ${JSON.stringify(text)}; give bool or int`);
}

function check(
  { terminal, finish }: Context,
  paths: readonly string[],
  { names, world, policy, json }: CheckOptions,
): void {
  const declaration = names !== undefined ? readNames(names) : world !== undefined ? readWorld(world) : undefined;
  const checked = checkDocuments(paths, declaration, policy);
  terminal.out(json === true ? `${JSON.stringify(checkJson(checked), undefined, 2)}\n` : checkText(checked, terminal));
  finish(checked.errors.length > 0 ? 1 : 0);
}

function run(context: Context, file: string, options: RunOptions): void {
  checkTogether(options);
  const { terminal, finish } = context;
  const stage = stageOf(context, openSetting(readWorld(file)), options);
  if (stage === undefined) return finish(1);
  const tracked = runTurns(stage, options.turns ?? 0, options.track ?? []);
  const answers = answersTo(context, stage, options);
  if (answers === undefined) return finish(1);
  if (options.json === true)
    terminal.out(
      `${JSON.stringify({ ...answers.json, ...(tracked.length === 0 ? {} : { turns: options.turns, track: tracked }) }, undefined, 2)}\n`,
    );
  else terminal.out([...trackedText(context, tracked), ...answers.text].join('\n'));
  finish(0);
}

function checkTogether({ xml, file, turns, manipulators, track, on, type, suppose }: RunOptions): void {
  const hasExpression = xml !== undefined || file !== undefined;
  if (!hasExpression && track === undefined)
    throw usageError('there is nothing to ask; give an expression by --xml or --file, or a property to --track');
  if (!hasExpression && (on ?? type ?? suppose) !== undefined)
    throw usageError('--on, --type and --suppose go with an expression; give one by --xml or --file');
  if (turns === undefined && (manipulators ?? track) !== undefined)
    throw usageError(`${manipulators === undefined ? '--track' : '--manipulators'} goes with turns; give --turns`);
}

function stageOf({ terminal }: Context, setting: Setting, { manipulators, policy }: RunOptions): Stage | undefined {
  if (manipulators === undefined) return openStage(setting);
  const flows = flowsOf(terminal, setting, manipulators, policy);
  return flows === undefined ? undefined : openStage(setting, { flows });
}

function trackedText({ terminal }: Context, tracked: readonly Tracked[]): readonly string[] {
  return tracked.length === 0 ? [] : [trackText(tracked, terminal)];
}

/** What the expression answers, where there is one; undefined where it does not load. */
function answersTo(
  { terminal }: Context,
  stage: Stage,
  { xml, file, on = [], type = [], as, policy, suppose = [] }: RunOptions,
) {
  const source = file !== undefined ? { file } : xml !== undefined ? { text: xml } : undefined;
  if (source === undefined) return { json: {}, text: [] };
  const answers = askExpression(terminal, stage, {
    xml: source,
    policy,
    wanted: as,
    objects: objectsAsked(stage, on, type),
    suppose: suppose.map((text) => ({ text, override: civSuppositionIn(stage, text) })),
  });
  return answers === undefined ? undefined : { json: answersJson(answers), text: [answersText(answers, terminal)] };
}

/** The flows of a document's manipulators; undefined where they do not load, after telling why. */
function flowsOf(terminal: Terminal, { civ, names }: Setting, file: string, policy: Policy): FlowBook | undefined {
  const { errorColors: colors } = terminal;
  const paint = { place: colors.bold, error: colors.red, warning: colors.yellow, faint: colors.dim };
  const { text, root, problem } = readXmlFile(file);
  const checked = root === undefined ? undefined : checkDocument(root, names, policy, civ.declaration.types);
  const found =
    problem === undefined
      ? described(checked?.issues ?? [], file, text).map(({ diagnostic }) => diagnostic)
      : [problem];
  if (found.length > 0) terminal.error(`${problemList(found, paint)}\n\n`);
  const errors = found.filter(({ severity }) => severity === 'error').length;
  if (checked === undefined || errors > 0) {
    terminal.error(
      `${colors.red(`edict: the manipulators have ${errors === 1 ? '1 error' : `${String(errors)} errors`}, so nothing was run; mend ${errors === 1 ? 'it' : 'them'} and try again`)}\n`,
    );
    return undefined;
  }
  const global: Manipulator[] = [];
  const carried = new Map<string, Manipulator[]>();
  for (const { owner, manipulator } of checked.manipulators) {
    const list = isCarrier(owner, civ.declaration.types) ? (carried.get(owner) ?? []) : global;
    list.push(manipulator);
    if (list !== global) carried.set(owner, list);
  }
  return lowerManipulators(civ, { global, carried }, policy, file);
}

/** A property of an object that is watched. */
interface Tracked {
  readonly object: string;
  readonly property: string;
  /** At the start, then after each turn. */
  readonly values: readonly number[];
}

/** Runs turns and writes down what is watched, each `object PROPERTY`. */
function runTurns(stage: Stage, turns: number, track: readonly string[]): readonly Tracked[] {
  const watched = track.map((text) =>
    askedBy('--track', text, () => {
      const { id, rest } = objectIn(stage, text, '--track', "give an object and a property: 'city:1 PROPERTY_X'");
      if (!stage.names.properties.has(rest))
        throw new EdictError(
          'unknown-name',
          `there is no property ${JSON.stringify(rest)}${didYouMean(rest, [...stage.names.properties])}`,
          rest,
        );
      return { object: id, handle: objectNamed(stage, id), property: rest, values: [] as number[] };
    }),
  );
  const note = (): void => {
    for (const { handle, property, values } of watched) values.push(Number(stage.world.get(handle, property)));
  };
  note();
  for (let turn = 1; turn <= turns; turn++) {
    stage.world.run(1);
    note();
  }
  return watched.map(({ object, property, values }) => ({ object, property, values }));
}

function trackText(tracked: readonly Tracked[], { outColors: colors }: Terminal): string {
  const turns = tracked[0]?.values.length ?? 0;
  const rows = Array.from({ length: turns }, (_row, turn) => [
    turn === 0 ? 'start' : `turn ${String(turn)}`,
    ...tracked.map(({ values }) => right(values[turn])),
  ]);
  const [head, ...body] = tableLines(
    [['', ...tracked.map(({ object, property }) => right(printable(`${object} ${property}`)))], ...rows],
    '  ',
  );
  return `${colors.bold(head)}\n${body.join('\n')}\n`;
}
