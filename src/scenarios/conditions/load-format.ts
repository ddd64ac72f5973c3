import { loadLevel } from '../../content/antares/level/load-level.js';
import { type Policy, policies } from '../../content/antares/policy.js';
import type { Value } from '../../content/antares/value.js';
import type { ScenarioFormat } from '../scenario-format.js';
import { type ExpectedFault, faultOfLoad } from './fault-of-load.js';
import { entryOf, itemsOf, mapOf, merged, readScenario } from './read-scenario.js';
import { loadFormatName, loadSchema } from './scenario-schema.js';
import { readJson } from '../../content/antares/json/read-json.js';
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
function plainLevel(): Value {
  const read = readJson(new TextEncoder().encode(JSON.stringify(level)));
  if (read.ok) return read.value;
  throw new EdictError('bad-scenario', `the level of our own is broken: ${read.problem.message}`);
}

/** Conditions that must load, or must be refused at a place. */
export const loadFormat: ScenarioFormat = {
  format: loadFormatName,
  load(file) {
    const { data, document } = readScenario(file, loadSchema);
    const plain = plainLevel();
    const [bad, good] = (['bad', 'good'] as const).map((key) =>
      itemsOf(entryOf(document, key)).map((entry) => levelOf(plain, entry)),
    );
    return [
      // What is broken is broken under both policies.
      ...data.bad.map((each, i) => ({ name: each.name, run: () => faultUnder(bad[i], () => each) })),
      ...data.good.map((each, i) => ({
        name: each.name,
        run: () => faultUnder(good[i], (policy) => (policy === 'sound' ? each.sound : undefined)),
      })),
    ];
  },
};

function levelOf(plain: Value, entry: Value): Value {
  return merged(entry, [plain, entryOf(entry, 'level'), mapOf('conditions', entryOf(entry, 'conditions'))]);
}

function faultUnder(level: Value, expected: (policy: Policy) => ExpectedFault | undefined): string | undefined {
  const faults = policies.flatMap((policy) => {
    const fault = faultOfLoad(loadLevel(level, policy).problems, expected(policy));
    return fault === undefined ? [] : [`policy ${policy}: ${fault}`];
  });
  return faults.length === 0 ? undefined : faults.join('\n');
}
