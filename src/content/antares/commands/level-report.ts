import type { Author, Level, Reference, When } from '../syntax.js';
import {
  grouped,
  type TableRow,
  counted,
  right,
  tableLines,
  tableText,
  type Colors,
  type Problems,
  problemsJson,
} from '../../../cli/terminal.js';
import { printable } from '../../text/quote.js';
import type { LevelDiagnostic } from '../scenarios/read-level.js';
import { type LevelEvent, isDiagnostic, type LevelResult } from '../turn/level-result.js';

const signs = { eq: '=', ne: '≠', lt: '<', gt: '>', le: '≤', ge: '≥' } as const;

/** Raw units of cash that a report shows as 1. */
const cashUnit = 51_200;

const longest = 72;

function whenText(when: When): string {
  const text = textOf(when);
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

function textOf(when: When): string {
  const [left, right] = sidesOf(when);
  return `${left} ${signs[when.op]} ${right}`;
}

function sidesOf(when: When): readonly [left: string, right: string | number | boolean] {
  switch (when.type) {
    case 'autopilot':
    case 'building':
    case 'ships':
      return [`${when.type} of player ${when.player}`, when.value];
    case 'cash':
      return [`cash of player ${when.player}`, grouped(when.value / cashUnit)];
    case 'computer':
      return ['screen', `${when.screen}${when.line === undefined ? '' : ` line ${when.line}`}`];
    case 'count':
      return [`count(${when.of.map(textOf).join('; ')})`, when.value];
    case 'destroyed':
      return [`${referenceText(when.object)} destroyed`, when.value];
    case 'distance':
      return [`distance ${referenceText(when.from)} to ${referenceText(when.to)}`, grouped(when.value)];
    case 'health':
    case 'speed':
      return [`${when.type} of ${referenceText(when.object)}`, grouped(when.value)];
    case 'identity':
      return [referenceText(when.a), referenceText(when.b)];
    case 'message':
      return ['message', `${when.id} page ${when.page}`];
    case 'owner':
      return [`owner of ${referenceText(when.object)}`, when.player === -1 ? 'nobody' : `player ${when.player}`];
    case 'score':
      return [`score ${when.counter.which} of player ${when.counter.player}`, when.value];
    case 'target':
      return [`target of ${referenceText(when.object)}`, referenceText(when.target)];
    case 'time':
      return ['time', `${timeText(when.duration)}${when.legacyStartTime ? ' (legacy)' : ''}`];
    case 'zoom':
      return ['zoom', when.value];
  }
}

function referenceText({ by, index }: Reference): string {
  return `${by} ${index}`;
}

function timeText(ticks: number): string {
  return `${grouped(ticks / 60, 2)}s`;
}

export interface AuthoredEvent {
  readonly event: LevelEvent;
  readonly author: Author | undefined;
}

export interface PlayedLevel {
  readonly file: string;
  readonly policy: string;
  readonly level: Level;
  readonly result: LevelResult;
  readonly authored: readonly AuthoredEvent[];
  readonly warnings: readonly LevelDiagnostic[];
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
  const { file, policy, authored, warnings, hostWarnings, result } = played;
  const { events, error = null, ...standing } = result;
  return {
    level: file,
    policy,
    ...standing,
    error,
    conditions: fatesOf(played),
    diagnostics: authored.filter(({ event }) => isDiagnostic(event)).map(diagnosticOf),
    ...levelProblemsJson({ errors: [], warnings: [...warnings, ...hostWarnings] }),
    events: withEvents ? events.filter((event) => !isDiagnostic(event)) : undefined,
  };
}

function diagnosticOf({ event, author }: AuthoredEvent) {
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
  const { level, result } = played;
  const list = withEvents ? eventTable(played) : firingTable(played);
  const fates = level.conditions.length === 0 ? '' : `${tableIn(fateTable(fatesOf(played)), colors)}\n\n`;
  const error =
    result.error === undefined
      ? ''
      : `${colors.red(`stopped [${result.error.code}]: ${printable(result.error.message)}`)}\n`;
  return `${printable(titleOf(played))}\n\n${tableIn(list, colors)}\n\n${fates}${standingText(played)}${error}`;
}

export function levelProblemsJson(problems: Problems<LevelDiagnostic>) {
  return problemsJson(problems, ({ path = '' }) => ({ path }));
}

interface Listed {
  readonly head: TableRow;
  readonly rows: readonly TableRow[];
  readonly more: string;
}

function tableIn({ head, rows, more }: Listed, colors: Colors): string {
  return rows.length === 0 ? 'no condition has fired' : `${tableText(head, rows, colors)}${more}`;
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
  readonly actions: string[];
}

/** One line for each condition that fired, delayed list and destruction. */
function firingTable({ level: { conditions }, authored, result: { over } }: PlayedLevel): Listed {
  const rows: Firing[] = [];
  let last: Firing | undefined;
  for (const { event, author } of authored) {
    const [kind, time] = event;
    if (kind === 'fire') {
      const [, , index, depth] = event;
      const who = `${index}${depth > 1 ? ` (sweep ${depth} deep)` : ''}`;
      last = { time, author: index, who, when: whenText(conditions[index].when), actions: [] };
      rows.push(last);
      continue;
    }
    // Skipped actions are listed already; dropped lists have no author any more.
    if (kind !== 'skip') last = rowOf(rows, time, author);
    last?.actions.push(actionText(event));
  }
  const shown = rows
    .slice(0, mostFirings)
    .map(({ time, who, when, actions }): TableRow => [right(timeText(time)), who, when, actions.join(', ')]);
  return {
    head: [right('time'), 'fired', 'when', 'actions'],
    rows: withEnd(
      shown,
      rows.map(({ time }) => time),
      over,
    ),
    more:
      rows.length > mostFirings
        ? `\n  … and ${grouped(rows.length - mostFirings)} more, ${counted(countOf(authored, 'fire'), 'firing')} in all; --events lists all`
        : '',
  };
}

function countOf(authored: readonly AuthoredEvent[], kind: LevelEvent[0]): number {
  return authored.filter(({ event }) => event[0] === kind).length;
}

function withEnd(rows: readonly TableRow[], times: readonly number[], over: number | null): readonly TableRow[] {
  if (over === null) return rows;
  const end = times.findIndex((time) => time > over);
  if (end < 0 || end > rows.length) return rows;
  return rows.toSpliced(end, 0, [right(timeText(over)), '', 'the level is over']);
}

/** Starts a new line where a condition fired in a sweep that the previous action requested. */
function rowOf(rows: Firing[], time: number, author: Author | undefined): Firing {
  for (let i = rows.length - 1; i >= 0 && rows[i].time === time; i--) if (rows[i].author === author) return rows[i];
  const who = typeof author === 'number' ? `${author} (delayed)` : author === undefined ? '' : `end of ${author}`;
  const row: Firing = { time, author, who, when: '', actions: [] };
  rows.push(row);
  return row;
}

function actionText(event: LevelEvent): string {
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

function eventTable({ level, authored, result: { over } }: PlayedLevel): Listed {
  const body = (number: number) => (number < 0 ? '–' : `${number} ${level.initials[number].base}`);
  const rows = authored.map(({ event, author = '' }): TableRow => {
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
  return {
    head: [right('time'), 'of', 'action', 'subject', 'direct'],
    rows: withEnd(
      rows,
      authored.map(({ event: [, time] }) => time),
      over,
    ),
    more: '',
  };
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

function standingText({ authored, result: { scores, cash, winner, over, delayed } }: PlayedLevel): string {
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
    const count = countOf(authored, kind);
    return count === 0 ? '' : `; ${counted(count, noun)} ${how}`;
  };
  return `${table}${end}; ${delayed === 0 ? 'nothing is delayed' : `${counted(delayed, 'list')} of actions delayed`}${lost('skip', 'action', 'skipped')}${lost('dropped', 'list', 'dropped')}\n`;
}
