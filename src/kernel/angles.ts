/**
 * Sine and cosine, made of products and sums alone, so that they are the same to the last bit on every machine; those
 * of `Math` are not. Angles are in radians and as exact as their last place; of what is not finite both are NaN.
 */

const turn = 2 * Math.PI;
/** A quarter of a turn in two parts, the first so short that a few times as much of it is exact. */
const quarterHigh = 1.5707963109016418;
const quarterLow = 1.5893254773528196e-8;

export function sine(angle: number): number {
  return shifted(angle, 0);
}

export function cosine(angle: number): number {
  return shifted(angle, 1);
}

/** The sine of an angle some quarters further. */
function shifted(angle: number, quarters: number): number {
  const within = angle % turn;
  const passed = Math.round(within / (quarterHigh + quarterLow));
  const rest = within - passed * quarterHigh - passed * quarterLow;
  const place = (passed + quarters + 8) % 4;
  const value = place % 2 === 0 ? sineNearZero(rest) : cosineNearZero(rest);
  return place < 2 ? value : -value;
}

/** Series around 0, for at most half a quarter either way; what is left out is below the last place. */
function sineNearZero(x: number): number {
  const square = x * x;
  let sum = 0;
  for (let n = 17; n > 1; n -= 2) sum = ((1 + sum) * -square) / (n * (n - 1));
  return x + x * sum;
}

function cosineNearZero(x: number): number {
  const square = x * x;
  let sum = 0;
  for (let n = 18; n > 0; n -= 2) sum = ((1 + sum) * -square) / (n * (n - 1));
  return 1 + sum;
}
