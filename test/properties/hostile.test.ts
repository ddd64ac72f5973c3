import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defineContent } from '../../src/content/native/define.js';
import type { ContentSource } from '../../src/content/native/schema.js';
import { EdictError } from '../../src/kernel/errors.js';
import { createWorld, loadWorld } from '../../src/world.js';
import type { World } from '../../src/world/api.js';
import { choicesOf, propertyRuns } from '../support/choices.js';
import { forged } from '../support/forged-file.js';
import { randomContent } from '../support/random-content.js';
import { randomWorld } from '../support/random-world.js';
import { heavy } from '../support/heavy.js';

/** Runs what may be refused; anything but an EdictError fails the test. */
function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof EdictError) {
      expect(error.message).toMatch(/^edict: /);
      return undefined;
    }
    throw error;
  }
}

const nasty = fc.constantFrom(
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__defineGetter__',
  'then',
  'length',
  'name',
  'kind',
  'class',
  'owner',
  'parent',
  'source',
  'target',
  'self',
  'value',
  'turn',
  'true',
  'false',
  'null',
  'in',
  '',
  ' ',
  'a b',
  'a.b',
  'a/b',
  '${x}',
  '`',
  '\\',
  '"',
  "'",
  '\n',
  '\0',
  '\u202e',
  '💫',
  '\ud800',
  '1',
  '-1',
  '1e3',
  'NaN',
  'é',
  'a'.repeat(5_000),
  '<script>',
  'eval',
  'require("fs")',
);
const name = fc.oneof(nasty, fc.string({ unit: 'binary', maxLength: 12 }), fc.string({ maxLength: 12 }));

describe('hostile names', () => {
  test('in content are names like others or are refused, wherever they stand', () => {
    let loaded = 0;
    fc.assert(
      fc.property(
        fc.record({
          meter: name,
          property: name,
          word: name,
          kind: name,
          role: name,
          relation: name,
          item: name,
          group: name,
          label: name,
        }),
        fc.nat({ max: 511 }),
        (names, mask) => {
          // Some names are plain, so that what is wrong with one does not hide the others.
          const pick = (key: keyof typeof names, bit: number): string =>
            (mask >> bit) % 2 === 1 ? names[key] : `plain${key}`;
          const [meter, property, word, kind, role, item, group, label, relation] = [
            pick('meter', 0),
            pick('property', 1),
            pick('word', 2),
            pick('kind', 3),
            pick('role', 4),
            pick('item', 5),
            pick('group', 6),
            pick('label', 7),
            pick('relation', 8),
          ];
          const program = attempt(() =>
            defineContent({
              enumerations: { words: [word, 'other'] },
              roles: [role],
              relations: Object.fromEntries([[relation, {}]]),
              meters: Object.fromEntries([[meter, { default: 2 }]]),
              properties: Object.fromEntries([[property, { type: 'words', default: word }]]),
              kinds: Object.fromEntries([[kind, { meters: [meter], properties: [property] }]]),
              classes: Object.fromEntries([
                [
                  item,
                  {
                    kind,
                    initial: Object.fromEntries([[meter, 3]]),
                    groups: [{ name: group, label, scope: { include: 'true' }, effects: [{ meter, add: 1 }] }],
                  },
                ],
              ]),
            }),
          );
          if (program === undefined) return;
          loaded++;
          const world = createWorld(program, { reserve: { objects: 4 } });
          const object = world.spawn({ class: item, name: names.label.slice(0, 1_000) });
          world.step();
          expect(world.get(object, meter)).toBe(4);
          expect(world.get(object, property)).toBe(word);
          world.relations.setRole(role, object);
          world.relations.setRole(role, null);
          expect(() => world.relations.isRelated(relation, object, object)).toThrow('is not a faction');
          expect([world.describe(object).class, world.describe(object).kind]).toEqual([item, kind]);
          expect(world.explain(object, meter).steps.map(({ before, after }) => [before, after])).toEqual([[3, 4]]);
          expect(world.query({ class: item, kind })).toEqual([object]);
          expect(loadWorld(program, world.save()).hash()).toBe(world.hash());
          expect(world.ecs().columns.get(meter)?.value[1]).toBe(4);
        },
      ),
      propertyRuns(60),
    );
    expect(loaded).toBeGreaterThan(heavy(2, 10));
    expect(({} as Record<string, unknown>).meters).toBeUndefined();
  });

  test('in calls of the host are refused or found, and change nothing', () => {
    const content: ContentSource = {
      roles: ['rival'],
      relations: { war: {} },
      meters: { wealth: {} },
      kinds: { empire: { faction: true }, ship: { meters: ['wealth'] } },
      classes: { scout: { kind: 'ship' } },
    };
    const world = createWorld(defineContent(content));
    const [empire, other, ship] = [
      world.spawn({ kind: 'empire' }),
      world.spawn({ kind: 'empire' }),
      world.spawn({ class: 'scout' }),
    ];
    const calls: readonly ((text: string) => unknown)[] = [
      (text) => world.get(ship, text),
      (text) => world.spawn({ class: text }),
      (text) => world.spawn({ kind: text }),
      (text) => {
        world.set(ship, text, 1);
      },
      (text) => world.relations.isAvailable(empire, text),
      (text) => {
        world.relations.setRole(text, ship);
      },
      (text) => {
        world.relations.setRelated(text, empire, other, true);
      },
      (text) => world.relations.isRelated(text, empire, other),
      (text) => world.find(text),
      (text) => world.query({ kind: text }),
      (text) => world.query({ class: text }),
      (text) => world.query({ where: text }),
      (text) => world.questions.evaluate(text, { source: ship }),
      (text) => world.explain(ship, text),
      (text) => {
        world.addPhase('x', text);
      },
      (text) => {
        world.addSystem({ name: 'x', phase: text, run: () => {} });
      },
      (text) => world.spawn({ kind: 'ship', values: Object.fromEntries([[text, 1]]) }),
    ];
    const before = world.hash();
    fc.assert(
      fc.property(
        name.filter((text) => !['ship', 'empire', 'scout', 'wealth', 'rival', 'war', 'host'].includes(text)),
        fc.constantFrom(...calls),
        (text, call) => {
          attempt(() => call(text));
          expect(world.hash()).toBe(before);
        },
      ),
      propertyRuns(200),
    );
  });

  test('of objects and streams are texts like others', () => {
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 6 }), (names) => {
        const world = createWorld(defineContent({ kinds: { ship: {} } }), { reserve: { streams: 8 } });
        const handles = names.map((text) => attempt(() => world.spawn({ kind: 'ship', name: text })));
        for (const [i, text] of names.entries()) {
          const handle = handles[i];
          if (handle !== undefined) expect(world.describe(handle).name).toBe(text);
          if (text !== '' && text.length <= 1_000) expect(world.find(text)).toBe(handles[names.indexOf(text)]);
          const draw = attempt(() => world.random(text));
          expect(draw === undefined || (draw >= 0 && draw < 1)).toBe(true);
        }
        expect(world.fork().hash()).toBe(world.hash());
      }),
      propertyRuns(60),
    );
  });
});

describe('hostile files', () => {
  const choices = choicesOf(7);
  const program = defineContent(randomContent(choices, [0, 1, 2, 3, 4, 5, 6, 7]).source);
  const saved = (): Uint8Array => {
    const world = randomWorld(choices, program, 20, { reserve: { factions: 40 } });
    world.random('stream');
    attempt(() => {
      world.run(2);
    });
    return world.save();
  };
  const file = saved();

  /** Whatever loads must be a world: it can be hashed, looked at, run and saved. */
  function use(world: World): void {
    world.hash();
    for (const handle of world.query()) {
      const view = world.describe(handle);
      for (const key of Object.keys(view.values)) world.get(handle, key);
      if (view.kind === 'system') world.relations.neighbours(handle);
    }
    attempt(() => world.random('stream'));
    attempt(() => {
      world.run(2);
    });
    attempt(() => world.spawn({ kind: 'empire' }));
    for (const handle of world.query().slice(0, 5))
      attempt(() => {
        world.destroy(handle);
      });
    world.ecs();
    world.fork();
    attempt(() => loadWorld(program, world.save()));
  }

  test('that are cut, changed or mixed are refused', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: file.length - 1 }),
        fc.uint8Array({ minLength: 0, maxLength: 8 }),
        fc.nat({ max: 40 }),
        (at, bytes, skip) => {
          const changed = Buffer.concat([file.subarray(0, at), bytes, file.subarray(at + skip)]);
          if (changed.equals(Buffer.from(file))) return;
          const world = attempt(() => loadWorld(program, changed));
          expect(world === undefined || world.hash() === loadWorld(program, file).hash()).toBe(true);
        },
      ),
      propertyRuns(150),
    );
    for (const bytes of [
      new Uint8Array(0),
      new Uint8Array(1_000),
      Buffer.from('{}'),
      Buffer.from('EDICT1\n'),
      Buffer.from('EDICT1\n{}\n'),
    ])
      expect(attempt(() => loadWorld(program, bytes))).toBeUndefined();
  });

  test('whose bytes are forged are refused or are worlds', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(), fc.constantFrom(0, 1, 2, 7, 31, 127, 128, 200, 254, 255)), {
          minLength: 1,
          maxLength: 4,
        }),
        (changes) => {
          const bad = forged(
            file,
            (head) => head,
            (bytes) => {
              for (const [at, value] of changes) bytes[at % bytes.length] = value;
              return bytes;
            },
          );
          const world = attempt(() => loadWorld(program, bad));
          if (world !== undefined) use(world);
        },
      ),
      propertyRuns(150),
    );
  });

  test('whose head is forged are refused or are worlds', () => {
    const small = fc.oneof(fc.nat({ max: 50 }), fc.constantFrom(0, 1, 255, 2 ** 31, 2 ** 32 - 1, -1, 1.5));
    fc.assert(
      fc.property(
        fc.constantFrom('sizes', 'header', 'texts', 'layoutHash', 'bytes'),
        fc.nat({ max: 15 }),
        small,
        (key, index, value) => {
          const bad = forged(file, (head) => {
            if (key === 'sizes' || key === 'header')
              return { ...head, [key]: head[key].map((word, i) => (i === index % head[key].length ? value : word)) };
            return key === 'texts' ? { ...head, texts: head.texts.slice(0, index) } : { ...head, [key]: value };
          });
          const world = attempt(() => loadWorld(program, bad));
          if (world !== undefined) use(world);
        },
      ),
      propertyRuns(60),
    );
  });
});
