import { readJson } from '../../content/antares/json/read-json.js';
import type { Value } from '../../content/antares/value.js';
import { EdictError } from '../../kernel/errors.js';

const body = ['can_be_destination', 'can_accept_destination', 'can_be_hit', 'can_collide', 'hated', 'appear_on_radar'];
const place = ['can_be_destination', 'is_destination', 'can_accept_build', 'appear_on_radar'];

const level = {
  players: [
    { type: 'human', cash: 1_280_000 },
    { type: 'cpu', cash: 1_280_000 },
  ],
  initials: [
    { base: 'planet', owner: 1, position: [0, -90_000] },
    { base: 'ship', owner: 0, position: [0, 0], flagship: true },
    { base: 'ship', owner: 0, position: [5_000, 0] },
    { base: 'ship', owner: 0, position: [9_000, 0], hidden: true },
    { base: 'drone', owner: 1, position: [0, 40_000] },
    { base: 'station', owner: 1, position: [60_000, 0] },
    { base: 'depot', position: [-60_000, 0] },
    { base: 'mine', owner: 0, position: [-40_000, 40_000] },
  ],
  bases: {
    planet: { maxHealth: -1, maxSpeed: 0.5, destination: true, attributes: place, tags: { planet: true } },
    ship: { maxHealth: 1_000, maxSpeed: 5.5, attributes: body, tags: { armed: true } },
    drone: { maxHealth: 400, maxSpeed: 2.5, attributes: body, tags: { light: true } },
    station: {
      maxHealth: 500,
      maxSpeed: 0.5,
      destination: true,
      occupyCount: 5,
      attributes: [...place, 'can_be_hit', 'neutral_death'],
      tags: { station: true },
    },
    depot: { maxHealth: 300, maxSpeed: 0.5, destination: true, attributes: place, tags: { depot: true } },
    mine: { maxHealth: 100, maxSpeed: 5.5, attributes: body, tags: { mine: true } },
  },
};

/** The level that conditions are loaded into where a file brings none: two players and eight initials. */
export function plainLevel(): Value {
  const read = readJson(new TextEncoder().encode(JSON.stringify(level)));
  if (read.ok) return read.value;
  throw new EdictError('bad-scenario', `the level of our own is broken: ${read.problem.message}`);
}
