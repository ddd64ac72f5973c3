import type { World } from '../world/api.js';
import type { Chooser } from './chooser.js';
import type { PlanetSite } from './place-planets.js';
import type { SystemSite } from './place-systems.js';

const workplaces = { farm: 35, mine: 22, laboratory: 18, market: 16, exchange: 6, monolith: 3 };
/** What stands on worlds where nobody lives. */
const relics = { monolith: 4, mine: 50, laboratory: 20, farm: 18 };

const ofPlanets = {
  oldRoad: 22,
  ringDust: 26,
  singingSand: 22,
  oreVein: 9,
  spring: 5,
  resonance: 3,
  brood: 4,
  observatory: 2,
  lens: 2,
  plague: 1,
};
/** These are sure to be found where people live. */
const sure = ['oreVein', 'spring', 'observatory', 'lens'];
const ofSystems = { ringDust: 70, anomaly: 14, shrine: 16 };
const fieldClasses = { ionStorm: 35, nebula: 40, duskCloud: 25 };

/** Buildings, most of them where people live. */
export function placeBuildings(world: World, planets: readonly PlanetSite[], count: number, choose: Chooser): void {
  const settled = planets.filter(({ population }) => population > 0);
  for (let i = 0; i < count; i++) {
    const lived = settled.length > 0 && choose.chance(0.7);
    const { handle } = choose.pick(lived ? settled : planets);
    const [owner = null] = world.ownersOf(handle);
    const className = lived ? choose.weighted(workplaces) : choose.weighted(relics);
    world.spawn({ class: className, owner, place: { in: handle }, values: { level: choose.chance(0.2) ? 2 : 1 } });
  }
}

/** Specials on planets, in systems and, as patrons, on buildings. */
export function placeSpecials(
  world: World,
  systems: readonly SystemSite[],
  planets: readonly PlanetSite[],
  count: number,
  choose: Chooser,
): void {
  const patrons = Math.round(count * 0.03);
  const buildings = world.query({ kind: 'building' });
  const settled = planets.filter(({ population }) => population > 0);
  for (let i = 0; i < count; i++) {
    const values = { strength: 1 + choose.whole(3) / 2 };
    if (i < patrons) world.spawn({ class: 'patron', place: { in: choose.pick(buildings) }, values });
    else if (i - patrons < sure.length && settled.length > 0)
      world.spawn({ class: sure[i - patrons], place: { in: choose.pick(settled).handle }, values });
    else if (choose.chance(0.12))
      world.spawn({ class: choose.weighted(ofSystems), place: { in: choose.pick(systems).handle }, values });
    else
      world.spawn({
        class: choose.weighted(ofPlanets),
        place: { in: choose.pick(settled.length > 0 && choose.chance(0.25) ? settled : planets).handle },
        values,
      });
  }
}

/** Fields, half of them in systems, half between. */
export function placeFields(world: World, systems: readonly SystemSite[], count: number, choose: Chooser): void {
  for (let i = 0; i < count; i++) {
    const { handle, x, y } = choose.pick(systems);
    const place = choose.chance(0.5)
      ? { in: handle }
      : { x: x + 60 * (choose.number() - 0.5), y: y + 60 * (choose.number() - 0.5) };
    world.spawn({ class: choose.weighted(fieldClasses), place, values: { extent: 15 + 25 * choose.number() } });
  }
}
