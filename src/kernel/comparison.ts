/** The six comparisons of two values. */
export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

interface Known {
  readonly holds: (a: number, b: number) => boolean;
  /** The same with its sides swapped. */
  readonly mirrored: Comparison;
  /** True where it is false, unless a side is NaN. */
  readonly opposite: Comparison;
}

const known: Readonly<Record<Comparison, Known>> = {
  '==': { holds: (a, b) => a === b, mirrored: '==', opposite: '!=' },
  '!=': { holds: (a, b) => a !== b, mirrored: '!=', opposite: '==' },
  '<': { holds: (a, b) => a < b, mirrored: '>', opposite: '>=' },
  '<=': { holds: (a, b) => a <= b, mirrored: '>=', opposite: '>' },
  '>': { holds: (a, b) => a > b, mirrored: '<', opposite: '<=' },
  '>=': { holds: (a, b) => a >= b, mirrored: '<=', opposite: '<' },
};

export const comparisons = Object.keys(known) as readonly Comparison[];

/** The comparison as a test of two values. */
export function testOf(comparison: Comparison): (a: number, b: number) => boolean {
  return known[comparison].holds;
}

/** The comparison with its sides swapped. */
export function mirrored(comparison: Comparison): Comparison {
  return known[comparison].mirrored;
}

/** The comparison that is true where this one is false, unless a side is NaN. */
export function opposite(comparison: Comparison): Comparison {
  return known[comparison].opposite;
}

/** Whether it tells values apart without an order. */
export function isEquality(comparison: Comparison): boolean {
  return comparison === '==' || comparison === '!=';
}

/** One value for each comparison. */
export function byComparison<T>(make: (comparison: Comparison) => T): Readonly<Record<Comparison, T>> {
  return Object.fromEntries(comparisons.map((each) => [each, make(each)])) as Record<Comparison, T>;
}
