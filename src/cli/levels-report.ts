import type { Level } from '../content/antares/syntax.js';
import { printable } from '../content/diagnostics/quote.js';
import type { LevelDiagnostic } from '../scenarios/conditions/read-scenario.js';
import type { Author } from '../turns/antares/level-stop.js';
import { type LevelEvent, isDiagnostic, type LevelResult } from '../turns/antares/level-result.js';
import { counted, entryOf } from './levels-check.js';
import { timeText, whenText } from './levels-when.js';
import { type TableCell, grouped, right, tableLines } from './table.js';
import type { Terminal } from './terminal.js';

/** An event, and whose action it is where it is one. */
export interface ToldEvent {
  readonly event: LevelEvent;
  readonly author: Author | undefined;
}

/** A level that was played. */
export interface PlayedLevel {
  readonly file: string;
  readonly policy: string;
  readonly level: Level;
  readonly result: LevelResult;
  /** The events of the result, with whose they are. */
  readonly told: readonly ToldEvent[];
  /** Hazards that the check has found. */
  readonly warnings: readonly LevelDiagnostic[];
  /** Of what the host says and does nothing. */
  readonly hostWarnings: readonly LevelDiagnostic[];
}

/** What became of a condition. */
interface ConditionFate {
  readonly index: number;
  readonly when: string;
  readonly fired: number;
  readonly first: number | null;
  readonly last: number | null;
  readonly enabled: boolean;
}

/** Firings and conditions that are listed at most. */
const mostFirings = 40;
const mostFates = 100;

function fatesOf({ level, result }: PlayedLevel): readonly ConditionFate[] {
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
  const {
    file,
    policy,
    told,
    warnings,
    hostWarnings,
    result: { time, scores, cash, winner, over, delayed, error, events, enabledAtEnd },
  } = played;
  return {
    level: file,
    policy,
    time,
    scores,
    cash,
    winner,
    over,
    enabledAtEnd,
    delayed,
    error: error ?? null,
    conditions: fatesOf(played),
    diagnostics: told.filter(({ event }) => isDiagnostic(event)).map(diagnosticOf),
    errors: [],
    warnings: [...warnings, ...hostWarnings].map(entryOf),
    ...(withEvents ? { events: events.filter((event) => !isDiagnostic(event)) } : {}),
  };
}

/** What was skipped or dropped, and whose it is. */
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

export function reportText(played: PlayedLevel, withEvents: boolean, { outColors: colors }: Terminal): string {
  const { level, result, told } = played;
  const firings = withEvents ? eventLines(level, told, result.over) : firingLines(level, told, result.over);
  const [head, ...lines] = firings;
  const list = head === undefined ? 'nothing has fired' : `${colors.bold(head)}\n${lines.join('\n')}`;
  const [fateHead, ...fates] = fateLines(fatesOf(played));
  const fatesText = level.conditions.length === 0 ? '' : `${colors.bold(fateHead)}\n${fates.join('\n')}\n\n`;
  const error =
    result.error === undefined
      ? ''
      : `${colors.red(`stopped [${result.error.code}]: ${printable(result.error.message)}`)}\n`;
  return `${printable(titleOf(played))}\n\n${list}\n\n${fatesText}${standing(played)}${error}`;
}

function titleOf({ file, policy, level, result, warnings }: PlayedLevel): string {
  const hazards = warnings.length === 0 ? '' : `; ${counted(warnings.length, 'warning')}: see edict levels check`;
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
 * A line for each condition that fired, with what its actions were; those that were delayed have lines of their own,
 * and those of what was destroyed.
 */
function firingLines({ conditions }: Level, told: readonly ToldEvent[], over: number | null): readonly string[] {
  const rows: Firing[] = [];
  let last: Firing | undefined;
  for (const { event, author } of told) {
    const [kind, time] = event;
    if (kind === 'fire') {
      const [, , index, depth] = event;
      last = {
        time,
        author: index,
        who: `${index}${depth > 1 ? ` (sweep ${depth} deep)` : ''}`,
        when: whenText(conditions[index].when),
        deeds: [],
      };
      rows.push(last);
      continue;
    }
    // What is skipped was told before; what is dropped belongs to nobody any more.
    if (kind !== 'skip') last = rowOf(rows, time, author);
    last?.deeds.push(deedOf(event));
  }
  if (rows.length === 0) return [];
  const shown = rows
    .slice(0, mostFirings)
    .map(({ time, who, when, deeds }): readonly TableCell[] => [right(timeText(time)), who, when, deeds.join(', ')]);
  const fired = told.filter(({ event }) => event[0] === 'fire').length;
  const more =
    rows.length > mostFirings
      ? [`  … and ${grouped(rows.length - mostFirings)} more, ${counted(fired, 'firing')} in all; --events lists all`]
      : [];
  const end = endIn(
    rows.map(({ time }) => time),
    over,
  );
  const lines =
    end === undefined || end > shown.length
      ? shown
      : shown.toSpliced(end, 0, [right(timeText(over ?? 0)), '', 'the level is over', '']);
  return [...tableLines([[right('time'), 'fired', 'when', 'actions'], ...lines], '  ').map(printable), ...more];
}

/** Before which of some times a level is over; undefined where that is not so, or behind all of them. */
function endIn(times: readonly number[], over: number | null): number | undefined {
  if (over === null) return undefined;
  const at = times.findIndex((time) => time > over);
  return at < 0 ? undefined : at;
}

/**
 * The line that an action belongs to. Not the last one where a condition fired in a sweep that the action before asked
 * for.
 */
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

/** All events, a line each. */
function eventLines(level: Level, told: readonly ToldEvent[], over: number | null): readonly string[] {
  if (told.length === 0) return [];
  const body = (number: number): string => (number < 0 ? '–' : `${String(number)} ${level.initials[number].base}`);
  const rows = told.map(({ event, author = '' }): readonly TableCell[] => {
    const [time, of] = [right(timeText(event[1])), String(author)];
    switch (event[0]) {
      case 'fire':
        return [time, String(event[2]), 'fires', event[3] > 1 ? `sweep ${event[3]} deep` : '', ''];
      case 'act':
        return [time, of, event[2], body(event[3]), body(event[4])];
      case 'skip':
        return [time, of, `${event[2]} is skipped: ${event[3]}`, '', ''];
      case 'dropped':
        return [time, of, `dropped: ${event[2]}`, '', ''];
    }
  });
  const end = endIn(
    told.map(({ event }) => event[1]),
    over,
  );
  if (end !== undefined) rows.splice(end, 0, [right(timeText(over ?? 0)), '', 'the level is over', '', '']);
  return tableLines([[right('time'), 'of', 'action', 'subject', 'direct'], ...rows], '  ').map(printable);
}

function fateLines(fates: readonly ConditionFate[]): readonly string[] {
  const at = (time: number | null): string => (time === null ? '–' : timeText(time));
  const listed = fates.length > mostFates ? fates.toSorted((a, b) => Number(b.fired > 0) - Number(a.fired > 0)) : fates;
  const rows = listed
    .slice(0, mostFates)
    .map(({ index, when, fired, first, last, enabled }) => [
      right(index),
      when,
      right(fired),
      right(at(first)),
      right(at(last)),
      enabled ? 'enabled' : '',
    ]);
  const more = fates.length > mostFates ? [`  … and ${grouped(fates.length - mostFates)} more; --json lists all`] : [];
  return [
    ...tableLines([[right('condition'), 'when', right('fired'), right('first'), right('last'), ''], ...rows], '  ').map(
      printable,
    ),
    ...more,
  ];
}

/** Raw units of cash in one. */
const cashUnit = 51_200;

function standing({ told, result: { scores, cash, winner, over, delayed } }: PlayedLevel): string {
  const players = scores.map((counters, seat) => [
    `player ${String(seat)}`,
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
      : `${winner === null ? 'over, won by nobody' : `won by player ${String(winner)}, over`} at ${timeText(over)}`;
  return `${table}${end}; ${delayed === 0 ? 'nothing is delayed' : `${counted(delayed, 'list')} of actions delayed`}${lost('skip', 'action', 'skipped')}${lost('dropped', 'list', 'dropped')}\n`;

  function lost(kind: LevelEvent[0], noun: string, how: string): string {
    const count = told.filter(({ event }) => event[0] === kind).length;
    return count === 0 ? '' : `; ${counted(count, noun)} ${how}`;
  }
}
