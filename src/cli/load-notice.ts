import { printable } from '../content/text/quote.js';
import type { LoadEvent, LoadReport } from '../world/saves/load-report.js';

const mostLines = 20;

/** What may matter most comes first. */
const events: readonly LoadEvent[] = ['dropped', 'defaulted', 'converted', 'released', 'added'];

/** What became of a saved world in changed content, for standard error. Changes that concern objects come first. */
export function loadNotice(file: string, { changes }: LoadReport): string {
  const totals = events
    .map((event) => [event, changes.filter((change) => change.event === event).length] as const)
    .filter(([, count]) => count > 0)
    .map(([event, count]) => `${count} ${event}`)
    .join(', ');
  const shown = changes.toSorted((a, b) => Number(b.count > 0) - Number(a.count > 0)).slice(0, mostLines);
  const rest = changes.length - shown.length;
  return [
    `${file} was saved with other content; ${totals === '' ? 'everything carries over by name' : `matched by name: ${totals}`}`,
    ...shown.map(({ event, text }) => `  ${event}: ${text}`),
    ...(rest > 0 ? [`  and ${rest} more; run --json lists all`] : []),
    '',
  ]
    .map(printable)
    .join('\n');
}
