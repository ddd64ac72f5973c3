import type { Level } from '../syntax.js';
import { printable } from '../../text/quote.js';
import type { LevelDiagnostic } from '../scenarios/read-scenario.js';
import type { Author } from '../turn/level-stop.js';
import { type LevelEvent, isDiagnostic, type LevelResult } from '../turn/level-result.js';
import { levelProblemsJson } from './check.js';
import { cashUnit, timeText, whenText } from './when-text.js';
import { type TableRow, counted, grouped, right, tableLines, tableText } from '../../../cli/table.js';
import type { Colors } from '../../../cli/terminal.js';

export interface ToldEvent {
  readonly event: LevelEvent;
  readonly author: Author | undefined;
}

export interface PlayedLevel {
  readonly file: string;
  readonly policy: string;
  readonly level: Level;
  readonly result: LevelResult;
  readonly told: readonly ToldEvent[];
  /** Hazards that the check has found. */
  readonly warnings: readonly LevelDiagnostic[];
  /** Of what the host says and does nothing. */
  readonly hostWarnings: readonly LevelDiagnostic[];
}

const mostFirings = 40;
const mostFates = 100;

function fatesOf({ level, result }: PlayedLevel) {
  const enabled = new Set(result.enabledAtEnd);
  const times = level.conditions.map((): number[] => []);
  for (const event of result.events) if (event[0] === 'fire') times[event[2]].push(event[1]);
  return level.conditions.map(({ when }, index) => ({
    index,
    when: whenText(when),
    fired: times[index].length,
    first: times[index].at(0) ?? null,
    last: times[index].at(-1) ?? null,
    enabled: enabled.has(index),
  }));
}

export function reportJson(played: PlayedLevel, withEvents: boolean) {
  const { file, policy, told, warnings, hostWarnings, result } = played;
  const { events, error = null, ...standing } = result;
  return {
    level: file,
    policy,
    ...standing,
    error,
    conditions: fatesOf(played),
    diagnostics: told.filter(({ event }) => isDiagnostic(event)).map(diagnosticOf),
    ...levelProblemsJson({ errors: [], warnings: [...warnings, ...hostWarnings] }),
    events: withEvents ? events.filter((event) => !isDiagnostic(event)) : undefined,
  };
}

function diagnosticOf({ event, author }: ToldEvent) {
  const [kind, time] = event;
  const [action, reason] = event[0] === 'skip' ? [event[2], event[3]] : [null, String(event[2])];
  return {
    kind,
    time,
    action,
    reason,
    condition: typeof author === 'number' ? author : null,
    base: typeof author === 'string' ? author : null,
  };
}

export function reportText(played: PlayedLevel, withEvents: boolean, colors: Colors): string {
  const { level, result, told } = played;
  const list = withEvents ? eventTable(level, told, result.over) : firingTable(level, told, result.over);
  const fates = level.conditions.length === 0 ? '' : `${tableIn(fateTable(fatesOf(played)), colors)}\n\n`;
  const error =
    result.error === undefined
      ? ''
      : `${colors.red(`stopped [${result.error.code}]: ${printable(result.error.message)}`)}\n`;
  return `${printable(titleOf(played))}\n\n${tableIn(list, colors)}\n\n${fates}${standingText(played)}${error}`;
}

interface Listed {
  readonly head: TableRow;
  readonly rows: readonly TableRow[];
  readonly more: string;
}

function tableIn({ head, rows, more }: Listed, colors: Colors): string {
  return rows.length === 0 ? 'nothing has fired' : `${tableText(head, rows, colors)}${more}`;
}

function titleOf({ file, policy, level, result, warnings }: PlayedLevel): string {
  const hazards = warnings.length === 0 ? '' : `; ${counted(warnings.length, 'warning')}: see edict antares check`;
  return `${file}, policy ${policy}: ${counted(level.conditions.length, 'condition')}, until ${timeText(result.time)} (tick ${grouped(result.time)})${hazards}`;
}

interface Firing {
  readonly time: number;
  readonly author: Author | undefined;
  readonly who: string;
  readonly when: string;
  readonly deeds: string[];
}

/**
 * A line for each condition that fired, with its actions; delayed ones have lines of their own, as has what was
 * destroyed.
 */
function firingTable({ conditions }: Level, told: readonly ToldEvent[], over: number | null): Listed {
  const rows: Firing[] = [];
  let last: Firing | undefined;
  for (const { event, author } of told) {
    const [kind, time] = event;
    if (kind === 'fire') {
      const [, , index, depth] = event;
      const who = `${index}${depth > 1 ? ` (sweep ${depth} deep)` : ''}`;
      last = { time, author: index, who, when: whenText(conditions[index].when), deeds: [] };
      rows.push(last);
      continue;
    }
    // What is skipped was told before; what is dropped belongs to nobody any more.
    if (kind !== 'skip') last = rowOf(rows, time, author);
    last?.deeds.push(deedOf(event));
  }
  const shown = rows
    .slice(0, mostFirings)
    .map(({ time, who, when, deeds }): TableRow => [right(timeText(time)), who, when, deeds.join(', ')]);
  return {
    head: [right('time'), 'fired', 'when', 'actions'],
    rows: withEnd(shown, rows, over),
    more:
      rows.length > mostFirings
        ? `\n  … and ${grouped(rows.length - mostFirings)} more, ${counted(countOf(told, 'fire'), 'firing')} in all; --events lists all`
        : '',
  };
}

function countOf(told: readonly ToldEvent[], kind: LevelEvent[0]): number {
  return told.filter(({ event }) => event[0] === kind).length;
}

/** Rows, with a line that the level is over before those of later times. */
function withEnd(
  rows: readonly TableRow[],
  times: readonly { readonly time: number }[],
  over: number | null,
): readonly TableRow[] {
  const end = over === null ? -1 : times.findIndex(({ time }) => time > over);
  if (end < 0 || end > rows.length) return rows;
  return rows.toSpliced(end, 0, [right(timeText(over ?? 0)), '', 'the level is over']);
}

/** Not the last line where a condition fired in a sweep that the action before asked for. */
function rowOf(rows: Firing[], time: number, author: Author | undefined): Firing {
  for (let i = rows.length - 1; i >= 0 && rows[i].time === time; i--) if (rows[i].author === author) return rows[i];
  const who = typeof author === 'number' ? `${author} (delayed)` : author === undefined ? '' : `end of ${author}`;
  const row: Firing = { time, author, who, when: '', deeds: [] };
  rows.push(row);
  return row;
}

function deedOf(event: LevelEvent): string {
  switch (event[0]) {
    case 'act':
      return event[2];
    case 'skip':
      return `${event[2]} (skipped: ${event[3]})`;
    case 'dropped':
      return `dropped: ${event[2]}`;
    default:
      return '';
  }
}

function eventTable(level: Level, told: readonly ToldEvent[], over: number | null): Listed {
  const body = (number: number) => (number < 0 ? '–' : `${number} ${level.initials[number].base}`);
  const rows = told.map(({ event, author = '' }): TableRow => {
    const [time, of] = [right(timeText(event[1])), String(author)];
    switch (event[0]) {
      case 'fire':
        return [time, String(event[2]), 'fires', event[3] > 1 ? `sweep ${event[3]} deep` : ''];
      case 'act':
        return [time, of, event[2], body(event[3]), body(event[4])];
      case 'skip':
        return [time, of, `${event[2]} is skipped: ${event[3]}`];
      case 'dropped':
        return [time, of, `dropped: ${event[2]}`];
    }
  });
  const times = told.map(({ event: [, time] }) => ({ time }));
  return { head: [right('time'), 'of', 'action', 'subject', 'direct'], rows: withEnd(rows, times, over), more: '' };
}

function fateTable(fates: ReturnType<typeof fatesOf>): Listed {
  const at = (time: number | null) => right(time === null ? '–' : timeText(time));
  const isMore = fates.length > mostFates;
  const listed = isMore ? fates.toSorted((a, b) => Number(b.fired > 0) - Number(a.fired > 0)) : fates;
  const rows = listed
    .slice(0, mostFates)
    .map(({ index, when, fired, first, last, enabled }) => [
      right(index),
      when,
      right(fired),
      at(first),
      at(last),
      enabled ? 'enabled' : '',
    ]);
  return {
    head: [right('condition'), 'when', right('fired'), right('first'), right('last'), ''],
    rows,
    more: isMore ? `\n  … and ${grouped(fates.length - mostFates)} more; --json lists all` : '',
  };
}

function standingText({ told, result: { scores, cash, winner, over, delayed } }: PlayedLevel): string {
  const players = scores.map((counters, seat) => [
    `player ${seat}`,
    right(counters.join(' ')),
    right(grouped(cash[seat] / cashUnit)),
  ]);
  const table =
    players.length === 0
      ? ''
      : `${tableLines([['', right('scores'), right('cash')], ...players], '  ').join('\n')}\n\n`;
  const end =
    over === null
      ? 'nobody has won'
      : `${winner === null ? 'over, won by nobody' : `won by player ${winner}, over`} at ${timeText(over)}`;
  const lost = (kind: LevelEvent[0], noun: string, how: string) => {
    const count = countOf(told, kind);
    return count === 0 ? '' : `; ${counted(count, noun)} ${how}`;
  };
  return `${table}${end}; ${delayed === 0 ? 'nothing is delayed' : `${counted(delayed, 'list')} of actions delayed`}${lost('skip', 'action', 'skipped')}${lost('dropped', 'list', 'dropped')}\n`;
}
