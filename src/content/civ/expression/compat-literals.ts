import type { Names } from './names.js';
import type { ValueType } from './shape.js';

/** What the shipped game makes of a text: anything has a value. */
export function compatLiteral(text: string, wanted: ValueType, names: Names): number {
  return wanted === 'boolean' ? truth(text, names) : leadingInteger(text);
}

function truth(text: string, names: Names): number {
  const define = names.defines.get(text);
  return Number(define === undefined ? text === '1' || text === 'true' : define !== 0);
}

const zero = 0x30;

/**
 * The digits at the start, with their sign; 0 where there are none. What does not fit 32 bits wraps, digit by digit.
 */
export function leadingInteger(text: string): number {
  const signed = text.startsWith('-') || text.startsWith('+');
  let value = 0;
  for (let i = signed ? 1 : 0; i < text.length; i++) {
    const digit = text.charCodeAt(i) - zero;
    if (digit < 0 || digit > 9) break;
    value = (Math.imul(value, 10) + digit) | 0;
  }
  return text.startsWith('-') ? (0 - value) | 0 : value;
}
