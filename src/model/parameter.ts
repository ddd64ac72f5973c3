import type { Named } from './connection.js';

/** A number or condition by name, which each world gets when it is made. */
export interface Parameter extends Named {
  readonly type: { readonly name: 'number' | 'boolean' };
  /** Of a number: it is whole. */
  readonly integer: boolean;
  /** For worlds that are given no other value. */
  readonly initial: number;
  readonly minimum: number;
  readonly maximum: number;
  /** For people; may be empty. */
  readonly about: string;
}

/** Undefined where a value is one of the parameter, else what was expected. */
export function misfitOf({ type, integer, minimum, maximum }: Parameter, value: number): string | undefined {
  if (type.name === 'boolean') return value === 0 || value === 1 ? undefined : 'true or false';
  const fits = (integer ? Number.isInteger(value) : Number.isFinite(value)) && value >= minimum && value <= maximum;
  if (fits) return undefined;
  const range = rangeText(minimum, maximum);
  return `${integer ? 'a whole number' : range === '' ? 'a finite number' : 'a number'}${range}`;
}

function rangeText(least: number, greatest: number): string {
  if (least === -Infinity) return greatest === Infinity ? '' : ` of at most ${greatest}`;
  return greatest === Infinity ? ` of at least ${least}` : ` from ${least} to ${greatest}`;
}
