import type { PlaceOption, World } from '../world/api.js';
import type { Chooser } from './chooser.js';
import type { SystemSite } from './place-systems.js';
import type { SettledEmpire } from './settle-empires.js';

const fleet = { scout: 14, freighter: 34, frigate: 48, ark: 4 };
const wild = { drake: 14, wisp: 16, leviathan: 5, corsair: 12, mote: 53 };
/** Ships that belong to empires; the rest lives wild. */
const ownedShare = 0.68;

/** Ships of empires near their homes, and what lives between the stars anywhere; some of each on lanes. */
export function placeShips(
  world: World,
  systems: readonly SystemSite[],
  empires: readonly SettledEmpire[],
  count: number,
  choose: Chooser,
): void {
  const ofEmpire = Math.max(1, Math.floor((count * ownedShare) / empires.length));
  let placed = 0;
  for (const empire of empires) {
    for (let i = 0; i < ofEmpire && placed < count; i++, placed++) {
      const className = i === 0 ? 'flagship' : choose.weighted(fleet);
      const system = i === 0 ? empire.home : stroll(systems, empire.home, choose.whole(5), choose);
      world.spawn({ class: className, owner: empire.handle, ...berth(systems, system, choose) });
    }
  }
  for (; placed < count; placed++) {
    world.spawn({ class: choose.weighted(wild), ...berth(systems, choose.whole(systems.length), choose) });
  }
}

/** In the system, or under way from it to one of its neighbours. */
function berth(
  systems: readonly SystemSite[],
  at: number,
  choose: Chooser,
): { place: PlaceOption; values?: Record<string, number> } {
  const { handle, neighbours } = systems[at];
  if (neighbours.length === 0 || choose.chance(0.8)) return { place: { in: handle } };
  const heading = systems[choose.pick(neighbours)].handle;
  const progress = 0.1 + 0.8 * choose.number();
  return {
    place: { lane: [handle, heading], fraction: progress },
    values: { leaving: handle, heading, destination: heading, progress },
  };
}

function stroll(systems: readonly SystemSite[], from: number, steps: number, choose: Chooser): number {
  let at = from;
  for (let i = 0; i < steps && systems[at].neighbours.length > 0; i++) at = choose.pick(systems[at].neighbours);
  return at;
}
