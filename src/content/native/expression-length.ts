import { formatCount } from '../expression/wording.js';
import { type Loading, reportError } from './loading.js';
import type { Place } from './source-tree.js';

/**
 * Characters of one expression. Each may be a token, and tokens, tree and types of one take some 600 bytes together.
 */
export const longestExpression = 131_072;

/** Whether an expression is short enough to be read; reports that it is not. `what` it is stands in the message. */
export function isReadable(text: string, what: string, place: () => Place, loading: Loading): boolean {
  if (text.length <= longestExpression) return true;
  reportError(loading, place(), {
    code: 'too-large',
    message: `the ${what} is ${formatCount(text.length)} characters long, the limit is ${formatCount(longestExpression)}`,
    suggestion: 'split it into named parts, such as functions',
  });
  return false;
}
