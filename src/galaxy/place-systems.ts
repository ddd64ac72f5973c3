import type { Handle, World } from '../world/api.js';
import type { Chooser } from './chooser.js';
import type { Point } from './grid.js';
import { starNames } from './names.js';
import { drawStarMap } from './star-map.js';
import type { StarColour } from './words.js';

export interface SystemSite extends Point {
  readonly handle: Handle;
  readonly name: string;
  readonly neighbours: readonly number[];
}

const starWeights: Readonly<Record<StarColour, number>> = {
  dark: 8,
  red: 22,
  orange: 24,
  yellow: 24,
  white: 14,
  blue: 8,
};

/** Systems with their stars and lanes, by the index of the star map. */
export function placeSystems(world: World, count: number, choose: Chooser): readonly SystemSite[] {
  const { points, lanes } = drawStarMap(count, choose);
  const names = starNames(count, choose);
  const neighbours: number[][] = points.map(() => []);
  const systems = points.map(({ x, y }, index) => ({
    handle: world.spawn({
      kind: 'system',
      name: names[index],
      place: { x, y },
      values: { starColour: choose.weighted(starWeights) },
    }),
    name: names[index],
    x,
    y,
    neighbours: neighbours[index],
  }));
  for (const [from, to] of lanes) {
    world.connect(systems[from].handle, systems[to].handle);
    neighbours[from].push(to);
    neighbours[to].push(from);
  }
  return systems;
}
