import type { Action, Level } from '../../src/content/antares/syntax.js';
import { EdictError } from '../../src/kernel/errors.js';
import { type Dice, createDice } from '../expressions/dice.js';
import { type Cell, type Pair, drawHarmless, mapSize } from './cells.js';
import { type Mixed, type MixedType, type Pool, type Step, mixedOf, shares } from './mix.js';
import { bodyAt, conditionOf, counterCount, enable, levelOf, pay, playerCount, score } from './syntax.js';

/** A level, and how to disturb it. */
export interface WatchedLevel {
  readonly level: Level;
  /** What conditions compare; its first values are those of the level. */
  readonly cells: readonly Cell[];
  readonly values: readonly Pair[];
  /** What makes a condition true, of those that are made so. */
  readonly firings: readonly (readonly Step[])[];
}

/**
 * As many conditions as bodies, by the shares of the mix, in an order in which the types come mixed. Hardly any is true
 * at first. The same for the same seed.
 */
export function makeLevel(size: number, seed: string): WatchedLevel {
  const dice = createDice(seed);
  const { pool, cells } = createPool(size, dice);
  const types = shuffled(typesOf(size), dice);
  const mixed = types.map((type) => mixedOf(type, pool, dice));
  const untimed = types.flatMap((type, i) => (type === 'time' ? [] : [i]));
  const conditions = mixed.map((one, i) => {
    const persistent = one.firing !== undefined && dice.oneIn(2);
    const again = one.firing === undefined || persistent ? [] : [i];
    return conditionOf(i, one.when, listOf(one, again, untimed, dice), {
      persistent,
      ...(one.body === undefined ? {} : { subject: one.body }),
    });
  });
  const values = cells.map((cell) => firstValue(cell, dice));
  return {
    level: levelOf(initialsOf(size, cells, values, dice), conditions),
    cells,
    values,
    firings: mixed.flatMap(({ firing }) => (firing === undefined ? [] : [firing])),
  };
}

function typesOf(size: number): readonly MixedType[] {
  const types = Object.entries(shares).flatMap(([type, percent]) =>
    Array.from({ length: Math.floor((size * percent) / 100) }, () => type as MixedType),
  );
  // What rounding left over.
  return [...types, ...Array.from({ length: size - types.length }, () => 'owner' as const)];
}

/** One to three actions; those that shall fire again and are not persistent arm themselves. */
function listOf({ body }: Mixed, again: readonly number[], others: readonly number[], dice: Dice): readonly Action[] {
  const step = dice.pick([1, -1]);
  const player = dice.oneIn(3) && body !== undefined ? undefined : dice.below(playerCount);
  const list = [
    dice.oneIn(3)
      ? pay(dice.below(playerCount), step * 200 * 256)
      : score({ player, which: dice.below(counterCount) }, step),
  ];
  if (dice.oneIn(3)) list.push(pay(dice.below(playerCount), -step * 100 * 256));
  if (again.length > 0) list.push(enable(...again, dice.pick(others)));
  return list;
}

/**
 * Bodies are handed out in an order that jumps about, so that neighbouring conditions do not read neighbouring cells.
 */
function createPool(size: number, dice: Dice): { readonly pool: Pool; readonly cells: readonly Cell[] } {
  const bodies = shuffled(
    Array.from({ length: size }, (_, i) => i),
    dice,
  );
  const cells: Cell[] = [];
  const add = (cell: Cell): number => cells.push(cell) - 1;
  const counters = Array.from({ length: playerCount * counterCount }, (_, at) => add({ sort: 'counter', at }));
  let used = 0;
  const body = (): number => {
    if (used === size)
      throw new EdictError('benchmark', `${String(size)} bodies are too few for as many conditions; take 500 or more`);
    return bodies[used++];
  };
  return { cells, pool: { body, cell: add, counterCell: (player, which) => counters[counterCount * player + which] } };
}

function firstValue(cell: Cell, dice: Dice): Pair {
  if (cell.sort === 'exists') return [1, 0];
  if (cell.sort === 'counter') return [0, 0];
  const value = new Float64Array(2);
  drawHarmless(cell, NaN, NaN, dice, value);
  return [value[0], value[1]];
}

function initialsOf(size: number, cells: readonly Cell[], values: readonly Pair[], dice: Dice): Level['initials'] {
  const bodies = Array.from({ length: size }, () => ({
    place: [dice.below(mapSize), dice.below(mapSize)] as Pair,
    owner: dice.below(playerCount + 1) - 1,
    health: 500 + dice.below(501),
  }));
  cells.forEach(({ sort, at }, i) => {
    if (sort === 'owner') bodies[at].owner = values[i][0];
    if (sort === 'health') bodies[at].health = values[i][0];
    if (sort === 'place') bodies[at].place = values[i];
  });
  return bodies.map(({ place, owner, health }) => bodyAt(place[0], place[1], owner, health));
}

function shuffled<Item>(items: readonly Item[], dice: Dice): Item[] {
  const list = [...items];
  for (let i = list.length - 1; i > 0; i--) {
    const j = dice.below(i + 1);
    [list[i], list[j]] = [list[j], list[i]];
  }
  return list;
}
