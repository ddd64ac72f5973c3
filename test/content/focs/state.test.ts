import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { objectsOfType, parseState, readState } from '../../../src/content/focs/state.js';
import { EdictError } from '../../../src/kernel/errors.js';

const fixtures = fileURLToPath(new URL('../../../../shared/fixtures/freeorion/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'edict-state-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const common = { owner: -1, x: 1, y: 2, system: -1, createdOnTurn: -32768, specials: {}, meters: {} };
const system = { ...common, id: 1, type: 'System', name: 'Here', star: 'Red', starlanes: [2] };
const other = { ...system, id: 2, name: 'There', starlanes: [1] };
const planet = {
  ...common, id: 3, type: 'Planet', name: 'Here I', system: 1, owner: 7, planetType: 'Swamp', originalPlanetType: 'Swamp', planetSize: 'Tiny', species: '', focus: '',
  meters: { POPULATION: { initial: 1, current: 2.5 } }, specials: { NICE_SPECIAL: { since: 3, capacity: 0 } },
};
const small = {
  format: 'freeorion-state/1', turn: 3, universeWidth: 10, ignored: { deep: [1] },
  empires: [{ id: 7, name: 'Seven', capital: 3, eliminated: false, techs: { A_TECH: 1 }, buildingTypesAvailable: ['B'] }],
  designs: [{ id: 4, name: 'D', hull: 'H', parts: ['', 'P'], isMonster: false }],
  visibility: { 7: { 3: 'full', 1: 'basic' } },
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

const refused = (change: object): string => failure(() => parseState('game.json', JSON.stringify({ ...small, ...change }))).message;

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
    expect(failure(() => readState(join(folder, 'none.json'))).message).toMatch(/^edict: .*none\.json cannot be read .*check the path$/);
    expect(failure(() => readState(folder)).culprit).toBe(folder);
  });

  it('compressed data that is cut off or is none', () => {
    const packed = gzipSync(JSON.stringify(small));
    expect(failure(() => readState(written('cut.json.gz', packed.subarray(0, packed.length - 20)))).message).toMatch(/cut\.json\.gz is cut off/);
    expect(failure(() => readState(written('plain.json.gz', '{}'))).message).toMatch(/plain\.json\.gz is no gzip file/);
    const damaged = Uint8Array.from(packed);
    damaged.fill(0xff, 20, 60);
    expect(failure(() => readState(written('damaged.json.gz', damaged))).message).toMatch(/damaged\.json\.gz (cannot be unpacked|is cut off)/);
  });

  it('no JSON, no text', () => {
    expect(failure(() => readState(written('cut.json', JSON.stringify(small).slice(0, 100)))).message).toMatch(/cut\.json is not valid JSON/);
    expect(failure(() => readState(written('bytes.json', Uint8Array.of(0x7b, 0xff, 0xfe)))).message).toMatch(/bytes\.json is not valid UTF-8/);
  });

  it('in one line without control characters, whatever it quotes from the file', () => {
    const texts = ['{\n"a": \r\n\u001b[31mx\u2028\n}', '\n\n\u0000', '{"format": "a\\u2028\\u009b\\u202e"}'];
    const hostile = JSON.stringify(small).replace('NICE_SPECIAL', 'a\\n\\u001b[31m').replace('"capacity":0', '"capacity":"much"');
    for (const text of [...texts, hostile]) {
      const { message } = failure(() => parseState('game.json', text));
      expect(message).toMatch(/^edict: game\.json (is|has) [^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+$/u);
    }
  });

  it('another format, or none', () => {
    expect(refused({ format: 'freeorion-state/2' })).toMatch(/game\.json is of format "freeorion-state\/2"; .*"freeorion-state\/1"/);
    expect(refused({ format: undefined })).toMatch(/game\.json has no "format"/);
    expect(failure(() => parseState('game.json', '[1]')).code).toBe('wrong-format');
    expect(failure(() => parseState('game.json', 'null')).code).toBe('wrong-format');
  });

  it('a field that is missing or of a wrong type', () => {
    expect(refused({ turn: undefined })).toMatch(/game\.json is no sound state: turn: /);
    expect(refused({ objects: [system, other, { ...planet, planetSize: 5 }] })).toMatch(/objects\.2\.planetSize: .*string/);
    expect(refused({ objects: [{ ...system, x: null }] })).toMatch(/objects\.0\.x: /);
    expect(refused({ objects: [{ ...system, type: 'Comet' }] })).toMatch(/objects\.0\.type: /);
    expect(refused({ turn: 'x', universeWidth: 'y' })).toMatch(/and 1 more/);
  });

  it('ids that name nothing', () => {
    expect(refused({ objects: [system, planet] })).toMatch(/starlanes of object 1 is 2, which is no System/);
    expect(refused({ objects: [system, other, { ...planet, owner: 9 }] })).toMatch(/owner of object 3 is empire 9/);
    expect(refused({ objects: [system, other, planet, planet] })).toMatch(/two objects have the id 3/);
    expect(refused({ objects: [system, other] })).toMatch(/capital of empire 7 is object 3/);
  });
});

describe.skipIf(!existsSync(fixtures))('the states in ../shared/fixtures/freeorion (skipped where that folder is absent)', () => {
  it.each([
    ['mid_t118.json.gz', 118, { System: 203, Planet: 271, Building: 83, Fleet: 201, Ship: 219, Field: 33 }],
    ['large_t75.json.gz', 75, { System: 1214, Planet: 2338, Building: 162, Fleet: 2267, Ship: 2267, Field: 170 }],
  ] as const)('%s', (name, turn, counts) => {
    const state = readState(join(fixtures, name));
    expect(state.turn).toBe(turn);
    for (const [type, count] of Object.entries(counts)) expect(objectsOfType(state, type as keyof typeof counts)).toHaveLength(count);
  });

  it('cut off anywhere, names the file', () => {
    const packed = readFileSync(join(fixtures, 'mid_t118.json.gz'));
    const file = written('mid.json.gz', packed.subarray(0, 40_000));
    expect(failure(() => readState(file)).message).toContain(`${file} is cut off`);
    const text = gunzipSync(packed).toString('utf8');
    expect(failure(() => parseState('mid.json', text.slice(0, 500_000))).message).toMatch(/mid\.json is not valid JSON/);
  });
});
