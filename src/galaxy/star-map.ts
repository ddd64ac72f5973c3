import type { Chooser } from './chooser.js';
import { type Grid, type Point, createGrid, squaredDistance } from './point-grid.js';

/** The positions of systems and their lanes, by index. */
export interface StarMap {
  readonly points: readonly Point[];
  readonly lanes: readonly (readonly [number, number])[];
}

interface Star extends Point {
  readonly index: number;
}

/** Mean distance between neighbouring systems. */
const spacing = 80;
/** Least distance of systems, if there is room. */
const elbowRoom = 45;
const lanesOfEach = 2;

/** A disc of systems, each joined to its nearest neighbours, all connected. */
export function drawStarMap(count: number, choose: Chooser): StarMap {
  const grid = createGrid<Star>(spacing);
  const stars = scatter(count, choose, grid);
  const pieces = createPieces(count);
  const lanes: (readonly [number, number])[] = [];
  const joined = new Set<number>();
  const join = (a: number, b: number) => {
    const key = Math.min(a, b) * count + Math.max(a, b);
    if (joined.has(key)) return;
    joined.add(key);
    lanes.push([a, b]);
    pieces.join(a, b);
  };
  for (const star of stars) {
    for (const neighbour of nearest(star, grid, lanesOfEach, count)) join(star.index, neighbour.index);
  }
  joinPieces(stars, grid, pieces, join);
  return { points: stars, lanes };
}

function scatter(count: number, choose: Chooser, grid: Grid<Star>): readonly Star[] {
  const radius = spacing * Math.sqrt(count) * 0.6;
  const stars: Star[] = [];
  while (stars.length < count) {
    let point = pointInDisc(radius, choose);
    for (let attempt = 0; attempt < 20 && crowded(point, grid); attempt++) point = pointInDisc(radius, choose);
    const star = { ...point, index: stars.length };
    stars.push(star);
    grid.add(star);
  }
  return stars;
}

function pointInDisc(radius: number, choose: Chooser): Point {
  for (;;) {
    const x = (2 * choose.number() - 1) * radius;
    const y = (2 * choose.number() - 1) * radius;
    if (x * x + y * y <= radius * radius) return { x: x + radius, y: y + radius };
  }
}

function crowded(point: Point, grid: Grid<Star>): boolean {
  let found = false;
  grid.near(point, elbowRoom, (other) => (found ||= squaredDistance(point, other) < elbowRoom * elbowRoom));
  return found;
}

/** Nearest first, from wider searches until enough are certain. */
function nearest(star: Star, grid: Grid<Star>, wanted: number, count: number): readonly Star[] {
  for (let reach = spacing; ; reach *= 2) {
    const found: { readonly other: Star; readonly apart: number }[] = [];
    let seen = 0;
    grid.near(star, reach, (other) => {
      seen++;
      const apart = squaredDistance(star, other);
      if (other !== star && apart <= reach * reach) found.push({ other, apart });
      return false;
    });
    if (found.length >= wanted || seen >= count) {
      return found
        .sort((a, b) => a.apart - b.apart || a.other.index - b.other.index)
        .slice(0, wanted)
        .map(({ other }) => other);
    }
  }
}

/** Joins each piece to the nearest system outside of it, until one piece is left. */
function joinPieces(
  stars: readonly Star[],
  grid: Grid<Star>,
  pieces: Pieces,
  join: (a: number, b: number) => void,
): void {
  for (let smallest = pieces.smallest(); smallest.length < stars.length; smallest = pieces.smallest()) {
    let best: readonly [number, number] | undefined;
    let least = Infinity;
    for (let reach = spacing; best === undefined; reach *= 2) {
      for (const index of smallest) {
        grid.near(stars[index], reach, (other) => {
          const apart = squaredDistance(stars[index], other);
          if (apart < least && apart <= reach * reach && !pieces.same(index, other.index)) {
            least = apart;
            best = [index, other.index];
          }
          return false;
        });
      }
    }
    join(best[0], best[1]);
  }
}

type Pieces = ReturnType<typeof createPieces>;

/** A union moves the smaller into the larger. */
function createPieces(count: number) {
  const pieceOf = Array.from({ length: count }, (_, index) => index);
  const members = new Map(pieceOf.map((index) => [index, [index]]));
  return {
    same: (a: number, b: number) => pieceOf[a] === pieceOf[b],
    join(a: number, b: number): void {
      const [into, from] =
        (members.get(pieceOf[a])?.length ?? 0) >= (members.get(pieceOf[b])?.length ?? 0)
          ? [pieceOf[a], pieceOf[b]]
          : [pieceOf[b], pieceOf[a]];
      if (into === from) return;
      for (const index of members.get(from) ?? []) {
        pieceOf[index] = into;
        members.get(into)?.push(index);
      }
      members.delete(from);
    },
    smallest: () => [...members.values()].reduce((least, piece) => (piece.length < least.length ? piece : least)),
  };
}
