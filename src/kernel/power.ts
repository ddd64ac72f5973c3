import { leftOver } from './double-pair.js';
import { fractionalPower } from './fractional-power.js';

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
