import { kept } from '../kernel/maps.js';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export type Grid<T extends Point> = ReturnType<typeof createGrid<T>>;

/** Points in square cells, for fast searches of near ones. */
export function createGrid<T extends Point>(cell: number) {
  const cells = new Map<string, T[]>();
  const place = (value: number) => Math.floor(value / cell);
  return {
    add(point: T): void {
      kept(cells, `${place(point.x)},${place(point.y)}`, (): T[] => []).push(point);
    },
    /** Visits every point within the distance, and some beyond; stops when the call returns true. */
    near(at: Point, distance: number, visit: (point: T) => boolean | undefined): void {
      for (let row = place(at.y - distance); row <= place(at.y + distance); row++) {
        for (let column = place(at.x - distance); column <= place(at.x + distance); column++) {
          for (const point of cells.get(`${column},${row}`) ?? []) if (visit(point) === true) return;
        }
      }
    },
  };
}

export function squaredDistance(a: Point, b: Point): number {
  return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}
