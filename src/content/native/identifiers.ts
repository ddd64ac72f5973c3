import { quoteText } from '../diagnostics/quote.js';
import type { Fault } from './loading.js';

const identifier = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** What the parser and the checker have a meaning for. */
const words: ReadonlySet<string> = new Set([
  'true',
  'false',
  'null',
  'in',
  'if',
  'not',
  'self',
  'source',
  'target',
  'value',
  'turn',
  'time',
]);

/**
 * What keeps a name from standing by itself in an expression; undefined where nothing does. `what` is the thing with
 * its article.
 */
export function identifierFault(name: string, what: string, isTaken: boolean): Fault | undefined {
  if (!identifier.test(name)) {
    return {
      code: 'bad-name',
      message: `the name ${quoteText(name)} cannot stand in an expression, expected letters, digits and \`_\` for ${what}`,
      suggestion: 'begin it with a letter, without spaces',
    };
  }
  if (!isTaken && !words.has(name)) return undefined;
  return {
    code: 'reserved-name',
    message: `${quoteText(name)} has a meaning of its own, expected another name for ${what}`,
    suggestion: 'choose another name',
  };
}
