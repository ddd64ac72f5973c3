/** Particles that live for some turns. In every turn as many are born as die. */

export const lifetime = 10;

/** Whole numbers, so that sums do not depend on the order. */
export interface Litter {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly velocityX: Float64Array;
  readonly velocityY: Float64Array;
}

/** What all particles come to, in whatever order. */
export interface Census {
  readonly count: number;
  readonly places: number;
  readonly ways: number;
  readonly lives: number;
}

export function emptyLitter(count: number): Litter {
  const numbers = () => new Float64Array(count);
  return { x: numbers(), y: numbers(), velocityX: numbers(), velocityY: numbers() };
}

/** Those that are born in a turn; from turn -9 on, those that are there at the start. */
export function fillLitter({ x, y, velocityX, velocityY }: Litter, turn: number): void {
  const shift = (turn + lifetime) * 131;
  for (let i = 0; i < x.length; i++) {
    x[i] = (shift + i * 7) % 1_000;
    y[i] = (shift + i * 17) % 1_000;
    velocityX[i] = (i % 7) - 3;
    velocityY[i] = (i % 5) - 2;
  }
}

/** The litters that are there at the start, with the turns that they have left. */
export function firstLitters(count: number): readonly { readonly litter: Litter; readonly life: number }[] {
  return Array.from({ length: lifetime }, (_, i) => {
    const litter = emptyLitter(count);
    fillLitter(litter, i + 1 - lifetime);
    return { litter, life: i + 1 };
  });
}

/** Counts one particle after another. */
export function createCensus() {
  let [count, places, ways, lives] = [0, 0, 0, 0];
  return {
    add(x: number, y: number, velocityX: number, velocityY: number, life: number): void {
      count++;
      places += x * 1_000 + y;
      ways += (velocityX * 10 + velocityY) * (x + 1);
      lives += life * (y + 1);
    },
    result: (): Census => ({ count, places, ways, lives }),
  };
}
