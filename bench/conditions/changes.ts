import { createDice } from '../expressions/dice.js';
import { type Pair, cellSorts, drawHarmless } from './cells.js';
import type { WatchedLevel } from './level.js';
import type { Step } from './mix.js';

/** What is written before a sweep: nothing; every hundredth cell; every cell. */
export type Change = 'none' | 'some' | 'all';

/** Writes, by place in these arrays up to `count`. */
export interface Writes {
  count: number;
  /** Index in `cellSorts`. */
  readonly sort: Uint8Array;
  /** As `Cell.at`. */
  readonly at: Int32Array;
  readonly first: Float64Array;
  readonly second: Float64Array;
}

export interface Changes {
  readonly writes: Writes;
  /** Draws the writes before the next sweep. */
  draw(): void;
}

/** Of a thousand conditions one is made true, for one sweep. */
const firingPart = 1_000;

/**
 * What is written before each sweep. Where something is: one condition in a thousand is made true, what was made so
 * before the last sweep is harmless again, and cells that jump about have another value, together as many as shall
 * change. The same for the same seed.
 */
export function createChanges({ cells, values, firings, level }: WatchedLevel, change: Change, seed: string): Changes {
  const dice = createDice(seed);
  const codes = Uint8Array.from(cells, ({ sort }) => cellSorts.indexOf(sort));
  const [nowFirst, nowSecond] = [
    Float64Array.from(values, ([first]) => first),
    Float64Array.from(values, ([, second]) => second),
  ];
  const writes: Writes = {
    count: 0,
    sort: new Uint8Array(cells.length),
    at: new Int32Array(cells.length),
    first: new Float64Array(cells.length),
    second: new Float64Array(cells.length),
  };
  /** The draw that wrote a cell last, or keeps it for what it makes true. */
  const written = new Uint32Array(cells.length);
  let turn = 0;
  let harmful: number[] = [];
  const write = (cell: number, first: number, second: number): void => {
    if (first === nowFirst[cell] && second === nowSecond[cell]) return;
    nowFirst[cell] = first;
    nowSecond[cell] = second;
    written[cell] = turn;
    const i = writes.count++;
    writes.sort[i] = codes[cell];
    writes.at[i] = cells[cell].at;
    writes.first[i] = first;
    writes.second[i] = second;
  };
  const drawn = new Float64Array(2);
  const writeHarmless = (cell: number): void => {
    if (written[cell] !== turn && drawHarmless(cells[cell], nowFirst[cell], nowSecond[cell], dice, drawn))
      write(cell, drawn[0], drawn[1]);
  };
  const valueOf = (cell: number): Pair => [nowFirst[cell], nowSecond[cell]];

  /** Picks conditions whose cells are all free. What is written in the end is kept from other writes. */
  const pick = (): readonly Step[] => {
    const picked: Step[] = [];
    const many = Math.round(level.conditions.length / firingPart);
    for (let found = 0, tries = 0; found < many && tries < 10 * many; tries++) {
      const firing = dice.pick(firings);
      if (firing.some(({ cell }) => written[cell] === turn)) continue;
      for (const { cell } of firing) written[cell] = turn;
      picked.push(...firing);
      found++;
    }
    return picked;
  };

  return {
    writes,
    draw() {
      writes.count = 0;
      if (change === 'none') return;
      turn++;
      const before = harmful;
      const firing = pick();
      harmful = firing.map(({ cell }) => cell);
      for (const cell of before) writeHarmless(cell);
      const least = Math.round(cells.length / 100) - harmful.length;
      if (change === 'all') for (let cell = 0; cell < cells.length; cell++) writeHarmless(cell);
      else while (writes.count < least) writeHarmless(dice.below(cells.length));
      for (const { cell, value } of firing) {
        const [first, second] = typeof value === 'function' ? value(valueOf) : value;
        write(cell, first, second);
      }
    },
  };
}
