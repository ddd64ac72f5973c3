import type { Modification } from '../../ir/rule.js';

/** What a modification makes of a value. A division by zero gives 0, as everywhere in the native language. */
export function modified(modification: Modification, value: number, amount: number): number {
  switch (modification) {
    case 'set':
      return amount;
    case 'add':
      return value + amount;
    case 'multiply':
      return value * amount;
    case 'divide':
      return amount === 0 ? 0 : value / amount;
    case 'minimum':
      return amount < value ? amount : value;
    case 'maximum':
      return amount > value ? amount : value;
  }
}
