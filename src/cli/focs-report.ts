import type { Comparison } from '../content/focs/state/compare.js';
import type { PassTimes, PassWork } from '../turns/focs/measure.js';
import { grouped, right, tableLines } from './table.js';
import type { Terminal } from './terminal.js';

/** What a run of a pass came to. */
export interface FocsReport {
  readonly pass: string;
  readonly objects: number;
  /** Milliseconds. */
  readonly load: number;
  /** Undefined for a whole turn. */
  readonly work: PassWork | undefined;
  readonly times: PassTimes | undefined;
  readonly comparison: Comparison | undefined;
}

export function jsonOf({ pass, objects, load, work, times, comparison }: FocsReport) {
  return {
    pass, objects, ...work,
    ...(comparison === undefined ? {} : {
      meters: comparison.meters, equal: comparison.equal, excluded: comparison.excluded, different: comparison.different, worst: comparison.worst,
    }),
    ms: { load: rounded(load), ...(times === undefined ? {} : Object.fromEntries(Object.entries(times).map(([name, value]) => [name, rounded(value as number)]))) },
  };
}

export function textOf({ pass, objects, load, work, times, comparison }: FocsReport, { outColors: colors }: Terminal): string {
  const lines = [colors.bold(pass === 'all' ? `A whole turn over ${grouped(objects)} objects` : `Pass ${pass} over ${grouped(objects)} objects`), ''];
  if (work !== undefined) {
    lines.push(...tableLines([
      ['groups with sources', right(work.groups)], ['sources of groups', right(work.pairs)], ['active', right(work.activePairs)],
      ['targets', right(work.scopeMatches)], ['cells written', right(work.writes)],
    ], '  '), '');
  }
  const shown: [string, number][] = [['content read, checked and planned', load]];
  if (times !== undefined) {
    shown.push(['first pass', times.first]);
    if (times.unchanged > 0) shown.push(['a pass', times.total], ['  activation', times.activation], ['  scopes', times.scope], ['  effects', times.execute], ['an unchanged pass', times.unchanged]);
  }
  lines.push(...tableLines(shown.map(([name, value]) => [name, right(grouped(value, 2)), 'ms']), '  '), '');
  if (comparison !== undefined) lines.push(...comparisonLines(comparison, colors), '');
  return lines.join('\n');
}

function comparisonLines({ meters, equal, excluded, different, worst }: Comparison, colors: Terminal['outColors']): readonly string[] {
  const sentence = `${grouped(equal)} of ${grouped(meters)} meters are as recorded (${grouped(excluded)} more are not compared)`;
  if (different === 0) return [colors.green(sentence)];
  const rows = worst.map(({ object, meter, expected, found }) => [String(object), meter, right(String(expected)), right(String(found))]);
  return [colors.red(`${sentence}, ${grouped(different)} are not:`), '', ...tableLines([['object', 'meter', right('recorded'), right('found')], ...rows], '  ')];
}

function rounded(value: number): number {
  return Number(value.toFixed(3));
}
