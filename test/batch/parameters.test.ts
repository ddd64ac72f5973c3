import { describe, expect, it } from 'vitest';
import { instancesInOneWorld } from '../../src/batch/instances-in-one-world.js';
import { singleInstance } from '../../src/batch/single-instance.js';
import { whyApart } from '../../src/confine/confine.js';
import { type World, createWorld, defineContent } from '../../src/index.js';
import { refusal } from '../support/errors.js';

const content = defineContent({
  parameters: { gain: { default: 1 } },
  enumerations: { plan: ['work', 'rest'] },
  properties: { score: {}, plan: { type: 'plan' } },
  kinds: { side: { faction: true, properties: ['score', 'plan'] } },
  classes: {
    realm: {
      kind: 'side',
      groups: [{ scope: { include: 'target == source' }, effects: [{ property: 'score', add: 'gain' }] }],
    },
  },
  reports: { scores: 'objects(side).sum(s, s.score)' },
  environment: {
    name: 'gain',
    agents: { of: 'side', count: 1 },
    capacity: 31,
    observation: { own: { values: { score: 'agent.score * gain' } } },
    actions: { plan: { property: 'plan', choices: ['work', 'rest'] } },
    reward: 'agent.score',
  },
});

function start(gain: number): World {
  const world: World = createWorld(content, { parameters: { gain }, reserve: { objects: 31 } });
  world.spawn({ class: 'realm' });
  return world;
}

function scoreOf(world: World): unknown {
  return world.get(world.query()[0], 'score');
}

describe('parameters of a batch', () => {
  it('do not keep instances apart', () => {
    expect(whyApart(content)).toBeUndefined();
  });

  it('are those of the first map, in instances that share a world as in one that does not', () => {
    const first = start(3);
    const alone = singleInstance(content, first);
    const together = instancesInOneWorld(content, 3, first);
    for (const instances of [alone, together]) {
      for (let i = 0; i < instances.count; i++) instances.put(i, first, `${i}`);
      instances.run();
      instances.run();
      for (let i = 0; i < instances.count; i++) {
        const world = instances.world(i);
        expect([world.parameters, scoreOf(world)]).toEqual([{ gain: 3 }, 6]);
      }
    }
    expect(together.hash(0)).toBe(alone.hash(0));
    together.copy(0, [2]);
    expect(together.hash(2)).toBe(alone.hash(0));
  });

  it('must be equal in instances that share a world', () => {
    const together = instancesInOneWorld(content, 2, start(3));
    expect(refusal(() => together.put(1, start(4), '1')).message).toBe(
      'edict: a map is made with other parameters than the first map, and instances that share a world share them; give all the same, or pass together: 1',
    );
    const other = instancesInOneWorld(content, 2, start(4));
    other.put(0, start(4), '1');
    const taken = other.take(0);
    expect(refusal(() => together.give(0, taken)).message).toContain('with other parameters than the first map');
  });

  it('reports are not evaluated for a batch, and begin again in a world that is taken from it', () => {
    const first = start(1);
    const alone = singleInstance(content, first);
    alone.put(0, first, '1');
    alone.run();
    const world = alone.world(0);
    expect([...world.reports.turns]).toEqual([]);
    world.step();
    expect([...world.reports.series('scores')]).toEqual([2]);
  });
});
