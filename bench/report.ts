import { cpus, totalmem } from 'node:os';
import { type TableCell, grouped, right, tableLines } from '../src/cli/terminal.js';
import type { Timing } from './measure.js';

export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly gigabytes: number;
  readonly platform: string;
  readonly node: string;
}

/** One thing that was measured. Fields that make no sense for it are left out. */
export interface Result {
  readonly name: string;
  /** Size of what it was measured on: objects, or rules. */
  readonly n: number;
  readonly ms?: Timing;
  /** What a suite counts (pairs, objects, rules, copies), by the median. */
  readonly perSecond?: number;
  readonly gigabytesPerSecond?: number;
  readonly bytes?: number;
  /** By the median. */
  readonly nanosecondsPerObject?: number;
  /** Solved variables of one change. */
  readonly solves?: number;
  /** By peer: how many times slower it was than this result, by the medians of one run; below 1 it was faster. */
  readonly ratios?: Readonly<Record<string, number>>;
  /** The power of the size by which time grows, fitted over several sizes. */
  readonly exponent?: number;
  /** What is required of it. */
  readonly bars?: readonly Bar[];
}

export interface Bar {
  /** What is required, and what was measured. */
  readonly text: string;
  readonly isMet: boolean;
}

export interface Report {
  readonly suite: string;
  readonly machine: Machine;
  readonly results: readonly Result[];
}

/** What a table says below itself: the meaning of its figures. */
export interface Legend {
  readonly n: string;
  readonly perSecond?: string;
  readonly lines: readonly string[];
}

export function reportOf(suite: string, results: readonly Result[]): Report {
  return { suite, machine: machine(), results };
}

/** A report as text for people: a line a result, then what they amount to and what the figures mean. */
export function reportLines(report: Report, legend: Legend, conclusions: readonly string[] = []): readonly string[] {
  const { processor, cores, platform, node } = report.machine;
  const rows = report.results.map((result) => columns.map(({ cell }) => cell(result)));
  // A column that nothing fills is left out.
  const shown = columns.map((_, i) => rows.some((row) => textOf(row[i]) !== ''));
  const title: TableCell[] = columns.map(({ title: text, left }) => (left === true ? text : right(text)));
  const table = tableLines(
    [title, ...rows].map((row) => row.filter((_, i) => shown[i])),
    '  ',
  );
  return [
    `${report.suite} on ${String(cores)} × ${processor}, ${platform}, Node ${node}`,
    '',
    ...table,
    '',
    ...(conclusions.length === 0 ? [] : [...conclusions, '']),
    `n: ${legend.n}${legend.perSecond === undefined ? '' : `; per second: ${legend.perSecond}`}`,
    'Times in milliseconds; spread: median distance from the median.',
    ...legend.lines,
  ];
}

const columns: readonly {
  readonly title: string;
  readonly left?: true;
  readonly cell: (result: Result) => TableCell;
}[] = [
  { title: 'what', left: true, cell: ({ name }) => name },
  { title: 'n', cell: ({ n }) => right(n) },
  { title: 'median', cell: ({ ms }) => right(ms === undefined ? '' : figure(ms.median)) },
  { title: 'min', cell: ({ ms }) => right(ms === undefined ? '' : figure(ms.min)) },
  { title: 'spread', cell: ({ ms }) => right(ms === undefined ? '' : figure(ms.spread)) },
  { title: 'per second', cell: ({ perSecond }) => right(perSecond === undefined ? '' : figure(perSecond)) },
  {
    title: 'GB/s',
    cell: ({ gigabytesPerSecond }) => right(gigabytesPerSecond === undefined ? '' : figure(gigabytesPerSecond)),
  },
  { title: 'ns an object', cell: ({ nanosecondsPerObject: time }) => right(time === undefined ? '' : figure(time)) },
  { title: 'solves', cell: ({ solves }) => right(solves === undefined ? '' : grouped(solves)) },
  { title: 'bytes', cell: ({ bytes }) => right(bytes === undefined ? '' : grouped(bytes, 0)) },
  { title: 'exponent', cell: ({ exponent }) => right(exponent === undefined ? '' : figure(exponent)) },
  {
    title: 'ratios',
    left: true,
    cell: ({ ratios = {} }) =>
      Object.entries(ratios)
        .map(([peer, ratio]) => `${peer} ${figure(ratio)}×`)
        .join(', '),
  },
  {
    title: 'required',
    left: true,
    cell: ({ bars = [] }) => bars.map(({ text, isMet }) => `${isMet ? 'pass' : 'FAIL'}: ${text}`).join(', '),
  },
];

/** A number in three significant digits. */
export function figure(value: number): string {
  const size = Math.abs(value);
  return grouped(value, size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3);
}

function textOf(cell: TableCell): string {
  return typeof cell === 'string' ? cell : cell.right;
}

function machine(): Machine {
  const processors = cpus();
  return {
    processor: processors[0]?.model.trim() ?? 'unknown processor',
    cores: processors.length,
    gigabytes: Math.round(totalmem() / 2 ** 30),
    platform: `${process.platform} ${process.arch}`,
    node: process.versions.node,
  };
}
