/**
 * The n-th root of the product of n whole numbers from 1 on, rounded down, exactly; 0 of none, and where any is below
 * 1. Time grows with the count, except where the root is a whole number or so near to one that doubles cannot tell:
 * then the products are compared, which takes some milliseconds for thousands of values.
 */
export function geometricMean(values: Float64Array, count: number): number {
  if (count === 0) return 0;
  for (let i = 0; i < count; i++) if (!(values[i] >= 1)) return 0;
  const product = productOf(values, count);
  let [low, high] = [1, beyondAll];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isAtMost(middle, product, values, count)) low = middle;
    else high = middle;
  }
  return low;
}

/** Above every whole number of 32 bits. */
const beyondAll = 2 ** 31;

/**
 * `part` · `unit` to the power of `units`, with a part from 1 to below the unit: products that no double would hold, as
 * exact as a double.
 */
interface Scaled {
  part: number;
  units: number;
}

const unit = 2 ** 256;

function multiply(into: Scaled, part: number, units: number): void {
  into.part *= part;
  into.units += units;
  if (into.part < unit) return;
  // Dividing by a power of two loses nothing.
  into.part /= unit;
  into.units++;
}

function productOf(values: Float64Array, count: number): Scaled {
  const product = { part: 1, units: 0 };
  for (let i = 0; i < count; i++) multiply(product, values[i], 0);
  return product;
}

/** By squaring. */
function powerOf(base: number, exponent: number): Scaled {
  const power = { part: 1, units: 0 };
  const square = { part: base, units: 0 };
  for (let left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) multiply(power, square.part, square.units);
    multiply(square, square.part, square.units);
  }
  return power;
}

/** Whether `root` to the power of the count is at most the product. */
function isAtMost(root: number, product: Scaled, values: Float64Array, count: number): boolean {
  const power = powerOf(root, count);
  const units = power.units - product.units;
  if (Math.abs(units) > 1) return units < 0;
  const ratio = (power.part / product.part) * (units === 0 ? 1 : units > 0 ? unit : 1 / unit);
  // What was lost by rounding is less: half an epsilon for each factor of the product, a whole one for each factor of
  // the power.
  if (Math.abs(ratio - 1) > 4 * (count + 4) * Number.EPSILON) return ratio < 1;
  return isExactlyAtMost(root, values, count);
}

/** What is equal to the root stands on both sides and is left out. */
function isExactlyAtMost(root: number, values: Float64Array, count: number): boolean {
  const others = Array.from(values.subarray(0, count)).filter((value) => value !== root);
  return (
    others.length === 0 ||
    exactPower(BigInt(root), others.length) <= exactProduct(others.map((value) => BigInt(Math.trunc(value))))
  );
}

function exactPower(base: bigint, exponent: number): bigint {
  let power = 1n;
  let square = base;
  for (let left = exponent; left > 0; left >>>= 1) {
    if ((left & 1) === 1) power *= square;
    if (left > 1) square *= square;
  }
  return power;
}

/** Pairs, then pairs of pairs: factors of like size multiply fastest. */
function exactProduct(factors: readonly bigint[]): bigint {
  let level = factors;
  while (level.length > 1) {
    const next: bigint[] = [];
    for (let i = 0; i < level.length; i += 2) next.push(i + 1 < level.length ? level[i] * level[i + 1] : level[i]);
    level = next;
  }
  return level[0];
}
