import { printable } from '../content/diagnostics/quote.js';
import type { World } from '../world/api.js';
import { type Census, type ColumnChange, changesBetween, takeCensus } from './census.js';
import type { RunEvents } from './run-events.js';
import type { Spread, Stopwatch } from './stopwatch.js';
import { type TableCell, grouped, right, signed, tableLines } from './table.js';
import type { Terminal } from './terminal.js';

/** What a run has shown. */
export interface RunReport {
  readonly title: string;
  /** Undefined where it is that of a saved world. */
  readonly seed: string | undefined;
  /** Turns run, and the turn that the world is in. */
  readonly turns: number;
  readonly turn: number;
  readonly objects: number;
  readonly kinds: readonly { readonly kind: string; readonly before: number; readonly after: number }[];
  /** Milliseconds of all turns. */
  readonly total: number;
  readonly perTurn: Spread;
  readonly phases: ReadonlyMap<string, Spread>;
  readonly bytes: number;
  readonly changes: readonly ColumnChange[];
  /** Undefined where the content has no triggers, nothing can occur, and nothing was told. */
  readonly events: RunEvents | undefined;
  readonly hash: string;
  /** What ran the rules. */
  readonly executor: string;
}

/** What a world was before the run, and after its first turn where there are more. */
export interface Beginnings {
  readonly start: Census;
  readonly first: Census;
}

export function reportOf(
  world: World,
  { start, first }: Beginnings,
  watch: Stopwatch,
  events: RunEvents,
  about: Pick<RunReport, 'title' | 'seed' | 'turns'>,
): RunReport {
  const after = takeCensus(world);
  const kinds = [...after.kinds]
    .map(([kind, now]) => ({ kind, before: start.kinds.get(kind) ?? 0, after: now }))
    .filter((each) => each.before > 0 || each.after > 0);
  return {
    ...about,
    turn: world.turn,
    objects: world.size,
    kinds,
    total: watch.total(),
    perTurn: watch.turns(),
    phases: watch.phases(),
    bytes: world.bytes,
    changes: changesBetween(world, first, after),
    hash: world.hash(),
    executor: world.executor.name,
    events: events.has.triggers || events.has.occurrences || events.totals.told > 0 ? events : undefined,
  };
}

/** The report as `--json` prints it; times in milliseconds. What is measured or summed is rounded to three decimals. */
export function jsonOf(report: RunReport) {
  const phases = [...report.phases];
  return {
    turns: report.turns,
    objects: report.objects,
    turnsPerSecond: rounded(turnsPerSecond(report)),
    msPerTurn: { median: rounded(report.perTurn.median), p95: rounded(report.perTurn.p95) },
    phases: Object.fromEntries(phases.map(([phase, { median }]) => [phase, rounded(median)])),
    phasesP95: Object.fromEntries(phases.map(([phase, { p95 }]) => [phase, rounded(p95)])),
    bytes: report.bytes,
    hash: report.hash,
    executor: report.executor,
    world: report.title,
    seed: report.seed ?? null,
    turn: report.turn,
    kinds: report.kinds,
    changes: report.changes.map(({ column, role, objects, sum, total }) => ({
      column,
      role,
      objects,
      sum: roundedIfAny(sum),
      total: roundedIfAny(total),
    })),
    fired: report.events?.fired ?? [],
    occurred: report.events?.occurred ?? [],
    told:
      report.events?.told.map(({ turn, rule, text, values, source, target }) => ({
        turn,
        rule,
        text,
        values,
        source,
        target,
      })) ?? [],
    totals: report.events?.totals ?? { fired: 0, occurred: 0, told: 0, skipped: 0, dropped: 0 },
    delayed: report.events?.delayed ?? 0,
  };
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

function roundedIfAny(value: number | undefined): number | null {
  return value === undefined ? null : rounded(value);
}

const changesShown = 10;

/** The report for people. */
export function textOf(report: RunReport, { outColors: colors }: Terminal): string {
  const heading = (text: string): string => colors.bold(text);
  const lines = [
    heading(
      printable(
        `${report.title}${report.seed === undefined ? '' : `, seed ${report.seed}`}: ${turnsText(report)}, ${grouped(report.objects)} objects`,
      ),
    ),
    '',
    ...section(heading, ['objects', right('before'), right('after'), right('')], report.kinds.map(kindRow)),
    ...(report.turns === 0 ? [] : section(heading, ['milliseconds', right('median'), right('p95')], timeRows(report))),
    ...(report.turns === 0 ? [] : changeLines(report, heading)),
    ...(report.turns === 0 || report.events === undefined ? [] : eventLines(report.events, heading)),
    ...tableLines([
      ...(report.turns === 0 ? [] : [['turns per second', grouped(turnsPerSecond(report), 1)]]),
      ['executor', report.executor],
      ['bytes of state', grouped(report.bytes)],
      ['state hash', report.hash],
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

type Row = readonly [name: string, ...cells: TableCell[]];

function section(heading: (text: string) => string, head: Row, rows: readonly Row[]): readonly string[] {
  const [first, ...rest] = tableLines([head, ...rows.map(([name, ...cells]) => [`  ${name}`, ...cells])]);
  return [heading(first), ...rest, ''];
}

function turnsText({ turns, turn }: RunReport): string {
  const text = `${grouped(turns)} ${turns === 1 ? 'turn' : 'turns'}`;
  return turn === turns ? text : `${text} (now at turn ${grouped(turn)})`;
}

function turnsPerSecond({ turns, total }: RunReport): number {
  return total === 0 ? 0 : (turns * 1_000) / total;
}

function kindRow({ kind, before, after }: RunReport['kinds'][number]): Row {
  return [printable(kind), right(before), right(after), right(before === after ? '' : signed(after - before))];
}

function timeRows({ phases, perTurn }: RunReport): readonly Row[] {
  const row = (name: string, { median, p95 }: Spread): Row => [
    printable(name),
    right(median.toFixed(3)),
    right(p95.toFixed(3)),
  ];
  return [...[...phases].map(([phase, spread]) => row(phase, spread)), row('whole turn', perTurn)];
}

function eventLines(events: RunEvents, heading: (text: string) => string): readonly string[] {
  const [head, ...lines] = timelineLines(events);
  return lines.length === 0 ? [head, ''] : [heading(head), ...lines, ''];
}

function changeLines({ changes }: RunReport, heading: (text: string) => string): readonly string[] {
  if (changes.length === 0) return ['nothing changed', ''];
  const rows = changes
    .slice(0, changesShown)
    .map(
      ({ column, objects, sum, total }): Row => [
        printable(column),
        right(objects),
        right(total === undefined ? '' : grouped(total)),
        right(sum === undefined ? '' : signed(sum)),
      ],
    );
  const rest = changes.length - rows.length;
  return [
    ...section(heading, ['changed most', right('objects'), right('total change'), right('sum')], rows).slice(0, -1),
    ...(rest > 0 ? [`  and ${String(rest)} more`] : []),
    '',
  ];
}

/** Turns that are shown, and what is shown of each turn. */
const mostTurns = 40;
const mostOfATurn = 8;

/**
 * What happened turn by turn, a line for each turn in which something did, the first line the head of the table; then
 * the totals.
 */
function timelineLines({ has, fired, occurred, told, totals, delayed }: RunEvents): readonly string[] {
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
