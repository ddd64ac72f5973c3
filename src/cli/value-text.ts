import { printable } from '../content/text/quote.js';
import type { World } from '../world/api.js';
import type { PastValue } from '../world/histories-api.js';
import { idOf, nameOf } from './find-object.js';
import { cellText } from './terminal.js';

/** The name and id of an object; 0 and null are none. `gone`: what to add to an id that the world does not have. */
export function objectText(world: World, handle: number | null, gone = ' (gone)'): string {
  if (handle === null || handle === 0) return 'nobody';
  return printable(world.isLive(handle) ? nameOf(world, handle) : `#${idOf(handle)}${gone}`);
}

interface ValueWords {
  /** For nothing. */
  readonly none?: string | undefined;
  readonly gone?: string | undefined;
  /** Items of a set or list that are shown. */
  readonly most?: number;
}

/** A value of an object for people, with objects by name. */
export function valueText(
  world: World,
  value: PastValue | undefined,
  isObject: boolean,
  { none, gone, most = 8 }: ValueWords = {},
): string {
  if (typeof value !== 'object' || value === null)
    return isObject && typeof value === 'number' ? objectText(world, value, gone) : cellText(value, none);
  if (value.length === 0) return 'none';
  const items: readonly (string | number)[] = value;
  const shown = items.slice(0, most).map((item) => valueText(world, item, isObject, { gone }));
  return `${shown.join(', ')}${items.length > most ? ` and ${items.length - most} more` : ''}`;
}

export type PlainValue = string | number | boolean | null | readonly (string | number)[];

/** A value for machines: objects are ids, and what is absent is null. */
export function valueJson(value: PastValue | undefined, isObject: boolean): PlainValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'object') return isObject ? value.map((each) => idOf(Number(each))) : value;
  return isObject && typeof value === 'number' ? idOf(value) : value;
}

/** Whether the values of a meter or property are objects. */
export function isReference({ program: { model } }: World, column: string): boolean {
  return model.columnByName.get(column)?.type.name === 'entity';
}
