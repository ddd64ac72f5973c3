import type { Timing } from '../measure.js';
import type { Result } from '../report.js';
import type { ChainTimes } from './chain-case.js';
import type { ChangeTimes } from './change-case.js';
import type { CharactersTimes } from './characters-case.js';
import type { ColumnTimes } from './column-case.js';
import { described, describedRatio } from './described.js';
import type { ParseTimes } from './parse-case.js';

const theirChange: Readonly<Record<string, number>> = { 'fan-1000x5': described.fan, 'chain-500': described.chain500 };

/** A change of one character: by a write, and where there is one by an object. */
export function changeResults(name: string, { write, grant, reference, solves }: ChangeTimes): readonly Result[] {
  const theirs = Object.hasOwn(theirChange, name) ? { [describedRatio]: theirChange[name] } : {};
  const result = (of: string, ms: Timing, others: Readonly<Record<string, number>>): Result => ({
    name: of,
    n: nOf(name, solves),
    ms,
    perSecond: (solves * 1_000) / ms.median,
    solves,
    ratios: ratiosOf(ms, reference, others),
  });
  return [result(name, write, theirs), ...(grant === undefined ? [] : [result(`${name} grant`, grant, {})])];
}

/** The size in the name, or what is solved where there is none. */
function nOf(name: string, solves: number): number {
  const [, size] = /-of-(\d+)$/.exec(name) ?? [];
  return size === undefined ? solves : Number(size);
}

export function chainResults(
  name: string,
  { variables: n, load, write, solves, bytes }: ChainTimes,
): readonly Result[] {
  const once = (stage: string, time: number): Result => ({
    name: `${name} ${stage}`,
    n,
    ms: { min: time, median: time, spread: 0 },
    perSecond: (n * 1_000) / time,
  });
  const { read, check, parse, world, first } = load;
  return [
    { name, n, ms: write, perSecond: (solves * 1_000) / write.median, solves },
    once('load', read + check + world + first),
    once('load read', read),
    once('load check', check),
    once('load parse', parse),
    once('load world', world),
    once('load first', first),
    { name: `${name} memory`, n, bytes },
  ];
}

export function charactersResults(count: number, { change, solves, reference }: CharactersTimes): readonly Result[] {
  return [
    {
      name: `characters-${String(count)}`,
      n: count,
      ms: change,
      perSecond: (solves * 1_000) / change.median,
      nanosecondsPerObject: (change.median * 1e6) / solves,
      solves,
      ratios: ratiosOf(change, reference),
    },
  ];
}

export function columnResults(n: number, { edict, peers }: ColumnTimes): readonly Result[] {
  const perSecond = (n * 1_000) / edict.median;
  const ratios = Object.fromEntries(peers.map(({ name, time }) => [name, time.median / edict.median]));
  return [
    {
      name: 'column-formula',
      n,
      ms: edict,
      perSecond,
      ratios: { ...ratios, [describedRatio]: perSecond / described.columnPerSecond },
    },
    ...peers.map(({ name, time }) => ({
      name: `column-formula ${name}`,
      n,
      ms: time,
      perSecond: (n * 1_000) / time.median,
    })),
  ];
}

export function parseResults(n: number, { all }: ParseTimes): readonly Result[] {
  const perSecond = (n * 1_000) / all.median;
  return [{ name: 'parse', n, ms: all, perSecond, ratios: { [describedRatio]: perSecond / described.parsePerSecond } }];
}

function ratiosOf(
  own: Timing,
  reference: Timing | undefined,
  theirs: Readonly<Record<string, number>> = {},
): Record<string, number> {
  return {
    ...(reference === undefined ? {} : { reference: reference.median / own.median }),
    ...Object.fromEntries(Object.entries(theirs).map(([name, time]) => [name, time / own.median])),
  };
}
