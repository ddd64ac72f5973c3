import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createWorld, loadWorld } from '../../../src/world.js';
import { EdictError } from '../../../src/kernel/errors.js';
import { sound } from '../../content/native/samples.js';
import { propertyRuns } from '../../support/choices.js';
import { refusal } from '../../support/errors.js';
import { longTest } from '../../support/heavy.js';
import { forged } from '../../support/forged-file.js';

const text = `
enumerations: { terrain: [plain, swamp], craft: [mill, mine] }
relations: { war: {} }
parameters: { pace: { default: 2 } }
meters: { life: { default: 3 } }
properties: { ground: { type: terrain }, goal: { type: reference }, crafts: { type: set, of: craft }, road: { type: list, of: land } }
variables: { strength: { input: true, default: 2 }, might: { default: 0 } }
roles: [hero]
networks: { roads: { kind: land } }
kinds:
  side: { faction: true }
  land: { ownership: stored, meters: [life], properties: [ground, crafts] }
  town: { attachesTo: [land], properties: [goal, road], variables: [strength, might] }
classes: { port: { kind: town } }
timing: { players: side }
occurrences: { hit: { fields: { unit: town, amount: number }, subject: unit } }
abilities: [{ name: parry, class: trait, on: hit, do: [{ tell: Parried }, { delay: 2 }, { tell: Healed }] }]
triggers: [{ name: dusk, when: time >= 1, do: [{ delay: 3 }, { tell: Night }] }]
`;
const other = sound(
  text
    .replace('plain, swamp', 'swamp, hill')
    .replace('meters: [life], ', '')
    .replace('side: {', 'isle: {}, side: {')
    .replace('\n  side: {', '\n  isle: {}\n  side: {')
    .replace('isle: {}, side', 'side'),
);

function savedWorld(): Uint8Array {
  const world = createWorld(sound(text), { reserve: { objects: 8, lanes: 1, factions: 3, streams: 1 } });
  const [a, b] = [1, 2].map(() => world.spawn({ kind: 'side' }));
  const [land, far] = [a, b].map((owner) => world.spawn({ kind: 'land', owner, values: { ground: 'swamp' } }));
  const town = world.spawn({ class: 'port', place: { in: land }, values: { goal: far } });
  world.relations.setList(town, 'road', [far, land]);
  world.relations.setEdges('roads', [land], [far]);
  world.relations.setWord(land, 'crafts', 'mine', true);
  world.relations.setRelated('war', a, b, true);
  world.relations.setRole('hero', town);
  world.events.raise('hit', { unit: town, amount: 2 });
  world.run(1);
  world.triggers.advance(1, { steps: 2 });
  return world.save();
}

const file = savedWorld();
const codes = ['damaged-file', 'foreign-file', 'foreign-snapshot', 'bad-option', 'world-full', 'limit-words'];

/** True where it is refused in one clear way; a world that loads must be as good as others. */
function isRefused(bytes: Uint8Array): boolean {
  try {
    const world = loadWorld(other, bytes, { reserve: { objects: 8 } });
    expect(loadWorld(other, world.save(), { strict: true }).hash()).toBe(world.hash());
    for (const object of world.query()) world.describe(object);
    return false;
  } catch (error) {
    if (!(error instanceof EdictError)) throw error;
    expect(codes).toContain(error.code);
    expect(error.message.length).toBeLessThan(600);
    return true;
  }
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Replaces, drops or repeats one value somewhere in it. */
function mangled(json: Json, path: readonly number[], value: Json): Json {
  if (typeof json !== 'object' || json === null || path.length === 0) return value;
  const [first, ...rest] = path;
  if (Array.isArray(json)) {
    if (json.length === 0) return [value];
    const at = first % (json.length + 2);
    if (at === json.length) return json.slice(1);
    if (at > json.length) return [...json, json[0]];
    return json.map((each, place) => (place === at ? mangled(each, rest, value) : each));
  }
  const keys = Object.keys(json);
  const key = keys[first % keys.length];
  return { ...json, [key]: mangled(json[key], rest, value) };
}

const odd = fc.oneof(
  fc.constantFrom<Json>(null, true, '', 'war', [], {}, -1, 1.5, 2 ** 31, 2 ** 53, 1e308, 'enumeration', [['numeric']]),
  fc.nat({ max: 300 }),
);

test('what a file says of its content is not trusted', () => {
  let refused = 0;
  expect(isRefused(file)).toBe(false);
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 40 }), { minLength: 1, maxLength: 5 }), odd, (path, value) => {
      const bytes = forged(file, (head) => ({ ...head, shape: mangled(head.shape as Json, path, value) }));
      refused += isRefused(bytes) ? 1 : 0;
    }),
    propertyRuns(120, 40),
  );
  expect(refused).toBeGreaterThan(0);
});

test('nor is the rest of it', () => {
  let refused = 0;
  fc.assert(
    fc.property(fc.nat(), fc.nat({ max: 255 }), (at, value) => {
      const bytes = forged(
        file,
        (head) => head,
        (body) => body.fill(value, at % body.length, (at % body.length) + 1),
      );
      refused += isRefused(bytes) ? 1 : 0;
    }),
    propertyRuns(90, 30),
  );
  expect(refused).toBeGreaterThan(0);
});

test('a file that is deep, or says no more than that, is refused', () => {
  const deep = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`) as unknown;
  for (const shape of [null, 7, {}, deep, { layout: 1, kinds: deep }, { layout: 1 }]) {
    const { code } = refusal(() =>
      loadWorld(
        other,
        forged(file, (head) => ({ ...head, shape })),
      ),
    );
    expect(['damaged-file', 'foreign-file']).toContain(code);
  }
  const { message } = refusal(() =>
    loadWorld(
      other,
      forged(file, (head) => ({ ...head, shape: { ...(head.shape as object), kinds: [[1, 2]] } })),
    ),
  );
  expect(message).toBe(
    'edict: the saved world is damaged: its outline of the content cannot be read, at kinds.0; save it again',
  );
});

longTest('a file that lists very many fields of occurrences is read in no time', () => {
  const content = `
kinds: { side: { faction: true }, town: {} }
timing: { players: side }
occurrences: { hit: { fields: { unit: town, amount: number }, subject: unit } }
abilities: [{ name: parry, class: trait, on: hit, first: true, at: after, do: [{ tell: Parried }] }]
`;
  const world = createWorld(sound(content));
  const unit = world.spawn({ kind: 'town' });
  for (let i = 0; i < 1500; i++) world.events.raise('hit', { unit, amount: 2 });
  const bytes = forged(world.save(), (head) => {
    const { occurrences, ...shape } = head.shape as { readonly occurrences: readonly [string, number, unknown[]][] };
    const [[name, width, fields]] = occurrences;
    const many = Array.from({ length: 100_000 }, (_, i) => [0, `f${i}`, 'number']);
    return { ...head, shape: { ...shape, occurrences: [[name, width, [...many, ...fields]]] } };
  });
  const changed = sound(content.replace('amount: number', 'amount: number, c: number, d: number, e: number'));
  const begun = performance.now();
  expect(loadWorld(changed, bytes).query()).toEqual([unit]);
  expect(performance.now() - begun).toBeLessThan(4_000);
});
