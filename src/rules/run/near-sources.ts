import type { Frame } from '../../ir/node.js';
import type { Scratch } from '../../indexes/scratch.js';
import { idLimit } from '../../kernel/identity.js';
import { cellsFor } from '../../state/space-cells.js';
import type { Around } from '../whole-plan.js';

/** With fewer sources all that they look at stays in the caches of the processor. */
const leastOrdered = 16_384;

/** Sources that all see the state before the first write may come in any order: cell by cell, if they look around. */
export function nearTogether(
  around: Around | undefined,
  sources: Int32Array,
  length: number,
  frame: Frame,
  scratch: Scratch,
): Int32Array {
  const cells =
    around === undefined || length < leastOrdered
      ? undefined
      : cellsFor(frame.state, around.space, around.radius, frame);
  if (cells === undefined) return sources;
  const into = scratch.codes(length);
  const mark = scratch.mark();
  const isSource = scratch.bytes(idLimit(frame.state.identity));
  isSource.fill(0);
  for (let i = 0; i < length; i++) isSource[sources[i]] = 1;
  let end = 0;
  const { ids, start } = cells;
  for (let at = 0; at < start[start.length - 1]; at++) {
    const id = ids[at];
    if (isSource[id] === 0) continue;
    into[end++] = id;
    isSource[id] = 0;
  }
  for (let i = 0; i < length; i++) if (isSource[sources[i]] === 1) into[end++] = sources[i];
  scratch.release(mark);
  return into;
}
