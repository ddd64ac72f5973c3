import { printable } from '../content/diagnostics/quote.js';
import type { RunEvents } from './run-events.js';
import { grouped, right, tableLines } from './table.js';

/** Turns that are shown, and what is shown of each turn. */
const mostTurns = 40;
const mostOfATurn = 8;

/**
 * What happened turn by turn, a line for each turn in which something did, the first line the head of the table; then
 * the totals.
 */
export function timelineLines({ has, fired, occurred, told, totals, delayed }: RunEvents): readonly string[] {
  const turns = new Map<number, { readonly fired: string[]; readonly occurred: string[]; readonly told: string[] }>();
  const at = (turn: number) => {
    const found = turns.get(turn) ?? { fired: [], occurred: [], told: [] };
    turns.set(turn, found);
    return found;
  };
  for (const { turn, trigger } of fired) at(turn).fired.push(trigger);
  for (const { turn, occurrence, times } of occurred) at(turn).occurred.push(manyTimes(occurrence, times));
  for (const { turn, shown } of told) at(turn).told.push(shown);
  // What content cannot do needs no column.
  const fires = has.triggers || !has.occurrences;
  const columns = <Cell>(one: Cell, two: Cell, three: Cell): readonly Cell[] => [
    ...(fires ? [one] : []),
    ...(has.occurrences ? [two] : []),
    three,
  ];
  const rows = [...turns]
    .sort(([a], [b]) => a - b)
    .slice(0, mostTurns)
    .map(([turn, each]) => [
      right(turn),
      ...columns(few(each.fired, ', '), few(each.occurred, ', '), few(each.told, '; ')),
    ]);
  const isCut =
    turns.size > mostTurns ||
    fired.length < totals.fired ||
    occurred.reduce((sum, { times }) => sum + times, 0) < totals.occurred ||
    told.length < totals.told;
  const counts = [
    ...columns(
      totals.fired === 0 ? 'no trigger fired' : `${counted(totals.fired, 'firing')} in all`,
      totals.occurred === 0 ? 'nothing occurred' : `${counted(totals.occurred, 'occurrence')} in all`,
      `${grouped(totals.told)} told`,
    ),
    ...(totals.skipped === 0 ? [] : [`${counted(totals.skipped, 'action')} skipped`]),
    ...(totals.dropped === 0 ? [] : [`${counted(totals.dropped, 'list')} of actions dropped`]),
    delayed === 0 ? 'nothing is delayed' : `${counted(delayed, 'list')} of actions delayed`,
  ].join(', ');
  const table =
    rows.length === 0
      ? []
      : tableLines([[right('turn'), ...columns('fired', 'occurred', 'told')], ...rows], '  ').map(printable);
  return [...table, ...(isCut ? [`  … and more in later turns; --json lists up to 10,000 of each`] : []), counts];
}

/** Texts in their order, those that stand side by side once with their count; the first few of them. */
function few(texts: readonly string[], between: string): string {
  const runs: { readonly text: string; times: number }[] = [];
  for (const text of texts) {
    const last = runs.at(-1);
    if (last?.text === text) last.times++;
    else runs.push({ text, times: 1 });
  }
  const shown = runs.slice(0, mostOfATurn).map(({ text, times }) => manyTimes(text, times));
  return [...shown, ...(runs.length > mostOfATurn ? [`and ${grouped(runs.length - mostOfATurn)} more`] : [])].join(
    between,
  );
}

function manyTimes(text: string, times: number): string {
  return times === 1 ? text : `${text} (${grouped(times)} times)`;
}

function counted(count: number, thing: string): string {
  return `${grouped(count)} ${thing}${count === 1 ? '' : 's'}`;
}
