import { expect, it } from 'vitest';
import { createWorld, defineContent, loadWorld } from '../../src/index.js';

const content = defineContent({
  parameters: {
    breed: { default: 2, range: [0, 10], about: 'what each grows by' },
    most: { type: 'integer', default: 12 },
    busy: { type: 'boolean', default: true },
  },
  properties: { size: {} },
  kinds: { cell: { properties: ['size'] } },
  classes: {
    germ: {
      kind: 'cell',
      groups: [
        {
          activation: 'busy && source.size < most',
          scope: { include: 'target == source' },
          effects: [{ property: 'size', add: 'breed' }],
        },
      ],
    },
  },
  reports: {
    germs: 'instances(germ).count()',
    sizes: 'instances(germ).sum(g, g.size)',
    large: 'instances(germ).exists(g, g.size >= most)',
    mean: 'instances(germ).filter(g, g.size > 3).mean(g, g.size)',
  },
});

for (const executor of ['compiled', 'reference'] as const)
  it(`reads parameters and keeps reports (${executor})`, () => {
    const world = createWorld(content, { parameters: { breed: 5 }, executor });
    world.spawn({ class: 'germ' });
    world.spawn({ class: 'germ', values: { size: 1 } });
    world.run(3);
    expect(world.parameters).toEqual({ breed: 5, most: 12, busy: true });
    expect([...world.reports.turns]).toEqual([1, 2, 3]);
    expect([...world.reports.series('sizes')]).toEqual([11, 21, 31]);
    expect([...world.reports.series('large')]).toEqual([0, 0, 1]);
    expect([...world.reports.series('mean')]).toEqual([5.5, 10.5, 15.5]);
    const again = loadWorld(content, world.save());
    expect(again.hash()).toBe(world.hash());
  });
