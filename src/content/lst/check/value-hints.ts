import { quoteText } from '../../diagnostics/quote.js';
import { fold } from '../definitions/fold.js';
import { type FunctionTable, partsWithin } from '../definitions/functions.js';
import { parseFormula } from '../formula/parse.js';
import type { Formula } from '../formula/syntax.js';
import type { Format } from '../text/format.js';
import { builtInFunctions } from './signatures.js';

/** What to write where blanks stand before a priority, which makes it a part of the formula. */
export function hintForPriority(text: string): string | undefined {
  const priority = /\s(PRIORITY=\d*)\s*$/i.exec(text);
  return priority === null
    ? undefined
    : `write ${quoteText(`|${priority[1].toUpperCase()}`)}, without blanks before it`;
}

/** What the value of a modifier might have been meant for, when it is no formula of its format. */
export function hintForValue(text: string, format: Format): string | undefined {
  const priority = hintForPriority(text);
  if (priority !== undefined) return priority;
  switch (format.name) {
    case 'NUMBER':
      return /^[+-]?\d+,\d+$/.test(text) ? `write ${quoteText(text.replace(',', '.'))}` : undefined;
    case 'DICE':
      return `it is no constant of DICE either, such as ${quoteText('2d6+1')}`;
    case 'ORDEREDPAIR':
      return `it is no constant of ORDEREDPAIR either, such as ${quoteText('5,10')}`;
    default:
      return undefined;
  }
}

/** What to set an array to, where a formula is one element that was to be added. */
export function hintForElement(text: string, formula: Formula): string {
  return `write ${quoteText(`SET|value()+${formula.kind === 'binary' ? `(${text})` : text}`)}`;
}

/** Whether a text, which is taken as it is written, begins with a quote, or is a formula that calls something. */
export function looksLikeFormula(text: string, functions: FunctionTable): boolean {
  if (text.startsWith('"')) return true;
  const formula = text.includes('(') ? parseFormula(text).formula : undefined;
  if (formula === undefined) return false;
  for (const part of partsWithin(formula)) {
    if (part.kind === 'call' && (builtInFunctions.has(fold(part.name)) || functions.find(part.name) !== undefined))
      return true;
  }
  return false;
}
