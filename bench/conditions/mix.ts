import type { When } from '../../src/content/antares/syntax.js';
import type { Dice } from '../expressions/dice.js';
import { type Cell, type Pair, mapSize } from './cells.js';
import { counterCount, initial, lookAt, playerCount } from './syntax.js';

/** The types of conditions that are mixed, with their share in percent. */
export const shares = { owner: 35, score: 20, distance: 15, time: 10, destroyed: 8, health: 6, count: 6 } as const;
export type MixedType = keyof typeof shares;

/** A write that makes a condition true, by cell; a value may depend on that of another cell. */
export interface Step {
  readonly cell: number;
  readonly value: Pair | ((valueOf: (cell: number) => Pair) => Pair);
}

export interface Mixed {
  readonly when: When;
  /** The initial that it is about, if it is about one. */
  readonly body: number | undefined;
  /** What makes it true; undefined: it is not made so. */
  readonly firing: readonly Step[] | undefined;
}

/** Hands out what conditions read: each body to one of them. */
export interface Pool {
  /** The next body that nobody reads. */
  body(): number;
  /** Notes a cell that is read, and gives its index. */
  cell(cell: Cell): number;
  counterCell(player: number, which: number): number;
}

/** Sweeps over which the moments are spread that conditions wait for, and ticks between sweeps. */
export const sweepsWaited = 200_000;
export const period = 90;

export function mixedOf(type: MixedType, pool: Pool, dice: Dice): Mixed {
  switch (type) {
    case 'owner':
      return ownerOf(pool, dice);
    case 'score':
      return scoreOf(pool, dice);
    case 'distance':
      return distanceOf(pool, dice);
    case 'time':
      return {
        when: lookAt({
          type: 'time',
          op: dice.pick(['ge', 'ge', 'ge', 'gt', 'eq']),
          duration: period * (1 + dice.below(sweepsWaited)),
          legacyStartTime: false,
        }),
        body: undefined,
        firing: undefined,
      };
    case 'destroyed':
      return destroyedOf(pool);
    case 'health':
      return healthOf(pool, dice);
    case 'count':
      return dice.oneIn(5) ? negationOf(pool) : countOf(pool, dice);
  }
}

function ownerOf(pool: Pool, dice: Dice): Mixed {
  const [body, player] = [pool.body(), dice.below(playerCount)];
  const cell = pool.cell({ sort: 'owner', at: body, asked: player });
  return {
    when: lookAt({ type: 'owner', op: 'eq', object: initial(body), player }),
    body,
    firing: [{ cell, value: [player, 0] }],
  };
}

/**
 * Counters go from 0 to 499: beyond wait the orders, and in between what is asked for exactly, so that writing it lets
 * one fire.
 */
function scoreOf(pool: Pool, dice: Dice): Mixed {
  const counter = { player: dice.below(playerCount), which: dice.below(counterCount) };
  const cell = pool.counterCell(counter.player, counter.which);
  const op = dice.pick(['eq', 'ge', 'gt', 'ge', 'lt', 'le'] as const);
  const value =
    op === 'eq'
      ? 600 + dice.below(400)
      : op === 'ge' || op === 'gt'
        ? 1_000 + dice.below(30_000)
        : -100 - dice.below(30_000);
  return {
    when: lookAt({ type: 'score', op, counter, value }),
    body: undefined,
    firing: op === 'eq' ? [{ cell, value: [value, 0] }] : undefined,
  };
}

function distanceOf(pool: Pool, dice: Dice): Mixed {
  const [from, to] = [pool.body(), pool.body()];
  const [here, there] = [pool.cell({ sort: 'place', at: from }), pool.cell({ sort: 'place', at: to })];
  const isNear = !dice.oneIn(10);
  const value = isNear ? 100 + dice.below(400) : 2 * mapSize;
  const when = lookAt({
    type: 'distance',
    op: isNear ? dice.pick(['lt', 'le']) : 'gt',
    from: initial(from),
    to: initial(to),
    value,
  });
  const step: Step = {
    cell: here,
    value: (valueOf) => {
      const [x, y] = valueOf(there);
      return [x + 30, y - 40];
    },
  };
  return { when, body: from, firing: isNear ? [step] : undefined };
}

function destroyedOf(pool: Pool): Mixed {
  const body = pool.body();
  const cell = pool.cell({ sort: 'exists', at: body, isWaitedFor: true });
  return {
    when: lookAt({ type: 'destroyed', op: 'eq', object: initial(body), value: true }),
    body,
    firing: [{ cell, value: [0, 0] }],
  };
}

/** Harmless bodies have half of their health or more. */
function healthOf(pool: Pool, dice: Dice): Mixed {
  const body = pool.body();
  const cell = pool.cell({ sort: 'health', at: body });
  const when = lookAt({
    type: 'health',
    op: dice.pick(['lt', 'le']),
    object: initial(body),
    value: 0.1 + dice.below(30) / 100,
  });
  return { when, body, firing: [{ cell, value: [50, 0] }] };
}

function negationOf(pool: Pool): Mixed {
  const body = pool.body();
  const cell = pool.cell({ sort: 'health', at: body });
  const of = [lookAt({ type: 'health', op: 'ge', object: initial(body), value: 0.4 })];
  return { when: lookAt({ type: 'count', op: 'eq', value: 0, of }), body, firing: [{ cell, value: [50, 0] }] };
}

/** All of: one that is seldom true, and one or two that are often so. */
function countOf(pool: Pool, dice: Dice): Mixed {
  const seldom = ownerOf(pool, dice);
  const often = Array.from({ length: 1 + dice.below(2) }, () => oftenTrue(pool, dice));
  const of = [seldom.when, ...often.map(({ when }) => when)];
  const steps = [seldom, ...often].map(({ firing }) => firing);
  return {
    when: lookAt({ type: 'count', op: dice.pick(['ge', 'eq']), value: of.length, of }),
    body: seldom.body,
    firing: steps.every((step) => step !== undefined) ? steps.flat() : undefined,
  };
}

function oftenTrue(pool: Pool, dice: Dice): Mixed {
  switch (dice.below(5)) {
    case 0: {
      const counter = { player: dice.below(playerCount), which: dice.below(counterCount) };
      pool.counterCell(counter.player, counter.which);
      return { when: lookAt({ type: 'score', op: 'ge', counter, value: 250 }), body: undefined, firing: undefined };
    }
    case 1: {
      const body = pool.body();
      const cell = pool.cell({ sort: 'health', at: body });
      return {
        when: lookAt({ type: 'health', op: 'gt', object: initial(body), value: 0.75 }),
        body,
        firing: [{ cell, value: [900, 0] }],
      };
    }
    case 2: {
      const [body, player] = [pool.body(), dice.below(playerCount)];
      const cell = pool.cell({ sort: 'owner', at: body });
      return {
        when: lookAt({ type: 'owner', op: 'ne', object: initial(body), player }),
        body,
        firing: [{ cell, value: [(player + 1) % playerCount, 0] }],
      };
    }
    case 3: {
      const { when, firing } = freelyDestroyed(pool);
      return {
        when: lookAt({ type: 'count', op: 'ge', value: 1, of: [when, oftenTrue(pool, dice).when] }),
        body: undefined,
        firing,
      };
    }
    default:
      return freelyDestroyed(pool);
  }
}

function freelyDestroyed(pool: Pool): Mixed {
  const body = pool.body();
  const cell = pool.cell({ sort: 'exists', at: body });
  return {
    when: lookAt({ type: 'destroyed', op: 'eq', object: initial(body), value: true }),
    body,
    firing: [{ cell, value: [0, 0] }],
  };
}
