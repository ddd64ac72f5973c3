/** x * 256, rounded to a whole number; halves away from zero. Exact. */
export function round256(value: number): number {
  const scaled = value * 256;
  const whole = Math.trunc(scaled);
  // Adding a half and cutting off would carry the number just below a half over it.
  const rounded = Math.abs(scaled - whole) >= 0.5 ? whole + Math.sign(scaled) : whole;
  return rounded + 0;
}

/** Cash in raw units, which are 1/256 of 1/200. */
export function rawCash(value: number): number {
  return 200 * round256(value) + 0;
}
