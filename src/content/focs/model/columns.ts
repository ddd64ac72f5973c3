import type { Column, Storage, Table, ColumnType } from '../../../model/model.js';
import { EdictError } from '../../../kernel/errors.js';
import { type GameKinds, type DesignFacts, type GameModel, type GameModelBuilder, gameKinds } from './game-model.js';
import { marksOf } from './kinds.js';
import { booleanType, numberType } from '../../../eval/operation.js';
import { tagsOf } from './fields.js';
import { type GameItems, byName, defaultOfRule, designFacts, partFacts } from './items.js';

/** The columns and tables of a model in the making, each made once, when it is first asked for. */
export interface ColumnBook {
  readonly columns: readonly Column[];
  readonly tables: readonly Table[];
  /** The column of a name; `shape` says what it is when it is new. Throws when it is new and the book is closed. */
  column(name: string, shape: ColumnShape): Column;
  /** Index of the table of a name, filled by `values` when it is new. Throws like `column`. */
  table(name: string, width: number, values: () => Float64Array): number;
  /** Nothing new from now on. */
  close(): void;
}

export interface ColumnShape {
  readonly type: ColumnType;
  readonly storage: Storage;
  readonly kinds: readonly (keyof GameKinds)[];
  readonly role?: Column['role'];
  readonly initial?: number;
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

/**
 * Columns of names in content, made when rules first ask for them: a game has thousands of names, and rules ask for
 * some hundreds.
 */

type Asked =
  | 'special'
  | 'specialSince'
  | 'specialCapacity'
  | 'partCount'
  | 'partClassCount'
  | 'allParts'
  | 'designTag'
  | 'rule'
  | 'researched'
  | 'granted'
  | 'empireMeter';
type Known =
  | 'specials'
  | 'ruleDefaults'
  | 'partCounts'
  | 'partClassCounts'
  | 'allParts'
  | 'designTags'
  | 'rules'
  | 'researched'
  | 'granted'
  | 'empireMeters'
  | 'parts'
  | 'hullTags'
  | 'usedDesigns';

interface NamedColumns extends Pick<GameModelBuilder, Asked | 'partKind' | 'useDesign'> {
  /** What has been asked for up to now. */
  readonly known: () => Pick<GameModel, Known>;
}

const counts: ColumnShape = { type: numberType, storage: 'i32', kinds: ['design'] };
const designMarks: ColumnShape = { type: booleanType, storage: 'u8', kinds: ['design'] };
const ruleNumber: ColumnShape = { type: numberType, storage: 'f64', kinds: ['galaxy'] };
const researchTurn: ColumnShape = { type: numberType, storage: 'i32', kinds: ['empire'] };
const empireMark: ColumnShape = { type: booleanType, storage: 'u8', kinds: ['empire'] };
const empireNumber: ColumnShape = { type: numberType, storage: 'f32', role: 'meter', kinds: ['empire'] };
const specialMark: ColumnShape = { type: booleanType, storage: 'u8', kinds: gameKinds };
const specialTurn: ColumnShape = { type: numberType, storage: 'i32', kinds: gameKinds };
const specialNumber: ColumnShape = { type: numberType, storage: 'f32', kinds: gameKinds };

export function namedColumns(book: ColumnBook, items: GameItems, kindIndices: GameModel['kinds']): NamedColumns {
  const parts = new Map([...byName(items('Part'))].map(([name, item]) => [name, partFacts(item)]));
  const hullTags = new Map([...byName(items('Hull'))].map(([name, item]) => [name, tagsOf(item)]));
  const specialNames = byName(items('Special'));
  const techs = byName(items('Tech'));
  const ruleDefaults = new Map([...byName(items('GameRule'))].map(([name, item]) => [name, defaultOfRule(item)]));
  const partClasses = new Set([...parts.values()].map(({ partClass }) => partClass));

  const has = family(book, 'special', () => specialMark);
  const since = family(book, 'special since', () => specialTurn);
  const capacity = family(book, 'special capacity', () => specialNumber);
  const partCounts = family(book, 'parts', () => counts);
  const partClassCounts = family(book, 'parts of class', () => counts);
  const designTags = family(book, 'design tag', () => designMarks);
  const rules = family(book, 'rule', (name) => ({ ...ruleNumber, initial: ruleDefaults.get(name) ?? 0 }));
  const researched = family(book, 'researched', () => researchTurn);
  const granted = family(book, 'granted', () => empireMark);
  const empireMeters = family(book, 'empire meter', () => empireNumber);
  const designs = byName(items('ShipDesign'));
  const usedDesigns = new Map<string, DesignFacts>();
  let allParts: Column | undefined;

  return {
    partKind: (name) => {
      const part = parts.get(name);
      return part && (part.objects === undefined ? 0 : kindIndices[part.objects]);
    },
    useDesign(name) {
      const item = designs.get(name);
      if (item !== undefined) usedDesigns.set(name, designFacts(item));
    },
    special: (name) => (specialNames.has(name) ? has.ask(name) : undefined),
    specialSince: (name) => (specialNames.has(name) ? since.ask(name) : undefined),
    specialCapacity: (name) => (specialNames.has(name) ? capacity.ask(name) : undefined),
    partCount: (name) => (parts.has(name) ? partCounts.ask(name) : undefined),
    partClassCount: (name) => (partClasses.has(name) ? partClassCounts.ask(name) : undefined),
    allParts: () => (allParts ??= book.column('parts in all', counts)),
    designTag: (tag) => designTags.ask(tag.toUpperCase()),
    rule: rules.ask,
    researched: (tech) => (techs.has(tech) ? researched.ask(tech) : undefined),
    granted: (tech) => (techs.has(tech) ? granted.ask(tech) : undefined),
    // Content names them as the game's code does, states without the prefix.
    empireMeter: (name) => empireMeters.ask(name.replace(/^METER_/, '')),
    known: () => ({
      specials: new Map(
        [...specialNames.keys()].map((name) => [
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

/** Columns of one sort by what they are about. */
function family(
  book: ColumnBook,
  sort: string,
  shapeOf: (name: string) => ColumnShape,
): { readonly ask: (name: string) => Column; readonly known: ReadonlyMap<string, Column> } {
  const known = new Map<string, Column>();
  return {
    known,
    ask(name) {
      const column = known.get(name) ?? book.column(`${sort}:${name}`, shapeOf(name));
      known.set(name, column);
      return column;
    },
  };
}
