import type { World } from '../world/api.js';
import { type Colors, grouped, right, tableLines } from './terminal.js';
import { printable } from '../content/text/quote.js';

export interface RunReports {
  /** Ascending. */
  readonly turns: Float64Array;
  /** By name: NaN where absent. */
  readonly series: ReadonlyMap<string, Float64Array>;
}

export function reportsOf({ reports }: World): RunReports {
  return { turns: reports.turns, series: new Map(reports.names.map((name) => [name, reports.series(name)])) };
}

/** Absent values become null. */
export function reportsJson({ turns, series }: RunReports) {
  return {
    turns: [...turns],
    series: Object.fromEntries([...series].map(([name, values]) => [name, [...values]])),
  };
}

export function reportLines({ turns, series }: RunReports, bold: Colors['bold']): readonly string[] {
  if (series.size === 0 || turns.length === 0) return [];
  const each = Math.ceil(turns.length / mostMarks);
  const graph = each === 1 ? 'each turn' : `every ${grouped(each)} turns`;
  const [head, ...rows] = tableLines([
    ['reports', right('last'), right('least'), right('greatest'), graph],
    ...[...series].map(([name, values]) => {
      const [least, greatest] = extent(values);
      return [
        `  ${printable(name)}`,
        ...[values[values.length - 1], least, greatest].map((value) => right(numberText(value))),
        sparkline(values, each),
      ];
    }),
  ]);
  return [bold(head), ...rows, ''];
}

const mostMarks = 40;
const marks = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;

/** One mark for the mean of so many turns; a space where all are absent. */
export function sparkline(values: Float64Array, each: number): string {
  const means: number[] = [];
  for (let first = 0; first < values.length; first += each) means.push(meanOf(values.subarray(first, first + each)));
  const [least, greatest] = extent(means);
  const height = greatest - least;
  return means
    .map((mean) => {
      if (Number.isNaN(mean)) return ' ';
      const share = height > 0 && Number.isFinite(height) ? (mean - least) / height : 0;
      return marks[Math.min(marks.length - 1, Math.floor(share * marks.length))];
    })
    .join('');
}

function meanOf(values: Float64Array): number {
  let [sum, count] = [0, 0];
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    sum += value;
    count++;
  }
  return sum / count;
}

/** NaN where all are absent. */
export function extent(values: ArrayLike<number>): readonly [least: number, greatest: number] {
  let [least, greatest] = [NaN, NaN];
  for (let i = 0; i < values.length; i++) {
    if (!(values[i] >= least)) least = Number.isNaN(values[i]) ? least : values[i];
    if (!(values[i] <= greatest)) greatest = Number.isNaN(values[i]) ? greatest : values[i];
  }
  return [least, greatest];
}

function numberText(value: number): string {
  return Number.isNaN(value) ? '' : grouped(value);
}
