import type { Expression } from '../ir/node.js';
import { EdictError } from '../kernel/errors.js';
import type { CaseChoice } from '../scenarios/case-choice.js';
import { openScenario } from '../scenarios/native/open-scenario.js';
import type { World, Handle } from '../world/api.js';
import {
  type Context,
  addCommand,
  caseOption,
  filled,
  jsonOption,
  print,
  repeated,
  seedOption,
  stepOption,
  whole,
  askedBy,
  unknownName,
  usageError,
} from './command.js';
import type { WorldChanges } from './open-world.js';
import { worldFile } from './scenario-argument.js';
import { setOption } from './assignments.js';
import { compileText } from './compile-text.js';
import { findObject, idOf, nameOf } from './find-object.js';
import { runSilently } from './progress.js';
import { reportFutures } from './what-if-futures.js';
import { factIn, suppositionIn } from './suppositions.js';
import {
  type Terminal,
  type Colors,
  cellText,
  changeCells,
  changeHead,
  counted,
  answerOf,
  answersTable,
} from './terminal.js';
import { kindAt } from '../model/model.js';
import { printable } from '../content/text/quote.js';
import type { Effected, Override } from '../world/questions-api.js';

interface WhatIfOptions extends CaseChoice, Pick<WorldChanges, 'set'> {
  readonly suppose?: readonly string[];
  readonly object?: readonly string[];
  readonly expression?: string;
  readonly where?: string;
  readonly kind?: string;
  readonly unlocks?: string;
  readonly turns?: number;
  readonly or?: readonly string[];
  readonly after?: number;
  readonly seed?: string;
  readonly json?: true;
}

const notes = `Facts are written <object>.<what> = <value>; quote names that contain a full stop, = or a quote:
  Terra.population = 3           a meter or property: a number, true or false, a word, a class, an object, none
  Terra.techs.law = true         a word of a set
  Terra.thriving = false         a flag
  Terra.owner = Red              or nobody
  Terra.place = in Sol           or at 3, 4, or nowhere
  Red.available.farm = true      a class that is available to a faction
Lists and variables cannot be assumed. If several facts are about one value, the first applies. Without --turns, only
the facts differ, and no turn runs; the command shows the changes of --expression or --where, or else of all named
expressions and of all requirements of classes.`;

export function addWhatIf(context: Context): void {
  addCommand(context, 'what-if', {
    summary: 'show what would change if some facts were different',
    description:
      'Shows what would change in the world of a scenario if some facts were different. The world stays as it is.',
    arguments: { '<scenario>': `${worldFile} to ask about` },
    options: [
      ['--suppose <fact>', 'a fact to assume, <object>.<what> = <value>; may be given again', { read: repeated() }],
      ['--object <object>', 'evaluate for this object only, by id or name; may be given again', { read: repeated() }],
      [
        '--expression <name>',
        'evaluate this expression, or the requirements of this class',
        { read: filled('name an expression, or a class that requires something') },
      ],
      [
        '--where <expression>',
        'evaluate this condition or number over self',
        { read: filled('give an expression over self'), conflicts: ['expression'] },
      ],
      ['--kind <kind>', 'evaluate --where for objects of this kind only', { conflicts: ['object', 'expression'] }],
      [
        '--unlocks <fact>',
        'list the classes that require a fact instead: set.word, property, flag or available.class',
        { conflicts: ['suppose', 'object', 'expression', 'where', 'kind', 'turns', 'or'] },
      ],
      [
        '--turns <n>',
        'run two futures for this many turns, with the facts and without them, and show what differs',
        { read: whole(1, 10_000_000), conflicts: ['object', 'expression', 'where', 'kind'] },
      ],
      [
        '--or <fact>',
        'with --turns: one more future, in which this fact differs instead; may be given again',
        { read: repeated() },
      ],
      ['--after <n>', 'turns to run before the question (default: none)', { read: whole(0, 10_000_000) }],
      caseOption,
      stepOption,
      seedOption('seed of all random draws (default: that of the scenario)'),
      setOption,
      jsonOption('the answers'),
    ],
    notes,
    examples: [
      "what-if realm.yaml --suppose 'West.techs.bronze = true'",
      "what-if realm.yaml --suppose 'Rome.owner = Col' --object Ann --expression endangered",
      "what-if realm.yaml --suppose 'Rome.size = 9' --where 'self.thriving' --kind city",
      "what-if realm.yaml --suppose 'Rome.size = 9' --or 'Rome.size = 1' --turns 10",
      'what-if realm.yaml --unlocks techs.bronze',
    ],
    act: whatIf,
  });
}

function whatIf({ terminal, known }: Context, [scenario]: readonly string[], options: WhatIfOptions): void {
  const { suppose, unlocks, kind, where } = options;
  if (suppose === undefined && unlocks === undefined)
    throw usageError(
      'edict what-if needs a fact to suppose; give --suppose, or --unlocks to list the classes that require a fact',
    );
  if (kind !== undefined && where === undefined)
    throw usageError('--kind limits the objects of --where; give --where, or leave it out');
  const { world } = openScenario(scenario, { ...options, parameters: options.set }, known);
  if (options.turns === undefined && options.or !== undefined)
    throw usageError('--or is about futures; give --turns, too');
  if (options.turns !== undefined) return reportFutures(terminal, world, options, options.turns);
  if (unlocks === undefined) return reportAnswers(terminal, world, options);
  const things = askedBy('--unlocks', unlocks, () => world.questions.unlockedBy(factIn(world.program.model, unlocks)));
  print(terminal, options.json, { fact: unlocks, things }, (report) => report, unlocksText);
}

function reportAnswers(terminal: Terminal, world: World, options: WhatIfOptions): void {
  const { expression, where, kind, after = 0, suppose = [], json } = options;
  const asked = expression === undefined ? undefined : expressionNamed(world, expression);
  runSilently(terminal, world, after);
  const overrides = suppose.map((text) => suppositionIn(world, text));
  const objects = kind === undefined ? options.object?.map((text) => findObject(world, text)) : world.query({ kind });
  const rows =
    asked !== undefined
      ? rowsOf(world, asked, overrides, objects)
      : where !== undefined
        ? rowsOfText(world, where, overrides, objects)
        : changesOf(world, overrides, objects);
  const isAll = (asked ?? where) !== undefined;
  print(terminal, json, { world, suppose, rows, isAll }, reportJson, reportText);
}

/** Also by the class whose requirements it states. */
function expressionNamed({ program }: World, name: string): Expression {
  const { expressions } = program.rules;
  const found =
    expressions.find((each) => each.name === name) ?? expressions.find(({ thing }) => thing !== '' && thing === name);
  if (found !== undefined) return found;
  const known = expressions.map(({ name: own, thing }) => (thing === '' ? own : thing));
  throw unknownName('expression', name, known, { where: ', and no class of that name that requires anything' });
}

function changesOf(
  world: World,
  overrides: readonly Override[],
  objects: readonly Handle[] = world.query(),
): readonly AskedRow[] {
  const things = new Map(world.program.rules.expressions.map(({ name, thing }) => [name, thing]));
  return world.questions
    .whatIf(overrides)
    .changes(objects)
    .map((effected) => rowOf(world, overrides, things.get(effected.expression) ?? '', effected));
}

type AskedRow = ReturnType<typeof rowOf>;

/** `thing`: the class whose requirement it is, or empty. */
function rowOf(world: World, overrides: readonly Override[], thing: string, effected: Omit<Effected, 'answer'>) {
  const { expression, object, before, after } = effected;
  const isMet = before === true && after === true;
  // Clauses that are false afterwards, or now if the condition becomes true.
  const failing =
    thing === '' || isMet ? [] : world.questions.enabled(thing, object, after === true ? [] : overrides).failing;
  return { expression, object, before, after, answer: answerOf(before, after), failing };
}

function rowsOf(
  world: World,
  expression: Expression,
  overrides: readonly Override[],
  objects?: readonly Handle[],
): readonly AskedRow[] {
  const { name, scope, thing, node } = expression;
  const { model } = world.program;
  const kinds = new Set(scope.map((kind) => kindAt(model, kind).name));
  const asked = objects ?? world.query().filter((object) => kinds.has(world.kindOf(object)));
  const present = world.questions.askAll(expression, asked);
  const supposed = world.questions.whatIf(overrides).askAll(expression, asked);
  const valueOf = (value: number) => (node.type.name === 'boolean' ? value === 1 : value);
  return asked.map((object, i) => {
    const [before, after] = [valueOf(present[i]), valueOf(supposed[i])];
    return rowOf(world, overrides, thing, { expression: name, object, before, after });
  });
}

/** Default: all objects with a value. Throws for other texts, and for draws. */
function rowsOfText(
  world: World,
  text: string,
  overrides: readonly Override[],
  objects?: readonly Handle[],
): readonly AskedRow[] {
  demandStill(world, text);
  const [present, supposed] = [world.questions.whatIf([]), world.questions.whatIf(overrides)];
  return (objects ?? world.query()).flatMap((object) => {
    const [before = null, after = null] = [present.evaluate(text, object), supposed.evaluate(text, object)];
    if (objects === undefined && before === null && after === null) return [];
    return [rowOf(world, [], '', { expression: text, object, before, after })];
  });
}

function demandStill(world: World, text: string): void {
  const compiled = compileText(world, text, { still: true });
  if (!compiled.ok) {
    const drawn = compiled.problems.find(({ code }) => code === 'draw-in-expression');
    if (drawn !== undefined)
      throw new EdictError(
        drawn.code,
        `--where ${JSON.stringify(text)} at ${drawn.span.start + 1}: ${drawn.message}; ${drawn.suggestion ?? 'leave it out'}`,
      );
    // The world has its own limits and errors.
    world.questions.evaluate(text);
    return;
  }
  const { name } = compiled.node.type;
  if (name !== 'boolean' && name !== 'number')
    throw new EdictError(
      'type',
      `--where ${JSON.stringify(text)} is neither a condition nor a number; compare it with something`,
    );
}

interface Answers {
  readonly world: World;
  readonly suppose: readonly string[];
  readonly rows: readonly AskedRow[];
  readonly isAll: boolean;
}

function reportJson({ world, suppose, rows }: Answers) {
  return {
    turn: world.turn,
    suppose,
    answers: rows.map(({ expression, object, before, after, answer, failing }) => ({
      expression,
      object: idOf(object),
      name: world.nameOf(object),
      before,
      after,
      answer,
      failing,
    })),
  };
}

function reportText({ world, suppose, rows, isAll }: Answers, colors: Colors): string {
  const title = colors.bold(printable(`If ${suppose.join(', and ')}`));
  if (rows.length === 0)
    return [
      title,
      isAll
        ? 'no object has an answer'
        : 'no named expression or requirement would change; --where asks about other conditions, --turns about later turns',
      '',
    ].join('\n');
  const reasons = rows.some(({ failing }) => failing.length > 0) ? 'because of' : '';
  const lines = rows.map(({ expression, object, before, after, answer, failing }) => [
    expression,
    nameOf(world, object),
    ...changeCells(cellText(before, 'absent'), cellText(after, 'absent')),
    answer,
    failing.join('; '),
  ]);
  const head = ['expression', 'object', ...changeHead, 'answer', reasons];
  const answers = rows.map(({ answer }) => answer);
  return answersTable(title, head, lines, answers, colors);
}

function unlocksText(
  { fact, things }: { readonly fact: string; readonly things: readonly string[] },
  { bold }: Colors,
): string {
  if (things.length === 0) return `no class requires anything of ${printable(fact)}\n`;
  const title = `${counted(things.length, 'class requires', 'classes require')} something of ${printable(fact)}`;
  return `${bold(title)}\n\n${things.map((thing) => `  ${printable(thing)}`).join('\n')}\n`;
}
