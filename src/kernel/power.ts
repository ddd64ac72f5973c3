/**
 * Two doubles whose sum is a value: some 106 bits of it. The second is what the first lacks. Sums and products are made
 * of additions and multiplications of doubles alone, so they are the same on every machine.
 */
type DoublePair = readonly [value: number, rest: number];

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
function leftOver(a: number, b: number, product: number): number {
  const [aHigh, bHigh] = [upperHalf(a), upperHalf(b)];
  const [aLow, bLow] = [a - aHigh, b - bHigh];
  return aHigh * bHigh - product + aHigh * bLow + aLow * bHigh + aLow * bLow;
}

/** A value and what is added to it, much smaller, as a pair. */
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
 * The one power function: interpreter, constant folder and compiled code share it, because engines do not agree on the
 * last bits of `Math.pow`, which is off in the last place of one in twelve. Whole exponents up to 1024, square roots
 * and powers with fractions are made of products, sums and roots with more bits, and rounded once: the same on every
 * machine, and nearest to the power but where that lies half way. Only near the ends of the range, and for whole
 * exponents beyond, it is that of the engine.
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

/** Between these, what is left over of a product is as exact as the product. */
const least = 1e-270;
const most = 1e270;

/**
 * The product of so many times a factor, or 1 over it, by squaring. Each number is a double with what it lacks, in a
 * second one.
 */
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
 * Powers with a fraction in the exponent, computed with twice the bits of a double and rounded once: what engines give
 * is off in the last place of one in twenty. 6 µs each.
 * The base is positive, and base, exponent and result lie well inside of the range of doubles.
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

/** How often an argument is halved before its series, so that eleven terms of it are enough. */
const halvings = 9;

/** e to a power: a value near 1, and how often it is to be doubled. */
function exponential(power: DoublePair): { readonly value: DoublePair; readonly doublings: number } {
  const doublings = Math.round(power[0] / logarithmOf2[0]);
  const [high, low] = sumOf(power, productOf(logarithmOf2, [-doublings, 0]));
  const small: DoublePair = [high / 2 ** halvings, low / 2 ** halvings];
  let series: DoublePair = [0, 0];
  for (const term of [...inverseFactorials].reverse()) series = productOf(sumOf(series, term), small);
  // What e to it is more than 1. Doubling the argument makes 2s + s² of it, which loses nothing where 1 + s would.
  let more = productOf(sumOf(series, [1, 0]), small);
  for (let i = 0; i < halvings; i++) more = sumOf([more[0] * 2, more[1] * 2], productOf(more, more));
  return { value: sumOf([1, 0], more), doublings };
}

/** The logarithm: that of the engine, mended by what e to it is off. So it does not matter which engine it is. */
function logarithm(value: number): DoublePair {
  let exponent = 0;
  let mantissa = value;
  for (; mantissa > Math.SQRT2; exponent++) mantissa /= 2;
  for (; mantissa < Math.SQRT1_2; exponent--) mantissa *= 2;
  // Only a first guess, which is mended below.
  const rough = Math.log(mantissa);
  const { value: inverse, doublings } = exponential([-rough, 0]);
  const off = sumOf(productOf(inverse, [mantissa * 2 ** doublings, 0]), [-1, 0]);
  const mended = sumOf([rough, 0], sumOf(off, [-(off[0] * off[0]) / 2, 0]));
  return sumOf(productOf(logarithmOf2, [exponent, 0]), mended);
}
