import { describe, expect, test } from 'vitest';
import type { ExecutorName, Handle, World } from '../../src/world/api.js';
import type { TypedValue } from '../../src/world/variables-api.js';
import { createWorld } from '../../src/world.js';
import { campaignOf } from '../content/lst/campaigns.js';
import { refusal } from '../support/errors.js';

const { program } = campaignOf([
  'DEFAULTVARIABLEVALUE:ARRAY[NUMBER]|',
  'CHANNEL:PC|ARRAY[NUMBER]=Gusts',
  'GLOBAL:ARRAY[NUMBER]=Winds',
  'MODIFY:Winds|SET|input("Gusts")+input("Gusts")',
]);

function open(executor: ExecutorName, texts: number): { readonly world: World; readonly root: Handle } {
  const world = createWorld(program, { executor, limits: { texts } });
  return { world, root: world.spawn({ kind: 'PC' }) };
}

const numeric = (value: number): TypedValue => ({ type: 'numeric', value, whole: true });

/** An array that no other call gives, of at least 100 characters. */
function gusts(place: number, length = 50): Extract<TypedValue, { type: 'array' }> {
  return { type: 'array', of: 'numeric', elements: [numeric(place), ...Array.from({ length }, () => numeric(0))] };
}

describe.each<ExecutorName>(['compiled', 'reference'])('texts of a world (%s)', (executor) => {
  test('are bounded by a limit, whoever makes them', () => {
    const { world, root } = open(executor, 10_000);
    let made = 0;
    const error = refusal(() => {
      for (; ; made++) world.set(root, 'Gusts', gusts(made));
    });
    expect(error).toMatchObject({ code: 'limit-texts' });
    expect(error.message).toContain('to more than 10000 characters, each counted with 64 more');
    expect(error.message).toContain('raise limits.texts');
    // Each change makes two texts of 167 and 267 characters and more.
    expect(made).toBeGreaterThan(20);
    expect(made).toBeLessThan(25);
  });

  test('name the modifier that makes one too many; the change is undone', () => {
    const { world, root } = open(executor, 2_000);
    world.set(root, 'Gusts', gusts(7, 0));
    const before = world.hash();
    expect(
      refusal(() => {
        world.set(root, 'Gusts', gusts(1, 600));
      }),
    ).toMatchObject({
      code: 'limit-texts',
      message: expect.stringMatching(/^edict: modifier .*Winds.* \(.*:\d+\): a text of/) as unknown,
    });
    expect(world.hash()).toBe(before);
    expect(world.variables.typed(root, 'Gusts')).toEqual(gusts(7, 0));
    world.set(root, 'Gusts', gusts(8, 0));
    expect(world.variables.typed(root, 'Winds')).toEqual({
      type: 'array',
      of: 'numeric',
      elements: [numeric(8), numeric(8)],
    });
  });

  test('of a turn that is undone take no room any more', () => {
    const { world, root } = open(executor, 10_000);
    let [first, count] = [0, 100];
    world.addSystem({
      name: 'writer',
      phase: 'host',
      run: () => {
        for (let i = 0; i < count; i++) world.set(root, 'Gusts', gusts(first + i));
      },
    });
    const before = world.hash();
    for (; first < 1_000; first += count)
      expect(
        refusal(() => {
          world.step();
        }).code,
      ).toBe('limit-texts');
    expect(world.hash()).toBe(before);
    count = 20;
    world.step();
    expect(world.variables.typed(root, 'Gusts')).toEqual(gusts(first + 19));
  });

  test('that a snapshot refers to stay, whatever turn is undone', () => {
    const { world, root } = open(executor, 10_000);
    world.set(root, 'Gusts', gusts(1));
    const later = world.snapshot();
    const hash = world.hash();
    world.set(root, 'Gusts', gusts(7, 0));
    let count = 100;
    world.addSystem({
      name: 'writer',
      phase: 'host',
      run: () => {
        for (let i = 0; i < count; i++) world.set(root, 'Gusts', gusts(2 + i));
      },
    });
    expect(
      refusal(() => {
        world.step();
      }).code,
    ).toBe('limit-texts');
    world.restore(later);
    expect(world.hash()).toBe(hash);
    expect(world.variables.typed(root, 'Gusts')).toEqual(gusts(1));
    count = 1;
    const fork = world.fork();
    fork.set(root, 'Gusts', gusts(3));
    world.step();
    expect([world.variables.typed(root, 'Gusts'), fork.variables.typed(root, 'Gusts')]).toEqual([gusts(2), gusts(3)]);
  });
});
