/** Each cell of the plane lists all observers that reach into it. */

export interface Observers {
  readonly count: number;
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
  readonly reach: ArrayLike<number>;
  /** The faction slot of each. */
  readonly slot: ArrayLike<number>;
}

/** All that may be seen lies within; only that is asked for. */
export interface Field {
  left: number;
  right: number;
  bottom: number;
  top: number;
  /** Least of what is subtracted from the reach of observers. */
  leastHidden: number;
}

export function emptyField(): Field {
  return { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity, leastHidden: Infinity };
}

export function widen(field: Field, x: number, y: number, hidden: number): void {
  field.left = Math.min(field.left, x);
  field.right = Math.max(field.right, x);
  field.bottom = Math.min(field.bottom, y);
  field.top = Math.max(field.top, y);
  field.leastHidden = Math.min(field.leastHidden, hidden);
}

/** Limit of cells along each axis: distant objects enlarge the cells. */
const mostCells = 256;

export function createSightMap(observers: Observers, { left, right, bottom, top, leastHidden }: Field) {
  const [width, height] = [Math.max(0, right - left), Math.max(0, top - bottom)];
  const cell = Math.max(1, meanReach(observers), width / mostCells, height / mostCells);
  const columns = cellsOver(width, cell);
  const rows = cellsOver(height, cell);
  const columnOf = (x: number) => placeIn((x - left) / cell, columns);
  const rowOf = (y: number) => placeIn((y - bottom) / cell, rows);
  // Negative stealth is seen from farther away; the factor is for rounding.
  const farther = Math.max(0, -leastHidden);
  const { x, y, reach, slot } = observers;
  const eachCell = (visit: (at: number, observer: number) => void): void => {
    for (let i = 0; i < observers.count; i++) {
      const far = (reach[i] + farther) * 1.000001;
      const [first, last] = [columnOf(x[i] - far), columnOf(x[i] + far)];
      for (let row = rowOf(y[i] - far); row <= rowOf(y[i] + far); row++)
        for (let column = first; column <= last; column++) visit(row * columns + column, i);
    }
  };
  const start = new Int32Array(columns * rows + 1);
  eachCell((at) => start[at + 1]++);
  for (let at = 0; at < columns * rows; at++) start[at + 1] += start[at];
  const next = start.slice();
  const listed = new Int32Array(start[columns * rows]);
  eachCell((at, observer) => (listed[next[at]++] = observer));
  return {
    /** Sets the bits of the faction slots that see a thing, in words of 32 bits from `first` on. */
    seeInto(words: Uint32Array, first: number, thingX: number, thingY: number, hidden: number): void {
      const at = rowOf(thingY) * columns + columnOf(thingX);
      for (let k = start[at]; k < start[at + 1]; k++) {
        const i = listed[k];
        const word = first + (slot[i] >>> 5);
        const bit = 1 << (slot[i] & 31);
        const far = reach[i] - hidden;
        if ((words[word] & bit) !== 0 || far < 0) continue;
        const [dx, dy] = [thingX - x[i], thingY - y[i]];
        if (dx * dx + dy * dy <= far * far) words[word] |= bit;
      }
    },
  };
}

function meanReach({ reach, count }: Observers): number {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += reach[i];
  return sum / Math.max(1, count);
}

function cellsOver(length: number, cell: number): number {
  return 1 + (Math.floor(length / cell) || 0);
}

/** A cell from 0 to `count` - 1; 0 for NaN. */
function placeIn(value: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor(value))) || 0;
}
