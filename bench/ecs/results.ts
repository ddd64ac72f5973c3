import type { Timing } from '../measure.js';
import type { Result } from '../report.js';
import type { PeerTimes } from './move-case.js';

/** Times that are Edict's own: parts of a result, and no peers of it. */
const ownParts = ['turn', 'view', 'taken', 'ids'];

/**
 * One result with a ratio for each peer, then one for each other time. `units`: what the time is divided by for one
 * unit.
 */
export function ecsResults(name: string, n: number, { times }: PeerTimes, units: number): readonly Result[] {
  const { edict } = times;
  const peers = Object.entries(times).filter(([peer]) => peer !== 'edict' && !isOwn(peer) && !isTurn(peer));
  const ratios = Object.fromEntries(peers.map(([peer, { median }]) => [peer, median / edict.median]));
  const others = Object.entries(times)
    .filter(([peer]) => peer !== 'edict')
    .map(([peer, time]) => of(`${name} ${peer.replace(/^edict /, '')}`, n, time, units));
  return [{ ...of(name, n, edict, units), ratios }, ...others.map((result) => withView(result, name, times))];
}

function isOwn(peer: string): boolean {
  return ownParts.some((part) => peer.startsWith(`edict ${part}`));
}

function isTurn(peer: string): boolean {
  return peer.endsWith(' turn');
}

/** What bitECS alone is compared with, if it is asked by both. */
function withView(result: Result, name: string, { bitecs }: PeerTimes['times']): Result {
  if (result.name !== `${name} view` || result.ms === undefined) return result;
  return { ...result, ratios: { bitecs: bitecs.median / result.ms.median } };
}

function of(name: string, n: number, ms: Timing, units: number): Result {
  return { name, n, ms, perSecond: (units * 1_000) / ms.median, nanosecondsPerObject: (ms.median * 1e6) / units };
}
