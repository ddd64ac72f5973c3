import { doubled, exponentOf, fractionOf } from './double-bits.js';
import { upperHalf } from './double-pair.js';

/**
 * Exponential and logarithms over + − × ÷ alone, equal on every machine. Each result is less than one unit of its last
 * place away from the exact value (0.78 in tests). The polynomials are Chebyshev fits.
 */

/** ln 2 in two parts: small multiples of the first are exact. */
const doublingHigh = 0.6931471803691238;
const doublingLow = 1.9082149292705877e-10;
const doublingsOfOne = 1.4426950408889634;
const doublingsRest = 2.0355273740931033e-17;

/** e to a power. Infinite above 709.78, 0 below −745.14. */
export function exponential(power: number): number {
  if (!(power <= 720)) return power > 720 ? Infinity : NaN;
  if (power < -760) return 0;
  const doublings = Math.round(power * doublingsOfOne);
  const high = power - doublings * doublingHigh;
  const low = doublings * doublingLow;
  const x = high - low;
  const rest = high - x - low;
  const one = 1 + x;
  return doubled(one + (x - (one - 1) + (rest + x * x * beyondLine(x))), doublings);
}

/** (eˣ − 1 − x) / x² for at most half a doubling. */
function beyondLine(x: number): number {
  const upper =
    2.480158732554774e-5 +
    x * (2.7557255400206422e-6 + x * (2.75572736431103e-7 + x * (2.5105217004720745e-8 + x * 2.0914686968086876e-9)));
  const middle = 0.008333333333326136 + x * (0.0013888888888883748 + x * (0.00019841269874820627 + x * upper));
  return 0.5 + x * (0.1666666666666667 + x * (0.04166666666666667 + x * middle));
}

/** To the base e; −Infinity of 0, NaN below. */
export function logarithm(value: number): number {
  if (!(value > 0 && value < Infinity)) return withoutLogarithm(value);
  let doublings = exponentOf(value);
  let fraction = fractionOf(value);
  if (fraction > Math.SQRT2) {
    fraction /= 2;
    doublings++;
  }
  const x = fraction - 1;
  const half = 0.5 * x * x;
  const ratio = x / (2 + x);
  const beyond = ratio * (half + overSquare(ratio * ratio));
  return doublings * doublingHigh - (half - (beyond + doublings * doublingLow) - x);
}

/** To the base 2; exact for powers of two. */
export function binaryLogarithm(value: number): number {
  if (!(value > 0 && value < Infinity)) return withoutLogarithm(value);
  let doublings = exponentOf(value);
  let fraction = fractionOf(value);
  if (fraction > Math.SQRT2) {
    fraction /= 2;
    doublings++;
  }
  const x = fraction - 1;
  const half = 0.5 * x * x;
  const ratio = x / (2 + x);
  const high = upperHalf(x - half);
  const low = x - high - half + ratio * (half + overSquare(ratio * ratio));
  // The product of the two sums, its exact part first.
  const factor = upperHalf(doublingsOfOne);
  const product = high * factor;
  const rest = (low + high) * (doublingsOfOne - factor + doublingsRest) + low * factor;
  const sum = doublings + product;
  return sum + (rest + (doublings - sum + product));
}

function withoutLogarithm(value: number): number {
  return value === 0 ? -Infinity : value > 0 ? Infinity : NaN;
}

/** (ln((1 + s) / (1 − s)) − 2s) / s of the square of s, between 1/√2 and √2. */
function overSquare(z: number): number {
  const upper = 0.18181795547497948 + z * (0.15386244738881708 + z * (0.13268638335555463 + z * 0.1308803520312611));
  return (
    z *
    (0.6666666666666666 + z * (0.40000000000000885 + z * (0.28571428570799784 + z * (0.22222222392581262 + z * upper))))
  );
}
