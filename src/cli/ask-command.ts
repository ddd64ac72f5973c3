import { setOption } from './assignments.js';
import { givesObject, nobodyAsked, readsSelf } from './compile-text.js';
import { idOf } from './find-object.js';
import { type Context, addCommand, askedBy, filled, jsonText, stepOption, usageError } from './command.js';
import { noticeTo } from './progress.js';
import { worldOptions } from './open-world.js';
import { shellWord, withScenario, worldFile } from './scenario-argument.js';
import { askedOf, nameText, quoted, tableOf } from './object-table.js';
import { type TableOptions, chosenObjects, openTable, printTable, tableOptions } from './show-command.js';
import { cellText } from './terminal.js';
import { watchableWorld } from './watch.js';

interface AskOptions extends TableOptions {
  readonly each?: string;
}

export function addAsk(context: Context): void {
  addCommand(
    context,
    'ask',
    watchableWorld({
      summary: 'evaluate an expression in a world',
      description:
        'Runs a world for some turns, and evaluates an expression: once, for some objects, or for each object of a kind, as self.',
      arguments: {
        '<expression>': 'the expression; over self if objects are named',
        '[objects...]': `ids or names of objects, and then the ${worldFile} to ask about`,
      },
      options: [
        ['--each <kind>', 'evaluate it for each object of this kind', { read: filled('name a kind') }],
        ['--where <expression>', 'with --each: only for objects for which this condition over self is true'],
        ...worldOptions,
        setOption,
        stepOption,
        ...tableOptions,
      ],
      notes:
        'Without a scenario, the command asks about the embedded galaxy. The last argument is the scenario if it is a file.',
      examples: [
        "ask 'objects(sheep).count()' examples/agents/wolfsheep.yaml --turns 50",
        "ask 'self.population * 2' Terra colony.yaml",
        "ask 'self.owner' --each planet colony.yaml --csv",
      ],
      act: ask,
    }),
  );
}

function ask(context: Context, args: readonly string[], options: AskOptions): void {
  const { others, scenario } = withScenario(args);
  const [expression, ...names] = others;
  if (expression === undefined)
    throw usageError(
      `edict ask needs an expression before the file, as in edict ask 'objects().count()' ${shellWord(args[0])}`,
    );
  const { each, where, first = 100, json, csv } = options;
  if (where !== undefined && each === undefined) throw usageError('--where limits the objects of --each; give --each');
  const { terminal } = context;
  const world = openTable(context, scenario, options);
  askedBy('the expression', expression, () => {
    if (names.length > 0 || each !== undefined) {
      const objects = chosenObjects(world, names, { kind: each, where }, '--each');
      askedOf(world, expression);
      printTable(terminal, world, tableOf(world, objects, ['id', 'name', expression], first), options);
      return;
    }
    const value = world.questions.evaluate(expression);
    if (readsSelf(world, expression)) noticeTo(terminal, json ?? csv)(`${nobodyAsked}, or give --each`);
    const isObject = typeof value === 'number' && value !== 0 && givesObject(world, expression);
    if (json) terminal.out(jsonText(terminal, { turn: world.turn, value: isObject ? idOf(value) : (value ?? null) }));
    else if (csv) terminal.out(`${isObject ? idOf(value) : quoted(String(value ?? ''))}\r\n`);
    else terminal.out(`${isObject ? nameText(world, value) : cellText(value, 'absent')}\n`);
  });
}
