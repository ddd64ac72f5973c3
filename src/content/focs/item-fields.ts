import { power } from '../../kernel/power.js';
import type { Condition, Entry, Item, Value } from './syntax.js';

export function valuesIn(fields: Entry, label: string): readonly Value[] {
  const field = fields.get(label);
  return field?.kind === 'values' ? field.values : [];
}

export function textsIn(fields: Entry, label: string): readonly string[] {
  return valuesIn(fields, label).flatMap((value) => {
    switch (value.kind) {
      case 'text':
        return [value.text];
      case 'word':
        return [value.word];
      case 'free':
        return [value.name];
      default:
        return [];
    }
  });
}

export function textIn(fields: Entry, label: string): string | undefined {
  return textsIn(fields, label).at(0);
}

/** The number that a field gives by literals alone; undefined where it is missing or depends on more. */
export function numberIn(fields: Entry, label: string): number | undefined {
  const value = valuesIn(fields, label).at(0);
  return value === undefined ? undefined : literalNumber(value);
}

export function locationIn(fields: Entry): Condition | undefined {
  const field = fields.get('location');
  return field?.kind === 'condition' ? field.condition : undefined;
}

export function entriesIn(fields: Entry, label: string): readonly Entry[] {
  const field = fields.get(label);
  return field?.kind === 'entries' ? field.entries : [];
}

/** Tags of an item, in any letter case. */
export function tagsOf({ fields }: Item): readonly string[] {
  return textsIn(fields, 'tags').map((tag) => tag.toUpperCase());
}

/** The empty tag stands for any. */
export function isTagged(tags: readonly string[], tag: string): boolean {
  return tag === '' ? tags.length > 0 : tags.includes(tag);
}

/** A number of an item as the game keeps it, with 32 bits; `otherwise`, by default 0, where the item lacks it. */
export function fieldNumber({ fields }: Item, label: string, otherwise = 0): number {
  return Math.fround(numberIn(fields, label) ?? otherwise);
}

/** Defaults of shots and of the damage of fighters. */
const oneShot = 1;

/**
 * The two numbers of a part: its capacity or damage, and the damage or shots of its fighters. `damage` is the first of
 * a weapon, and the second of a part with a capacity.
 */
export function partNumbers(item: Item) {
  const [hasCapacity, hasDamage] = [item.fields.has('capacity'), item.fields.has('damage')];
  return {
    capacity: fieldNumber(item, hasDamage && !hasCapacity ? 'damage' : 'capacity'),
    secondary: fieldNumber(item, hasDamage && hasCapacity ? 'damage' : 'shots', oneShot),
  };
}

/** The number of a value that is made of literals alone; undefined for others. Quotients by zero are 0. */
export function literalNumber(value: Value): number | undefined {
  if (value.kind === 'number') return value.value;
  if (value.kind !== 'operation') return undefined;
  const operands = value.operands.map(literalNumber);
  const [left, right = 0] = operands;
  if (left === undefined || operands.includes(undefined)) return undefined;
  switch (value.operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return right === 0 ? 0 : left / right;
    case '^':
      return power(left, right);
    case 'negate':
      return -left;
  }
}
