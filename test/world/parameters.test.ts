import { describe, expect, it } from 'vitest';
import { createWorld, defineContent, loadWorld } from '../../src/index.js';
import { layoutOf } from '../../src/components/layout.js';
import type { ExecutorName, WorldOptions } from '../../src/world/api.js';
import { refusal } from '../support/errors.js';
import { forged } from '../support/forged-file.js';

const content = defineContent({
  parameters: {
    breed: { default: 2, range: [0, 10] },
    most: { type: 'integer', default: 12 },
    busy: { type: 'boolean', default: true },
  },
  properties: { size: {}, large: { type: 'boolean' } },
  variables: { strength: { default: 1 } },
  kinds: { cell: { properties: ['size', 'large'], variables: ['strength'] } },
  triggers: [{ name: 'alarm', when: 'objects(cell).exists(c, c.size > most)', do: [{ tell: 'large' }] }],
  expressions: { room: { of: 'cell', is: 'most - self.size' } },
  classes: {
    germ: {
      kind: 'cell',
      modifiers: [{ variable: 'strength', add: 'breed', when: 'busy' }],
      groups: [
        {
          activation: ['busy', 'source.size < most'],
          scope: { include: 'target == source' },
          effects: [{ property: 'size', add: 'breed' }],
        },
      ],
    },
  },
});

const executors: readonly ExecutorName[] = ['compiled', 'reference'];

function germs(options: WorldOptions = {}) {
  const world = createWorld(content, options);
  const germ = world.spawn({ class: 'germ' });
  world.spawn({ class: 'germ', values: { size: 1 } });
  return { world, germ };
}

describe.each(executors)('parameters (%s)', (executor) => {
  it('have the values of the content, or those of the world', () => {
    expect(germs({ executor }).world.parameters).toEqual({ breed: 2, most: 12, busy: true });
    const { world } = germs({ executor, parameters: { breed: 0.5, busy: false } });
    expect(world.parameters).toEqual({ breed: 0.5, most: 12, busy: false });
    expect(Object.isFrozen(world.parameters)).toBe(true);
  });

  it('are read by rules, variables, triggers and questions, in worlds of one program', () => {
    const sizes = [{}, { breed: 5 }, { breed: 5, most: 4 }, { busy: false }].map((parameters) => {
      const { world, germ } = germs({ executor, parameters });
      world.run(3);
      const { questions, triggers } = world;
      return [
        world.get(germ, 'size'),
        world.get(germ, 'strength'),
        triggers.isTrue('alarm'),
        questions.ask('room', germ),
        questions.evaluate('breed * 2'),
      ];
    });
    expect(sizes).toEqual([
      [6, 3, false, 6, 4],
      [15, 6, true, -3, 10],
      [5, 6, true, -1, 10],
      [0, 1, false, 12, 4],
    ]);
  });

  it('are part of the state: saved, copied, and restored from another world', () => {
    const { world } = germs({ executor, parameters: { breed: 5 } });
    world.step();
    const loaded = loadWorld(content, world.save(), { executor });
    const other = germs({ executor }).world;
    other.run(2);
    const before = other.snapshot();
    other.restore(world.snapshot());
    for (const copy of [world.fork(), loaded, other]) {
      expect(copy.parameters).toEqual(world.parameters);
      expect(copy.hash()).toBe(world.hash());
    }
    for (const each of [world, loaded, other]) each.run(2);
    expect(loaded.hash()).toBe(world.hash());
    expect(other.hash()).toBe(world.hash());
    other.restore(before);
    expect(other.parameters.breed).toBe(2);
    expect(other.query().map((germ) => other.get(germ, 'strength'))).toEqual([3, 3]);
  });

  it('make another hash', () => {
    expect(germs({ executor, parameters: { most: 11 } }).world.hash()).not.toBe(germs({ executor }).world.hash());
    expect(germs({ executor, parameters: { most: 12 } }).world.hash()).toBe(germs({ executor }).world.hash());
  });
});

describe('parameters that do not fit', () => {
  const given = (parameters: unknown) =>
    refusal(() => createWorld(content, { parameters } as WorldOptions)).message.replace('edict: ', '');

  it.each([
    [{ bred: 1 }, 'there is no parameter "bred"; did you mean `breed`?'],
    [{ breed: true }, 'the parameter breed is true; give a number from 0 to 10'],
    [{ breed: 11 }, 'the parameter breed is 11; give a number from 0 to 10'],
    [{ breed: NaN }, 'the parameter breed is NaN; give a number from 0 to 10'],
    [{ most: 1.5 }, 'the parameter most is 1.5; give a whole number'],
    [{ most: '1' }, 'the parameter most is "1"; give a whole number'],
    [{ busy: 1 }, 'the parameter busy is 1; give true or false'],
    [[1], 'parameters is a list; give an object of parameters and values'],
  ])('%j', (parameters, message) => {
    expect(given(parameters)).toBe(message);
  });

  it('are refused where a saved world has its own', () => {
    const bytes = createWorld(content).save();
    expect(refusal(() => loadWorld(content, bytes, { parameters: { breed: 1 } })).message).toBe(
      'edict: loadWorld is given parameters, and a saved world keeps those that it was made with; leave them out, or make a world with createWorld',
    );
  });

  it('are damage in a saved world', () => {
    const { world } = germs({ parameters: { breed: 7.25 } });
    const wanted = new Uint8Array(new Float64Array([7.25]).buffer);
    const bytes = forged(
      world.save(),
      (head) => head,
      (body) => {
        const at = Buffer.from(body).indexOf(wanted);
        expect(at).toBeGreaterThan(0);
        const changed = Uint8Array.from(body);
        changed.set(new Uint8Array(new Float64Array([70]).buffer), at);
        return changed;
      },
    );
    expect(refusal(() => loadWorld(content, bytes)).message).toContain(
      'the parameter breed is 70, which is not a number from 0 to 10',
    );
  });
});

describe('content without parameters', () => {
  it('has neither their column nor their dimension', () => {
    const sizes = { capacity: 1, lanes: 1, factions: 1, streams: 1 };
    const plain = layoutOf(defineContent({ kinds: { cell: {} } }).model, sizes);
    expect(plain.dimensions).not.toContain('parameter');
    expect(plain.columns.map(({ name }) => name)).not.toContain('parameter.value');
    expect(layoutOf(content.model, sizes).dimensions).toContain('parameter');
    expect(createWorld(defineContent({ kinds: { cell: {} } })).parameters).toEqual({});
  });
});
