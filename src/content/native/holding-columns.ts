import { booleanType } from '../../eval/operation.js';
import { quoteText } from '../diagnostics/quote.js';
import { type DraftColumn, draftColumn } from './columns.js';
import type { Declarations } from './declarations.js';
import { type Loading, refuse } from './loading.js';

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
  const uses = new Map<string, number>();
  for (const { source } of continuous) uses.set(source.name, (uses.get(source.name) ?? 0) + 1);
  const taken = new Set([...columns, ...sets, ...lists, ...variables].map(({ name }) => name));
  const kindOf = new Map(classes.map(({ name, source }) => [name, source.kind]));
  for (const { source } of continuous) {
    const name = holdingName(source.name);
    if (taken.has(name)) {
      // Two of one name are reported where they are lowered.
      if (uses.get(source.name) === 1)
        refuse(
          { loading },
          [source, 'name'],
          'duplicate-name',
          `${quoteText(name)} is already the name of something else that objects have, expected another name for what is continuous`,
          'rename one of the two',
        );
      continue;
    }
    taken.add(name);
    const column = draftColumn(columns.length, name, 'property', { type: booleanType, storage: 'u8', integer: false });
    columns.push(column);
    const { carrier } = source;
    const kinds = 'kind' in carrier ? [carrier.kind] : [carrier.class].flat().map((each) => kindOf.get(each));
    for (const kind of new Set(kinds)) if (kind !== undefined) byKind.set(kind, [...(byKind.get(kind) ?? []), column]);
  }
  return byKind;
}
