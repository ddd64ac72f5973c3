/** A typed array that grows at its end: a list of a million numbers is a million numbers. */
export interface Pool<T> {
  readonly length: number;
  push(value: number): void;
  at(place: number): number;
  clear(): void;
  /** What is in it, in an array of that length. */
  taken(): T;
}

export function createIntPool(): Pool<Int32Array> {
  return pool((length) => new Int32Array(length));
}

export function createNumberPool(): Pool<Float64Array> {
  return pool((length) => new Float64Array(length));
}

function pool<T extends Int32Array | Float64Array>(make: (length: number) => T): Pool<T> {
  let array = make(64);
  let length = 0;
  return {
    get length() {
      return length;
    },
    push(value) {
      if (length === array.length) array = copied(array, make(2 * length));
      array[length++] = value;
    },
    at: (place) => array[place],
    clear() {
      length = 0;
    },
    taken: () => array.slice(0, length) as T,
  };
}

/** A larger array with what is in a smaller one. */
export function copied<T extends Float64Array | Int32Array | Uint8Array>(from: T, into: T): T {
  into.set(from);
  return into;
}
