import { listTexts, quoteText } from '../../diagnostics/quote.js';
import { type Loading, refuse, typeTexts, unknownName } from './loading.js';
import type { Place, ValueType } from './shape.js';

const lowest = -2_147_483_648;
const highest = 2_147_483_647;

const booleanText = /^(?:0|1|true|false)$/i;
const integerText = /^[+-]?[0-9]+$/;
const nameText = /^[A-Za-z_][A-Za-z_0-9]*$/;

/**
 * What a text without elements means: a literal of the wanted type, or a define; nothing where it is neither, with the
 * reason noted.
 */
export function loadLiteral(
  loading: Loading,
  text: string,
  wanted: ValueType,
  path: string,
  place: Place,
): number | undefined {
  if (wanted === 'boolean' && booleanText.test(text)) return text === '1' || text.toLowerCase() === 'true' ? 1 : 0;
  if (wanted === 'number' && integerText.test(text)) {
    // The sum keeps -0 out.
    const value = Number(text) + 0;
    if (value >= lowest && value <= highest) return value;
    return refuse(
      loading,
      'type',
      path,
      place,
      `${quoteText(text)} does not fit 32 bits; expected an integer of ${lowest} to ${highest}`,
    );
  }
  const define = loading.names.defines.get(text);
  if (define !== undefined) return defineValue(define, wanted);
  if (!nameText.test(text) || booleanText.test(text))
    return refuse(
      loading,
      'type',
      path,
      place,
      `${found(text)} where ${typeTexts[wanted]} is expected; expected ${expected[wanted]}, or the name of a define`,
    );
  return refuse(
    loading,
    'unknown-id',
    path,
    place,
    unknownName(loading, text, 'literal and no define', loading.names.defines),
  );
}

/** The value of a define where a value of a type is wanted. */
export function defineValue(define: number, wanted: ValueType): number {
  return wanted === 'boolean' ? Number(define !== 0) : define;
}

const expected: Readonly<Record<ValueType, string>> = {
  boolean: listTexts(['0', '1', 'true', 'false']),
  number: 'digits, perhaps with a sign',
};

function found(text: string): string {
  return text === '' ? 'nothing' : quoteText(text);
}
