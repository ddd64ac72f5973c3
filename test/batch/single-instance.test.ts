import { describe, expect, test } from 'vitest';
import { singleInstance } from '../../src/batch/single-instance.js';
import { defineContent } from '../../src/content/native/define.js';
import type { World } from '../../src/world/api.js';
import { createWorld } from '../../src/world.js';
import { choicesOf } from '../support/choices.js';
import { refusal } from '../support/errors.js';
import { settleSmall, smallContent } from '../support/small-environment.js';

const program = defineContent(smallContent);

function smallWorld(seed = '1', map = 1): World {
  const world = createWorld(program, { reserve: { objects: 200 }, fixed: true, seed });
  settleSmall(world, choicesOf(map), 10);
  return world;
}

describe('a lone instance', () => {
  test('is what an ordinary world of the same seed is, turn by turn', () => {
    const instances = singleInstance(program, smallWorld());
    const expected = smallWorld('other', 2);
    instances.put(0, smallWorld('1', 2), 'other');
    for (let turn = 0; turn < 3; turn++) {
      expect(instances.hash(0)).toBe(expected.hash());
      expect(instances.turnOf(0)).toBe(turn);
      instances.run();
      expected.step();
    }
    expect(instances.world(0).hash()).toBe(expected.hash());
  });

  test('leaves the worlds alone that it is made of, and copies of it leave it alone', () => {
    const [given, start] = [smallWorld(), smallWorld('1', 3)];
    const before = [given.hash(), start.hash()];
    const instances = singleInstance(program, given);
    instances.put(0, start, 'a');
    instances.run();
    expect([given.hash(), start.hash()]).toEqual(before);
    const hash = instances.hash(0);
    instances.world(0).step();
    expect(instances.hash(0)).toBe(hash);
  });

  test('has rows of a multiple of 32 for an object more than there is room for', () => {
    for (const [capacity, stride] of [
      [31, 32],
      [32, 64],
      [63, 64],
      [200, 224],
    ])
      expect(singleInstance(program, createWorld(program, { reserve: { objects: capacity } })).stride).toBe(stride);
  });

  test('goes back to a snapshot, whose memory is used again, and takes those of others', () => {
    const [one, other] = [singleInstance(program, smallWorld()), singleInstance(program, smallWorld('1', 5))];
    const start = one.hash(0);
    const snapshot = one.snapshot();
    expect(snapshot.bytes).toBeGreaterThan(1_000);
    one.run();
    const later = one.hash(0);
    one.restore(snapshot);
    expect(one.hash(0)).toBe(start);
    one.run();
    expect(one.hash(0)).toBe(later);
    expect(one.take(0, snapshot)).toBe(snapshot);
    other.give(0, snapshot);
    other.run();
    one.run();
    expect(other.hash(0)).toBe(one.hash(0));
    expect(
      refusal(() => {
        one.restore({ bytes: 1 });
      }).code,
    ).toBe('foreign-snapshot');
  });

  test('holds nobody when it is cleared, and whoever is put there after it', () => {
    const instances = singleInstance(program, smallWorld());
    instances.clear(0);
    expect([instances.world(0).size, instances.turnOf(0)]).toEqual([0, 0]);
    instances.run();
    expect(instances.world(0).size).toBe(0);
    instances.put(0, smallWorld('1', 2), 'x');
    expect(instances.hash(0)).toBe(smallWorld('x', 2).hash());
  });

  test('keeps to its room, and is as before where a turn is refused', () => {
    const growing = defineContent({
      ...smallContent,
      classes: {
        ...smallContent.classes,
        drone: { kind: 'law' },
        nest: {
          kind: 'law',
          groups: [{ name: 'breeding', scope: { include: ['target == source'] }, effects: [{ create: 'drone' }] }],
        },
      },
    });
    const world = createWorld(growing, { reserve: { objects: 3 } });
    world.spawn({ class: 'nest' });
    const instances = singleInstance(growing, world);
    instances.run();
    instances.run();
    const hash = instances.hash(0);
    expect(
      refusal(() => {
        instances.run();
      }).code,
    ).toBe('world-full');
    expect([instances.hash(0), instances.turnOf(0)]).toEqual([hash, 2]);
  });

  test('runs the systems of the host of the world that it is made of', () => {
    const world = smallWorld();
    const seen: number[] = [];
    world.addSystem({
      name: 'counting',
      phase: 'host',
      run: (each) => {
        seen.push(each.size);
      },
    });
    singleInstance(program, world).run();
    expect(seen).toEqual([world.size]);
  });

  test('is refused for content without an environment, and of what is no world', () => {
    const { environment: _environment, ...rest } = smallContent;
    const without = defineContent(rest);
    expect(refusal(() => singleInstance(without, createWorld(without))).code).toBe('no-environment');
    expect(refusal(() => singleInstance(program, {} as World)).code).toBe('bad-option');
  });
});
