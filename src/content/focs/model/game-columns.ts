import { EdictError } from '../../../kernel/errors.js';
import { kept, keptBy } from '../../../kernel/maps.js';
import { type Column, type Table, freeColumn } from '../../../model/model.js';
import { tagsOf, entriesIn, numberIn, textIn, textsIn, type Item, type ItemKind } from '../syntax.js';
import { type ColumnShape, booleans, doubles, gameKindIndices, gameKinds, singles, wholes } from './game-model.js';

export type GameItems = (kind: ItemKind) => readonly Item[];
/** The first of each name. */
export type NamedItems = (kind: ItemKind) => ReadonlyMap<string, Item>;

/** Ships keep no meters of parts of other classes. */
const partKinds: ReadonlyMap<string, 'pod' | 'mount' | 'gun'> = new Map([
  ['Colony', 'pod'],
  ['Troops', 'pod'],
  ['FighterBay', 'mount'],
  ['FighterHangar', 'gun'],
  ['ShortRange', 'gun'],
]);

export type PartFacts = ReturnType<typeof partFacts>;

export function partFacts(item: Item) {
  // As in content: `ShortRange`, `Armour`, …
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

function designFacts({ fields }: Item) {
  return { hull: textIn(fields, 'hull') ?? '', parts: textsIn(fields, 'parts') };
}

export function fociOf(species: Iterable<Item>): readonly string[] {
  const names = [...species].flatMap((item) => [
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
      const message = `${name} is new after the model was finished; make all columns and tables before`;
      throw new EdictError('model-closed', message);
    }
  }

  return {
    columns,
    tables,
    /** Throws for a new column when closed. */
    column(name: string, { type, storage, kinds, role = 'property', initial = 0 }: ColumnShape): Column {
      return kept(columnByName, name, () => {
        open(name);
        // The reset and clamp of meters differ from kind to kind.
        const shape = { index: columns.length, name, role, type, storage, initial };
        const having = [...kinds].map((kind) => gameKindIndices[kind]);
        const made = freeColumn(shape, having, Object.keys(gameKindIndices).length);
        columns.push(made);
        return made;
      });
    },
    /** Throws like `column`. */
    table(name: string, width: number, values: () => Float64Array): number {
      return kept(tableByName, name, () => {
        open(name);
        return tables.push({ name, width, values: values() }) - 1;
      });
    },
    close() {
      closed = true;
    },
  };
}

/** Made when lowering first uses a name; undefined for unknown names. */
export interface ColumnFamily<Found extends Column | undefined = Column | undefined> {
  (name: string): Found;
  /** Made so far: rules use no others. */
  readonly known: ReadonlyMap<string, Column>;
}

/** Of thousands of names rules use some hundreds. */
export function namedColumns(book: ColumnBook, items: NamedItems) {
  const parts = mapped(items('Part'), partFacts);
  const ruleDefaults = mapped(items('GameRule'), defaultOfRule);
  const specials = items('Special');
  const partClasses = new Set(Array.from(parts.values(), ({ partClass }) => partClass));
  const usedDesigns = new Map<string, ReturnType<typeof designFacts>>();
  let partsInAll: Column | undefined;

  const family = (
    prefix: string,
    shape: ColumnShape,
    nameOf = (given: string) => given,
    initialOf?: (name: string) => number | undefined,
  ): ColumnFamily<Column> => {
    const known = new Map<string, Column>();
    const columnOf = keptBy(
      (name: string) => book.column(`${prefix}:${name}`, { ...shape, initial: initialOf?.(name) }),
      known,
    );
    return Object.assign((given: string) => columnOf(nameOf(given)), { known });
  };
  const among = (defined: { has(name: string): boolean }, prefix: string, shape: ColumnShape): ColumnFamily => {
    const all = family(prefix, shape);
    return Object.assign((name: string) => (defined.has(name) ? all(name) : undefined), { known: all.known });
  };

  return {
    columns: {
      special: among(specials, 'special', booleans(...gameKinds)),
      specialSince: among(specials, 'special since', wholes(...gameKinds)),
      specialCapacity: among(specials, 'special capacity', singles(...gameKinds)),
      // Of designs, as are all columns of parts.
      partCount: among(parts, 'parts', wholes('design')),
      partClassCount: among(partClasses, 'parts of class', wholes('design')),
      // In any letter case; empty for any tag.
      designTag: family('design tag', booleans('design'), (tag) => tag.toUpperCase()),
      rule: family('rule', doubles('galaxy'), undefined, (name) => ruleDefaults.get(name)),
      // Turn of research; 0: never.
      researched: among(items('Tech'), 'researched', wholes('empire')),
      // In effect when the next turn begins.
      granted: among(items('Tech'), 'granted', booleans('empire')),
      // Content names them with a prefix, states without.
      empireMeter: family('empire meter', { ...singles('empire'), role: 'meter' }, (name) =>
        name.replace(/^METER_/, ''),
      ),
    },
    asking: {
      /** 0 without meters, and so without objects. */
      partKind(name: string) {
        const part = parts.get(name);
        return part && (part.objects === undefined ? 0 : gameKindIndices[part.objects]);
      },
      /** Rules make such ships: the design must exist. */
      useDesign(name: string) {
        const item = items('ShipDesign').get(name);
        if (item !== undefined) usedDesigns.set(name, designFacts(item));
      },
      allParts: () => (partsInAll ??= book.column('parts in all', wholes('design'))),
    },
    /** `partsInAll`, of designs: undefined where rules do not use it. */
    facts: () => ({ partsInAll, ruleDefaults, usedDesigns, specials, parts, hullTags: mapped(items('Hull'), tagsOf) }),
  };
}

function mapped<Fact>(items: ReadonlyMap<string, Item>, of: (item: Item) => Fact): ReadonlyMap<string, Fact> {
  return new Map(Array.from(items, ([name, item]) => [name, of(item)]));
}
