import { nearestName } from '../../diagnostics/nearest-name.js';
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
    if (text === '') return endedTooEarly(parts, from, i);
    if (!text.startsWith(priorityToken)) {
      const message = `${quoteText(text)} has no meaning behind a value: only ${quoteText('PRIORITY=number')} may stand there`;
      return { code: 'priority', at, message, suggestion: hintFor(text) };
    }
    const digits = text.slice(priorityToken.length);
    const value = /^\d+$/.test(digits) ? Number(digits) : NaN;
    if (!(value <= greatestPriority)) {
      return {
        code: 'priority',
        at: at + priorityToken.length,
        message: `a priority is a whole number from 0 to ${String(greatestPriority)}, not ${quoteText(digits)}`,
      };
    }
    if (priority !== undefined)
      return { code: 'priority', at, message: 'a modifier has one priority: leave one of the two out' };
    priority = value;
  }
  return priority ?? 0;
}

/** An empty part: of `||` outside of brackets, or behind the last `|`. */
function endedTooEarly(parts: readonly Part[], from: number, empty: number): Fault {
  const { at } = parts[empty];
  if (empty === parts.length - 1) {
    return {
      code: 'priority',
      at,
      message: `expected ${quoteText('PRIORITY=number')} behind the last ${quoteText('|')}, found nothing`,
      suggestion: `leave the ${quoteText('|')} out`,
    };
  }
  const behind = parts.findIndex(({ text }, i) => i > empty && text.startsWith(priorityToken));
  const meant = parts
    .slice(from - 1, behind < 0 ? parts.length : behind)
    .map(({ text }) => text)
    .join('|');
  const suggestion = meant.endsWith('|') ? 'write it once' : `put it in brackets: ${quoteText(`(${meant})`)}`;
  return {
    code: 'priority',
    at,
    message: `${quoteText('|')} ends a value, also where it is written twice`,
    suggestion,
  };
}

function hintFor(text: string): string | undefined {
  const [, name, number] = /^([A-Za-z]+)[\s=:]*(\d*)$/.exec(text) ?? [];
  return name === undefined || nearestName(name, ['PRIORITY']) === undefined
    ? undefined
    : `write ${quoteText(priorityToken + number)}`;
}
