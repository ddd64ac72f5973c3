/**
 * Two doubles whose sum is a value: some 106 bits of it. The second is what the first lacks. Sums and products are made
 * of additions and multiplications of doubles alone, so they are the same on every machine.
 */
export type DoublePair = readonly [value: number, rest: number];

/** A double times this, less what it adds, is its upper half: products of halves are exact. */
const splitter = 2 ** 27 + 1;

function upperHalf(value: number): number {
  const scaled = value * splitter;
  return scaled - (scaled - value);
}

/**
 * What a product of two doubles leaves over when it is rounded. Exact while none of the numbers is near the ends of the
 * range.
 */
export function leftOver(a: number, b: number, product: number): number {
  const [aHigh, bHigh] = [upperHalf(a), upperHalf(b)];
  const [aLow, bLow] = [a - aHigh, b - bHigh];
  return aHigh * bHigh - product + aHigh * bLow + aLow * bHigh + aLow * bLow;
}

/** A value and what is added to it, much smaller, as a pair. */
function paired(value: number, added: number): DoublePair {
  const sum = value + added;
  return [sum, added - (sum - value)];
}

export function sumOf([a, aRest]: DoublePair, [b, bRest]: DoublePair): DoublePair {
  const sum = a + b;
  const back = sum - a;
  return paired(sum, a - (sum - back) + (b - back) + (aRest + bRest));
}

export function productOf([a, aRest]: DoublePair, [b, bRest]: DoublePair): DoublePair {
  const product = a * b;
  return paired(product, leftOver(a, b, product) + (a * bRest + aRest * b));
}
