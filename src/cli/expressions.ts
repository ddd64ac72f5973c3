import { type Command, Option } from 'commander';
import type { ValueType } from '../content/civ/expression/shape.js';
import { type ObjectType, type Policy, objectTypes } from '../content/civ/policy.js';
import { type Setting, type Stage, openSetting, openStage } from '../scenarios/expressions/stage.js';
import type { Context } from './context.js';
import { checkDocuments, checkJson, checkText } from './expressions-check.js';
import { readNames, readWorld } from './expressions-files.js';
import { answersJson, answersText, askExpression, objectsAsked } from './expressions-run.js';
import { civSuppositionIn } from './expressions-suppose.js';
import { type Tracked, flowsOf, runTurns, trackText } from './expressions-turns.js';
import { usageError } from './failure.js';
import { filled } from './filled.js';
import { wholeNumber } from './whole-number.js';

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
