import type { Condition, Item } from '../syntax.js';
import { literalNumber } from './literals.js';

/** What items say beside their effects groups. */

/** A number of an item as the game keeps it, with 32 bits; 0, or what is said instead, where the item lacks it. */
export function fieldNumber({ fields }: Item, label: string, otherwise = 0): number {
  const field = fields.get(label);
  const value = field?.sort === 'values' ? field.values.at(0) : undefined;
  return Math.fround(value === undefined ? otherwise : (literalNumber(value) ?? otherwise));
}

/** The texts and words of a list. */
export function fieldTexts({ fields }: Item, label: string): readonly string[] {
  const field = fields.get(label);
  const values = field?.sort === 'values' ? field.values : [];
  return values.flatMap((value) => (value.sort === 'text' ? [value.text] : value.sort === 'word' ? [value.word] : []));
}

/** The condition that an item gives for where it can be; undefined where it gives none. */
export function fieldCondition({ fields }: Pick<Item, 'fields'>, label: string): Condition | undefined {
  const field = fields.get(label);
  return field?.sort === 'condition' ? field.condition : undefined;
}

/** Tags of an item; their letters have no case. */
export function tagsOf(item: Item): readonly string[] {
  return fieldTexts(item, 'tags').map((tag) => tag.toUpperCase());
}
