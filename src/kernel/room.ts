import { enlarged } from './enlarged.js';

/** A list of ids that grows, with numbers beside each. */
export interface Room {
  ids: Int32Array;
  readonly numbers: Float64Array[];
}

const first = 16;

/** With so many numbers for each id. */
export function createRoom(numbers: number): Room {
  return {
    ids: new Int32Array(first),
    numbers: Array.from({ length: numbers }, () => new Float64Array(first)),
  };
}

/** Returns the list of ids, twice as long. */
export function growRoom(room: Room): Int32Array {
  const length = 2 * room.ids.length;
  room.numbers.forEach((list, i) => {
    room.numbers[i] = new Float64Array(length);
    room.numbers[i].set(list);
  });
  return (room.ids = enlarged(room.ids, length));
}
