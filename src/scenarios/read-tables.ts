import { dirname, join } from 'node:path';
import type { Program } from '../ir/rule.js';
import { type StartStep, type StartTable, everyStep, tableOf } from '../ir/start.js';
import { EdictError } from '../kernel/errors.js';
import { textGiven } from '../kernel/given.js';
import type { TableGiven } from '../meaning/start/start-rows.js';
import { readArrow } from '../files/read-arrow.js';
import { readBytes, readText, realPathOf } from '../files/read-file.js';
import type { NoteRead } from '../files/read-log.js';

/** Bytes. */
const longestTable = 256_000_000;

/**
 * Reads the tables that the `start` of a content names, for the option `tables` of `createWorld`. Their paths are
 * relative to the folder of the content file that names them, or to `folder`, for compiled content; a link may not lead
 * out of it. Without such tables nothing is read.
 *
 * @throws EdictError `unreadable-file`, `file-too-long`, and `table` for a file elsewhere
 */
export function readTables(program: Program, folder?: string): Readonly<Record<string, TableGiven>> {
  return tablesOf(program, folder, undefined);
}

export function tablesOf(
  program: Program,
  folder: string | undefined,
  note: NoteRead | undefined,
): Readonly<Record<string, TableGiven>> {
  if (folder !== undefined) textGiven('the folder', folder, 'the path of a folder');
  const files = new Map<string, string>();
  const tables = new Map<string, TableGiven>();
  const steps = everyStep(program.rules.start ?? []);
  for (const step of steps) {
    const table = tableOf(step);
    if (table === undefined) continue;
    const { origin } = step;
    const base = folder ?? dirname(origin.file);
    const file = join(base, table.name);
    const known = files.get(table.name);
    if (known !== undefined && known !== file)
      throw new EdictError(
        'table',
        `${known} and ${file} are two tables of one name; name one of them otherwise, since tables are given by name`,
        file,
      );
    if (known !== undefined) continue;
    files.set(table.name, file);
    refuseOutside(base, file);
    tables.set(table.name, readTable(table, file, columnsOf(steps, table.name), note));
  }
  return Object.fromEntries(tables);
}

/** A link of the folder may lead anywhere; the files of others are none of the content's business. */
function refuseOutside(base: string, file: string): void {
  const [inside, real] = [realPathOf(base), realPathOf(file)];
  if (inside === undefined || real === undefined || real.startsWith(join(inside, '/'))) return;
  throw new EdictError('table', `${file} is a link out of the folder ${base}; put the file itself there`, file);
}

function readTable(
  { format }: Pick<StartTable, 'format'>,
  file: string,
  columns: readonly string[],
  note: NoteRead | undefined,
): TableGiven {
  if (format === 'csv') return readText(file, longestTable, note);
  return readArrow(file, readBytes(file, longestTable, undefined, note), columns) as TableGiven;
}

/** Of all steps that read it. */
function columnsOf(steps: readonly StartStep[], name: string): readonly string[] {
  const columns = steps.flatMap((step) => {
    const table = tableOf(step);
    return table?.name === name ? table.columns : [];
  });
  return [...new Set(columns)];
}
