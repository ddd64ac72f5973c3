/**
 * Gives rows with equal keys one number, in the order of their first rows. A hash table over row numbers: keys are
 * compared in the arrays that they lie in, so nothing is boxed and nothing allocated once the table has its size.
 */
export interface Grouper {
  /**
   * `groups[i]` becomes the number of row i; returns how many there are. `representatives[g]` becomes the first row of
   * group g.
   */
  group(first: Int32Array, second: Int32Array, length: number, groups: Int32Array, representatives: Int32Array): number;
}

export function createGrouper(): Grouper {
  let table = new Int32Array(64);
  let mask = 63;
  return {
    group(first, second, length, groups, representatives) {
      if (table.length < 2 * length) {
        table = new Int32Array(2 ** (33 - Math.clz32(Math.max(1, length - 1))));
        mask = table.length - 1;
      } else {
        table.fill(0);
      }
      let count = 0;
      for (let i = 0; i < length; i++) {
        const a = first[i];
        const b = second[i];
        let at = hash(a, b) & mask;
        let known = table[at];
        while (known !== 0) {
          const row = representatives[known - 1];
          if (first[row] === a && second[row] === b) break;
          at = (at + 1) & mask;
          known = table[at];
        }
        if (known === 0) {
          representatives[count] = i;
          known = ++count;
          table[at] = known;
        }
        groups[i] = known - 1;
      }
      return count;
    },
  };
}

function hash(a: number, b: number): number {
  const mixed = Math.imul(a, 0x9e3779b1) ^ Math.imul(b + 0x7f4a7c15, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
