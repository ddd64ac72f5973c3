/** Exponents and fractions of doubles. One double by its bits; every platform of JavaScript in use is little-endian. */
const double = new Float64Array(1);
const halves = new Int32Array(double.buffer);
const upper = 1;

const fractionBits = 0xf_ffff;
const leastNormal = 2 ** -1022;
/** Makes normal numbers of all others. */
const raisedBy = 54;

/** The power of two next below a positive, finite number. */
export function exponentOf(value: number): number {
  const isSmall = value < leastNormal;
  double[0] = isSmall ? value * 2 ** raisedBy : value;
  return (halves[upper] >> 20) - 1023 - (isSmall ? raisedBy : 0);
}

/** A positive, finite number, divided by that power: in [1, 2). */
export function fractionOf(value: number): number {
  double[0] = value < leastNormal ? value * 2 ** raisedBy : value;
  halves[upper] = (halves[upper] & fractionBits) | (1023 << 20);
  return double[0];
}

/** Two to a whole power from −1022 to 1023. */
export function twoTo(exponent: number): number {
  halves[upper] = (exponent + 1023) << 20;
  halves[1 - upper] = 0;
  return double[0];
}

/** A number times two to a whole power from −2000 to 2000; rounded once where what is below 2⁻¹⁰⁰⁰ was about 1. */
export function doubled(value: number, times: number): number {
  if (times >= -1000 && times <= 1000) return value * twoTo(times);
  return times > 0 ? value * 2 ** 1000 * twoTo(times - 1000) : value * twoTo(times + 1000) * 2 ** -1000;
}
