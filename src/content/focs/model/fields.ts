import type { Entry, Field, Item, Value } from '../syntax.js';

/** What items say beside their effects groups, as plain texts and numbers. */

/** The texts and words that a field lists; none where the item lacks it. */
export function textsIn(fields: Entry, label: string): readonly string[] {
  return valuesOf(fields.get(label)).flatMap(textOf);
}

/** The first text or word of a field, or undefined. */
export function textIn(fields: Entry, label: string): string | undefined {
  return textsIn(fields, label).at(0);
}

/**
 * The number that a field gives without asking the world; undefined where it is missing or depends on more than itself.
 */
export function numberIn(fields: Entry, label: string): number | undefined {
  const [value] = valuesOf(fields.get(label));
  return value === undefined ? undefined : constantOf(value);
}

/** The entries of a field that is a list of parts. */
export function entriesIn(fields: Entry, label: string): readonly Entry[] {
  const field = fields.get(label);
  return field?.sort === 'entries' ? field.entries : [];
}

/** Tags of an item; their letters have no case. */
export function tagsOf(item: Item): readonly string[] {
  return textsIn(item.fields, 'tags').map((tag) => tag.toUpperCase());
}

function valuesOf(field: Field | undefined): readonly Value[] {
  return field?.sort === 'values' ? field.values : [];
}

function textOf(value: Value): readonly string[] {
  switch (value.sort) {
    case 'text':
      return [value.text];
    case 'word':
      return [value.word];
    case 'free':
      return [value.name];
    default:
      return [];
  }
}

function constantOf(value: Value): number | undefined {
  if (value.sort === 'number') return value.value;
  if (value.sort !== 'operation') return undefined;
  const operands = value.operands.map(constantOf);
  if (!operands.every((operand) => operand !== undefined)) return undefined;
  const [first, second] = operands;
  switch (value.operator) {
    case 'negate':
      return -first;
    case '+':
      return first + second;
    case '-':
      return first - second;
    case '*':
      return first * second;
    case '/':
      return second === 0 ? 0 : first / second;
    case '^':
      return undefined;
  }
}
