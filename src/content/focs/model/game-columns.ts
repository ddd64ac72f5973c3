import { EdictError } from '../../../kernel/errors.js';
import type { Column, Table } from '../../../model/model.js';
import { tagsOf, entriesIn, numberIn, textIn, textsIn, type Item, type ItemKind } from '../syntax.js';
import {
  type AskedColumns,
  type ColumnShape,
  type DesignFacts,
  type NamedColumns,
  booleans,
  doubles,
  gameKindIndices,
  gameKinds,
  singles,
  wholes,
  type PartFacts,
} from './game-model.js';

export type GameItems = (kind: ItemKind) => readonly Item[];

/** Ships keep no meters of parts of other classes. */
const partKinds: ReadonlyMap<string, NonNullable<PartFacts['objects']>> = new Map([
  ['Colony', 'pod'],
  ['Troops', 'pod'],
  ['FighterBay', 'mount'],
  ['FighterHangar', 'gun'],
  ['ShortRange', 'gun'],
]);

export function partFacts(item: Item): PartFacts {
  const partClass = textIn(item.fields, 'class') ?? '';
  // Only the name of a broken part is known: it may have all meters.
  const objects = partClass === '' ? 'gun' : partKinds.get(partClass);
  return {
    partClass,
    objects,
    capacity: numberIn(item.fields, 'capacity') ?? numberIn(item.fields, 'damage') ?? 0,
    tags: tagsOf(item),
  };
}

function designFacts({ fields }: Item): DesignFacts {
  return { hull: textIn(fields, 'hull') ?? '', parts: textsIn(fields, 'parts') };
}

export function fociOf(species: readonly Item[]): readonly string[] {
  const names = species.flatMap((item) => [
    ...entriesIn(item.fields, 'foci').flatMap((focus) => textIn(focus, 'name') ?? []),
    ...textsIn(item.fields, 'preferredfocus'),
  ]);
  return [...new Set(names)];
}

/** 0 for rules that are texts. */
function defaultOfRule(item: Item): number {
  return (
    numberIn(item.fields, 'default') ??
    (['on', 'true'].includes((textIn(item.fields, 'default') ?? '').toLowerCase()) ? 1 : 0)
  );
}

export function byName(items: readonly Item[]): ReadonlyMap<string, Item> {
  const found = new Map<string, Item>();
  for (const item of items) if (!found.has(item.name)) found.set(item.name, item);
  return found;
}

export type ColumnBook = ReturnType<typeof createColumnBook>;

/** Columns and tables are made at their first use. */
export function createColumnBook() {
  const columns: Column[] = [];
  const tables: Table[] = [];
  const columnByName = new Map<string, Column>();
  const tableByName = new Map<string, number>();
  let closed = false;

  function open(name: string): void {
    if (closed) {
      const message = `${name} is asked for after the model was finished; ask for all columns and tables before`;
      throw new EdictError('model-closed', message);
    }
  }

  return {
    columns,
    tables,
    /** Throws when the column is new and the book is closed. */
    column(name: string, { type, storage, kinds, role = 'property', initial = 0 }: ColumnShape): Column {
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
        // The reset and clamp of meters differ from kind to kind.
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
    /** Throws like `column`. */
    table(name: string, width: number, values: () => Float64Array): number {
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

/** Of thousands of names rules use some hundreds. */
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

  const has = family(book, 'special', booleans(...gameKinds));
  const since = family(book, 'special since', wholes(...gameKinds));
  const capacity = family(book, 'special capacity', singles(...gameKinds));
  const partCounts = family(book, 'parts', wholes('design'));
  const partClassCounts = family(book, 'parts of class', wholes('design'));
  const designTags = family(book, 'design tag', booleans('design'));
  const rules = family(book, 'rule', doubles('galaxy'), (name) => ruleDefaults.get(name));
  const researched = family(book, 'researched', wholes('empire'));
  const granted = family(book, 'granted', booleans('empire'));
  const empireMeters = family(book, 'empire meter', { ...singles('empire'), role: 'meter' });
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
    allParts: () => (allParts ??= book.column('parts in all', wholes('design'))),
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

function family(
  book: ColumnBook,
  prefix: string,
  shape: ColumnShape,
  initialOf?: (name: string) => number | undefined,
) {
  const known = new Map<string, Column>();
  const ask = (name: string) => {
    const column = known.get(name) ?? book.column(`${prefix}:${name}`, { ...shape, initial: initialOf?.(name) });
    known.set(name, column);
    return column;
  };
  return {
    known,
    ask,
    among: (defined: { has(name: string): boolean }) => (name: string) => (defined.has(name) ? ask(name) : undefined),
  };
}
