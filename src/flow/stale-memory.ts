import { timesAt } from './participants.js';
import { atLeast0, diffusionBase, percentOf, share, taken, takenBeside } from './change-cells.js';
import type { PropagatorChannel } from './flow-channel.js';

/** Rows `from` to `to` of a propagator, from one carrier. */
interface Span {
  readonly channel: PropagatorChannel;
  readonly from: number;
  readonly to: number;
}

/**
 * Corrects propagators that share one memory: the prediction of the last, then what each expects of its targets in
 * turn. Only as much as the longest target list is read: order does not matter beyond. `groups`: flows by kind of
 * carrier, all with receivers.
 */
export function correctStale(groups: readonly (readonly PropagatorChannel[])[]): void {
  const channels = groups.flat();
  const last = lastOf(groups);
  if (last === undefined) return;
  const memory = new Int32Array(Math.max(...channels.map(longestOf)));
  const row = last.receivers.length - 1;
  predictRow(memory, last, row);
  let filled = cellsOf(last, row);
  const done = new Map<PropagatorChannel, number>();
  for (const group of groups) {
    for (const { channel, from, to } of inOrder(group)) {
      if (filled >= memory.length) break;
      filled = correctInOrder(memory, filled, channel, from, to);
      done.set(channel, to);
    }
  }
  for (const channel of channels) correctRows(memory, channel, done.get(channel) ?? 0, channel.receivers.length);
}

/** The propagator with the last receiver: of the last carrier, the last flow. */
function lastOf(groups: readonly (readonly PropagatorChannel[])[]): PropagatorChannel | undefined {
  const group = groups.findLast((each) => each.length > 0) ?? [];
  const placeOf = ({ receivers: { carriers, length } }: PropagatorChannel) => carriers[length - 1];
  return group.reduce<PropagatorChannel | undefined>(
    (last, channel) => (last === undefined || placeOf(channel) >= placeOf(last) ? channel : last),
    undefined,
  );
}

/** By carrier, then by flow. */
function* inOrder(group: readonly PropagatorChannel[]): Generator<Span> {
  const next = group.map(() => 0);
  for (;;) {
    let place = Infinity;
    group.forEach(({ receivers: { carriers, length } }, i) => {
      if (next[i] < length) place = Math.min(place, carriers[next[i]]);
    });
    if (place === Infinity) return;
    for (const [i, channel] of group.entries()) {
      const { carriers, length } = channel.receivers;
      const from = next[i];
      while (next[i] < length && carriers[next[i]] === place) next[i]++;
      if (next[i] > from) yield { channel, from, to: next[i] };
    }
  }
}

/** Corrects rows one by one, each after it has extended the memory; returns the filled length. */
function correctInOrder(
  memory: Int32Array,
  filled: number,
  channel: PropagatorChannel,
  from: number,
  to: number,
): number {
  const { times } = channel.receivers;
  let now = filled;
  for (let time = times === undefined ? 1 : times[from]; time > 0; time--) {
    for (let row = from; row < to; row++) {
      now = remember(memory, now, channel, row);
      correctRows(memory, channel, row, row + 1, false);
    }
  }
  return now;
}

/** The first contents: the change of the receiver itself, then its targets. */
function predictRow(
  memory: Int32Array,
  { form, receivers, exchange: { targets }, buffers: [{ begun: c }] }: PropagatorChannel,
  row: number,
): void {
  const { from: starts, to, ids } = targets;
  const id = receivers.ids[row];
  for (let i = starts[id], k = 1; i < to[id]; i++, k++) {
    memory[k] = form.does === 'gather' ? -taken(form, c[ids[i]]) : atLeast0(percentOf(c[id] - c[ids[i]], form.percent));
    if (form.does !== 'spread') memory[0] -= memory[k];
  }
}

/** Corrects rows from memory. `counts`: with their multiplicity. */
function correctRows(
  memory: Int32Array,
  { form, receivers, exchange: { targets }, buffers: [{ begun: c, cells }], rows }: PropagatorChannel,
  first: number,
  last: number,
  counts = true,
): void {
  const times = counts ? receivers.times : undefined;
  for (let row = first; row < last; row++) {
    const id = receivers.ids[row];
    const often = timesAt(times, row);
    const base = form.does === 'diffuse' ? diffusionBase(c[id], memory[0], rows[row]) : c[id];
    const begin = targets.from[id];
    let given = 0;
    for (let i = begin, end = targets.to[id]; i < end; i++) {
      const value = c[targets.ids[i]];
      const moved =
        form.does === 'gather'
          ? -takenBeside(form, value, memory[i - begin + 1])
          : share(base, value, memory[i - begin + 1], form.percent);
      cells[targets.ids[i]] += Math.imul(moved, often);
      given = (given + moved) | 0;
    }
    if (form.does !== 'spread') cells[id] -= Math.imul(given, often);
  }
}

/** Appends expectations of a receiver and its targets, as far as there is room; returns the filled length. */
function remember(memory: Int32Array, filled: number, channel: PropagatorChannel, row: number): number {
  if (filled >= memory.length) return filled;
  const { from: starts, to, ids } = channel.exchange.targets;
  const [{ expected }] = channel.buffers;
  const id = channel.receivers.ids[row];
  memory[filled] = expected[id];
  for (let i = starts[id], at = filled + 1; i < to[id] && at < memory.length; i++, at++) memory[at] = expected[ids[i]];
  return filled + cellsOf(channel, row);
}

function cellsOf({ receivers, exchange: { targets } }: PropagatorChannel, row: number): number {
  const id = receivers.ids[row];
  return 1 + targets.to[id] - targets.from[id];
}

function longestOf(channel: PropagatorChannel): number {
  let longest = 1;
  for (let row = 0; row < channel.receivers.length; row++) longest = Math.max(longest, cellsOf(channel, row));
  return longest;
}
