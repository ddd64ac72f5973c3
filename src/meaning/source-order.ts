import { type DrawKey, beginDraw, endDraw, foldDraw } from '../kernel/random.js';
import type { Frame } from '../ir/node.js';
import { beginAt, beginInInstance } from '../eval/ops/draws.js';

/** The place in the text of the draw that orders the sources of a rule: no expression has it. */
const orderSite = -1;

/**
 * The 32-bit whole number that an object draws for a rule in a turn: the sources of a rule with a random order run by
 * ascending number, then by id.
 */
export function createOrderDraw(frame: Frame): (id: number) => number {
  const { state } = frame;
  const { generation, division } = state.identity;
  const start = division === undefined ? beginAt(state, frame, orderSite) : beginDraw(0, 0);
  const key: DrawKey = { low: 0, high: 0 };
  return (id) => {
    const { low, high } =
      division === undefined
        ? start
        : beginInInstance(state.instances, Math.floor(id / division.stride), frame, orderSite);
    key.low = low;
    key.high = high;
    foldDraw(key, division === undefined ? id : id % division.stride);
    foldDraw(key, generation[id]);
    return endDraw(key) * 2 ** 32;
  };
}

/** In the order in which they run; `ids` ascend. */
export function inRandomOrder(ids: readonly number[], frame: Frame): readonly number[] {
  const numberOf = createOrderDraw(frame);
  const drawn = ids.map((id) => ({ id, number: Math.floor(numberOf(id)) }));
  return drawn.sort((a, b) => a.number - b.number || a.id - b.id).map(({ id }) => id);
}
