import { EdictError } from '../../../kernel/errors.js';
import type { Column, Table } from '../../../model/model.js';
import { tagsOf, entriesIn, numberIn, textIn, textsIn, type Item, type ItemKind } from '../syntax.js';
import {
  type ColumnFamily,
  type ColumnShape,
  type DesignFacts,
  booleans,
  doubles,
  gameKindIndices,
  gameKinds,
  singles,
  wholes,
  type PartFacts,
} from './game-model.js';

export type GameItems = (kind: ItemKind) => readonly Item[];
/** Of items of one name the first. */
export type NamedItems = (kind: ItemKind) => ReadonlyMap<string, Item>;

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
export function namedColumns(book: ColumnBook, items: NamedItems) {
  const parts = mapped(items('Part'), partFacts);
  const ruleDefaults = mapped(items('GameRule'), defaultOfRule);
  const specials = items('Special');
  const partClasses = new Set(Array.from(parts.values(), ({ partClass }) => partClass));
  const usedDesigns = new Map<string, DesignFacts>();
  let partsInAll: Column | undefined;

  const family = (
    prefix: string,
    shape: ColumnShape,
    nameOf = (given: string) => given,
    initialOf?: (name: string) => number | undefined,
  ): ColumnFamily<Column> => {
    const known = new Map<string, Column>();
    const ask = (given: string) => {
      const name = nameOf(given);
      const column = known.get(name) ?? book.column(`${prefix}:${name}`, { ...shape, initial: initialOf?.(name) });
      known.set(name, column);
      return column;
    };
    return Object.assign(ask, { known });
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
      partCount: among(parts, 'parts', wholes('design')),
      partClassCount: among(partClasses, 'parts of class', wholes('design')),
      designTag: family('design tag', booleans('design'), (tag) => tag.toUpperCase()),
      rule: family('rule', doubles('galaxy'), undefined, (name) => ruleDefaults.get(name)),
      researched: among(items('Tech'), 'researched', wholes('empire')),
      granted: among(items('Tech'), 'granted', booleans('empire')),
      // Content names them as the game's code does, states without the prefix.
      empireMeter: family('empire meter', { ...singles('empire'), role: 'meter' }, (name) =>
        name.replace(/^METER_/, ''),
      ),
    },
    asking: {
      partKind(name: string) {
        const part = parts.get(name);
        return part && (part.objects === undefined ? 0 : gameKindIndices[part.objects]);
      },
      useDesign(name: string) {
        const item = items('ShipDesign').get(name);
        if (item !== undefined) usedDesigns.set(name, designFacts(item));
      },
      allParts: () => (partsInAll ??= book.column('parts in all', wholes('design'))),
    },
    facts: () => ({ partsInAll, ruleDefaults, usedDesigns, specials, parts, hullTags: mapped(items('Hull'), tagsOf) }),
  };
}

function mapped<Fact>(items: ReadonlyMap<string, Item>, of: (item: Item) => Fact): ReadonlyMap<string, Fact> {
  return new Map(Array.from(items, ([name, item]) => [name, of(item)]));
}
