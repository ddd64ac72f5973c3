import { quoteText } from '../../diagnostics/quote.js';
import type { Fault } from '../definitions/report.js';
import type { Part } from '../text/line.js';

const priorityToken = 'PRIORITY=';
const greatestPriority = 2147483647;

/** The user priority that stands behind the value of a modifier, or what is wrong there. */
export function readPriority(parts: readonly Part[], from: number): number | Fault {
  let priority: number | undefined;
  for (let i = from; i < parts.length; i++) {
    const { text, at } = parts[i];
    if (!text.startsWith(priorityToken)) {
      const message = `${quoteText(text)} has no meaning behind a value: only ${quoteText('PRIORITY=number')} may stand there`;
      return { code: 'priority', at, message, suggestion: hintFor(text) };
    }
    const digits = text.slice(priorityToken.length);
    const value = /^\d+$/.test(digits) ? Number(digits) : NaN;
    if (!(value <= greatestPriority)) {
      return { code: 'priority', at: at + priorityToken.length, message: `a priority is a whole number from 0 to ${String(greatestPriority)}, not ${quoteText(digits)}` };
    }
    if (priority !== undefined) return { code: 'priority', at, message: 'a modifier has one priority: leave one of the two out' };
    priority = value;
  }
  return priority ?? 0;
}

function hintFor(text: string): string | undefined {
  if (text === '') return `put a formula with ${quoteText('||')} in brackets: ${quoteText('|')} outside of brackets ends the value`;
  return /^priority=/i.test(text) ? `write ${quoteText('PRIORITY')} in capitals` : undefined;
}
