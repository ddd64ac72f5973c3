/** The same number: NaN is NaN, and −0 is not 0. */
export function isSame(a: number, b: number): boolean {
  return a === b ? a !== 0 || 1 / a === 1 / b : a !== a && b !== b;
}
