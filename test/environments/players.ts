import type { Handle, World } from '../../src/world/api.js';

/** Writes an order, which is taken back after the turn. */
type Give = (object: Handle, property: string, value: Handle | string) => void;

/** Gives the orders of one empire for a turn. */
export type Player = (world: World, empire: Handle, give: Give) => void;

/** Numbers from 0 to below 1 that are the same in every run. */
export function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

const works = ['industry', 'research', 'defence'];
const designs = ['scout', 'outpost', 'warship'];
const fields = ['tools', 'learning', 'medicine', 'weapons'];

/** Orders anything of everybody. */
export function randomPlayer(seed: number): Player {
  const number = numbersFrom(seed);
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(number() * (list.length + 1))];
  return (world, empire, give) => {
    const order = (object: Handle, property: string, values: readonly (Handle | string)[]): void => {
      const value = pick(values);
      if (value !== undefined) give(object, property, value);
    };
    order(empire, 'orderedField', fields);
    for (const colony of world.query({ kind: 'colony', owner: empire })) {
      order(colony, 'orderedWork', works);
      order(colony, 'orderedShip', designs);
    }
    for (const ship of world.query({ kind: 'ship', owner: empire })) {
      order(ship, 'destination', world.relations.neighbours(world.parentOf(ship) ?? 0));
      order(ship, 'task', ['settle']);
    }
  };
}

/** Settles what it can, learns, and then goes for its rival: what the content's `prefer` says, in short. */
export const scriptedPlayer: Player = (world, empire, give) => {
  const number = (object: number, column: string): number => Number(world.get(object, column));
  const colonies = world.query({ kind: 'colony', owner: empire });
  const ships = world.query({ kind: 'ship', owner: empire });
  const stock = number(empire, 'earned') - number(empire, 'spent');
  give(
    empire,
    'orderedField',
    fields.reduce((least, field) => (number(empire, field) < number(empire, least) ? field : least)),
  );
  const outposts = ships.filter((ship) => world.get(ship, 'design') === 'outpost').length;
  for (const colony of colonies) {
    const isRich = number(colony, 'wealth') >= 9;
    give(colony, 'orderedWork', isRich ? 'industry' : 'research');
    if (colonies.length < 12 && outposts < 2) give(colony, 'orderedShip', 'outpost');
    else if (stock >= 40) give(colony, 'orderedShip', 'warship');
  }
  const goal = world.get(empire, 'goal');
  const aim = typeof goal === 'number' && world.isLive(goal) ? world.parentOf(goal) : null;
  const away = jumpsFrom(world, aim);
  for (const ship of ships) {
    const at = world.parentOf(ship) ?? 0;
    const near = world.relations.neighbours(at);
    const design = world.get(ship, 'design');
    if (design === 'outpost' && number(at, 'free') > 0) {
      give(ship, 'task', 'settle');
      continue;
    }
    const isWanted = (system: Handle): boolean =>
      design === 'outpost' ? number(system, 'free') > 0 : design === 'scout' && number(system, 'surveyed') === 0;
    const next =
      near.find(isWanted) ?? near.find((system) => (away.get(system) ?? Infinity) < (away.get(at) ?? Infinity));
    if (next !== undefined) give(ship, 'destination', next);
  }
};

function jumpsFrom(world: World, start: Handle | null): ReadonlyMap<number, number> {
  const away = new Map<number, number>(start === null ? [] : [[start, 0]]);
  for (const [system, jumps] of away)
    for (const next of world.relations.neighbours(system)) if (!away.has(next)) away.set(next, jumps + 1);
  return away;
}

/**
 * Runs a turn with the orders of each empire's player, as an environment does: they are written before and taken back
 * after it.
 */
export function playTurn(world: World, players: readonly Player[]): void {
  const given: (readonly [Handle, string])[] = [];
  world.query({ kind: 'empire' }).forEach((empire, index) => {
    players[index](world, empire, (object, property, value) => {
      world.set(object, property, value);
      given.push([object, property]);
    });
  });
  world.step();
  for (const [object, property] of given) if (world.isLive(object)) world.set(object, property, null);
}
