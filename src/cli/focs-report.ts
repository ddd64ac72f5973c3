import type { Comparison } from '../content/focs/state/compare.js';
import type { Measured, Measurement } from '../turns/focs/measure.js';
import { grouped, right, tableLines } from './table.js';
import type { Terminal } from './terminal.js';

/** What a run of a pass came to. */
export interface FocsReport extends Measurement {
  readonly pass: Measured;
  readonly objects: number;
  /** Objects, also parts and the like, that came into being and that are gone. */
  readonly created: number;
  readonly destroyed: number;
  /** Names of objects by their ids in the state. */
  readonly names: ReadonlyMap<number, string>;
  /** Milliseconds. */
  readonly load: number;
  /** Undefined where nothing was compared. */
  readonly comparison: Comparison | undefined;
}

const noWork = { groups: null, pairs: null, activePairs: null, scopeMatches: null, writes: null };
const noComparison = { meters: null, equal: null, excluded: null, different: null, worst: null };

/** For programs: always the same keys, null for what was not asked for or has no meaning. */
export function jsonOf({ objects, load, work, times, comparison }: FocsReport) {
  const { first, activation, scope, execute, total, unchanged } = times;
  const milliseconds = { load, first, activation, scope, execute, total, unchanged };
  return {
    objects,
    ...(work ?? noWork),
    ...(comparison === undefined ? noComparison : comparedOf(comparison)),
    ms: Object.fromEntries(
      Object.entries(milliseconds).map(([name, value]) => [name, value === null ? null : Number(value.toFixed(3))]),
    ),
  };
}

function comparedOf({ meters, equal, excluded, different, worst }: Comparison) {
  return { meters, equal, excluded, different, worst };
}

export function textOf(
  { pass, objects, created, destroyed, names, load, work, times, comparison }: FocsReport,
  { outColors: colors }: Terminal,
): string {
  const whole = pass === 'all';
  const lines = [colors.bold(`${whole ? 'A whole turn' : `Pass ${pass}`} over ${grouped(objects)} objects`), ''];
  if (work !== undefined) {
    lines.push(
      ...tableLines(
        [
          ['groups with sources', right(work.groups)],
          ['sources of all groups', right(work.pairs)],
          ['active sources', right(work.activePairs)],
          ['targets of active sources', right(work.scopeMatches)],
          ['cells written', right(work.writes)],
          ...(pass === 'a'
            ? [
                ['objects created', right(created)],
                ['objects destroyed', right(destroyed)],
              ]
            : []),
        ],
        '  ',
      ),
      '',
    );
  } else
    lines.push(
      ...tableLines(
        [
          ['objects created', right(created)],
          ['objects destroyed', right(destroyed)],
        ],
        '  ',
      ),
      '',
    );
  const shown: readonly (readonly [string, number | null])[] = [
    ['content read, checked and planned', load],
    [whole ? 'first turn' : 'first pass', times.first],
    [whole ? 'a turn' : 'a pass', times.total],
    ['  activation', times.activation],
    ['  scopes', times.scope],
    ['  effects', times.execute],
    ['an unchanged pass', times.unchanged],
  ];
  lines.push(
    ...tableLines(
      shown.flatMap(([name, value]) => (value === null ? [] : [[name, right(grouped(value, 2)), 'ms']])),
      '  ',
    ),
  );
  if (comparison !== undefined) lines.push('', ...comparisonLines(comparison, names, colors));
  return `${lines.join('\n')}\n`;
}

/** Meters whose differences are counted in a report. */
const mostCounts = 12;

function comparisonLines(
  { meters, equal, excluded, different, byMeter, worst }: Comparison,
  names: FocsReport['names'],
  colors: Terminal['outColors'],
): readonly string[] {
  const sentence = `${grouped(equal)} of ${grouped(meters)} meters are as recorded (${grouped(excluded)} more are not compared)`;
  if (different === 0) return [colors.green(sentence)];
  const rows = worst.map(({ object, meter, expected, found }) => [
    names.get(object) ?? `#${String(object)}`,
    meter,
    right(grouped(expected, 6)),
    right(grouped(found, 6)),
  ]);
  const which =
    worst.length < different
      ? `, ${grouped(different)} are not; the ${grouped(worst.length)} that differ most:`
      : `, ${grouped(different)} ${different === 1 ? 'is' : 'are'} not:`;
  const counts = byMeter
    .slice(0, mostCounts)
    .map(([meter, count]) => `${grouped(count)} × ${meter}`)
    .join(', ');
  return [
    colors.red(`${sentence}${which}`),
    '',
    ...tableLines([['object', 'meter', right('recorded'), right('found')], ...rows], '  '),
    '',
    `By meter: ${counts}${byMeter.length > mostCounts ? ' and others' : ''}.`,
    `--explain ${String(worst[0].object)} ${worst[0].meter} tells what made the first what it is.`,
  ];
}
