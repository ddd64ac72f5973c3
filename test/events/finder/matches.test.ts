import { expect, test } from 'vitest';
import { defineContent } from '../../../src/content/native/define.js';
import { createWorld } from '../../../src/world.js';
import type { ExecutorName } from '../../../src/world/api.js';

test.each<ExecutorName>(['compiled', 'reference'])(
  'who has an ability is not known by half where asking failed in the midst of it, executor %s',
  (executor) => {
    const program = defineContent({
      meters: { power: { default: 5, reset: true }, heard: {} },
      kinds: { unit: { meters: ['power', 'heard'] } },
      occurrences: { note: { fields: {} } },
      // Where power is gone, more objects are looked at than may be.
      abilities: [
        {
          name: 'hears',
          class: 'trait',
          carrier: { kind: 'unit' },
          on: 'note',
          live: 'self.power > 3 || objects(unit).filter(u, u.power > 90).count() > 100',
          do: [{ meter: 'heard', add: 1, on: 'source' }],
        },
      ],
      triggers: [{ name: 'calls', when: 'time >= 0', persistent: true, do: [{ raise: 'note' }] }],
    });
    const world = createWorld(program, { executor, limits: { visitsPerTurn: 2 } });
    const units = [0, 1, 2].map(() => world.spawn({ kind: 'unit' }));
    world.step();
    world.events.raise('note', {});
    world.set(units[1], 'power', 0);
    expect(() => world.triggers.advance(1)).toThrow('looked at more than 2 objects');
    const before = units.map((unit) => world.get(unit, 'heard'));
    // Power is what it was when it was asked for at first.
    world.step();
    world.events.raise('note', {});
    expect(units.map((unit, i) => world.get(unit, 'heard') - before[i])).toEqual([2, 2, 2]);
  },
);
