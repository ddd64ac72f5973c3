import { arrayText, readArray } from '../../components/compounds.js';
import type { Type } from '../../components/model.js';
import { type StringPool, intern, textOf } from '../../kernel/strings.js';
import { sameNumeric } from '../../kernel/numeric.js';

type Elements = ReturnType<typeof readArray>;

/** The handle of an array with the elements of another that it does not hold appended, each once. Numbers of different classes are different. */
export function unionOf(pool: StringPool, type: Type, array: number, added: number): number {
  if (type.name !== 'array') return added;
  const elements: Elements[number][] = [...readArray(textOf(pool, array))];
  for (const element of readArray(textOf(pool, added))) {
    if (!elements.some((known) => isSame(known, element))) elements.push(element);
  }
  return intern(pool, arrayText(type.of, elements));
}

function isSame(a: Elements[number], b: Elements[number]): boolean {
  return typeof a === 'object' && typeof b === 'object' ? sameNumeric(a, b) : a === b;
}
