import type { PropagatorChannel } from './channel.js';
import { correctOne, predictOne } from './propagate.js';

/** A propagator at some of its receivers, all from one carrier: rows `from` to `to`, so many times over. */
interface Span {
  readonly channel: PropagatorChannel;
  readonly from: number;
  readonly to: number;
  readonly times: number;
}

/**
 * Corrects propagators that remember one list for all: what the last of them predicted, and behind it what each expects of its own targets when its turn comes.
 * Only as much of it is ever looked at as the longest list of targets has, so it stands as soon as it is that long. `groups`: the flows of each sort of carrier.
 */
export function correctStale(groups: readonly (readonly PropagatorChannel[])[]): void {
  const spans = groups.flatMap(inOrder);
  const last = spans.at(-1);
  if (last === undefined) return;
  const memory = new Int32Array(Math.max(...groups.flatMap((group) => group.map(longestOf))));
  const { form, receivers, exchange, tanks } = last.channel;
  predictOne(form, receivers.ids[last.to - 1], exchange.targets, tanks[0].begun, memory);
  let filled = cellsOf(last.channel, last.to - 1);
  for (const { channel, from, to, times } of spans) {
    for (let time = 0; time < times; time++) {
      for (let row = from; row < to; row++) {
        if (filled < memory.length) filled = remember(memory, filled, channel, row);
        const [{ begun, cells }] = channel.tanks;
        correctOne(channel.form, channel.receivers.ids[row], channel.exchange.targets, begun, memory, channel.rows[row], cells);
      }
    }
  }
}

/** Carrier by carrier, and of each flow by flow. */
function inOrder(group: readonly PropagatorChannel[]): readonly Span[] {
  const byCarrier: Span[][] = [];
  for (const channel of group) {
    const { length, carriers, times } = channel.receivers;
    for (let from = 0, to = 0; from < length; from = to) {
      while (to < length && carriers[to] === carriers[from]) to++;
      (byCarrier[carriers[from]] ??= []).push({ channel, from, to, times: times === undefined ? 1 : times[from] });
    }
  }
  return byCarrier.filter((spans) => spans !== undefined).flat();
}

/** Puts what a stream expects of itself and its targets behind what is there, as far as there is room; returns how much there is then. */
function remember(memory: Int32Array, filled: number, channel: PropagatorChannel, row: number): number {
  const { receivers, exchange: { targets: { start, ids } }, tanks: [{ expected }] } = channel;
  const id = receivers.ids[row];
  memory[filled] = expected[id];
  for (let i = start[id], at = filled + 1; i < start[id + 1] && at < memory.length; i++, at++) memory[at] = expected[ids[i]];
  return filled + cellsOf(channel, row);
}

/** The cells of a stream: that of the receiver, and those of its targets. */
function cellsOf({ receivers, exchange: { targets: { start } } }: PropagatorChannel, row: number): number {
  return 1 + start[receivers.ids[row] + 1] - start[receivers.ids[row]];
}

function longestOf(channel: PropagatorChannel): number {
  let longest = 1;
  for (let row = 0; row < channel.receivers.length; row++) longest = Math.max(longest, cellsOf(channel, row));
  return longest;
}
