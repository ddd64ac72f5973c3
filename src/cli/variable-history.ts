import { printable } from '../content/diagnostics/quote.js';
import type { Handle } from '../world/api.js';
import type { SolvedValue, VariableHistory } from '../world/solving-api.js';
import { right, tableLines } from './table.js';
import type { Terminal } from './terminal.js';

/** How a kind of content shows what its variables are made of. */
export interface HistoryWords<Json> {
  /** A value for people. */
  text(value: SolvedValue): string;
  /** A value for programs. */
  json(value: SolvedValue): Json;
  /** An object for people. */
  carrierText(carrier: Handle): string;
  /** An object for programs. */
  carrierJson(carrier: Handle): string | number;
}

/** What made a variable what it is, for people. `title` names the variable and its object. */
export function historyText<Json>(title: string, { initial, current, steps }: VariableHistory, words: HistoryWords<Json>, { outColors: colors }: Terminal): string {
  const [from, to] = [words.text(initial), words.text(current)];
  const first = colors.bold(printable(`${title}: ${from === to ? `stays ${to}` : `${from} → ${to}`}`));
  if (steps.length === 0) return `${first}\nno modifier is in force\n`;
  // Names of some modifiers say what they do.
  const does = steps.map(({ modifier, modification, text }) => (modifier.includes(text) ? '' : `${modification} ${text}`));
  const saysMore = does.some((text) => text !== '');
  const rows = steps.map(({ modifier, carrier, priority, text, amount, before, after }, i) => {
    const value = words.text(amount);
    const by = words.carrierText(carrier);
    return [
      printable(modifier.startsWith(`${by}: `) ? modifier.slice(by.length + 2) : modifier), ...(saysMore ? [printable(does[i])] : []), printable(by), right(String(priority)),
      right(printable(value === text ? '' : value)), right(printable(words.text(before))), '→', right(printable(words.text(after))),
    ];
  });
  const head = ['modifier', ...(saysMore ? ['does'] : []), 'carrier', right('priority'), right('amount'), right('before'), '', right('after')];
  const [titles, ...lines] = tableLines([head, ...rows], '  ');
  return `${first}\n\n${colors.bold(titles)}\n${lines.join('\n')}\n`;
}

/** The same for programs. */
export function historyJson<Json>(object: string | number, variable: string, { initial, current, steps }: VariableHistory, words: HistoryWords<Json>) {
  return {
    object,
    variable,
    initial: words.json(initial),
    current: words.json(current),
    steps: steps.map(({ modifier, carrier, modification, text, priority, amount, before, after }) => ({
      modifier, carrier: words.carrierJson(carrier), modification, text, priority, amount: words.json(amount), before: words.json(before), after: words.json(after),
    })),
  };
}
