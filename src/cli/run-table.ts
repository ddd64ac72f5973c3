import type { World } from '../world/api.js';
import { type OptionRow, filled, misused, usageError, whole } from './command.js';
import { type ObjectTable, tableOf } from './object-table.js';
import { chosenObjects, listedColumns } from './show-command.js';

/** Options of a table of objects after the last turn. */
interface FinalTableOptions {
  readonly show?: string | true;
  readonly kind?: string;
  readonly where?: string;
  readonly first?: number;
  readonly csv?: true;
  readonly json?: true;
  readonly seeds?: unknown;
}

const usualMost = 100;

export const finalTableOptions: readonly OptionRow[] = [
  [
    '--show [columns]',
    'show the objects after the last turn as a table: all columns, or these, separated by commas, as for edict show',
    { read: columnNames },
  ],
  ['--kind <kind>', 'with --show: only objects of this kind'],
  ['--where <expression>', 'with --show: only objects for which this condition over self is true'],
  [
    '--first <n>',
    `with --show: show at most this many objects (default: ${usualMost})`,
    { read: whole(1, 10_000_000) },
  ],
  ['--csv', 'with --show: print the table alone, as CSV', { conflicts: ['json', 'rules', 'seeds'] }],
];

function columnNames(option: string) {
  return (text: string): string => {
    if (/\.(?:ya?ml|json)$/.test(text))
      throw misused(option, text, `give names of columns, or nothing; a file stands before ${option}`);
    return filled('give names of columns, such as id,name,population')(option)(text);
  };
}

/** Throws for options that need `--show`, and for `--show` with several runs. */
export function demandFinalTable({ show, seeds, ...others }: FinalTableOptions): void {
  if (show !== undefined) {
    if (seeds !== undefined) throw usageError('--show shows the objects of one run; leave --show or --seeds out');
    return;
  }
  for (const name of ['kind', 'where', 'first', 'csv'] as const)
    if (others[name] !== undefined) throw usageError(`--${name} is about the table of --show; give --show too`);
}

/** Undefined if it is not wanted. Throws for columns, kinds and conditions that are not there. */
export function finalTable(
  world: World,
  { show, kind, where, first = usualMost }: FinalTableOptions,
): ObjectTable | undefined {
  if (show === undefined) return undefined;
  const columns = show === true ? undefined : listedColumns('--show', [show]);
  return tableOf(world, chosenObjects(world, [], { kind, where }), columns, first);
}
