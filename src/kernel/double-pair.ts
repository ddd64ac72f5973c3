/** The sum of two doubles: some 106 bits. Only additions and multiplications, so equal on every machine. */
export type DoublePair = readonly [value: number, rest: number];

/** Splits a double: halves have exact products. */
const splitter = 2 ** 27 + 1;

export function upperHalf(value: number): number {
  const scaled = value * splitter;
  return scaled - (scaled - value);
}

/** The rounding error of a product of two doubles. Exact while no number is near the ends of the range. */
export function leftOver(a: number, b: number, product: number): number {
  const [aHigh, bHigh] = [upperHalf(a), upperHalf(b)];
  const [aLow, bLow] = [a - aHigh, b - bHigh];
  return aHigh * bHigh - product + aHigh * bLow + aLow * bHigh + aLow * bLow;
}

/** The rounding error of a sum of two doubles. */
export function leftOfSum(a: number, b: number, sum: number): number {
  const back = sum - a;
  return a - (sum - back) + (b - back);
}

/** A value and a much smaller addend, as a pair. */
function paired(value: number, added: number): DoublePair {
  const sum = value + added;
  return [sum, added - (sum - value)];
}

export function sumOf([a, aRest]: DoublePair, [b, bRest]: DoublePair): DoublePair {
  const sum = a + b;
  return paired(sum, leftOfSum(a, b, sum) + (aRest + bRest));
}

export function productOf([a, aRest]: DoublePair, [b, bRest]: DoublePair): DoublePair {
  const product = a * b;
  return paired(product, leftOver(a, b, product) + (a * bRest + aRest * b));
}

export function quotientOf(a: number, [b, bRest]: DoublePair): DoublePair {
  const quotient = a / b;
  const back = quotient * b;
  return paired(quotient, (a - back - leftOver(quotient, b, back) - quotient * bRest) / b);
}

export const logarithmOf2: DoublePair = [0.6931471805599453, 2.3190468138462996e-17];
