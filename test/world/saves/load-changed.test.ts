import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createWorld, loadWorld } from '../../../src/world.js';
import type { LoadWorldOptions, World } from '../../../src/world/api.js';
import type { LoadReport } from '../../../src/world/saves/load-report.js';
import { sound } from '../../content/native/samples.js';
import { refusal } from '../../support/errors.js';

const realm = `
enumerations: { terrain: [plain, swamp, hill], craft: [mill, mine] }
relations: { war: {} }
properties:
  wealth: { default: 1 }
  ground: { type: terrain, default: plain }
  goal: { type: reference }
  crafts: { type: set, of: craft }
  road: { type: list, of: land }
kinds:
  realm: { faction: true, properties: [wealth] }
  land: { properties: [ground, wealth, crafts], ownership: stored }
  town: { attachesTo: [land], properties: [goal, road] }
classes:
  port: { kind: town }
triggers:
  - { name: dusk, when: time >= 1, do: [{ delay: 3 }, { tell: Night falls }] }
`;

/** Of version 1: two realms at war, two lands, and a port in one of them. */
const oldFile = gunzipSync(
  Buffer.from(
    'H4sIAAAAAAACA91Ty0oDMRTtTNtNV37D3QlnkZvHTDMbCyroxo3dlS7mERhROtCmYBX/2U+QKa10BO3oiAvPJbmP5Cbn5nF5cX0+5dEz5dXCu4WnhCIndV5EGZvcshYFgR7STbX2V+mqpIRZcxwLZQRodffkVpTMLCQ0JBgSFmbb18I7vfPmoNKlhVtSMmPNKrLaKAXGwZpSgBHDgE1krNTKSig11mNjJATqUQENBbm1eRtrJXOQd4++5ksEuqmWviTQbbX2Jc1B2cbXxbCINSgvXX5PCZlMZmM2qZSREJmK6GXUC4Iw7Pc+Q9AiXtth7+dok//OMOiy03/HsZMcdLypLjwGR3KGB20/v98i7zcwbPnq/xrhBz5f8Xo9a+rTSdNvfqdvV3gy2Vtv45iuZGUFAAA=',
    'base64',
  ),
);
const oldHash = 'c85a12347936cb36';

function edited(...edits: readonly (readonly [from: string, to: string])[]): string {
  return edits.reduce((text, [from, to]) => {
    expect(text).toContain(from);
    return text.replaceAll(from, to);
  }, realm);
}

function loaded(text: string, bytes: Uint8Array, options: LoadWorldOptions = {}) {
  let report: LoadReport | undefined;
  const world: World = loadWorld(sound(text), bytes, { ...options, changed: (given) => (report = given) });
  return { world, texts: report?.changes.map(({ event, text: shown }) => `${event} ${shown}`) };
}

function realmWorld(text = realm): World {
  const world: World = createWorld(sound(text));
  const [north, south] = ['North', 'South'].map((name) => world.spawn({ kind: 'realm', name }));
  const land = world.spawn({ kind: 'land', owner: north, values: { ground: 'hill', wealth: 2.5 } });
  const far = world.spawn({ kind: 'land', owner: south, values: { ground: 'swamp' } });
  world.relations.setWord(land, 'crafts', 'mine', true);
  world.relations.setWord(land, 'crafts', 'mill', true);
  const town = world.spawn({ class: 'port', name: 'Haven', place: { in: land }, values: { goal: far } });
  world.relations.setList(town, 'road', [far, land, far]);
  world.relations.setRelated('war', north, south, true);
  world.relations.setVisible(north, far, true);
  return world;
}

const named = (world: World, name: string) => {
  const found = world.query().find((object) => world.nameOf(object) === name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
};

describe('a file of version 1', () => {
  test('loads with its content, and is saved in the present form', () => {
    const world = loadWorld(sound(realm), oldFile, { strict: true });
    expect([world.hash(), world.turn, world.size, world.triggers.delayed]).toEqual([oldHash, 1, 5, 1]);
    expect(Buffer.from(world.save()).subarray(0, 7).toString()).toBe('EDICT2\n');
    expect(loaded(edited(['plain, swamp', 'swamp, plain']), world.save()).texts).toEqual([]);
  });

  test('is refused by other content', () => {
    for (const strict of [true, false]) {
      const error = refusal(() => loadWorld(sound(edited(['swamp', 'bog'])), oldFile, { strict }));
      expect(error.code).toBe('foreign-file');
      expect(error.message).toContain(strict ? 'or without strict' : 'and save it again');
    }
  });
});

describe('a world of the same content', () => {
  test('is the same bytes again, and nothing is reported', () => {
    const bytes = realmWorld().save();
    const { world, texts } = loaded(realm, bytes);
    expect(Buffer.compare(world.save(), bytes)).toBe(0);
    expect(texts).toBeUndefined();
  });
});

describe('a world of changed content', () => {
  test('is refused where that is asked for, also if only a rule has changed', () => {
    const text = edited(['Night falls', 'Night comes']);
    const bytes = realmWorld().save();
    expect(refusal(() => loadWorld(sound(text), bytes, { strict: true })).code).toBe('foreign-file');
    expect(loaded(text, bytes).texts).toEqual([]);
  });

  test('is refused where no kind of its objects is left', () => {
    const { code, message } = refusal(() => loadWorld(sound('kinds: { ship: {} }'), realmWorld().save()));
    expect([code, message]).toEqual([
      'foreign-file',
      'edict: the saved world was made with other content: none of the kinds of its objects is in this one (realm, land, town); load it with the content that it was saved with',
    ]);
  });

  test('of which everything but a kind is gone has the objects of that', () => {
    const { world, texts } = loaded('kinds: { town: {} }', realmWorld().save());
    expect([world.size, world.nameOf(world.query()[0])]).toEqual([1, 'Haven']);
    expect(texts).toContain('dropped kind land: 2 objects dropped');
    expect(texts).toContain('dropped class port: 1 object without a class now');
    expect(texts).toContain('dropped trigger dusk: no longer in the content');
  });

  test('drops objects of a kind that is gone, with all that refers to them', () => {
    const world = realmWorld();
    const land = world.query({ kind: 'land' })[0];
    const { world: now, texts } = loaded(
      edited(
        ['  land: { properties: [ground, wealth, crafts], ownership: stored }\n', '  isle: {}\n'],
        ['[land]', '[isle]'],
        ['of: land', 'of: isle'],
      ),
      world.save(),
    );
    const haven = named(now, 'Haven');
    expect([now.size, now.isLive(land), now.parentOf(haven), now.get(haven, 'goal')]).toEqual([3, false, null, null]);
    expect(now.relations.listOf(haven, 'road')).toEqual([]);
    expect(texts).toEqual([
      'added kind isle: new in the content',
      'dropped kind land: 2 objects dropped',
      'released place of town: 1 object no longer attached: the other object is gone, or no longer accepts them',
      'dropped list road: 3 objects dropped from it',
    ]);
    // Their rows are free for others, whose handles are other ones.
    expect(now.spawn({ kind: 'isle' })).not.toBe(land);
  });

  test('takes what belonged to a faction that is none any more', () => {
    const { world, texts } = loaded(edited(['realm: { faction: true, ', 'realm: { ']), realmWorld().save());
    expect(world.query({ kind: 'land' }).flatMap((land) => world.describe(land).owners)).toEqual([]);
    expect(texts).toEqual(['dropped owner of land: 2 objects without an owner now']);
  });

  test('gives slots to factions that were none before', () => {
    const plain = edited(['realm: { faction: true, ', 'realm: { ']);
    const before = createWorld(sound(plain), { reserve: { factions: 2 } });
    const realms = [1, 2, 3].map(() => before.spawn({ kind: 'realm' }));
    const { world } = loaded(realm, before.save());
    world.relations.setRelated('war', realms[0], realms[2], true);
    expect(world.relations.isRelated('war', realms[2], realms[0])).toBe(true);
  });

  test('keeps words and sets by name', () => {
    const { world, texts } = loaded(
      edited(['[plain, swamp, hill]', '[hill, moor, plain]'], ['[mill, mine]', '[smithy, mine]']),
      realmWorld().save(),
    );
    const [land, far] = world.query({ kind: 'land' });
    expect([world.get(land, 'ground'), world.get(far, 'ground')]).toEqual(['hill', 'plain']);
    expect(world.relations.wordsOf(land, 'crafts')).toEqual(['mine']);
    expect(texts).toEqual([
      'dropped word terrain.swamp: no longer in the content',
      'added word terrain.moor: new in the content',
      'dropped word craft.mill: no longer in the content',
      'added word craft.smithy: new in the content',
      'defaulted property ground: set to the default for 1 object whose value is no longer valid',
      'dropped set crafts: without 1 word that are no longer in the content',
    ]);
  });

  test('converts numbers, and gives a new property its default, or that of the class', () => {
    const { world, texts } = loaded(
      edited(
        [
          'wealth: { default: 1 }',
          'wealth: { type: integer, default: 1 }\n  walls: { default: 7 }\n  docks: { type: integer }',
        ],
        ['ground, wealth', 'walls, ground, wealth'],
        ['[goal, road]', '[goal, road, docks]'],
        ['port: { kind: town }', 'port: { kind: town, initial: { docks: 4 } }'],
      ),
      realmWorld().save(),
    );
    const [land] = world.query({ kind: 'land' });
    expect([world.get(land, 'wealth'), world.get(land, 'walls'), world.get(named(world, 'Haven'), 'docks')]).toEqual([
      2, 7, 4,
    ]);
    expect(texts).toEqual([
      'converted property wealth: value changed for 1 object, to fit the new type',
      'added property walls: set to the default for 2 objects',
      'added property docks: set to the default for 1 object',
    ]);
  });
});
