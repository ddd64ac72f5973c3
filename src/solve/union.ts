import { type Element, arrayText, readArray } from '../components/compounds.js';
import type { Type } from '../model/model.js';
import { javaText } from '../kernel/numeric.js';
import { type StringPool, intern, textOf } from '../kernel/strings.js';

/**
 * The handle of an array with the elements of another that it does not hold appended, each once. Numbers of different
 * classes are different. Linear in their lengths.
 */
export function unionOf(pool: StringPool, type: Type, array: number, added: number): number {
  if (type.name !== 'array') return added;
  const elements: Element[] = [...readArray(textOf(pool, array))];
  const held = new Set(elements.map(keyOf));
  for (const element of readArray(textOf(pool, added))) {
    const key = keyOf(element);
    if (held.has(key)) continue;
    held.add(key);
    elements.push(element);
  }
  return intern(pool, arrayText(type.of, elements));
}

/** Elements of one array are of one type, so its text tells each from the others. */
function keyOf(element: Element): string {
  return typeof element === 'object' ? javaText(element) : String(element);
}
