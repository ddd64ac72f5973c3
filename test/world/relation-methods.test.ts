import { describe, expect, test } from 'vitest';
import type { Handle, World } from '../../src/world/api.js';
import { loadWorld } from '../../src/world.js';
import { contentWith, sceneOf } from '../support/content.js';
import { refusal, refusedWith } from '../support/errors.js';
import { forged } from '../support/forged-file.js';

const program = contentWith({ sections: { relations: { war: {}, alliance: { symmetric: false } } } });

interface Nations {
  readonly world: World;
  readonly a: Handle;
  readonly b: Handle;
  readonly ship: Handle;
}

function nations(): Nations {
  const { world, add } = sceneOf(program, { reserve: { factions: 40 } });
  const [a, b] = [add('empire'), add('empire')];
  return { world, a, b, ship: add('ship', { owner: b }) };
}

describe('relations of a world', () => {
  test('are set and asked by name, and rules see them', () => {
    const { world, a, b, ship } = nations();
    world.relations.setRelated('alliance', a, b, true);
    expect([
      world.relations.isRelated('alliance', a, b),
      world.relations.isRelated('alliance', b, a),
      world.relations.isRelated('war', a, b),
      world.relations.isRelated('war', a, a),
    ]).toEqual([true, false, false, false]);
    expect(world.questions.evaluate("related(source, target, 'alliance')", { source: a, target: ship })).toBe(true);
    world.relations.setRelated('alliance', a, b, false);
    world.relations.setRelated('war', b, a, true);
    expect([
      world.relations.isRelated('alliance', a, b),
      world.relations.isRelated('war', a, b),
      world.relations.isRelated('war', b, a),
    ]).toEqual([false, true, true]);
    expect(world.questions.evaluate("related(source, target, 'alliance')", { source: a, target: ship })).toBe(false);
    expect(world.query({ where: "related(self, objects(empire).first(), 'war')" })).toEqual([b, ship]);
  });

  test('refuse what they cannot be between, and nothing has changed', () => {
    const { world, a, b, ship } = nations();
    const before = world.hash();
    const calls: readonly (readonly [string, () => unknown])[] = [
      [
        'unknown-name',
        () => {
          world.relations.setRelated('wat', a, b, true);
        },
      ],
      ['unknown-name', () => world.relations.isRelated('__proto__', a, b)],
      [
        'no-faction',
        () => {
          world.relations.setRelated('war', a, ship, true);
        },
      ],
      [
        'no-faction',
        () => {
          world.relations.setRelated('war', ship, a, true);
        },
      ],
      ['no-faction', () => world.relations.isRelated('war', ship, a)],
      ['no-faction', () => world.relations.isRelated('war', a, ship)],
      [
        'relation',
        () => {
          world.relations.setRelated('war', a, a, true);
        },
      ],
      [
        'relation',
        () => {
          world.relations.setRelated('alliance', b, b, false);
        },
      ],
    ];
    for (const [code, call] of calls) expect(refusedWith(call)).toBe(code);
    expect(
      refusal(() => {
        world.relations.setRelated('wat', a, b, true);
      }).message,
    ).toContain('there is no relation "wat"; did you mean `war`?');
    expect(world.hash()).toBe(before);
    world.destroy(b);
    for (const call of [
      () => {
        world.relations.setRelated('war', a, b, true);
      },
      () => world.relations.isRelated('war', a, b),
    ])
      expect(refusedWith(call)).toBe('no-object');
  });

  test('are part of every copy, and go their own way there', () => {
    const { world, a, b } = nations();
    world.relations.setRelated('alliance', b, a, true);
    const [before, snapshot, fork, loaded] = [
      world.hash(),
      world.snapshot(),
      world.fork(),
      loadWorld(program, world.save()),
    ];
    world.relations.setRelated('alliance', b, a, false);
    expect(world.hash()).not.toBe(before);
    for (const copy of [fork, loaded])
      expect([
        copy.hash(),
        copy.relations.isRelated('alliance', b, a),
        copy.relations.isRelated('alliance', a, b),
      ]).toEqual([before, true, false]);
    fork.relations.setRelated('war', a, b, true);
    world.restore(snapshot);
    expect([world.hash(), world.relations.isRelated('alliance', b, a), world.relations.isRelated('war', a, b)]).toEqual(
      [before, true, false],
    );
  });

  test('of a file of other relations are refused', () => {
    const file = nations().world.save();
    for (const relations of [{ war: {} }, { war: {}, alliance: {} }, { alliance: { symmetric: false }, war: {} }]) {
      expect(refusedWith(() => loadWorld(contentWith({ sections: { relations } }), file, { strict: true }))).toBe(
        'foreign-file',
      );
    }
  });

  test('that were forged into a file are refused', () => {
    const { world, a, b } = nations();
    const plain = bodyOf(world.save());
    world.relations.setRelated('alliance', a, b, true);
    const file = world.save();
    const changed = bodyOf(file).flatMap((byte, i) => (byte === plain[i] ? [] : [i]));
    expect(changed).toHaveLength(1);
    const [place] = changed;
    const withByte = (value: number): Uint8Array =>
      forged(
        file,
        (head) => head,
        (bytes) => bytes.fill(value, place, place + 1),
      );
    const bit = bodyOf(file)[place];
    expect(loadWorld(program, withByte(bit)).hash()).toBe(world.hash());
    // To none, to the faction itself, and to a slot that nobody has.
    for (const bad of [1, 2, bit | 128])
      expect(refusedWith(() => loadWorld(program, withByte(bad)))).toBe('damaged-file');
  });
});

/** The bytes of a saved file after its head. */
function bodyOf(file: Uint8Array): number[] {
  const start = file.indexOf(10) + 1;
  return [...file.subarray(file.indexOf(10, start) + 1)];
}
