/** Bodies on a line between two walls. */

/** They bounce off 0 and this. */
export const farWall = 1_000;

export interface Bodies {
  readonly x: Float64Array;
  /** Way in one turn. */
  readonly velocity: Float64Array;
}

/** Most of them bounce within some hundred turns. */
export function makeBodies(count: number): Bodies {
  return {
    x: Float64Array.from({ length: count }, (_, i) => (i * 7.31) % farWall),
    velocity: Float64Array.from({ length: count }, (_, i) => ((i * 13) % 41) / 4 - 5),
  };
}
