import { afterEach, expect, test, vi } from 'vitest';
import { defineContent } from '../../src/content/native/define.js';
import { exponential, logarithm } from '../../src/kernel/exponentials.js';
import { createWorld } from '../../src/world.js';
import type { Handle, World } from '../../src/world/api.js';

/** By property: the expression, and mean and variance of its distribution. */
const drawn = {
  even: ['uniform(-1, 3)', 1, 16 / 12],
  bell: ['normal(10, 2)', 10, 4],
  wait: ['exponential(4)', 4, 16],
  few: ['poisson(2.5)', 2.5, 2.5],
  many: ['poisson(400)', 400, 400],
  yes: ['bernoulli(0.3)', 0.3, 0.21],
} as const;

const computed = {
  curve: 'exp(-self.even) + sin(self.bell) * cos(self.wait) + atan2(self.even, self.bell)',
  rest: 'mod(self.bell, 3) + lerp(self.few, self.many, 0.25) + sign(self.even)',
  // Of some objects there is none: the effect is skipped.
  root: 'sqrt(self.even)',
  log: 'log(self.even)',
};

const names = [...Object.keys(drawn), ...Object.keys(computed)];

const program = defineContent({
  properties: Object.fromEntries(names.map((name) => [name, { default: -7 }])),
  kinds: { thing: { properties: names } },
  classes: {
    drawer: {
      kind: 'thing',
      groups: [
        ...Object.entries(drawn).map(([name, [value]]) => ({
          name,
          scope: { include: 'target == source' },
          effects: [{ property: name, set: value }],
        })),
        ...Object.entries(computed).map(([name, value]) => ({
          name,
          scope: { include: 'target == source' },
          effects: [{ property: name, set: value.replaceAll('self', 'target') }],
        })),
      ],
    },
  },
});

const count = 1_500;
/** The reference tests all pairs of source and target. */
const few = 120;

function play(
  executor: 'reference' | 'compiled',
  generate: string,
  objects: number,
): readonly [World, readonly Handle[]] {
  vi.stubEnv('EDICT_GENERATE', generate);
  const world = createWorld(program, { seed: 'draws', executor, reserve: { objects: objects + 1 } });
  const things = Array.from({ length: objects }, () => world.spawn({ class: 'drawer' }));
  world.run(2);
  return [world, things];
}

afterEach(() => {
  vi.unstubAllEnvs();
});

const [compiled, things] = play('compiled', 'always', count);

test('draws and functions are the same in both executors, with generated code and without', () => {
  const [generated, columns, reference] = [
    play('compiled', 'always', few),
    play('compiled', 'never', few),
    play('reference', 'never', few),
  ].map(([world]) => world.hash());
  expect(generated).toBe(reference);
  expect(columns).toBe(reference);
});

test.each(Object.entries(drawn))('%s has the mean and the variance of its distribution', (name, [, mean, variance]) => {
  const values = things.map((thing) => Number(compiled.get(thing, name)));
  const found = values.reduce((sum, value) => sum + value, 0) / count;
  const spread = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / count;
  expect(Math.abs(found - mean)).toBeLessThan(5 * Math.sqrt(variance / count));
  expect(spread / variance).toBeGreaterThan(0.75);
  expect(spread / variance).toBeLessThan(1.3);
});

test('different places draw different numbers, each object for itself', () => {
  for (const name of ['even', 'bell', 'wait']) {
    expect(new Set(things.map((thing) => compiled.get(thing, name))).size).toBe(count);
  }
});

test('what has no logarithm or root leaves the property as it is', () => {
  let skipped = 0;
  for (const thing of things) {
    const even = Number(compiled.get(thing, 'even'));
    const [root, log] = [compiled.get(thing, 'root'), compiled.get(thing, 'log')];
    if (even > 0) expect([root, log]).toEqual([Math.sqrt(even), logarithm(even)]);
    else skipped += root === -7 || log === -7 ? 1 : 0;
  }
  expect(skipped).toBeGreaterThan(count / 20);
  expect(exponential(logarithm(2))).toBeCloseTo(2, 14);
});
