import { describe, expect, test } from 'vitest';
import { readProgram } from '../../src/compiled/read-program.js';
import { writeProgram } from '../../src/compiled/write-program.js';
import { defineContent } from '../../src/content/native/define.js';
import type { ExecutorName } from '../../src/world/api.js';
import { createWorld } from '../../src/world.js';

const realm = defineContent({
  constants: { SMALL: 3 },
  functions: { rich: { arguments: ['c', 'least'], value: 'c.gold > least && c.size > SMALL' } },
  meters: { size: { default: 2 }, gold: { default: 9 }, unrest: { default: 0 } },
  roles: ['capital'],
  kinds: {
    city: {
      meters: ['size', 'gold', 'unrest'],
      flags: {
        fed: 'self.gold > 4',
        calm: 'self.unrest < SMALL && self.fed',
        rivalled: 'objects(city).exists(d, d.gold > SMALL + 1 && d != self)',
      },
    },
  },
  classes: {
    town: {
      kind: 'city',
      groups: [
        {
          name: 'feast',
          activation: 'source.calm && source.size >= SMALL',
          scope: { include: 'target == source' },
          effects: [{ meter: 'gold', add: -1 }],
        },
        {
          name: 'tax',
          activation: 'rich(source, 2) && objects(city).all(c, c.size >= SMALL)',
          scope: { include: 'target == source' },
          effects: [{ meter: 'gold', add: 1 }],
        },
      ],
    },
  },
  expressions: { settled: { of: 'city', is: 'self.calm && self.size  <  SMALL' } },
  triggers: [
    {
      name: 'revolt',
      when: 'capital.gold > 1 && objects(city).exists(c, c.gold > 3 && c.size > SMALL + 1)',
      do: [{ meter: 'unrest', set: 1, direct: 'capital' }],
    },
  ],
});

describe.each<ExecutorName>(['compiled', 'reference'])('%s: conditions are told as they are written', (executor) => {
  function open() {
    const world = createWorld(realm, { executor });
    const [rome, ostia] = ['Rome', 'Ostia'].map((name) => world.spawn({ class: 'town', name }));
    world.relations.setRole('capital', rome);
    return { world, rome, ostia };
  }

  test('constants by name, and flags by their conditions', () => {
    const { world, rome } = open();
    world.step();
    const before = world.hash();
    expect(world.questions.whyNot('town/feast', rome)).toMatchObject({
      outcome: 'not active',
      clauses: [
        {
          text: 'self.unrest < SMALL',
          within: ['source.calm'],
          answer: 'true',
          reads: [{ text: 'self.unrest', value: 0 }],
        },
        { text: 'self.gold > 4', within: ['source.calm', 'self.fed'], answer: 'true' },
        { text: 'source.size >= SMALL', within: [], answer: 'false', reads: [{ text: 'source.size', value: 2 }] },
      ],
    });
    expect(world.questions.whyNot('settled', rome)).toMatchObject({
      outcome: 'true',
      clauses: [
        { text: 'self.unrest < SMALL', within: ['self.calm'] },
        { text: 'self.gold > 4', within: ['self.calm', 'self.fed'] },
        { text: 'self.size < SMALL', within: [] },
      ],
    });
    expect(world.questions.whyNot('!self.calm', rome)).toMatchObject({
      clauses: [{ text: '!self.calm', within: [], reads: [{ text: 'self.unrest' }, { text: 'self.gold' }] }],
    });
    expect(world.hash()).toBe(before);
  });

  test('names of members in the flags of a text that the host gives', () => {
    const { world, rome, ostia } = open();
    world.set(ostia, 'gold', 2);
    expect(world.questions.whyNot('self.rivalled', rome)).toMatchObject({
      clauses: [
        {
          text: 'objects(city).exists(d, d.gold > SMALL + 1 && d != self)',
          within: ['self.rivalled'],
          answer: 'false',
          witness: { name: 'd', object: rome, text: 'd != self' },
        },
      ],
    });
  });

  test('a member that the filters leave, by the name that the shown condition gives it', () => {
    const { world, rome, ostia } = open();
    world.set(ostia, 'size', 5);
    world.set(rome, 'gold', 1);
    expect(
      world.questions.whyNot('objects(city).filter(c, c.size > SMALL).all(d, d.size > 4 && d.gold > 20)'),
    ).toMatchObject({
      clauses: [{ answer: 'false', witness: { name: 'd', object: ostia, holds: false, text: 'd.gold > 20' } }],
    });
    expect(world.questions.whyNot('objects(city).filter(c, c.size > SMALL).exists(d, d.gold > 20)')).toMatchObject({
      clauses: [{ answer: 'false', witness: { name: 'd', object: ostia, holds: false, text: 'd.gold > 20' } }],
    });
    expect(world.questions.whyNot('objects(city).filter(c, c.size > SMALL).all(d, d.gold > 3)')).toMatchObject({
      clauses: [{ answer: 'true', witness: { holds: true, object: ostia, members: 1, text: 'd.gold > 3' } }],
    });
  });

  test('the first member that fails where all must hold: the condition looks at no more', () => {
    const { world, rome, ostia } = open();
    world.set(ostia, 'size', 5);
    for (const [text, object] of [
      ['objects(city).all(c, c.size > 3 && c.gold > 20)', rome],
      ['objects(city).exists(c, c.size > 3 && c.gold > 20)', ostia],
    ] as const) {
      expect(world.questions.whyNot(text)).toMatchObject({ clauses: [{ answer: 'false', witness: { object } }] });
    }
  });

  test('a member of a collection without a filter, whose condition looks like one', () => {
    const { world, rome, ostia } = open();
    world.set(ostia, 'size', 5);
    expect(world.questions.whyNot('objects(city).all(c, !(c.size > SMALL) || c.gold > 3)')).toMatchObject({
      clauses: [{ answer: 'true', witness: { object: rome, text: '!(c.size > SMALL) || c.gold > 3' } }],
    });
    expect(world.questions.whyNot('objects(city).all(c, !(c.size > SMALL))')).toMatchObject({
      clauses: [{ answer: 'false', witness: { object: ostia, text: '!(c.size > SMALL)' } }],
    });
  });

  test('a member that fails or holds, with what was read of it', () => {
    const { world, rome, ostia } = open();
    world.set(rome, 'size', 4);
    world.step();
    expect(world.questions.whyNot('town/tax', rome)).toMatchObject({
      clauses: [
        { text: 'source.gold > 2', answer: 'true', witness: null },
        { text: 'source.size > SMALL', answer: 'true' },
        {
          text: 'objects(city).all(c, c.size >= SMALL)',
          answer: 'false',
          witness: {
            name: 'c',
            object: ostia,
            holds: false,
            forAll: false,
            members: 2,
            text: 'c.size >= SMALL',
            reads: [{ text: 'c.size', value: 2, object: ostia }],
          },
        },
      ],
    });
    const trigger = world.questions.whyNot('trigger revolt');
    expect(trigger).toMatchObject({
      clauses: [
        { text: 'capital.gold > 1', reads: [{ text: 'capital.gold' }, { text: 'capital', value: rome }] },
        {
          text: 'objects(city).exists(c, c.gold > 3 && c.size > SMALL + 1)',
          reads: [],
          witness: {
            object: rome,
            holds: false,
            text: 'c.size > SMALL + 1',
            reads: [{ text: 'c.size', value: 4 }, {}],
          },
        },
      ],
    });
    expect(world.questions.whyNot('objects(city).filter(c, c.size > 3).count() > 0')).toMatchObject({
      clauses: [{ answer: 'true', witness: { object: rome, holds: true, text: 'c.size > 3', reads: [{ value: 4 }] } }],
    });
    expect(world.questions.whyNot('!objects(city).exists(c, c.size > 99)')).toMatchObject({
      clauses: [{ answer: 'true', witness: { object: rome, holds: false, forAll: true, members: 2 } }],
    });
    expect(world.questions.whyNot('objects(city).all(c, c.size < 99)')).toMatchObject({
      clauses: [{ answer: 'true', witness: { object: rome, holds: true, forAll: true, members: 2 } }],
    });
    expect(world.questions.whyNot('objects(city).count() > 0')).toMatchObject({ clauses: [{ witness: null }] });
    for (const city of [rome, ostia]) world.destroy(city);
    expect(world.questions.whyNot('objects(city).exists(c, c.size > 99)')).toMatchObject({
      clauses: [{ answer: 'false', witness: { object: null, members: 0, reads: [] } }],
    });
  });

  test('a flag of a member is written over the member, also in a trigger', () => {
    const content = defineContent({
      meters: { grain: { default: 3 } },
      kinds: { farm: { meters: ['grain'], flags: { fed: 'self.grain > 5' } } },
      triggers: [{ name: 'feast', when: 'objects(farm).all(v, v.fed)', do: [{ tell: 'A feast' }] }],
    });
    const world = createWorld(content);
    const farm = world.spawn({ kind: 'farm' });
    world.step();
    expect(world.questions.whyNot('feast')).toMatchObject({
      clauses: [{ witness: { name: 'v', object: farm, text: 'v.fed', reads: [{ text: 'v.grain', value: 3 }] } }],
    });
  });
});

test('texts are no part of content: what is read from compiled content is the same, and tells conditions as printed', () => {
  const read = readProgram(writeProgram(realm));
  const { meant: _meant, callable: _callable, ...compiled } = realm;
  expect(read).toStrictEqual(compiled);
  const world = createWorld(read);
  const rome = world.spawn({ class: 'town' });
  world.step();
  expect(world.questions.whyNot('town/feast', rome)).toMatchObject({
    clauses: [{ text: 'source.unrest < 3', within: ['source.calm'] }, {}, {}],
  });
});
