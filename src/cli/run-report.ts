import { printable } from '../content/text/quote.js';
import type { World } from '../world/api.js';
import { inspect } from '../world/inspect.js';
import type { LoadReport } from '../world/saves/load-report.js';
import { kept } from '../kernel/maps.js';
import { type ObjectTable, tableJson, tableShown } from './object-table.js';
import { type Census, changesBetween, takeCensus } from './run-census.js';
import type { RuleOrder } from './run-covered.js';
import { type RunEvents, nothing } from './run-events.js';
import { reportLines, reportsJson, reportsOf } from './run-reports.js';
import { type Coverage, coverageJson, coverageLines } from './run-rules.js';
import type { Spread, Stopwatch } from './stopwatch.js';
import { type Colors, type TableCell, counted, grouped, right, signed, tableLines, tableText } from './terminal.js';

/** The seed of a saved world is undefined. */
interface RunTitle {
  readonly title: string;
  readonly seed: string | undefined;
  readonly turns: number;
  readonly order: RuleOrder | undefined;
}

export function runReport(
  world: World,
  start: Census,
  first: Census,
  watch: Stopwatch,
  events: RunEvents,
  about: RunTitle,
) {
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
    bytes: inspect(world).bytes,
    changes: changesBetween(world, first, after),
    parameters: world.parameters,
    reports: reportsOf(world),
    hash: world.hash(),
    executor: inspect(world).executor.name,
    events: events.has.triggers || events.has.occurrences || events.totals.told > 0 ? events : undefined,
  };
}

type RunReport = ReturnType<typeof runReport> & {
  readonly coverage: Coverage | undefined;
  readonly table: ObjectTable | undefined;
  readonly loaded: LoadReport | undefined;
};

/** Times in milliseconds, with three decimals. */
export function runJson(report: RunReport) {
  const { turns, objects, perTurn, phases, bytes, hash, executor, title, seed = null, turn, kinds, changes } = report;
  const ofPhases = (of: keyof Spread) =>
    Object.fromEntries([...phases].map(([phase, spread]) => [phase, rounded(spread[of])]));
  const { fired, occurred, told, totals, delayed } = report.events ?? nothing;
  return {
    turns,
    objects,
    turnsPerSecond: rounded(turnsPerSecond(report)),
    msPerTurn: { median: rounded(perTurn.median), p95: rounded(perTurn.p95) },
    phases: ofPhases('median'),
    phasesP95: ofPhases('p95'),
    bytes,
    hash,
    executor,
    world: title,
    seed,
    turn,
    kinds,
    ...(report.loaded && { loaded: report.loaded.changes }),
    parameters: report.parameters,
    reports: reportsJson(report.reports),
    changes: changes.map((change) => ({
      ...change,
      sum: roundedIfAny(change.sum),
      total: roundedIfAny(change.total),
    })),
    fired,
    occurred,
    told: told.map(({ shown: _shown, ...each }) => each),
    totals,
    delayed,
    coverage: report.coverage && coverageJson(report.coverage, report.order ?? 'cost'),
    table: report.table && tableJson(report.table),
  };
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

function roundedIfAny(value: number | undefined): number | null {
  return value === undefined ? null : rounded(value);
}

const changesShown = 10;

export function runText(report: RunReport, colors: Colors): string {
  const { bold } = colors;
  const { title, seed, turns, turn, objects, kinds, events, executor, bytes, hash } = report;
  const kindRows = kinds.map(
    ({ kind, before, after }): Row => [
      printable(kind),
      right(before),
      right(after),
      right(before === after ? '' : signed(after - before)),
    ],
  );
  const nowText = turn === turns ? '' : ` (now at turn ${grouped(turn)})`;
  const seedText = seed === undefined ? '' : `, seed ${seed}`;
  const ran =
    turns === 0
      ? []
      : [
          ...section(bold, ['milliseconds', right('median'), right('p95')], timeRows(report)),
          ...changeLines(report, bold),
          ...reportLines(report.reports, bold),
          ...(events === undefined ? [] : eventLines(events, colors)),
        ];
  const lines = [
    bold(printable(`${title}${seedText}: ${counted(turns, 'turn')}${nowText}, ${grouped(objects)} objects`)),
    '',
    ...section(bold, ['objects', right('before'), right('after'), right('')], kindRows),
    ...ran,
    ...(report.coverage === undefined ? [] : coverageLines(report.coverage, report.order ?? 'cost', colors)),
    ...(report.table === undefined ? [] : [tableShown(report.table, colors)]),
    ...tableLines([
      ...(turns === 0 ? [] : [['turns per second', grouped(turnsPerSecond(report), 1)]]),
      ['executor', executor],
      ['bytes of state', grouped(bytes)],
      ['state hash', hash],
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

type Bold = Colors['bold'];
type Row = readonly [name: string, ...cells: TableCell[]];

function section(bold: Bold, head: Row, rows: readonly Row[]): readonly string[] {
  const [first, ...rest] = tableLines([head, ...rows.map(([name, ...cells]) => [`  ${name}`, ...cells])]);
  return [bold(first), ...rest, ''];
}

function turnsPerSecond({ turns, total }: RunReport): number {
  return total === 0 ? 0 : (turns * 1_000) / total;
}

function timeRows({ phases, perTurn }: RunReport): readonly Row[] {
  const rows: readonly (readonly [string, Spread])[] = [...phases, ['whole turn', perTurn]];
  return rows.map(([name, { median, p95 }]) => [printable(name), right(median.toFixed(3)), right(p95.toFixed(3))]);
}

function changeLines({ changes }: RunReport, bold: Bold): readonly string[] {
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
    ...section(bold, ['changed most', right('objects'), right('total change'), right('sum')], rows).slice(0, -1),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
    '',
  ];
}

const mostTurns = 40;
const mostOfATurn = 8;

function eventLines({ has, fired, occurred, told, totals, delayed }: RunEvents, colors: Colors): readonly string[] {
  const turns = new Map<number, Readonly<Record<'fired' | 'occurred' | 'told', string[]>>>();
  const at = (turn: number) => kept(turns, turn, () => ({ fired: [], occurred: [], told: [] }));
  for (const { turn, trigger } of fired) at(turn).fired.push(trigger);
  for (const { turn, occurrence, times } of occurred) at(turn).occurred.push(manyTimes(occurrence, times));
  for (const { turn, shown } of told) at(turn).told.push(shown);
  const firings = totals.fired === 0 ? 'no trigger fired' : `${counted(totals.fired, 'firing')} in all`;
  const occurrences = totals.occurred === 0 ? 'nothing occurred' : `${counted(totals.occurred, 'occurrence')} in all`;
  const columns = [
    ...(has.triggers || !has.occurrences ? [{ of: 'fired', between: ', ', total: firings } as const] : []),
    ...(has.occurrences ? [{ of: 'occurred', between: ', ', total: occurrences } as const] : []),
    { of: 'told', between: '; ', total: `${grouped(totals.told)} told` } as const,
  ];
  const rows = [...turns]
    .sort(([a], [b]) => a - b)
    .slice(0, mostTurns)
    .map(([turn, each]) => [right(turn), ...columns.map(({ of, between }) => few(each[of], between))]);
  const isCut =
    turns.size > mostTurns ||
    fired.length < totals.fired ||
    occurred.reduce((sum, { times }) => sum + times, 0) < totals.occurred ||
    told.length < totals.told;
  const counts = [
    ...columns.map(({ total }) => total),
    ...(totals.skipped === 0 ? [] : [`${counted(totals.skipped, 'action')} skipped`]),
    ...(totals.dropped === 0 ? [] : [`${counted(totals.dropped, 'list')} of actions dropped`]),
    delayed === 0 ? 'nothing is delayed' : `${counted(delayed, 'list')} of actions delayed`,
  ];
  return [
    ...(rows.length === 0 ? [] : [tableText([right('turn'), ...columns.map(({ of }) => of)], rows, colors)]),
    ...(isCut ? [`  … and more in later turns; --json lists up to 10,000 of each`] : []),
    counts.join(', '),
    '',
  ];
}

/** Counts equal neighbours. */
function few(texts: readonly string[], between: string): string {
  const runs: { readonly text: string; times: number }[] = [];
  for (const text of texts) {
    const last = runs.at(-1);
    if (last?.text === text) last.times++;
    else runs.push({ text, times: 1 });
  }
  const shown = runs.slice(0, mostOfATurn).map(({ text, times }) => manyTimes(text, times));
  const more = runs.length > mostOfATurn ? [`and ${grouped(runs.length - mostOfATurn)} more`] : [];
  return [...shown, ...more].join(between);
}

function manyTimes(text: string, times: number): string {
  return times === 1 ? text : `${text} (${grouped(times)} times)`;
}
