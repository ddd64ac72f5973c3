import { type Numeric, javaText, readJavaText } from '../kernel/numeric-value.js';
import type { ElementType } from '../model/model.js';

/** Pairs, dice and arrays are texts in the pool: equal handles mean identical values. */

export interface Pair {
  readonly x: Numeric;
  readonly y: Numeric;
}

export interface Dice {
  readonly count: number;
  readonly sides: number;
  readonly add: number;
}

/** An element of an array; pairs and dice by their texts. */
export type Element = Numeric | boolean | string;

/** `5,0.5` */
export function pairText(x: Numeric, y: Numeric): string {
  return `${javaText(x)},${javaText(y)}`;
}

export function readPair(text: string): Pair {
  const comma = text.indexOf(',');
  return { x: readJavaText(text.slice(0, comma)), y: readJavaText(text.slice(comma + 1)) };
}

/** `2d6`, `2d6+3`, `2d6-1` */
export function diceText(count: number, sides: number, add: number): string {
  return `${count}d${sides}${add > 0 ? `+${add}` : add < 0 ? String(add) : ''}`;
}

export function readDice(text: string): Dice {
  const [, count, sides, add] = /^(\d+)d(\d+)([+-]\d+)?$/.exec(text) ?? [];
  return { count: Number(count), sides: Number(sides), add: Number(add ?? 0) };
}

/** `[1,2.5]`, `[true,false]`, `["axe","bow"]`; `[]` of any type. */
export function arrayText(of: ElementType, elements: readonly Element[]): string {
  if (of.name === 'numeric') return `[${elements.map((element) => javaText(element as Numeric)).join(',')}]`;
  return JSON.stringify(elements);
}

/** Elements of an array have one type, so text is unambiguous. */
export function elementText(element: Element): string {
  return typeof element === 'object' ? javaText(element) : String(element);
}

export function readArray(text: string): readonly Element[] {
  const first = text[1];
  if (first === ']') return [];
  // No number begins with `f` or `t`.
  if (first === '"' || first === 't' || first === 'f') return JSON.parse(text) as readonly Element[];
  return text.slice(1, -1).split(',').map(readJavaText);
}
