import type { XmlElement } from '../xml/element.js';
import type { CivExpression } from './syntax.js';

export type ValueType = CivExpression['type'];

/** An expression without what all of them have. */
export type CivShape = CivExpression extends infer E
  ? E extends CivExpression
    ? Omit<E, 'type' | 'line' | 'column'>
    : never
  : never;

/** Where something stands. */
export type Place = Pick<XmlElement, 'line' | 'column'>;

/** A shape made an expression, of an element. */
export function expressionAt(shape: CivShape, type: ValueType, { line, column }: Place): CivExpression {
  return { ...shape, type, line, column };
}

export function literalAt(value: number, type: ValueType, place: Place): CivExpression {
  return expressionAt({ node: 'literal', value }, type, place);
}

/** Of an element's text. */
export function textPlace({ textLine, textColumn }: XmlElement): Place {
  return { line: textLine, column: textColumn };
}
