/**
 * A number with its class: an int of 32 bits or a double. Written from the rules of the dialect, and of nothing else,
 * to check what the solver answers.
 */
export interface PlainNumber {
  readonly value: number;
  readonly whole: boolean;
}

export function int(value: number): PlainNumber {
  return { value: value | 0, whole: true };
}

export function double(value: number): PlainNumber {
  return { value, whole: false };
}

export function add(a: PlainNumber, b: PlainNumber): PlainNumber {
  return a.whole && b.whole ? int(a.value + b.value) : double(a.value + b.value);
}

export function subtract(a: PlainNumber, b: PlainNumber): PlainNumber {
  return a.whole && b.whole ? int(a.value - b.value) : double(a.value - b.value);
}

/** As a modifier does it; the operator makes 0 of what is multiplied by 0, which no sheet here does. */
export function multiply(a: PlainNumber, b: PlainNumber): PlainNumber {
  return a.whole && b.whole ? int(Math.imul(a.value, b.value)) : double(a.value * b.value);
}

/** A quotient of ints that comes out even is an int. */
export function divide(a: PlainNumber, b: PlainNumber): PlainNumber {
  const isEven = a.whole && b.whole && b.value !== 0 && a.value % b.value === 0;
  return isEven ? int(a.value / b.value) : double(a.value / b.value);
}

export function floor({ value }: PlainNumber): PlainNumber {
  return int(Math.max(-2_147_483_648, Math.min(2_147_483_647, Math.floor(value))));
}

/** The larger, the second of equals. */
export function larger(a: PlainNumber, b: PlainNumber): PlainNumber {
  return a.value > b.value ? a : b;
}

/** The smaller, the second of equals. */
export function smaller(a: PlainNumber, b: PlainNumber): PlainNumber {
  return a.value < b.value ? a : b;
}

export function isSame(a: PlainNumber, b: PlainNumber): boolean {
  return a.whole === b.whole && Object.is(a.value, b.value);
}

export function textOf({ value, whole }: PlainNumber): string {
  return `${whole ? 'int' : 'double'} ${Object.is(value, -0) ? '-0' : String(value)}`;
}
