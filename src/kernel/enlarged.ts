/** A longer array with the same beginning. */
export function enlarged(cells: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(cells);
  return larger;
}
