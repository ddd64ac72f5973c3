import type { Places } from '../edict.js';
import { nearDistance } from '../rules.js';
import type { Ships } from '../world.js';
import { createGroups, groupRows } from './groups.js';
import type { TargetLists } from './target-lists.js';

/** Armed ships by cell of a square grid, with what a search asks of them side by side. */
export interface ShipGrid {
  /** Sorts all ships into their cells. */
  build(): void;
  /** Writes the ships near a point that an empire sees and does not own to the open list; returns the end. */
  listNear(lists: TargetLists, x: number, y: number, empire: number): number;
}

/** Half the distance: a search looks at five cells by five, which hold little more than the disc. */
const cellSide = nearDistance / 2;

export function createShipGrid(ships: Ships, { shipX, shipY, systemX, systemY }: Places): ShipGrid {
  const side =
    1 + Math.max(0, ...[systemX, systemY].map((column) => column.reduce((most, at) => Math.max(most, at), 0)));
  const across = Math.ceil(side / cellSide) + 1;
  const unarmed = across * across;
  const cellOf = new Int32Array(ships.count);
  const groups = createGroups(unarmed + 1, ships.count);
  const x = new Float64Array(ships.count);
  const y = new Float64Array(ships.count);
  const seen = new Uint16Array(ships.count);
  const square = largestSquareWithin(nearDistance);
  const cell = (at: number): number => Math.max(0, Math.min(across - 1, Math.floor(at / cellSide)));
  return {
    build() {
      findCells(cellOf, ships.attack, shipX, shipY, across, unarmed);
      groupRows(groups, cellOf);
      gatherShips(groups.rows, groups.starts[unarmed], ships, shipX, shipY, x, y, seen);
    },
    listNear(lists, atX, atY, empire) {
      const [left, right] = [cell(atX - nearDistance), cell(atX + nearDistance)];
      const bottom = cell(atY + nearDistance);
      let end = lists.length;
      for (let row = cell(atY - nearDistance); row <= bottom; row++) {
        const from = groups.starts[row * across + left];
        const to = groups.starts[row * across + right + 1];
        end = listDisc(lists.ids, end, groups.rows, from, to, x, y, seen, atX, atY, square, empire);
      }
      return end;
    },
  };
}

/** Positions are not below 0, so truncation finds the cell. */
function findCells(
  cellOf: Int32Array,
  attack: Float64Array,
  shipX: Float64Array,
  shipY: Float64Array,
  across: number,
  unarmed: number,
): void {
  for (let ship = 0; ship < cellOf.length; ship++) {
    const cell = ((shipY[ship] / cellSide) | 0) * across + ((shipX[ship] / cellSide) | 0);
    cellOf[ship] = attack[ship] > 0 ? cell : unarmed;
  }
}

/** An owner's own bit is taken away: it asks for others' ships. */
function gatherShips(
  rows: Int32Array,
  count: number,
  { seenBy, owner }: Ships,
  shipX: Float64Array,
  shipY: Float64Array,
  x: Float64Array,
  y: Float64Array,
  seen: Uint16Array,
): void {
  for (let k = 0; k < count; k++) {
    const ship = rows[k];
    x[k] = shipX[ship];
    y[k] = shipY[ship];
    seen[k] = seenBy[ship] & ~(1 << owner[ship]);
  }
}

/** Without a branch: each candidate is written, and stays where the next does not overwrite it. */
function listDisc(
  ids: Int32Array,
  at: number,
  rows: Int32Array,
  from: number,
  to: number,
  x: Float64Array,
  y: Float64Array,
  seen: Uint16Array,
  centreX: number,
  centreY: number,
  square: number,
  empire: number,
): number {
  let end = at;
  for (let k = from; k < to; k++) {
    const dx = x[k] - centreX;
    const dy = y[k] - centreY;
    ids[end] = rows[k];
    end += (dx * dx + dy * dy <= square ? 1 : 0) & (seen[k] >> empire);
  }
  return end;
}

/** The largest number whose root is at most `distance`: comparing with it is comparing the root, exactly. */
function largestSquareWithin(distance: number): number {
  const word = new BigUint64Array(1);
  const value = new Float64Array(word.buffer);
  value[0] = distance * distance;
  while (Math.sqrt(value[0]) <= distance) word[0]++;
  word[0]--;
  return value[0];
}
