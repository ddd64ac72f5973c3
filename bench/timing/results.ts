import type { Timing } from '../measure.js';
import type { Result } from '../report.js';
import { abilityCount } from './answers.js';
import type { GamesFound } from './games-case.js';
import type { RaiseTimes } from './raise-cases.js';
import type { WindowTimes } from './window-case.js';

/** What is needed a second: occurrences, games; of snapshots 20 µs for one. */
export const needed = {
  unheard: 10_000_000,
  'three-answers': 400_000,
  'snapshot-in-window': 50_000,
  games: 2_000,
} as const;

/** `size`: occurrences of a round. */
export function raiseResults(
  name: 'unheard' | 'unheard-change' | 'three-answers',
  size: number,
  { edict, reference, handwritten, loop }: RaiseTimes,
): readonly Result[] {
  const own = of(name, abilityCount, size, edict);
  const peers = { reference, handwritten, ...(loop === undefined ? {} : { loop }) };
  const ratios = Object.fromEntries(Object.entries(peers).map(([peer, time]) => [peer, time.median / edict.median]));
  return [
    { ...own, ratios: { ...ratios, ...(name === 'unheard-change' ? {} : { needed: shareOf(name, own) }) } },
    of(`${name} handwritten`, abilityCount, size, handwritten),
  ];
}

/** `many`: copies of a round. */
export function windowResults(
  many: number,
  { objects, bytes, capture, restore, copy }: WindowTimes,
): readonly Result[] {
  return [['snapshot-in-window', capture] as const, ['snapshot-in-window restore', restore] as const].map(
    ([name, time]) => {
      // Of one: what is asked for is said in microseconds.
      const ms = { min: time.min / many, median: time.median / many, spread: time.spread / many };
      const result = { name, n: objects, ms, perSecond: 1_000 / ms.median, bytes };
      return { ...result, ratios: { copy: copy.median / time.median, needed: shareOf('snapshot-in-window', result) } };
    },
  );
}

/** `games`: of a round. */
export function gamesResults(games: number, { edict, reference, decisions, least }: GamesFound): readonly Result[] {
  const result = { name: 'games', n: games, ms: edict, perSecond: (games * 1_000) / edict.median };
  return [
    { ...result, ratios: { reference: reference.median / edict.median, needed: shareOf('games', result) } },
    of('games decisions', decisions / games, decisions, edict),
    { name: 'games least decisions', n: least },
  ];
}

function of(name: string, n: number, many: number, ms: Timing): Result & { readonly perSecond: number } {
  return { name, n, ms, perSecond: (many * 1_000) / ms.median, nanosecondsPerObject: (ms.median * 1e6) / many };
}

/** How many times as many as are needed. */
function shareOf(name: keyof typeof needed, { perSecond }: { readonly perSecond: number }): number {
  return perSecond / needed[name];
}
