import type { WorldState } from '../components/state.js';
import { header } from '../kernel/arena.js';
import { reloadStreams, streamWidth } from '../kernel/streams.js';
import { intern, textOf } from '../kernel/strings.js';

/**
 * The random streams of a world that has been captured, apart from it. What makes a start may draw from them; no rule
 * of content that is merged does, so an instance keeps those that it began with.
 */
export interface DrawnStreams {
  readonly names: readonly string[];
  /** f64 [streams, streamWidth] */
  readonly states: Float64Array;
}

/** Undefined where there are none. */
export function streamsOf({ streams, strings, arena: { header: words } }: WorldState): DrawnStreams | undefined {
  const count = words[header.streams];
  if (count === 0) return undefined;
  return {
    names: Array.from(streams.names.subarray(1, count + 1), (name) => textOf(strings, name)),
    states: streams.states.slice(streamWidth, (count + 1) * streamWidth),
  };
}

/** Gives a world other streams than it has. It has room for as many. */
export function putStreams(
  { streams, strings, arena: { header: words } }: WorldState,
  drawn: DrawnStreams | undefined,
): void {
  const count = drawn?.names.length ?? 0;
  if (count === 0 && words[header.streams] === 0) return;
  reloadStreams(streams);
  streams.names.fill(0);
  streams.states.fill(0);
  words[header.streams] = count;
  drawn?.names.forEach((name, i) => {
    streams.names[i + 1] = intern(strings, name);
  });
  if (drawn !== undefined) streams.states.set(drawn.states, streamWidth);
}
