/**
 * Sine and cosine from products and sums alone, equal on every machine. Radians; exact to the last place; NaN unless
 * finite.
 */

const turn = 2 * Math.PI;
/** A quarter turn in two parts; small multiples of the first are exact. */
const quarterHigh = 1.5707963109016418;
const quarterLow = 1.5893254773528196e-8;

export function sine(angle: number): number {
  return shifted(angle, 0);
}

export function cosine(angle: number): number {
  return shifted(angle, 1);
}

function shifted(angle: number, quarters: number): number {
  const within = angle % turn;
  const passed = Math.round(within / (quarterHigh + quarterLow));
  const rest = within - passed * quarterHigh - passed * quarterLow;
  const place = (passed + quarters + 8) % 4;
  const value = place % 2 === 0 ? sineNearZero(rest) : cosineNearZero(rest);
  return place < 2 ? value : -value;
}

/** Series around 0, for at most half a quarter either way; the remainder is below the last place. */
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
