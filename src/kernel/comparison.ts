export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

interface Known {
  readonly holds: (a: number, b: number) => boolean;
  readonly mirrored: Comparison;
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

export function testOf(comparison: Comparison): (a: number, b: number) => boolean {
  return known[comparison].holds;
}

export function mirrored(comparison: Comparison): Comparison {
  return known[comparison].mirrored;
}

/** True where this one is false, unless a side is NaN. */
export function opposite(comparison: Comparison): Comparison {
  return known[comparison].opposite;
}

export function isEquality(comparison: Comparison): boolean {
  return comparison === '==' || comparison === '!=';
}

export function byComparison<T>(make: (comparison: Comparison) => T): Readonly<Record<Comparison, T>> {
  return Object.fromEntries(comparisons.map((each) => [each, make(each)])) as Record<Comparison, T>;
}
