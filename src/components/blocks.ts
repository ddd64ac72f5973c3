import type { ColumnArray } from '../kernel/arena.js';
import { type Room, WorldFullError, damaged } from '../kernel/errors.js';
import { idLimit, isLive } from '../kernel/identity.js';
import type { WorldState } from './state.js';

/**
 * Adjacent rows, equally many for all objects of a kind, allotted at creation. Blocks of destroyed objects are
 * reclaimed when there is no room left.
 */
export interface Blocks {
  /** Header word of the first free row. */
  readonly used: number;
  /** First row of each object; 0: none. */
  readonly block: Int32Array;
  /** By kind. */
  readonly counts: Int32Array;
  readonly columns: readonly ColumnArray[];
  readonly room: Room;
  moved?(): void;
}

/** Of zeros. Throws WorldFullError. */
export function takeRows({ arena, identity }: WorldState, blocks: Blocks, id: number, culprit?: string): void {
  const count = blocks.counts[identity.kind[id]];
  if (count === 0) return;
  const { header } = arena;
  const [{ length }] = blocks.columns;
  if (header[blocks.used] + count > length) closeGaps(blocks, header, identity.kind);
  if (header[blocks.used] + count > length) throw new WorldFullError(length - 1, culprit, blocks.room);
  blocks.block[id] = header[blocks.used];
  header[blocks.used] += count;
}

function closeGaps(blocks: Blocks, header: Uint32Array, kinds: Uint8Array): void {
  const { block, counts, columns, used } = blocks;
  const holders = [...block.keys()].filter((id) => block[id] !== 0).sort((a, b) => block[a] - block[b]);
  let next = 1;
  for (const id of holders) {
    const count = counts[kinds[id]];
    for (const column of columns) column.copyWithin(next, block[id], block[id] + count);
    block[id] = next;
    next += count;
  }
  if (next === header[used]) return;
  for (const column of columns) column.fill(0, next, header[used]);
  header[used] = next;
  blocks.moved?.();
}

/** Throws when blocks of a loaded state (for `what`) lie outside the rows in use, overlap, or are of dead objects. */
export function checkBlocks({ arena, identity }: WorldState, { used, block, counts }: Blocks, what: string): void {
  const taken: (readonly [number, number])[] = [];
  for (let id = 1; id < idLimit(identity); id++) {
    const count = isLive(identity, id) ? counts[identity.kind[id]] : 0;
    const fits = count === 0 ? block[id] === 0 : block[id] >= 1 && block[id] + count <= arena.header[used];
    if (!fits) throw damaged(`the ${what} of object ${id} are nowhere`);
    if (count > 0) taken.push([block[id], count]);
  }
  taken.sort(([a], [b]) => a - b);
  taken.forEach(([start], i) => {
    if (i > 0 && taken[i - 1][0] + taken[i - 1][1] > start)
      throw damaged(`two objects have one place for their ${what}`);
  });
}
