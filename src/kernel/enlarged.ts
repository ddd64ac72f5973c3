export function copied<Into extends Float64Array | Int32Array | Uint8Array | Uint32Array>(
  from: ArrayLike<number>,
  into: Into,
): Into {
  into.set(from);
  return into;
}

export function enlarged(cells: Int32Array, length: number): Int32Array<ArrayBuffer> {
  return copied(cells, new Int32Array(length));
}
