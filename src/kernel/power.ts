/**
 * The one power function: interpreter, constant folder and compiled code share it, because engines do not agree on the last
 * bits of `Math.pow`. Exact on one engine version only.
 */
export function power(base: number, exponent: number): number {
  return Math.pow(base, exponent);
}
