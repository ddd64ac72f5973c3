/** Loops that several operations share, one for each storage, so that engines compile each for that alone. */

export function copyNumbers(from: Float64Array, into: Float64Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = from[row];
}

export function copyCodes(from: Int32Array, into: Int32Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = from[row];
}

export function copyBytes(from: Uint8Array, into: Uint8Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = from[row];
}

export function numbersAt(from: Float64Array, places: Int32Array, into: Float64Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = from[places[row]];
}

export function codesAt(from: Int32Array, places: Int32Array, into: Int32Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = from[places[row]];
}

export function bytesAt(from: Uint8Array, places: Int32Array, into: Int32Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = from[places[row]];
}

/** The nearest object upward of a kind, the object itself first. */
export function toAncestor(
  ids: Int32Array,
  kind: number,
  kinds: Uint8Array,
  parent: Int32Array,
  into: Int32Array,
  length: number,
): void {
  for (let row = 0; row < length; row++) {
    let at = ids[row];
    while (at !== 0 && kinds[at] !== kind) at = parent[at];
    into[row] = at;
  }
}
