import type { WorldState } from '../components/state.js';
import { idLimit } from '../kernel/identity.js';
import { keptBy } from '../kernel/maps.js';
import type { Profile } from '../meaning/profile.js';
import { timed } from '../meaning/profiled.js';
import { type Channel, type FlowBuffer, type PropagatorChannel, isPropagator } from './flow-channel.js';
import { correctStale } from './stale-memory.js';

/** Notes what flows do. */
export interface FlowNotes {
  /** Who takes part. */
  readonly gathered: (profile: Profile | undefined, channel: Channel) => void;
  /** Runs what changes cells by one flow. */
  readonly changing: (profile: Profile | undefined, channel: Channel, act: () => void) => void;
}

export function createFlowNotes(state: WorldState): FlowNotes {
  const partiesOf = keptBy(createParties);
  const copyOf = keptBy((_buffer: FlowBuffer) => ({ cells: new Int32Array(0) }));
  return {
    gathered(profile, channel) {
      if (profile === undefined) return;
      const { now } = profile.flows;
      const { receivers, flow } = channel;
      const { distinct, pairs } = partiesOf(channel)(state);
      now.asked[flow.index] += receivers.asked;
      now.carriers[flow.index] += receivers.carrying;
      now.reached[flow.index] += Number(receivers.hasReached);
      now.receivers[flow.index] += distinct;
      now.targets[flow.index] += pairs;
    },
    changing(profile, channel, act) {
      if (profile === undefined) {
        act();
        return;
      }
      const { now } = profile.flows;
      const { index } = channel.flow;
      const limit = idLimit(state.identity);
      const buffers = new Set(channel.buffers);
      for (const buffer of buffers) {
        const copy = copyOf(buffer);
        if (copy.cells.length < limit) copy.cells = new Int32Array(buffer.cells.length);
        copy.cells.set(buffer.cells.subarray(0, limit));
      }
      timed(now.milliseconds, index, act);
      for (const buffer of buffers) now.changed[index] += differing(buffer.cells, copyOf(buffer).cells, limit);
    },
  };
}

function differing(cells: Int32Array, before: Int32Array, limit: number): number {
  let count = 0;
  for (let id = 1; id < limit; id++) if (cells[id] !== before[id]) count++;
  return count;
}

/** Different receivers, and their pairs with targets; counted again when the lists have changed. */
function createParties(channel: Channel) {
  let seen = { receivers: -1, targets: -1 };
  let found = { distinct: 0, pairs: 0 };
  return (state: WorldState) => {
    const { receivers } = channel;
    const targets = channel.exchange?.targets.version ?? 0;
    if (receivers.length === 0) return { distinct: 0, pairs: 0 };
    if (seen.receivers === receivers.version && seen.targets === targets) return found;
    seen = { receivers: receivers.version, targets };
    const ids = receivers.ids.subarray(0, receivers.length);
    const distinct = receivers.areDistinct ? ids : distinctIn(ids, state.identity.kind.length);
    found = { distinct: distinct.length, pairs: isPropagator(channel) ? pairsOf(channel, distinct) : 0 };
    return found;
  };
}

function distinctIn(ids: Int32Array, limit: number): Int32Array {
  const met = new Uint8Array(limit);
  return ids.filter((id) => met[id]++ === 0);
}

/** Shared lists may hold the receiver itself. */
function pairsOf({ form, exchange: { targets } }: PropagatorChannel, receivers: Int32Array): number {
  const { from, to, ids } = targets;
  let pairs = 0;
  for (const id of receivers) {
    pairs += to[id] - from[id];
    if (form.targets.itself) continue;
    for (let i = from[id]; i < to[id]; i++) if (ids[i] === id) pairs--;
  }
  return pairs;
}

/**
 * Corrects propagators with one memory, each into cells of its own: their changes come in turns. The time is shared by
 * pairs.
 */
export function correctStaleProfiled(
  { flows: { now } }: Profile,
  groups: readonly (readonly PropagatorChannel[])[],
): void {
  const apart = groups.map((group) => group.map(withOwnCells));
  const began = performance.now();
  correctStale(apart);
  const took = performance.now() - began;
  const all = apart.flat();
  const workOf = ({ exchange: { pairs } }: PropagatorChannel) => 1 + pairs;
  const work = all.reduce((sum, channel) => sum + workOf(channel), 0);
  for (const [i, channel] of groups.flat().entries()) {
    const { index } = channel.flow;
    now.milliseconds[index] += (took * workOf(channel)) / work;
    now.changed[index] += addTo(channel.buffers[0].cells, all[i].buffers[0].cells);
  }
}

function withOwnCells(channel: PropagatorChannel): PropagatorChannel {
  const [buffer] = channel.buffers;
  return { ...channel, buffers: [{ ...buffer, cells: new Int32Array(buffer.cells.length) }] };
}

function addTo(cells: Int32Array, changes: Int32Array): number {
  let count = 0;
  for (let id = 0; id < changes.length; id++) {
    if (changes[id] === 0) continue;
    cells[id] += changes[id];
    count++;
  }
  return count;
}
