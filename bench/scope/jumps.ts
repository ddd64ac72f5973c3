import type { StarField } from './star-field.js';

/** Jumps from one system to every other, by row; -1 where no path leads. */
export type JumpRow = Int32Array;

/** Rows of jumps over lanes, each searched for once: lanes do not change. */
export function createJumps(stars: StarField): (from: number) => JumpRow {
  const rows = new Map<number, JumpRow>();
  return (from) => {
    let row = rows.get(from);
    if (row === undefined) {
      row = search(stars, from);
      rows.set(from, row);
    }
    return row;
  };
}

function search({ count, laneStarts, laneEnds }: StarField, from: number): JumpRow {
  const row = new Int32Array(count).fill(-1);
  const queue = [from];
  row[from] = 0;
  for (let i = 0; i < queue.length; i++) {
    const at = queue[i];
    for (let k = laneStarts[at]; k < laneStarts[at + 1]; k++) {
      const to = laneEnds[k];
      if (row[to] >= 0) continue;
      row[to] = row[at] + 1;
      queue.push(to);
    }
  }
  return row;
}
