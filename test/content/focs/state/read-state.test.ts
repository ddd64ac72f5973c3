import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { objectsOfType, parseState, readState } from '../../../../src/content/focs/state/read-state.js';
import { EdictError } from '../../../../src/kernel/errors.js';
import { emptyState, plain } from '../../../support/focs-state.js';

const fixtures = fileURLToPath(new URL('../../../../../shared/fixtures/freeorion/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'edict-state-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const system = { ...plain.system, id: 1, name: 'Here', starlanes: [2] };
const other = { ...plain.system, id: 2, name: 'There', starlanes: [1] };
const planet = {
  ...plain.planet,
  id: 3,
  name: 'Here I',
  system: 1,
  owner: 7,
  meters: { POPULATION: { initial: 1, current: 2.5 } },
  specials: { NICE_SPECIAL: { since: 3, capacity: 0 } },
};
const small = {
  ...emptyState,
  turn: 3,
  universeWidth: 10,
  ignored: { deep: [1] },
  empires: [{ ...plain.empire, id: 7, name: 'Seven', capital: 3, techs: { A_TECH: 1 }, buildingTypesAvailable: ['B'] }],
  designs: [{ ...plain.design, id: 4, name: 'D', hull: 'H', parts: ['', 'P'] }],
  visibility: { 7: { 3: 'full', 1: 'basic' } },
  supply: {
    networkUsedByPassC: { resourceGroups: { 7: [[1, 2]] }, fleetSupplyableSystems: { 7: [2] } },
    networkAfterPassC: { 7: [[1]] },
  },
  objects: [system, other, planet],
};

function failure(run: () => unknown): EdictError {
  try {
    run();
  } catch (error) {
    if (error instanceof EdictError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

const refused = (change: object): string =>
  failure(() => parseState('game.json', JSON.stringify({ ...small, ...change }))).message;

function written(name: string, data: string | Uint8Array): string {
  const file = join(folder, name);
  writeFileSync(file, data);
  return file;
}

describe('a state as data', () => {
  it('has typed objects, and maps where the file has names as keys', () => {
    const state = parseState('game.json', JSON.stringify(small));
    expect(state.turn).toBe(3);
    const [read] = objectsOfType(state, 'Planet');
    expect(read.meters.get('POPULATION')).toEqual({ initial: 1, current: 2.5 });
    expect([...read.specials.keys()]).toEqual(['NICE_SPECIAL']);
    expect(state.empires[0].techs.get('A_TECH')).toBe(1);
    expect(state.visibility.get(7)?.get(3)).toBe('full');
    expect(state.supply.networkUsedByPassC?.resourceGroups.get(7)).toEqual([[1, 2]]);
  });

  it('reads plain and compressed files alike', () => {
    const text = JSON.stringify(small);
    expect(readState(written('plain.json', text))).toEqual(readState(written('packed.json.gz', gzipSync(text))));
  });

  it('takes names that objects have by nature for names', () => {
    const text = JSON.stringify(small).replace('POPULATION', '__proto__').replace('NICE_SPECIAL', 'constructor');
    const [read] = objectsOfType(parseState('game.json', text), 'Planet');
    expect([...read.specials.keys()]).toEqual(['constructor']);
    expect(read.meters.get('POPULATION')).toBeUndefined();
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });
});

describe('a file that is no sound state is one error that names it', () => {
  it('missing, a folder', () => {
    expect(failure(() => readState(join(folder, 'none.json'))).message).toMatch(
      /^edict: .*none\.json does not exist; check the path$/,
    );
    expect(failure(() => readState(folder)).culprit).toBe(folder);
  });

  it('compressed data that is cut off or is none', () => {
    const packed = gzipSync(JSON.stringify(small));
    expect(failure(() => readState(written('cut.json.gz', packed.subarray(0, packed.length - 20)))).message).toMatch(
      /cut\.json\.gz is cut off/,
    );
    expect(failure(() => readState(written('plain.json.gz', '{}'))).message).toMatch(
      /plain\.json\.gz is not a gzip file/,
    );
    const damaged = Uint8Array.from(packed);
    damaged.fill(0xff, 20, 60);
    expect(failure(() => readState(written('damaged.json.gz', damaged))).message).toMatch(
      /damaged\.json\.gz (is not a gzip file, or is damaged|is cut off)/,
    );
  });

  it('no JSON, no text', () => {
    expect(failure(() => readState(written('cut.json', JSON.stringify(small).slice(0, 100)))).message).toMatch(
      /cut\.json is not valid JSON/,
    );
    expect(failure(() => readState(written('bytes.json', Uint8Array.of(0x7b, 0xff, 0xfe)))).message).toMatch(
      /bytes\.json is not text: it is not valid UTF-8/,
    );
  });

  it('in one line without control characters, whatever it quotes from the file', () => {
    const texts = ['{\n"a": \r\n\u001b[31mx\u2028\n}', '\n\n\u0000', '{"format": "a\\u2028\\u009b\\u202e"}'];
    const hostile = JSON.stringify(small)
      .replace('NICE_SPECIAL', 'a\\n\\u001b[31m')
      .replace('"capacity":0', '"capacity":"much"');
    for (const text of [...texts, hostile]) {
      const { message } = failure(() => parseState('game.json', text));
      expect(message).toMatch(/^edict: game\.json (is|has) [^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+$/u);
    }
  });

  it('another format, or none', () => {
    expect(refused({ format: 'freeorion-state/2' })).toMatch(
      /game\.json is of format "freeorion-state\/2"; .*"freeorion-state\/1"/,
    );
    expect(refused({ format: undefined })).toMatch(/game\.json has no "format"/);
    expect(failure(() => parseState('game.json', '[1]')).code).toBe('wrong-format');
    expect(failure(() => parseState('game.json', 'null')).code).toBe('wrong-format');
  });

  it('a field that is missing or of a wrong type', () => {
    expect(refused({ turn: undefined })).toMatch(
      /game\.json is not a valid state: line \d+, column \d+: turn is missing, expected a number/,
    );
    expect(refused({ objects: [system, other, { ...planet, planetSize: 5 }] })).toMatch(
      /objects\[2\]\.planetSize is 5, expected text/,
    );
    expect(refused({ objects: [{ ...system, x: null }] })).toMatch(/objects\[0\]\.x is null, expected a number/);
    expect(refused({ objects: [{ ...system, type: 'Comet' }] })).toMatch(/objects\[0\]\.type is /);
    expect(refused({ turn: 'x', universeWidth: 'y' })).toMatch(/and 1 more/);
    expect(refused({ turn: 0 })).toMatch(/turn is 0, expected /);
    expect(refused({ supply: {} })).toMatch(/supply\.networkUsedByPassC is missing/);
    expect(refused({ visibility: { x: {} } })).toMatch(/the key "x" in visibility is not right/);
    expect(refused({ diplomacy: [{ empires: [7], status: 'war' }] })).toMatch(/diplomacy\[0\]\.empires is /);
    expect(refused({ diplomacy: [{ empires: [7, 7], status: 'truce' }] })).toMatch(/diplomacy\[0\]\.status is /);
  });

  it('meters that are no numbers of 32 bits', () => {
    const withMeters = (meters: unknown): string => refused({ objects: [{ ...system, meters }] });
    expect(withMeters([])).toMatch(/objects\[0\]\.meters is not right: expected a map of meters/);
    expect(withMeters({ STEALTH: 5 })).toMatch(/objects\[0\]\.meters\.STEALTH is not right: .*initial and current/);
    expect(withMeters({ STEALTH: { initial: 5 } })).toMatch(/objects\[0\]\.meters\.STEALTH is not right: /);
    expect(withMeters({ STEALTH: { initial: 5, current: 1e39 } })).toMatch(
      /objects\[0\]\.meters\.STEALTH is not right: /,
    );
    expect(withMeters({ STEALTH: { initial: '5', current: 1 }, SPEED: null })).toMatch(
      /STEALTH is not right: .*and 1 more/,
    );
    const endless = JSON.stringify({
      ...small,
      objects: [{ ...system, meters: { STEALTH: { initial: 5, current: 12345 } } }],
    }).replace('12345', '1e999');
    expect(failure(() => parseState('game.json', endless)).message).toMatch(
      /objects\[0\]\.meters\.STEALTH is not right: /,
    );
  });

  it('ids that name nothing', () => {
    expect(refused({ objects: [system, planet] })).toMatch(/starlanes of object 1 is 2, which is not a System/);
    expect(refused({ objects: [system, other, { ...planet, owner: 9 }] })).toMatch(/owner of object 3 is empire 9/);
    expect(refused({ objects: [system, other, planet, planet] })).toMatch(/two objects have the id 3/);
    expect(refused({ objects: [system, other] })).toMatch(/capital of empire 7 is object 3/);
    expect(refused({ empires: [small.empires[0], small.empires[0]] })).toMatch(/two empires have the id 7/);
    expect(refused({ designs: [small.designs[0], small.designs[0]] })).toMatch(/two designs have the id 4/);
    expect(refused({ diplomacy: [{ empires: [7, 8], status: 'war' }] })).toMatch(/diplomacy is of empire 8/);
    expect(refused({ diplomacy: [{ empires: [7, 7], status: 'war' }] })).toMatch(
      /diplomacy is of empire 7 with itself/,
    );
    expect(refused({ objects: [{ ...system, wormholes: [3] }, other, planet] })).toMatch(
      /wormholes of object 1 is 3, which is not a System/,
    );
  });

  it.each([
    [
      { ...plain.building, id: 5, name: 'B', buildingType: 'B', planet: 1 },
      /planet of object 5 is 1, which is not a Planet/,
    ],
    [
      { ...plain.building, id: 5, name: 'B', buildingType: 'B', planet: 3, producedByEmpire: 9 },
      /producedByEmpire of object 5 is empire 9/,
    ],
    [{ ...plain.ship, id: 5, name: 'S', fleet: 3 }, /fleet of object 5 is 3, which is not a Fleet/],
    [{ ...plain.ship, id: 5, name: 'S', design: 8 }, /design of ship 5 is 8/],
    [
      { ...plain.ship, id: 5, name: 'S', orderedBombardPlanet: 2 },
      /orderedBombardPlanet of object 5 is 2, which is not a Planet/,
    ],
    [{ ...plain.ship, id: 5, name: 'S', system: 3 }, /system of object 5 is 3, which is not a System/],
    [{ ...plain.fleet, id: 5, name: 'F', nextSystem: 9 }, /nextSystem of object 5 is 9, which is not a System/],
    [{ ...plain.fleet, id: 5, name: 'F', route: [1, 3] }, /route of object 5 is 3, which is not a System/],
  ])('of an object that points at nothing: %#', (object, message) => {
    expect(refused({ objects: [system, other, planet, object] })).toMatch(message);
  });

  it.each([
    [{ design: 9 }, /design of SD, which empire 7 produces, is 9/],
    [{ location: 9 }, /location of SD, which empire 7 produces, is object 9/],
  ])('of what an empire produces: %#', (change, message) => {
    const order = { buildType: 'Ship', name: 'SD', design: 4, location: 3, remaining: 1, ...change };
    expect(refused({ empires: [{ ...small.empires[0], productionQueue: [order] }] })).toMatch(message);
  });

  it('but not what is known of objects that are gone', () => {
    const gone = {
      visibility: { 7: { 99: 'full' } },
      species: { homeworlds: { SP: [99] } },
      empires: [{ ...small.empires[0], exploredSystems: [99] }],
    };
    expect(parseState('game.json', JSON.stringify({ ...small, ...gone })).visibility.get(7)?.size).toBe(1);
  });
});

describe.skipIf(!existsSync(fixtures))(
  'the states in ../shared/fixtures/freeorion (skipped where that folder is absent)',
  () => {
    it.each([
      ['mid_t118.json.gz', 118, { System: 203, Planet: 271, Building: 83, Fleet: 201, Ship: 219, Field: 33 }],
      ['large_t75.json.gz', 75, { System: 1214, Planet: 2338, Building: 162, Fleet: 2267, Ship: 2267, Field: 170 }],
    ] as const)('%s', (name, turn, counts) => {
      const state = readState(join(fixtures, name));
      expect(state.turn).toBe(turn);
      for (const [type, count] of Object.entries(counts))
        expect(objectsOfType(state, type as keyof typeof counts)).toHaveLength(count);
    });

    it('cut off anywhere, names the file', () => {
      const packed = readFileSync(join(fixtures, 'mid_t118.json.gz'));
      const file = written('mid.json.gz', packed.subarray(0, 40_000));
      expect(failure(() => readState(file)).message).toContain(`${file} is cut off`);
      const text = gunzipSync(packed).toString('utf8');
      expect(failure(() => parseState('mid.json', text.slice(0, 500_000))).message).toMatch(
        /mid\.json is not valid JSON/,
      );
    });
  },
);
