import type { Expression, Span } from './syntax.js';

/**
 * A node together with the text it takes up, parentheses included: a parent's span is made of its parts' extents.
 * `operands` is the still growing array of a logical node, so that a chain of && takes linear time; `growing` is its
 * span.
 */
export interface Part {
  readonly expression: Expression;
  readonly extent: Span;
  readonly operands?: Expression[];
  readonly growing?: { end: number };
}

/** A part without surrounding parentheses. */
export function bare(expression: Expression): Part {
  return { expression, extent: expression.span };
}

/** A bracket pair whose content has been read: the values between its commas, and its extent, brackets included. */
export interface Group {
  readonly parts: readonly Part[];
  readonly extent: Span;
}
