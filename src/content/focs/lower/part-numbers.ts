import type { Item } from '../syntax.js';
import { fieldNumber } from './fields.js';

/**
 * The two numbers of a part: what it holds or how hard it hits, and how hard its fighters hit or how often it shoots.
 */
interface PartNumbers {
  readonly capacity: number;
  readonly secondary: number;
}

/** What content does not say of shots and of the damage of fighters. */
const oneShot = 1;

/** `damage` is the first number of a weapon, and the second of what has a capacity. */
export function partNumbers(item: Item): PartNumbers {
  if (!item.fields.has('capacity') && item.fields.has('damage'))
    return { capacity: fieldNumber(item, 'damage'), secondary: fieldNumber(item, 'shots', oneShot) };
  return {
    capacity: fieldNumber(item, 'capacity'),
    secondary: fieldNumber(item, item.fields.has('damage') ? 'damage' : 'shots', oneShot),
  };
}
