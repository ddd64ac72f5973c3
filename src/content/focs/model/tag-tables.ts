import type { Item } from '../syntax.js';
import type { GameClasses } from './classes.js';
import type { ColumnBook } from './column-book.js';
import { tagsOf } from './fields.js';
import type { GameModelBuilder } from './game-model.js';
import { type GameItems, byName } from './items.js';
import { perSpecies } from './species-tables.js';

export type TagTables = Pick<GameModelBuilder, 'speciesTag' | 'classTag'>;

/**
 * Tables of which species, and which types of buildings and fields, have a tag; each is made when it is first asked
 * for.
 */
export function tagTables(book: ColumnBook, items: GameItems, classes: GameClasses): TagTables {
  const species = [...byName(items('Species')).values()];
  const typed = (['BuildingType', 'FieldType'] as const).flatMap((kind) => [...byName(items(kind)).values()]);
  return {
    speciesTag: (tag) =>
      book.table(`species tag ${tag.toUpperCase()}`, 1, () => perSpecies(species, (item) => Number(hasTag(item, tag)))),
    classTag: (tag) =>
      book.table(`class tag ${tag.toUpperCase()}`, 1, () => {
        const values = new Float64Array(classes.classes.length + 1);
        for (const item of typed) values[classes.indexOf(item.kind, item.name) ?? 0] = Number(hasTag(item, tag));
        return values;
      }),
  };
}

/** The empty tag stands for any. */
function hasTag(item: Item, tag: string): boolean {
  const tags = tagsOf(item);
  return tag === '' ? tags.length > 0 : tags.includes(tag.toUpperCase());
}
