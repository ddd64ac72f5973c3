import { quoteText } from '../diagnostics/quote.js';
import type { Fault } from './loading.js';

/** What is said of a first value of a set or list, whatever the value is. */
export function emptyAtFirst(name: string, type: 'set' | 'list'): Fault {
  const filling =
    type === 'set'
      ? `classes fill it by ${quoteText(`initial: { ${name}: [word] }`)}, effects by ${quoteText(`{ hold: word, in: ${name} }`)}, and so do hosts and scenarios`
      : 'hosts and scenarios fill it';
  return {
    code: 'unknown-key',
    message: `${quoteText(name)} has a default, and a ${type} is empty at first; expected none`,
    suggestion: `remove \`default\`: ${filling}`,
  };
}
