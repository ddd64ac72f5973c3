import type { Chooser } from '../../src/galaxy/chooser.js';

/**
 * Systems in the plane and the lanes between them: those of system `s` are `laneEnds` from `laneStarts[s]` to
 * `laneStarts[s + 1]`, ascending.
 */
export interface StarField {
  readonly count: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly laneStarts: Int32Array;
  readonly laneEnds: Int32Array;
}

/** One system in a square of this side, on average. */
const room = 60;
/** Two cells of the search grid hold enough neighbours almost everywhere. */
const cellSide = 2 * room;

/**
 * Systems at random points; each is joined to the nearest that was there before it, so that all hang together, and to
 * the two nearest of all.
 */
export function scatterStars(count: number, choose: Chooser): StarField {
  const side = Math.sqrt(count) * room;
  const x = Float64Array.from({ length: count }, () => choose.number() * side);
  const y = Float64Array.from({ length: count }, () => choose.number() * side);
  const joined = Array.from({ length: count }, () => new Set<number>());
  const join = (a: number, b: number): void => {
    joined[a].add(b);
    joined[b].add(a);
  };
  const near = neighbourhood(side, x, y);
  const square = (a: number, b: number): number => (x[a] - x[b]) ** 2 + (y[a] - y[b]) ** 2;
  for (let star = 0; star < count; star++) {
    const byDistance = near(star).sort((a, b) => square(star, a) - square(star, b) || a - b);
    for (const other of byDistance.slice(0, 2)) join(star, other);
    const elder = byDistance.find((other) => other < star) ?? nearestBelow(star, square);
    if (elder !== undefined) join(star, elder);
  }
  return { count, x, y, ...compressed(joined) };
}

function neighbourhood(side: number, x: Float64Array, y: Float64Array): (star: number) => number[] {
  const across = Math.ceil(side / cellSide) + 1;
  const column = (value: number): number => Math.floor(value / cellSide);
  const cells = Array.from({ length: across * across }, (): number[] => []);
  x.forEach((at, star) => cells[column(y[star]) * across + column(at)].push(star));
  return (star) => {
    const found: number[] = [];
    for (let row = Math.max(0, column(y[star]) - 1); row <= Math.min(across - 1, column(y[star]) + 1); row++) {
      for (let at = Math.max(0, column(x[star]) - 1); at <= Math.min(across - 1, column(x[star]) + 1); at++) {
        for (const other of cells[row * across + at]) if (other !== star) found.push(other);
      }
    }
    return found;
  };
}

function nearestBelow(star: number, square: (a: number, b: number) => number): number | undefined {
  let nearest: number | undefined;
  for (let other = 0; other < star; other++) {
    if (nearest === undefined || square(star, other) < square(star, nearest)) nearest = other;
  }
  return nearest;
}

function compressed(joined: readonly ReadonlySet<number>[]): Pick<StarField, 'laneStarts' | 'laneEnds'> {
  const lists = joined.map((ends) => [...ends].sort((a, b) => a - b));
  const laneStarts = new Int32Array(joined.length + 1);
  lists.forEach((ends, star) => {
    laneStarts[star + 1] = laneStarts[star] + ends.length;
  });
  return { laneStarts, laneEnds: Int32Array.from(lists.flat()) };
}

/** The systems one jump away. */
export function lanesOf({ laneStarts, laneEnds }: StarField, star: number): Int32Array {
  return laneEnds.subarray(laneStarts[star], laneStarts[star + 1]);
}
