import { booleanType } from '../../eval/operation.js';
import { quoteText } from '../diagnostics/quote.js';
import type { DraftColumn } from './columns.js';
import type { Declarations } from './declarations.js';
import { type Loading, reportError } from './loading.js';

/**
 * What notes of each object that something continuous holds: a column for each, which nothing but the rules of timing
 * writes.
 */

/** Columns by the names of the kinds that have them. */
export type HoldingColumns = ReadonlyMap<string, readonly DraftColumn[]>;

/** The name of the column of something continuous. */
export function holdingName(name: string): string {
  return `continuous ${name}`;
}

/** Adds the columns behind all others. Of kinds and classes that are not there somebody else complains. */
export function addHoldingColumns(
  { continuous, classes, sets, lists, variables }: Declarations,
  columns: DraftColumn[],
  loading: Loading,
): HoldingColumns {
  const byKind = new Map<string, DraftColumn[]>();
  const uses = countNames(continuous.map(({ source }) => source.name));
  const taken = new Set([...columns, ...sets, ...lists, ...variables].map(({ name }) => name));
  const kindOf = new Map(classes.map(({ name, source }) => [name, source.kind]));
  for (const { source } of continuous) {
    const name = holdingName(source.name);
    if (taken.has(name)) {
      // Two of one name are reported where they are lowered.
      if (uses.get(source.name) === 1) refuseName(name, source, loading);
      continue;
    }
    taken.add(name);
    const column: DraftColumn = {
      index: columns.length,
      name,
      role: 'property',
      type: booleanType,
      storage: 'u8',
      integer: false,
      initial: 0,
      minimum: -Infinity,
      maximum: Infinity,
      reset: false,
      cap: -1,
      kinds: new Uint8Array(0),
    };
    columns.push(column);
    const { carrier } = source;
    const kinds = 'kind' in carrier ? [carrier.kind] : [carrier.class].flat().map((each) => kindOf.get(each));
    for (const kind of new Set(kinds)) {
      if (kind === undefined) continue;
      const list = byKind.get(kind);
      if (list === undefined) byKind.set(kind, [column]);
      else list.push(column);
    }
  }
  return byKind;
}

function refuseName(name: string, source: object, loading: Loading): void {
  reportError(loading, loading.places.ofValue(source, 'name'), {
    code: 'duplicate-name',
    message: `${quoteText(name)} is already the name of something else that objects have, expected another name for what is continuous`,
    suggestion: 'rename one of the two',
  });
}

function countNames(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
