/** An index of the rows of uses. Its owner keeps it in step. */
export interface UseIndex {
  add(row: number, occurrence: number, ability: number, source: number, number: number): void;
  /** Forgets the rows after one. */
  drop(down: number): void;
  /** Whether a row after `from` has these values. */
  has(from: number, occurrence: number, ability: number, source: number, number: number): boolean;
}

interface UseRows {
  readonly occurrence: ArrayLike<number>;
  readonly ability: ArrayLike<number>;
  readonly source: ArrayLike<number>;
  readonly number: ArrayLike<number>;
}

/** `rows` returns the current columns: they move when the world grows. */
export function createUseIndex(rows: () => UseRows): UseIndex {
  /** Ascending rows by hash; those of one hash may differ. */
  const byHash = new Map<number, number[]>();
  /** By row. */
  const hashes: number[] = [0];
  return {
    add(row, occurrence, ability, source, number) {
      const hash = hashOf(occurrence, ability, source, number);
      hashes[row] = hash;
      const known = byHash.get(hash);
      if (known === undefined) byHash.set(hash, [row]);
      else known.push(row);
    },
    drop(down) {
      while (hashes.length > down + 1) {
        const hash = hashes.pop() ?? 0;
        const known = byHash.get(hash);
        if (known === undefined || known.length <= 1) byHash.delete(hash);
        else known.pop();
      }
    },
    has(from, occurrence, ability, source, number) {
      const known = byHash.get(hashOf(occurrence, ability, source, number));
      if (known === undefined) return false;
      const said = rows();
      for (let i = known.length - 1; i >= 0 && known[i] > from; i--) {
        const row = known[i];
        if (
          said.occurrence[row] === occurrence &&
          said.ability[row] === ability &&
          said.source[row] === source &&
          said.number[row] === number
        )
          return true;
      }
      return false;
    },
  };
}

function hashOf(occurrence: number, ability: number, source: number, number: number): number {
  return (
    Math.imul(occurrence, 0x9e3779b1) ^
    Math.imul(ability, 0x85ebca6b) ^
    Math.imul(source | 0, 0x27d4eb2f) ^
    Math.imul(number | 0, 0xc2b2ae35)
  );
}
