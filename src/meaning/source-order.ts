import { type DrawKey, drawWords, endDraw, foldDraw } from '../kernel/random.js';
import { beginAt, beginInInstance } from '../ir/draw-key.js';
import type { Frame } from '../ir/node.js';

/** The place in the text of the draw that orders the sources of a rule: no expression has it. */
const orderSite = -1;

/**
 * Writes the 32-bit whole number that each object draws for a rule in a turn: the sources of a rule with a random order
 * run by ascending number, then by id.
 */
export function drawOrder(frame: Frame, ids: Int32Array, into: Uint32Array, length: number): void {
  const { state } = frame;
  const { generation, division } = state.identity;
  if (division === undefined) return drawWords(beginAt(state, frame, orderSite), ids, generation, into, length);
  const { stride } = division;
  const key: DrawKey = { low: 0, high: 0 };
  for (let i = 0; i < length; i++) {
    const id = ids[i];
    beginInInstance(key, state.instances, Math.floor(id / stride), frame, orderSite);
    foldDraw(key, id % stride);
    foldDraw(key, generation[id]);
    into[i] = Math.floor(endDraw(key) * 2 ** 32);
  }
}

/** In the order in which they run; `ids` ascend. */
export function inRandomOrder(ids: readonly number[], frame: Frame): readonly number[] {
  const numbers = new Uint32Array(ids.length);
  drawOrder(frame, Int32Array.from(ids), numbers, ids.length);
  const places = Array.from(ids.keys());
  return places.sort((a, b) => numbers[a] - numbers[b] || ids[a] - ids[b]).map((place) => ids[place]);
}
