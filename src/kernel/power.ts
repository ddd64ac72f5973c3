/** The sum of two doubles: some 106 bits. Only additions and multiplications, so equal on every machine. */
type DoublePair = readonly [value: number, rest: number];

/** Splits a double: halves have exact products. */
const splitter = 2 ** 27 + 1;

function upperHalf(value: number): number {
  const scaled = value * splitter;
  return scaled - (scaled - value);
}

/** The rounding error of a product of two doubles. Exact while no number is near the ends of the range. */
function leftOver(a: number, b: number, product: number): number {
  const [aHigh, bHigh] = [upperHalf(a), upperHalf(b)];
  const [aLow, bLow] = [a - aHigh, b - bHigh];
  return aHigh * bHigh - product + aHigh * bLow + aLow * bHigh + aLow * bLow;
}

/** A value and a much smaller addend, as a pair. */
function paired(value: number, added: number): DoublePair {
  const sum = value + added;
  return [sum, added - (sum - value)];
}

function sumOf([a, aRest]: DoublePair, [b, bRest]: DoublePair): DoublePair {
  const sum = a + b;
  const back = sum - a;
  return paired(sum, a - (sum - back) + (b - back) + (aRest + bRest));
}

function productOf([a, aRest]: DoublePair, [b, bRest]: DoublePair): DoublePair {
  const product = a * b;
  return paired(product, leftOver(a, b, product) + (a * bRest + aRest * b));
}

/**
 * Engines disagree on `Math.pow`, which is off in the last place of one in twelve. Whole exponents up to 1024, square
 * roots and fractional powers are computed with more bits and rounded once: equal on every machine. Only near the ends
 * of the range, and for larger whole exponents, the engine decides.
 */
export function power(base: number, exponent: number): number {
  if (exponent === 0.5 && base > 0) return Math.sqrt(base);
  const steps = Math.abs(exponent);
  if (steps <= mostSteps && Number.isInteger(steps)) {
    const product = repeated(base, steps, exponent < 0);
    const size = Math.abs(product);
    if (size > least && size < most) return product;
    return Math.pow(base, exponent);
  }
  const rough = Math.pow(base, exponent);
  const isInside = base > least && base < most && rough > least && rough < most;
  return isInside ? fractionalPower(base, exponent) : rough;
}

const mostSteps = 1024;

/** Between these, the rounding error of a product is as exact as the product. */
const least = 1e-270;
const most = 1e270;

/** By squaring; each number with its error as a second double. */
function repeated(base: number, steps: number, isInverse: boolean): number {
  let [factor, factorRest, product, rest] = [base, 0, 1, 0];
  for (let left = steps; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) {
      const rough = product * factor;
      const lacks = leftOver(product, factor, rough) + (product * factorRest + rest * factor);
      product = rough + lacks;
      rest = lacks - (product - rough);
    }
    if (left === 1) break;
    const square = factor * factor;
    const lacks = leftOver(factor, factor, square) + 2 * factor * factorRest;
    factor = square + lacks;
    factorRest = lacks - (factor - square);
  }
  if (!isInverse) return product;
  const inverse = 1 / product;
  const one = inverse * product;
  return inverse + inverse * (1 - one - leftOver(inverse, product, one) - inverse * rest);
}

/**
 * With twice the bits of a double, rounded once; 6 µs. The base is positive; all lie well inside the range of doubles.
 */
function fractionalPower(base: number, exponent: number): number {
  const { value, doublings } = exponential(productOf(logarithm(base), [exponent, 0]));
  return value[0] * 2 ** doublings;
}

const logarithmOf2: DoublePair = [0.6931471805599453, 2.3190468138462996e-17];

/** 1 / n! from n = 2 on. */
const inverseFactorials: readonly DoublePair[] = Array.from({ length: 10 }, (_, i) => {
  let factorial = 1;
  for (let n = 2; n <= i + 2; n++) factorial *= n;
  const inverse = 1 / factorial;
  const product = inverse * factorial;
  return [inverse, (1 - product - leftOver(inverse, factorial, product)) / factorial];
});

/** Halvings of an argument, so that eleven terms of the series are enough. */
const halvings = 9;

/** e to a power: a value near 1, and how often to double it. */
function exponential(power: DoublePair): { readonly value: DoublePair; readonly doublings: number } {
  const doublings = Math.round(power[0] / logarithmOf2[0]);
  const [high, low] = sumOf(power, productOf(logarithmOf2, [-doublings, 0]));
  const small: DoublePair = [high / 2 ** halvings, low / 2 ** halvings];
  let series: DoublePair = [0, 0];
  for (const term of [...inverseFactorials].reverse()) series = productOf(sumOf(series, term), small);
  // e^s − 1. Doubling the argument makes 2s + s² of it, which loses nothing where 1 + s would.
  let more = productOf(sumOf(series, [1, 0]), small);
  for (let i = 0; i < halvings; i++) more = sumOf([more[0] * 2, more[1] * 2], productOf(more, more));
  return { value: sumOf([1, 0], more), doublings };
}

/** That of the engine, corrected by the error of its exponential. */
function logarithm(value: number): DoublePair {
  let exponent = 0;
  let mantissa = value;
  for (; mantissa > Math.SQRT2; exponent++) mantissa /= 2;
  for (; mantissa < Math.SQRT1_2; exponent--) mantissa *= 2;
  // A first guess, corrected below.
  const rough = Math.log(mantissa);
  const { value: inverse, doublings } = exponential([-rough, 0]);
  const off = sumOf(productOf(inverse, [mantissa * 2 ** doublings, 0]), [-1, 0]);
  const mended = sumOf([rough, 0], sumOf(off, [-(off[0] * off[0]) / 2, 0]));
  return sumOf(productOf(logarithmOf2, [exponent, 0]), mended);
}
