import { booleanType, numberType } from '../../../eval/operation.js';
import { EdictError } from '../../../kernel/errors.js';
import type { Column, Table } from '../../../model/model.js';
import { tagsOf } from '../item-fields.js';
import {
  type AskedColumns,
  type ColumnShape,
  type DesignFacts,
  type NamedColumns,
  gameKindIndices,
  gameKinds,
} from './game-model.js';
import { type GameItems, byName, defaultOfRule, designFacts, partFacts } from './items.js';

/** The columns and tables of a model in the making, each made once, when it is first asked for. */
export interface ColumnBook {
  readonly columns: readonly Column[];
  readonly tables: readonly Table[];
  /** The column of a name; `shape` says what it is when it is new. Throws when it is new and the book is closed. */
  column(name: string, shape: ColumnShape): Column;
  /** Index of the table of a name, filled by `values` when it is new. Throws like `column`. */
  table(name: string, width: number, values: () => Float64Array): number;
  close(): void;
}

export function createColumnBook(): ColumnBook {
  const columns: Column[] = [];
  const tables: Table[] = [];
  const columnByName = new Map<string, Column>();
  const tableByName = new Map<string, number>();
  let closed = false;

  function open(name: string): void {
    if (closed)
      throw new EdictError(
        'model-closed',
        `${name} is asked for after the model was finished; ask for all columns and tables before`,
      );
  }

  return {
    columns,
    tables,
    column(name, { type, storage, kinds, role = 'property', initial = 0 }) {
      const known = columnByName.get(name);
      if (known !== undefined) return known;
      open(name);
      const made: Column = Object.freeze({
        index: columns.length,
        name,
        role,
        type,
        storage,
        integer: storage === 'i32' && type.name === 'number',
        initial,
        // What a pass does with meters before and after its effects differs from kind to kind: see meters.ts.
        minimum: -Infinity,
        maximum: Infinity,
        reset: false,
        cap: -1,
        kinds: marksOf(kinds),
      });
      columns.push(made);
      columnByName.set(name, made);
      return made;
    },
    table(name, width, values) {
      const known = tableByName.get(name);
      if (known !== undefined) return known;
      open(name);
      const index = tables.push(Object.freeze({ name, width, values: values() })) - 1;
      tableByName.set(name, index);
      return index;
    },
    close() {
      closed = true;
    },
  };
}

function marksOf(kinds: ColumnShape['kinds']): Uint8Array {
  const marks = new Uint8Array(Object.keys(gameKindIndices).length + 1);
  for (const kind of kinds) marks[gameKindIndices[kind]] = 1;
  return marks;
}

/**
 * Columns of names in content, made when rules first ask for them: a game has thousands of names, and rules ask for
 * some hundreds. `known`: what has been asked for up to now.
 */
export function namedColumns(
  book: ColumnBook,
  items: GameItems,
): NamedColumns & { readonly known: () => AskedColumns } {
  const parts = new Map([...byName(items('Part'))].map(([name, item]) => [name, partFacts(item)]));
  const hullTags = new Map([...byName(items('Hull'))].map(([name, item]) => [name, tagsOf(item)]));
  const specials = byName(items('Special'));
  const techs = byName(items('Tech'));
  const ruleDefaults = new Map([...byName(items('GameRule'))].map(([name, item]) => [name, defaultOfRule(item)]));
  const partClasses = new Set([...parts.values()].map(({ partClass }) => partClass));
  const designs = byName(items('ShipDesign'));

  const mark = { type: booleanType, storage: 'u8' } as const;
  const count = { type: numberType, storage: 'i32' } as const;
  const number = { type: numberType, storage: 'f32' } as const;
  const has = family(book, 'special', () => ({ ...mark, kinds: gameKinds }));
  const since = family(book, 'special since', () => ({ ...count, kinds: gameKinds }));
  const capacity = family(book, 'special capacity', () => ({ ...number, kinds: gameKinds }));
  const partCounts = family(book, 'parts', () => ({ ...count, kinds: ['design'] }));
  const partClassCounts = family(book, 'parts of class', () => ({ ...count, kinds: ['design'] }));
  const designTags = family(book, 'design tag', () => ({ ...mark, kinds: ['design'] }));
  const rules = family(book, 'rule', (name) => ({
    type: numberType,
    storage: 'f64',
    kinds: ['galaxy'],
    initial: ruleDefaults.get(name) ?? 0,
  }));
  const researched = family(book, 'researched', () => ({ ...count, kinds: ['empire'] }));
  const granted = family(book, 'granted', () => ({ ...mark, kinds: ['empire'] }));
  const empireMeters = family(book, 'empire meter', () => ({ ...number, role: 'meter', kinds: ['empire'] }));
  const usedDesigns = new Map<string, DesignFacts>();
  let allParts: Column | undefined;

  return {
    partKind: (name) => {
      const part = parts.get(name);
      return part && (part.objects === undefined ? 0 : gameKindIndices[part.objects]);
    },
    useDesign(name) {
      const item = designs.get(name);
      if (item !== undefined) usedDesigns.set(name, designFacts(item));
    },
    special: has.among(specials),
    specialSince: since.among(specials),
    specialCapacity: capacity.among(specials),
    partCount: partCounts.among(parts),
    partClassCount: partClassCounts.among(partClasses),
    allParts: () => (allParts ??= book.column('parts in all', { ...count, kinds: ['design'] })),
    designTag: (tag) => designTags.ask(tag.toUpperCase()),
    rule: rules.ask,
    researched: researched.among(techs),
    granted: granted.among(techs),
    // Content names them as the game's code does, states without the prefix.
    empireMeter: (name) => empireMeters.ask(name.replace(/^METER_/, '')),
    known: () => ({
      specials: new Map(
        [...specials.keys()].map((name) => [
          name,
          { has: has.known.get(name), since: since.known.get(name), capacity: capacity.known.get(name) },
        ]),
      ),
      partCounts: partCounts.known,
      partClassCounts: partClassCounts.known,
      allParts,
      designTags: designTags.known,
      rules: rules.known,
      ruleDefaults,
      researched: researched.known,
      granted: granted.known,
      empireMeters: empireMeters.known,
      parts,
      hullTags,
      usedDesigns,
    }),
  };
}

interface Family {
  readonly known: ReadonlyMap<string, Column>;
  readonly ask: (name: string) => Column;
  /** Asks for names that content defines; undefined for others. */
  among(defined: { has(name: string): boolean }): (name: string) => Column | undefined;
}

/** Columns of one sort by what they are about. */
function family(book: ColumnBook, sort: string, shapeOf: (name: string) => ColumnShape): Family {
  const known = new Map<string, Column>();
  const ask = (name: string): Column => {
    const column = known.get(name) ?? book.column(`${sort}:${name}`, shapeOf(name));
    known.set(name, column);
    return column;
  };
  return { known, ask, among: (defined) => (name) => (defined.has(name) ? ask(name) : undefined) };
}
