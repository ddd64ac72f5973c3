import { unitsAt } from './asking.js';
import { type Facts, type Thing, type Type, cityAt, listed, playerOf, plotOf } from './facts.js';

/** A relation to the objects of a type. */
export interface Relation {
  readonly name: string;
  readonly to: Type;
  readonly distance: number;
  /** Whether what is near is there once, however often it is met. */
  readonly once: boolean;
}

/** Names of relations. */
export const relations = ['ASSOCIATED', 'SAME_PLOT', 'NEAR', 'TRADE', 'WORKING'].map((name) => `RELATION_${name}`);

const placed: readonly Type[] = ['CITY', 'UNIT', 'PLOT'];

/** Whether a relation leads from one type to another. */
export function leads(name: string, from: Type, to: Type): boolean {
  switch (name) {
    case 'RELATION_ASSOCIATED':
      return true;
    case 'RELATION_SAME_PLOT':
    case 'RELATION_NEAR':
      return placed.includes(from);
    case 'RELATION_TRADE':
      return from === 'CITY' && to === 'CITY';
    case 'RELATION_WORKING':
      return (from === 'CITY' && to === 'PLOT') || (from === 'PLOT' && to === 'CITY');
    default:
      return false;
  }
}

/** What an object is related to, in order. */
export function related(facts: Facts, thing: Thing, { name, to, distance, once }: Relation): readonly Thing[] {
  if (!leads(name, thing.type, to)) return [];
  switch (name) {
    case 'RELATION_ASSOCIATED':
      return associated(facts, thing, to);
    case 'RELATION_SAME_PLOT':
      return samePlot(facts, plotOf(thing), to);
    case 'RELATION_NEAR': {
      const all = square(facts, plotOf(thing), distance).flatMap((plot) => samePlot(facts, plot, to));
      return once ? [...new Set(all)] : all;
    }
    case 'RELATION_TRADE':
      return thing.trade;
    default:
      return thing.type === 'CITY' ? thing.working : there(thing.worker);
  }
}

function there(thing: Thing | undefined): readonly Thing[] {
  return thing === undefined ? [] : [thing];
}

function samePlot(facts: Facts, plot: Thing | undefined, to: Type): readonly Thing[] {
  return plot === undefined ? [] : associated(facts, plot, to);
}

function associated(facts: Facts, thing: Thing, to: Type): readonly Thing[] {
  if (to === 'GAME') return [facts.game];
  if (thing.type === to) return [thing];
  switch (thing.type) {
    case 'GAME':
      return listed(facts, to);
    case 'TEAM':
      return listed(facts, to).filter((each) => {
        const player = playerOf(each);
        return player?.team === thing && player.alive;
      });
    case 'PLAYER':
      return to === 'TEAM' ? there(thing.team) : ownedBy(facts, thing, to);
    default:
      return aroundPlot(facts, thing, to);
  }
}

function ownedBy({ cities, units, plots }: Facts, player: Thing, to: Type): readonly Thing[] {
  return [...cities, ...units, ...plots].filter((each) => each.type === to && each.owner === player);
}

function aroundPlot(facts: Facts, thing: Thing, to: Type): readonly Thing[] {
  switch (to) {
    case 'TEAM':
      return there(thing.owner?.team);
    case 'PLAYER':
      return there(thing.owner);
    case 'CITY':
      return there(cityAt(facts, thing));
    case 'UNIT':
      return unitsAt(facts, thing);
    default:
      return there(plotOf(thing));
  }
}

function square(
  {
    data: {
      map: { width, height, wrapX, wrapY },
    },
    plots,
  }: Facts,
  middle: Thing | undefined,
  distance: number,
): readonly Thing[] {
  if (middle === undefined) return [];
  const found: Thing[] = [];
  const placeOf = (at: number, size: number, wraps: boolean): number => (wraps ? ((at % size) + size) % size : at);
  for (let x = middle.x - distance; x <= middle.x + distance; x++) {
    for (let y = middle.y - distance; y <= middle.y + distance; y++) {
      const column = placeOf(x, width, wrapX);
      const line = placeOf(y, height, wrapY);
      if (column >= 0 && column < width && line >= 0 && line < height) found.push(plots[line * width + column]);
    }
  }
  return found;
}
