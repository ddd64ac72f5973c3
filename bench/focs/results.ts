import type { Timing } from '../measure.js';
import type { Result } from '../report.js';
import type { GameTimes, PassTiming } from './case.js';
import type { LoadFound } from './load-process.js';

export type Universe = 'mid' | 'large';

interface TheirTimes {
  readonly c: readonly [number, number];
  readonly a: readonly [number, number];
  readonly turn: number;
}

/**
 * What the game itself takes, with one thread for effects: milliseconds of conditions and of effects, and of a whole
 * turn. Measured on another day, on a machine of the same sort.
 */
const theirs: Readonly<Record<Universe, TheirTimes>> = {
  mid: { c: [15.4, 6.5], a: [20.2, 13.7], turn: 81 },
  large: { c: [425, 164], a: [2_316, 655], turn: 4_145 },
};

/** The name of the ratio to them, which is to no peer of the same run. */
export const gameRatio = 'game (another day)';

export function gameText(universe: Universe): string {
  const { c, a, turn } = theirs[universe];
  return `c ${c.join(' + ')}, a ${a.join(' + ')}, turn ${String(turn)}`;
}

/** The passes of a game, each with its parts. */
export function resultsOf(universe: Universe, { objects, passes, reference }: GameTimes): readonly Result[] {
  return passes.flatMap((timing) =>
    passResults(universe, objects, timing, timing.pass === 'c' ? reference : undefined),
  );
}

function passResults(
  universe: Universe,
  n: number,
  { pass, total, parts, unchanged }: PassTiming,
  reference: number | undefined,
): readonly Result[] {
  const name = `${universe} ${pass === 'all' ? 'turn' : pass}`;
  const game =
    pass === 'a' || pass === 'c' ? theirs[universe][pass][0] + theirs[universe][pass][1] : theirs[universe].turn;
  const slower = (ms: Timing): Record<string, number> =>
    reference === undefined ? {} : { reference: reference / ms.median };
  return [
    {
      name,
      n,
      ms: total,
      ratios: {
        ...slower(total),
        ...(unchanged === undefined ? {} : { unchanged: total.median / unchanged.median }),
        [gameRatio]: game / total.median,
      },
    },
    ...Object.entries(parts).map(([part, ms]) => ({ name: `${name} ${part}`, n, ms })),
    ...(unchanged === undefined ? [] : [{ name: `${name} unchanged`, n, ms: unchanged, ratios: slower(unchanged) }]),
  ];
}

export function loadResults({
  groups: n,
  objects,
  warm,
  cold,
  game,
  session,
  arena,
  peak,
}: LoadFound): readonly Result[] {
  return [
    { name: 'load', n, ms: warm },
    { name: 'load cold', n, ms: { min: cold, median: cold, spread: 0 } },
    { name: 'memory peak', n, bytes: peak },
    { name: 'memory game', n, bytes: game },
    { name: 'memory session', n: objects, bytes: session },
    { name: 'memory state', n: objects, bytes: arena },
  ];
}

/** Sizes from the smallest, each with its ratio to that; the largest with the power by which time grows. */
export function scaleResults(sizes: readonly GameTimes[]): readonly Result[] {
  const points = sizes.map(({ objects, passes: [{ total }] }) => ({ n: objects, ms: total }));
  return points.map(({ n, ms }, i) => ({
    name: `scale ${String(Math.round(n / points[0].n))}`,
    n,
    ms,
    ...(i === 0 ? {} : { ratios: { one: points[0].ms.median / ms.median } }),
    ...(i === 0 || i < points.length - 1
      ? {}
      : { exponent: exponentOf(points.map(({ n: size, ms: { median } }) => [size, median])) }),
  }));
}

/** The slope of the line that is nearest to the points in a plane of logarithms. */
export function exponentOf(points: readonly (readonly [number, number])[]): number {
  const logarithms = points.map(([x, y]) => [Math.log(x), Math.log(y)] as const);
  const mean = (axis: 0 | 1): number => logarithms.reduce((sum, point) => sum + point[axis], 0) / logarithms.length;
  const [x, y] = [mean(0), mean(1)];
  const along = logarithms.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  return along / logarithms.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
}
