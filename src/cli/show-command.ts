import type { Handle, World } from '../world/api.js';
import { setOption } from './assignments.js';
import {
  type Context,
  type OptionRow,
  addCommand,
  askedBy,
  filled,
  jsonOption,
  jsonText,
  repeated,
  stepOption,
  usageError,
  whole,
  agentOption,
} from './command.js';
import { type WorldChoice, openWorld, worldOptions } from './open-world.js';
import { withScenario, worldFile } from './scenario-argument.js';
import { given } from '../content/native/load-context.js';
import { findObject } from './find-object.js';
import { type ObjectTable, tableCsv, tableJson, tableOf, tableShown } from './object-table.js';
import { noticeTo, runSilently } from './progress.js';
import type { Terminal } from './terminal.js';
import { watchableWorld } from './watch.js';

export interface TableOptions extends WorldChoice {
  readonly kind?: string;
  readonly where?: string;
  readonly turns?: number;
  readonly first?: number;
  readonly csv?: true;
  readonly json?: true;
}

interface ShowOptions extends TableOptions {
  readonly columns?: readonly string[];
  readonly each?: readonly string[];
}

export function addShow(context: Context): void {
  addCommand(
    context,
    'show',
    watchableWorld({
      summary: 'show the objects of a world as a table',
      description: 'Runs a world for some turns, and shows its objects with their values, sets, owners and places.',
      arguments: {
        '[objects...]': `ids or names of objects (default: all), and then the ${worldFile} to show`,
      },
      options: [
        ['--kind <kind>', 'only objects of this kind'],
        ['--where <expression>', 'only objects for which this condition over self is true'],
        [
          '--columns <names>',
          'what to show, separated by commas: id, name, kind, class, owner, place, x, y, created, meters, ' +
            'properties, variables, sets; may be given again',
          { read: repeated() },
        ],
        [
          '--each <expression>',
          'show this expression over self, too; may be given again',
          { read: repeated((text) => filled('give an expression over self')('--each')(text)) },
        ],
        ...worldOptions,
        setOption,
        stepOption,
        ...tableOptions,
      ],
      notes:
        'Without a scenario, the command shows the embedded galaxy. The last argument is the scenario if it is a file.',
      examples: [
        'show colony.yaml --turns 10',
        'show Terra Mars colony.yaml --columns name,population,owner',
        "show colony.yaml --kind planet --where 'self.population > 3' --csv",
        "show --kind ship --each 'self.structure / self.maxStructure' --first 20",
      ],
      act: show,
    }),
  );
}

export const tableOptions: readonly OptionRow[] = [
  ['--turns <n>', 'turns to run first (default: none)', { read: whole(0, 10_000_000) }],
  agentOption,
  ['--first <n>', 'show at most this many objects', { read: whole(1, 10_000_000), usual: 100 }],
  ['--csv', 'print the table as CSV', { conflicts: ['json'] }],
  jsonOption('the table'),
];

function show(context: Context, args: readonly string[], options: ShowOptions): void {
  const { others: names, scenario } = withScenario(args);
  const world = openTable(context, scenario, options);
  const { columns, each = [] } = options;
  const listed = columns && listedColumns('--columns', columns);
  const wanted = listed === undefined && each.length === 0 ? undefined : [...(listed ?? ['id', 'name']), ...each];
  const { first = 100 } = options;
  printTable(context.terminal, world, tableOf(world, chosenObjects(world, names, options), wanted, first), options);
}

export function listedColumns(option: string, columns: readonly string[]): readonly string[] {
  const listed = columns.flatMap((names) => names.split(',').map((name) => name.trim()));
  if (listed.includes('')) throw usageError(`${option} has an empty name; write names with commas between them`);
  return listed;
}

/** The world of the scenario, or else the embedded galaxy, after its turns. */
export function openTable(context: Context, scenario: string | undefined, options: TableOptions): World {
  const { terminal } = context;
  const notice = noticeTo(terminal, options.json ?? options.csv);
  const { world } = openWorld(context, options, scenario, notice);
  if (scenario === undefined && options.state === undefined && options.load === undefined)
    notice('no scenario is named, so the embedded galaxy is shown');
  runSilently(terminal, world, options.turns ?? 0);
  return world;
}

/** Throws for a kind that is not there, and for names and a choice together. */
export function chosenObjects(
  world: World,
  names: readonly string[],
  { kind, where }: { readonly kind?: string | undefined; readonly where?: string | undefined },
  by = '--kind',
): readonly Handle[] {
  if (names.length > 0 && (kind ?? where) !== undefined)
    throw usageError(`${by} and --where choose objects, as their names do; leave the names or the options out`);
  if (names.length > 0) return names.map((name) => findObject(world, name));
  const query = given({ kind, where });
  return where === undefined ? world.query(query) : askedBy('--where', where, () => world.query(query));
}

export function printTable(
  terminal: Terminal,
  world: World,
  table: ObjectTable,
  { csv, json }: Pick<TableOptions, 'csv' | 'json'>,
): void {
  if (csv) terminal.out(tableCsv(table));
  else if (json) terminal.out(jsonText(terminal, { turn: world.turn, ...tableJson(table) }));
  else terminal.out(tableShown(table, terminal.outColors));
}
