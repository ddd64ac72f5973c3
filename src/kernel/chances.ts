import { exponential, logarithm } from './exponentials.js';
import { begunHigh, begunLow, drawnOf, foldedHigh, foldedLow } from './random.js';

/** Numbers of other distributions from uniform ones, over + − × ÷ √ alone: equal on every machine. */

/**
 * The standard normal quantile in the middle of the step that a uniform number of 53 bits stands for, so never
 * infinite: algorithm AS 241 of Wichura (1988), about 16 digits.
 */
export function normalOf(uniform: number): number {
  const middle = uniform - 0.5;
  if (Math.abs(middle) <= 0.425) {
    const q = middle + halfStep;
    return q * nearMiddle(0.180625 - q * q);
  }
  const tail = middle < 0 ? uniform + halfStep : 1 - uniform - halfStep;
  const r = Math.sqrt(-logarithm(tail));
  const size = r <= 5 ? inTail(r - 1.6) : farInTail(r - 5);
  return middle < 0 ? -size : size;
}

const halfStep = 2 ** -54;

function nearMiddle(x: number): number {
  const above = ((2509.0809287301227 * x + 33430.57558358813) * x + 67265.7709270087) * x + 45921.95393154987;
  const below = ((5226.495278852854 * x + 28729.085735721943) * x + 39307.89580009271) * x + 21213.794301586597;
  return (
    ((((above * x + 13731.69376550946) * x + 1971.5909503065513) * x + 133.14166789178438) * x + 3.3871328727963665) /
    ((((below * x + 5394.196021424751) * x + 687.1870074920579) * x + 42.31333070160091) * x + 1)
  );
}

function inTail(x: number): number {
  const above = ((0.0007745450142783414 * x + 0.022723844989269184) * x + 0.2417807251774506) * x + 1.2704582524523684;
  const below =
    ((1.0507500716444169e-9 * x + 0.0005475938084995345) * x + 0.015198666563616457) * x + 0.14810397642748008;
  return (
    ((((above * x + 3.6478483247632045) * x + 5.769497221460691) * x + 4.630337846156546) * x + 1.4234371107496835) /
    ((((below * x + 0.6897673349851) * x + 1.6763848301838038) * x + 2.053191626637759) * x + 1)
  );
}

function farInTail(x: number): number {
  const above =
    ((2.0103343992922881e-7 * x + 2.7115555687434876e-5) * x + 0.0012426609473880784) * x + 0.026532189526576124;
  const below =
    ((2.0442631033899397e-15 * x + 1.421511758316446e-7) * x + 1.8463183175100548e-5) * x + 0.0007868691311456133;
  return (
    ((((above * x + 0.29656057182850487) * x + 1.7848265399172913) * x + 5.463784911164114) * x + 6.657904643501103) /
    ((((below * x + 0.014875361290850615) * x + 0.1369298809227358) * x + 0.599832206555888) * x + 1)
  );
}

/** Below, probabilities are added up; the sum of so many is 1 but for less than a step of a uniform number. */
const leastRejected = 10;
const mostAdded = 80;
/** Above, a Poisson number is as good as a normal one. */
const mostRejected = 2 ** 30;
/** Each attempt is refused with a probability below 0.2. */
const mostAttempts = 32;

/**
 * A Poisson number of a mean by one uniform number, in bounded time. Means of at most 0, and NaN, give 0.
 * Below 10 by inversion; up to 2³⁰ by Hörmann's transformed rejection (PTRS, 1993), whose further uniform numbers are
 * hashed from the first; above, the normal number rounded.
 */
export function poissonOf(mean: number, uniform: number): number {
  if (!(mean > 0)) return 0;
  if (mean < leastRejected) return byInversion(mean, uniform);
  if (mean <= mostRejected) return byRejection(mean, uniform);
  return Math.floor(mean + Math.sqrt(mean) * normalOf(uniform) + 0.5);
}

function byInversion(mean: number, uniform: number): number {
  let probability = exponential(-mean);
  let sum = probability;
  let count = 0;
  while (uniform >= sum && count < mostAdded) {
    count++;
    probability *= mean / count;
    sum += probability;
  }
  return count;
}

function byRejection(mean: number, uniform: number): number {
  const root = Math.sqrt(mean);
  const ofMean = logarithm(mean);
  const b = 0.931 + 2.53 * root;
  const a = -0.059 + 0.02483 * b;
  const inverse = logarithm(1.1239 + 1.1328 / (b - 3.4));
  const surely = 0.9277 - 3.6224 / (b - 2);
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const u = (attempt === 0 ? uniform : furtherOf(uniform, 2 * attempt)) - 0.5;
    const v = furtherOf(uniform, 2 * attempt + 1);
    const edge = 0.5 - Math.abs(u);
    const count = Math.floor(((2 * a) / edge + b) * u + mean + 0.43);
    if (edge >= 0.07 && v <= surely) return count;
    if (!(count >= 0) || (edge < 0.013 && v > edge)) continue;
    const accepted = logarithm(v) + inverse - logarithm(a / (edge * edge) + b);
    if (accepted <= count * ofMean - mean - logarithmOfFactorial(count)) return count;
  }
  return Math.floor(mean);
}

/** The bits of a uniform number are the seed of further ones. */
function furtherOf(uniform: number, number: number): number {
  const bits = uniform * 2 ** 53;
  const above = Math.floor(bits / 2 ** 32);
  const low = begunLow(bits - above * 2 ** 32);
  const high = begunHigh(above);
  return drawnOf(foldedLow(low, high, number), foldedHigh(low, high, number));
}

const halfOfLogarithm = 0.9189385332046728;

/** Of small numbers as it is, of others by Stirling's series. */
function logarithmOfFactorial(count: number): number {
  if (count < 10) {
    let factorial = 1;
    for (let n = 2; n <= count; n++) factorial *= n;
    return logarithm(factorial);
  }
  const inverse = 1 / count;
  const square = inverse * inverse;
  const series = inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square / 1680)));
  return (count + 0.5) * logarithm(count) - count + halfOfLogarithm + series;
}
