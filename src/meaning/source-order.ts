import { type DrawKey, endDraw, foldDraw } from '../kernel/random.js';
import { beginAt, beginInInstance, foldObject } from '../ir/draw-key.js';
import type { Frame } from '../ir/node.js';

/** The place in the text of the draw that orders the sources of a rule: no expression has it. */
const orderSite = -1;

/**
 * The 32-bit whole number that an object draws for a rule in a turn: the sources of a rule with a random order run by
 * ascending number, then by id.
 */
export function createOrderDraw(frame: Frame): (id: number) => number {
  const { state } = frame;
  const { generation, division } = state.identity;
  const key: DrawKey = { low: 0, high: 0 };
  if (division === undefined) {
    const { low, high } = beginAt(state, frame, orderSite);
    return (id) => {
      key.low = low;
      key.high = high;
      foldObject(key, id, generation);
      return wordOf(key);
    };
  }
  const { stride } = division;
  return (id) => {
    beginInInstance(key, state.instances, Math.floor(id / stride), frame, orderSite);
    foldDraw(key, id % stride);
    foldDraw(key, generation[id]);
    return wordOf(key);
  };
}

function wordOf(key: DrawKey): number {
  return Math.floor(endDraw(key) * 2 ** 32);
}

/** In the order in which they run; `ids` ascend. */
export function inRandomOrder(ids: readonly number[], frame: Frame): readonly number[] {
  const numberOf = createOrderDraw(frame);
  const drawn = ids.map((id) => ({ id, number: numberOf(id) }));
  return drawn.sort((a, b) => a.number - b.number || a.id - b.id).map(({ id }) => id);
}
