/** Bytes up to which a loop is quicker than a view of the part and its copy. */
const fewBytes = 32;

/** Copies bytes from one array into another. */
export function copyBytes(from: Uint8Array, start: number, into: Uint8Array, at: number, count: number): void {
  if (count > fewBytes) {
    into.set(from.subarray(start, start + count), at);
    return;
  }
  for (let i = 0; i < count; i++) into[at + i] = from[start + i];
}
