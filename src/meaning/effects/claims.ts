import type { Identity } from '../../kernel/identity.js';

/** Which objects rules have claimed, by the number of the claim. */
export interface Claims {
  /** Claims an object; false where it has been claimed by this number already. */
  claim(number: number, identity: Identity, id: number): boolean;
  /** Forgets all claims. */
  clear(): void;
}

/**
 * Claims are kept by row, with the generation of the tenant that was claimed: a later tenant of the row is another.
 * Their memory is used again after `clear`.
 */
export function createClaims(): Claims {
  const byNumber: (Uint32Array | undefined)[] = [];
  // Most turns claim nothing.
  let numbers = nothing;
  let ids = nothing;
  let count = 0;

  function rowsOf(number: number, rows: number): Uint32Array {
    const known = byNumber[number];
    if (known !== undefined && known.length >= rows) return known;
    const made = new Uint32Array(rows);
    if (known !== undefined) made.set(known);
    return (byNumber[number] = made);
  }

  return {
    claim(number, { kind, generation }, id) {
      const rows = rowsOf(number, kind.length);
      const tenant = generation[id] + 1;
      if (rows[id] === tenant) return false;
      rows[id] = tenant;
      if (count === ids.length) [numbers, ids] = [doubled(numbers), doubled(ids)];
      numbers[count] = number;
      ids[count++] = id;
      return true;
    },
    clear() {
      for (let i = 0; i < count; i++) {
        const rows = byNumber[numbers[i]];
        if (rows !== undefined) rows[ids[i]] = 0;
      }
      count = 0;
    },
  };
}

const nothing = new Int32Array(0);

function doubled(array: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.max(1024, 2 * array.length));
  larger.set(array);
  return larger;
}
