import type { ColumnArray } from '../kernel/arena.js';
import { type Room, WorldFullError } from '../kernel/errors.js';
import { idLimit, isLive } from '../kernel/identity.js';
import { damaged } from './damage.js';
import type { WorldState } from './state.js';

/**
 * Blocks: what every object of a kind has the same number of rows of lies side by side, in a block that the object gets
 * when it is made. Blocks of what is gone stay unused until there is no room left; then the others move together.
 */
export interface Blocks {
  /** The word of the arena's header that says which row is the first that no block has. */
  readonly used: number;
  /** First row of each object's block; 0: it has none. */
  readonly block: Int32Array;
  /** Rows of an object, by its kind. */
  readonly counts: Int32Array;
  /** What has the rows. */
  readonly columns: readonly ColumnArray[];
  readonly room: Room;
  /** Blocks have been moved. */
  moved?(): void;
}

/** Gives a new object its block, of zeros: what lies behind the rows in use is always zero. Throws WorldFullError. */
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

/** Moves all blocks together, in their order. */
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

/**
 * Throws when the blocks (of `what`) of a state that came from a file are not where they can be: within what is in use,
 * apart from one another, and of live objects alone.
 */
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
