/** Rows grouped by a key: those of key `k` are `rows` from `starts[k]` to `starts[k + 1]`, ascending. */
export interface Groups {
  readonly starts: Int32Array;
  readonly rows: Int32Array;
}

export function createGroups(keys: number, rows: number): Groups {
  return { starts: new Int32Array(keys + 1), rows: new Int32Array(rows) };
}

/** Groups all rows by counting. Keys are from 0 to the number of groups less one. */
export function groupRows(groups: Groups, keyOf: Int32Array): void {
  groups.starts.fill(0);
  countKeys(groups.starts, keyOf);
  sumUp(groups.starts);
  fillRows(groups, keyOf);
}

function countKeys(starts: Int32Array, keyOf: Int32Array): void {
  for (let row = 0; row < keyOf.length; row++) starts[keyOf[row]]++;
}

/** Leaves the end of each group where its start will be, once its rows have been counted down to it. */
function sumUp(starts: Int32Array): void {
  let sum = 0;
  for (let key = 0; key < starts.length; key++) {
    sum += starts[key];
    starts[key] = sum;
  }
}

function fillRows({ starts, rows }: Groups, keyOf: Int32Array): void {
  for (let row = keyOf.length - 1; row >= 0; row--) rows[--starts[keyOf[row]]] = row;
}
