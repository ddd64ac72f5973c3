import { doubled, exponentOf, fractionOf, twoTo } from './double-bits.js';
import { type DoublePair, leftOfSum, leftOver, logarithmOf2, productOf, quotientOf, sumOf } from './double-pair.js';

/** Rules take small powers of one number for many objects, as `pow(1 - risk, contacts)`. */
const fewPowers = 16;
/** NaN: not yet computed. */
const ofLastBase = new Float64Array(fewPowers);
let [lastBase, nextBase] = [NaN, NaN];

/**
 * Engines disagree on `Math.pow`, which is off in the last place of one in twelve. Powers are computed with about 100
 * bits and rounded once, over + − × ÷ √ alone: equal on every machine. Special cases as in `Math.pow`.
 */
export function power(base: number, exponent: number): number {
  if (exponent === 0.5 && base > 0) return Math.sqrt(base);
  if (base !== lastBase) {
    // Of a base that comes twice: most come once.
    if (base === nextBase && base !== 0) begin(base);
    else nextBase = base;
    return computed(base, exponent);
  }
  if (!(exponent >= 0 && exponent < fewPowers && Number.isInteger(exponent))) return computed(base, exponent);
  const known = ofLastBase[exponent];
  return known === known ? known : (ofLastBase[exponent] = computed(base, exponent));
}

function begin(base: number): void {
  lastBase = base;
  ofLastBase.fill(NaN);
}

function computed(base: number, exponent: number): number {
  const steps = Math.abs(exponent);
  if (steps <= mostSteps && Number.isInteger(steps)) {
    const product = repeated(base, steps, exponent < 0);
    const size = Math.abs(product);
    if (size > least && size < most) return product;
  }
  return anyPower(base, exponent);
}

const mostSteps = 1024;

/** Between these, the rounding error of a product is as exact as the product. */
const least = 1e-270;
const most = 1e270;

/** The rounding error of what `repeated` returned last. Reused, so that calls allocate nothing. */
const lastRest = new Float64Array(1);

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
  lastRest[0] = rest;
  if (!isInverse) return product;
  const inverse = 1 / product;
  const one = inverse * product;
  const lacks = inverse * (1 - one - leftOver(inverse, product, one) - inverse * rest);
  const mended = inverse + lacks;
  lastRest[0] = lacks - (mended - inverse);
  return mended;
}

/** Also at the ends of the range, and of what has no power. */
function anyPower(base: number, exponent: number): number {
  if (Number.isNaN(base) || Number.isNaN(exponent)) return NaN;
  const size = Math.abs(base);
  if (Math.abs(exponent) === Infinity) {
    if (size === 1) return NaN;
    return size > 1 === exponent > 0 ? Infinity : 0;
  }
  const isWhole = Number.isInteger(exponent);
  const sign = isWhole && exponent % 2 !== 0 && (base < 0 || Object.is(base, -0)) ? -1 : 1;
  if (size === 0 || size === Infinity) return sign * ((size === 0) === exponent > 0 ? 0 : Infinity);
  if (base < 0 && !isWhole) return NaN;
  return size === 1 ? sign : sign * powerOf(size, exponent, isWhole);
}

/** Of a positive, finite base that is not 1. */
function powerOf(base: number, exponent: number, isWhole: boolean): number {
  let doublings = exponentOf(base);
  let fraction = fractionOf(base);
  if (fraction === 1 && Number.isInteger(doublings * exponent)) return doubled(1, held(doublings * exponent));
  if (fraction > Math.SQRT2) {
    fraction /= 2;
    doublings++;
  }
  const steps = Math.abs(exponent);
  if (isWhole && steps <= mostSteps) {
    const product = repeated(fraction, steps, exponent < 0);
    return roundedOnce(product, lastRest[0], doublings * exponent);
  }
  const ofBase = logarithm(fraction, doublings);
  const rough = ofBase[0] * exponent;
  if (rough > 710) return Infinity;
  if (rough < -750) return 0;
  const { value, doublings: times } = exponential(productOf(ofBase, [exponent, 0]));
  return roundedOnce(value[0], value[1], times);
}

/** Beyond, powers of two are infinite or 0. */
function held(exponent: number): number {
  return Math.max(-2000, Math.min(2000, exponent));
}

/** The sum of a pair, doubled so many times. Below the normal numbers bits are lost: the rest decides about halves. */
function roundedOnce(value: number, rest: number, times: number): number {
  const raised = exponentOf(value);
  const all = held(times + raised);
  const scale = twoTo(-raised);
  const [high, low] = [value * scale, rest * scale];
  if (all >= -1022) return doubled(high, all);
  if (all < -1076) return 0;
  const unit = twoTo(-1074 - all);
  const shift = 2 ** 52 * unit;
  const rounded = high + shift - shift;
  const cut = high - rounded;
  const mended = Math.abs(cut) * 2 === unit && cut * low > 0 ? rounded + Math.sign(cut) * unit : rounded;
  return doubled(mended, all);
}

/** 1 / n! from n = 2 on. */
const inverseFactorials: readonly DoublePair[] = Array.from({ length: 10 }, (_, i) => {
  let factorial = 1;
  for (let n = 2; n <= i + 2; n++) factorial *= n;
  return quotientOf(1, [factorial, 0]);
});

/** Halvings of an argument, so that eleven terms of the series are enough. */
const halvings = 9;

/** e to a power: a value near 1, and how often to double it. */
function exponential(power: DoublePair): { readonly value: DoublePair; readonly doublings: number } {
  const doublings = Math.round(power[0] / logarithmOf2[0]);
  const [high, low] = sumOf(power, productOf(logarithmOf2, [-doublings, 0]));
  const small: DoublePair = [high / 2 ** halvings, low / 2 ** halvings];
  let series: DoublePair = [0, 0];
  for (let i = inverseFactorials.length - 1; i >= 0; i--)
    series = productOf(sumOf(series, inverseFactorials[i]), small);
  // e^s − 1. Doubling the argument makes 2s + s² of it, which loses nothing where 1 + s would.
  let more = productOf(sumOf(series, [1, 0]), small);
  for (let i = 0; i < halvings; i++) more = sumOf([more[0] * 2, more[1] * 2], productOf(more, more));
  return { value: sumOf([1, 0], more), doublings };
}

/** 1 / n for odd n; of the later ones the value alone counts. */
const inverseOdds: readonly DoublePair[] = Array.from({ length: 24 }, (_, i) => quotientOf(1, [2 * i + 1, 0]));
const pairsNeeded = 11;

/** Of a fraction between 1/√2 and √2, and so many doublings: 2 artanh((f − 1) / (f + 1)), relative to its own size. */
function logarithm(fraction: number, doublings: number): DoublePair {
  const ratio = ratioOf(fraction);
  const square = productOf(ratio, ratio);
  let later = 0;
  for (let i = inverseOdds.length - 1; i >= pairsNeeded; i--) later = later * square[0] + inverseOdds[i][0];
  let series: DoublePair = [later, 0];
  for (let i = pairsNeeded - 1; i >= 0; i--) series = sumOf(inverseOdds[i], productOf(series, square));
  const [value, rest] = productOf(series, ratio);
  return sumOf(productOf(logarithmOf2, [doublings, 0]), [2 * value, 2 * rest]);
}

/** (f − 1) / (f + 1); the difference is exact. */
function ratioOf(fraction: number): DoublePair {
  const sum = fraction + 1;
  return quotientOf(fraction - 1, [sum, leftOfSum(fraction, 1, sum)]);
}
