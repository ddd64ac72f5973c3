import { type Command, Option } from 'commander';
import type { Expression } from '../ir/expression.js';
import { EdictError } from '../kernel/errors.js';
import { didYouMean } from '../scenarios/did-you-mean.js';
import { openScenario } from '../scenarios/native/open-scenario.js';
import type { Handle, World } from '../world/api.js';
import type { Context } from './context.js';
import { usageError } from './failure.js';
import { filled } from './filled.js';
import { findObject } from './find-object.js';
import { runSilently } from './run-silently.js';
import { type Supposition, factIn, suppositionIn } from './suppositions.js';
import type { Terminal } from './terminal.js';
import { type AskedRow, changesOf, reportJson, reportText, rowsOf, rowsOfText, unlocksText } from './what-if-report.js';
import { wholeNumber } from './whole-number.js';

interface WhatIfOptions {
  readonly suppose?: readonly string[];
  readonly object?: readonly string[];
  readonly expression?: string;
  readonly where?: string;
  readonly kind?: string;
  readonly unlocks?: string;
  readonly case?: string;
  readonly step?: number;
  readonly turns?: number;
  readonly seed?: string;
  readonly json?: true;
}

const help = `
Suppositions are written <object>.<what> = <value>; names with a full stop, = or a quote in them stand in quotes:
  Terra.population = 3           a meter or property: a number, true or false, a word, a class, an object, none
  Terra.techs.law = true         a word of a set
  Terra.thriving = false         a flag
  Terra.owner = Red              or nobody
  Terra.place = in Sol           or at 3, 4, or nowhere
  Red.available.farm = true      a class that is available to a faction
A list cannot be supposed. Of several about one fact the first counts. Without --expression and --where it shows what would change
of everything that content asks by name: its expressions, and what its classes require.

Examples:
  $ edict what-if realm.yaml --suppose 'West.techs.bronze = true'
  $ edict what-if realm.yaml --suppose 'Rome.owner = Col' --object Ann --expression endangered
  $ edict what-if realm.yaml --suppose 'Rome.size = 9' --where 'self.thriving' --kind city
  $ edict what-if realm.yaml --unlocks techs.bronze`;

/** Adds `edict what-if`: asks a world what would be so if some facts were otherwise. */
export function addWhatIf(program: Command, context: Context): void {
  const all = (text: string, before: readonly string[] | undefined): readonly string[] => [...(before ?? []), text];
  program
    .command('what-if')
    .summary('tell what would change if facts were otherwise')
    .description(
      'Asks the world of a scenario what would be so if some facts were otherwise. Nothing in the world changes.',
    )
    .argument('<scenario>', 'scenario file whose world to ask')
    .addOption(
      new Option(
        '--suppose <fact>',
        'a fact that is otherwise, <object>.<what> = <value>; may be given again',
      ).argParser(all),
    )
    .addOption(new Option('--object <object>', 'ask this one only, by id or name; may be given again').argParser(all))
    .addOption(
      new Option('--expression <name>', 'ask this expression, or what a class requires').argParser(
        filled('--expression', 'name an expression, or a class that requires something'),
      ),
    )
    .addOption(
      new Option('--where <expression>', 'ask this condition or number, over self')
        .argParser(filled('--where', 'give an expression over self'))
        .conflicts('expression'),
    )
    .addOption(
      new Option('--kind <kind>', 'ask --where of all objects of this kind (default: of any)').conflicts([
        'object',
        'expression',
      ]),
    )
    .addOption(
      new Option(
        '--unlocks <fact>',
        'list what requires a fact instead: set.word, property, flag or available.class',
      ).conflicts(['suppose', 'object', 'expression', 'where', 'kind', 'turns']),
    )
    .option('--case <name>', 'the case of the scenario file whose world it is (default: the first)')
    .addOption(
      new Option('--step <n>', 'do this step of the case and all before it first').argParser(wholeNumber('--step', 0)),
    )
    .addOption(
      new Option('--turns <n>', 'turns to run first (default: none)').argParser(wholeNumber('--turns', 0, 10_000_000)),
    )
    .addOption(
      new Option('--seed <text>', 'seed of everything random (default: what the scenario says)').argParser(
        filled('--seed', 'give a text or a number'),
      ),
    )
    .option('--json', 'print the answers as JSON')
    .addHelpText('after', help)
    .action((scenario: string, options: WhatIfOptions) => {
      whatIf(context, scenario, options);
    });
}

function whatIf({ terminal, finish }: Context, scenario: string, options: WhatIfOptions): void {
  if (options.suppose === undefined && options.unlocks === undefined)
    throw usageError(
      'what-if needs a fact that is otherwise; give --suppose, or --unlocks to list what requires a fact',
    );
  if (options.kind !== undefined && options.where === undefined)
    throw usageError('--kind says of whom --where is asked; give --where, or leave it out');
  const { world } = openScenario(scenario, {
    case: options.case,
    step: options.step,
    ...(options.seed === undefined ? {} : { seed: options.seed }),
  });
  if (options.unlocks !== undefined) tellUnlocks(terminal, world, options.unlocks, options.json === true);
  else tellAnswers(terminal, world, options);
  finish(0);
}

function tellUnlocks(terminal: Terminal, world: World, text: string, json: boolean): void {
  const things = world.unlockedBy(factIn(world.program.model, text));
  terminal.out(
    json ? `${JSON.stringify({ fact: text, things }, undefined, 2)}\n` : unlocksText(text, things, terminal),
  );
}

function tellAnswers(terminal: Terminal, world: World, options: WhatIfOptions): void {
  const { expression, where, turns = 0, suppose = [] } = options;
  const asked = expression === undefined ? undefined : expressionNamed(world, expression);
  runSilently(terminal, world, turns);
  const suppositions = suppose.map((text) => suppositionIn(world, text));
  const objects =
    options.kind === undefined
      ? options.object?.map((text) => findObject(world, text))
      : world.query({ kind: options.kind });
  const rows =
    asked === undefined ? answers(world, where, suppositions, objects) : rowsOf(world, asked, suppositions, objects);
  const isAll = asked !== undefined || where !== undefined;
  terminal.out(
    options.json === true
      ? `${JSON.stringify(reportJson(world, suppositions, rows), undefined, 2)}\n`
      : reportText(world, suppositions, rows, isAll, terminal),
  );
}

function answers(
  world: World,
  where: string | undefined,
  suppositions: readonly Supposition[],
  objects: readonly Handle[] | undefined,
): readonly AskedRow[] {
  return where === undefined
    ? changesOf(world, suppositions, objects)
    : rowsOfText(world, where, suppositions, objects);
}

/** An expression of the content by its name, or by the class whose requirements it states. */
function expressionNamed(
  {
    program: {
      rules: { expressions },
    },
  }: World,
  name: string,
): Expression {
  const found =
    expressions.find((each) => each.name === name) ?? expressions.find(({ thing }) => thing !== '' && thing === name);
  if (found !== undefined) return found;
  const known = expressions.flatMap((each) => (each.thing === '' ? [each.name] : [each.thing]));
  throw new EdictError(
    'unknown-name',
    `there is no expression ${JSON.stringify(name)}, and no class of that name that requires anything${didYouMean(name, known)}`,
    name,
  );
}
