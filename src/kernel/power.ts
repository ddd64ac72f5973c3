/**
 * The one power function: interpreter, constant folder and compiled code share it, because engines do not agree on the last
 * bits of `Math.pow`. Whole exponents up to 1024 and square roots are made of products, sums and roots alone: they are rounded once, the same on every machine, where `Math.pow` is
 * off in the last place of one in twelve. Others are exact on one engine version only.
 */
export function power(base: number, exponent: number): number {
  if (exponent === 0.5 && base > 0) return Math.sqrt(base);
  const steps = Math.abs(exponent);
  if (steps <= mostSteps && Number.isInteger(steps)) {
    const product = repeated(base, steps, exponent < 0);
    const size = Math.abs(product);
    if (size > least && size < most) return product;
  }
  return Math.pow(base, exponent);
}

const mostSteps = 1024;

/** Between these, what is left over of a product is as exact as the product. */
const least = 1e-270;
const most = 1e270;

/** A double times this, less what it adds, is its upper half: products of halves are exact. */
const splitter = 2 ** 27 + 1;

function upperHalf(value: number): number {
  const scaled = value * splitter;
  return scaled - (scaled - value);
}

/** What a product of doubles leaves over when it is rounded. */
function leftOver(a: number, b: number, product: number): number {
  const [aHigh, bHigh] = [upperHalf(a), upperHalf(b)];
  const [aLow, bLow] = [a - aHigh, b - bHigh];
  return aHigh * bHigh - product + aHigh * bLow + aLow * bHigh + aLow * bLow;
}

/** The product of so many times a factor, or 1 over it, by squaring. Each number is a double with what it lacks, in a second one. */
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
