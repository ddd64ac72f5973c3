import { checkDocument, isCarrier } from '../parse/check-document.js';
import { type ValueType, type ObjectType, type Policy, objectTypes } from '../syntax.js';
import { lowerManipulators, type Manipulator } from '../manipulators/manipulator.js';
import type { FlowBook } from '../../../ir/rule.js';
import { type Setting, type Stage, openSetting, openStage } from '../scenarios/declared-world.js';
import {
  type Context,
  type OptionRow,
  addGroup,
  fileOption,
  filled,
  jsonOption,
  print,
  repeated,
  whole,
  askedBy,
  misused,
  unknownName,
  usageError,
} from '../../../cli/command.js';
import {
  checkDocuments,
  checkJson,
  checkText,
  problemsFound,
  readNames,
  readWorld,
  readXmlFile,
} from './check-files.js';
import { type RunOptions, answersJson, answersText, askExpression, objectIn } from './ask-expression.js';
import { refuseToRun, tellProblems, right, tableText, type Colors } from '../../../cli/terminal.js';

const checkNotes = `It finds the expressions in conditions such as <Active> and <ConstructCondition>, and
<PropertyManipulators>, wherever they stand. Names are checked where something declares them: --names or --world. With
--policy compat it warns of what the shipped game does not know and passes over without a word.`;

const runNotes = `The world is a declaration, or a file that has one under world, such as a scenario file of expressions. Without --on and --type all
objects are asked that the world declares. Suppositions are written so, and of several about one fact the first counts:
  city:1 has BUILDING_X      or lacks; of an id of several kinds: has GOM_BUILDING BUILDING_X
  unit:1 is TAG_X            or is not
  city:1 PROPERTY_X = 3      also of attributes: ATTRIBUTE_POPULATION
With --turns the manipulators of a document change properties before anything is asked.`;

interface CheckOptions {
  readonly names?: string;
  readonly world?: string;
  readonly policy: Policy;
  readonly json?: true;
}

const policyOption: OptionRow = [
  '--policy <policy>',
  'read as it was designed, or as the shipped game does',
  { choices: ['intended', 'compat'], usual: 'intended' },
];

export function addCiv(context: Context): void {
  addGroup(context, 'civ', {
    summary: 'check and ask expressions of Caveman2Cosmos',
    description:
      'Finds the expressions and property manipulators in XML files of Caveman2Cosmos, checks them, and asks them of the objects of a declared world.',
    examples: [
      'civ check Assets/XML',
      "civ run world.json --xml '<Has><GOMType>GOM_TECH</GOMType><ID>TECH_LAW</ID></Has>' --type CITY",
    ],
    commands: {
      check: {
        summary: 'find all errors in expressions and manipulators',
        description:
          'Loads all expressions and property manipulators of XML files and shows their errors and warnings, each with its file, line, column and path in the tree, and what they consist of.',
        arguments: { '<files...>': '.xml files, or folders of them' },
        options: [
          fileOption(
            '--names <file>',
            'what declares ids, properties and other names; map and objects may be left out',
            {
              conflicts: ['world'],
            },
          ),
          fileOption('--world <file>', 'a declared world whose names they are'),
          policyOption,
          jsonOption('the report'),
        ],
        notes: checkNotes,
        examples: [
          'civ check Assets/XML',
          'civ check buildings.xml --names names.json',
          'civ check Assets/XML --world world.json --policy compat --json',
        ],
        act: check,
      },
      run: {
        summary: 'ask an expression of the objects of a world',
        description:
          'Loads an expression and prints its value for objects of a declared world, also under supposed facts, and after turns with manipulators.',
        arguments: { '<world>': 'file that declares the world' },
        options: runOptions,
        notes: runNotes,
        examples: [
          'civ run world.json --file condition.xml --on city:1 --on player:0',
          "civ run world.json --file condition.xml --type CITY --suppose 'city:1 has BUILDING_PALACE'",
          "civ run world.json --turns 5 --manipulators crime.xml --track 'city:1 PROPERTY_CRIME'",
        ],
        act: run,
      },
    },
  });
}

const runOptions: readonly OptionRow[] = [
  ['--xml <text>', 'the expression, or what holds it', { read: filled('give an expression'), conflicts: ['file'] }],
  fileOption('--file <file>', 'a file with it'),
  ['--on <object>', 'ask this object; may be given again', { read: repeated() }],
  ['--type <type>', 'ask all objects of a type; may be given again', { read: repeated(typeIn) }],
  ['--as <type>', 'type of the expression: bool or int (default: its own)', { read: () => wantedIn }],
  policyOption,
  ['--suppose <fact>', 'a fact to suppose; may be given again', { read: repeated() }],
  ['--turns <n>', 'turns to run first (default: none)', { read: whole(0, 100_000) }],
  fileOption('--manipulators <file>', 'a document whose manipulators act in these turns'),
  [
    '--track <property>',
    'show a property after each turn, <object> <PROPERTY_X>; may be given again',
    { read: repeated() },
  ],
  jsonOption('the answers'),
];

function typeIn(text: string): ObjectType {
  const found = objectTypes.find((type) => type === text.toUpperCase());
  if (found !== undefined) return found;
  throw misused('--type', text, `give one of ${objectTypes.join(', ')}`);
}

function wantedIn(text: string): ValueType {
  if (text === 'bool') return 'boolean';
  if (text === 'int') return 'number';
  throw misused('--as', text, 'give bool or int');
}

function check(
  { terminal, fail, known }: Context,
  paths: readonly string[],
  { names, world, policy, json }: CheckOptions,
): void {
  const declaration =
    names !== undefined ? readNames(names, known) : world !== undefined ? readWorld(world, known) : undefined;
  const checked = checkDocuments(paths, declaration, policy, known);
  print(terminal, json, checked, checkJson, checkText);
  if (checked.errors.length > 0) fail();
}

function run(context: Context, [worldFile]: readonly string[], options: RunOptions): void {
  const { terminal, known } = context;
  checkTogether(options);
  const { turns = 0, track = [], json } = options;
  const stage = stageOf(context, openSetting(readWorld(worldFile, known)), options);
  if (stage === undefined) return;
  const tracked = runTurns(stage, turns, track);
  const answers = hasExpression(options) ? askExpression(context, stage, options) : null;
  if (answers === undefined) return;
  print(
    terminal,
    json,
    tracked,
    () => ({ ...(answers && answersJson(answers)), ...(tracked.length > 0 && { turns, track: tracked }) }),
    (_tracked, colors) =>
      [tracked.length > 0 && trackText(tracked, colors), answers && answersText(answers, colors)]
        .filter((text) => text)
        .join('\n'),
  );
}

function hasExpression({ xml, file }: RunOptions): boolean {
  return (xml ?? file) !== undefined;
}

function checkTogether(options: RunOptions): void {
  const { turns, manipulators, track, on, type, suppose } = options;
  if (!hasExpression(options) && track === undefined)
    throw usageError('there is nothing to ask; give an expression by --xml or --file, or a property to --track');
  if (!hasExpression(options) && (on ?? type ?? suppose) !== undefined)
    throw usageError('--on, --type and --suppose go with an expression; give one by --xml or --file');
  if (turns === undefined && (manipulators ?? track) !== undefined)
    throw usageError(`${manipulators === undefined ? '--track' : '--manipulators'} goes with turns; give --turns`);
}

/** Undefined if the manipulators have errors, which are printed. */
function stageOf(context: Context, setting: Setting, { manipulators, policy }: RunOptions): Stage | undefined {
  if (manipulators === undefined) return openStage(setting);
  const flows = flowsOf(context, setting, manipulators, policy);
  return flows && openStage(setting, { flows });
}

function flowsOf(context: Context, { civ, names }: Setting, file: string, policy: Policy): FlowBook | undefined {
  const { types } = civ.declaration;
  const read = readXmlFile(file, context.known);
  const checked = read.root && checkDocument(read.root, names, policy, types);
  const found = problemsFound(file, read, checked?.issues);
  if (checked === undefined || found.some(({ severity }) => severity === 'error')) {
    refuseToRun(context, 'manipulators have', found, { others: '' });
    return undefined;
  }
  tellProblems(context.terminal, found, '');
  const global: Manipulator[] = [];
  const carried = new Map<string, Manipulator[]>();
  for (const { owner, manipulator } of checked.manipulators) {
    const list = isCarrier(owner, types) ? (carried.get(owner) ?? []) : global;
    list.push(manipulator);
    if (list !== global) carried.set(owner, list);
  }
  return lowerManipulators(civ, { global, carried }, policy, file);
}

function runTurns(stage: Stage, turns: number, track: readonly string[]) {
  const watched = track.map((text) =>
    askedBy('--track', text, () => {
      const { id, object, rest } = objectIn(
        stage,
        text,
        '--track',
        "give an object and a property: 'city:1 PROPERTY_X'",
      );
      const { properties } = stage.names;
      if (!properties.has(rest)) throw unknownName('property', rest, properties);
      return { object: id, handle: object, property: rest, values: [] as number[] };
    }),
  );
  const note = () => {
    for (const { handle, property, values } of watched) values.push(Number(stage.world.get(handle, property)));
  };
  note();
  for (let turn = 1; turn <= turns; turn++) {
    stage.world.run(1);
    note();
  }
  return watched.map(({ object, property, values }) => ({ object, property, values }));
}

function trackText(tracked: ReturnType<typeof runTurns>, colors: Colors): string {
  const rows = tracked[0].values.map((_value, turn) => [
    turn === 0 ? 'start' : `turn ${turn}`,
    ...tracked.map(({ values }) => right(values[turn])),
  ]);
  const head = tracked.map(({ object, property }) => right(`${object} ${property}`));
  return `${tableText(['', ...head], rows, colors)}\n`;
}
