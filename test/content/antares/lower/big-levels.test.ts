import { describe, expect, test } from 'vitest';
import { lowerLists } from '../../../../src/content/antares/lower/lower-level.js';
import type { Level } from '../../../../src/content/antares/syntax.js';
import { createLevelModel } from '../../../../src/content/antares/world/level-model.js';
import { openLevel } from '../../../../src/content/antares/turn/level-session.js';
import { type Plain, always, levelOf, loadPlain } from '../../../support/level-values.js';
import { by } from './action-stage.js';
import { heavy, longTest } from '../../../support/heavy.js';

const many = heavy(3_000, 20_000);
const count = <Part>(length: number, part: (index: number) => Part): readonly Part[] =>
  Array.from({ length }, (_, index) => part(index));

/**
 * Bases with different counts, all of which can be occupied, and initials of them at which something is built: the
 * first ones are there, the others hidden.
 */
function bigLevel(
  conditions: readonly Plain[],
  visible = 10,
  attributes: readonly Plain[] = ['neutral_death', 'is_destination', 'can_accept_build'],
): Level {
  const bases = Object.fromEntries(
    count(many, (index) => [
      `base${String(index)}`,
      { maxHealth: 100, maxSpeed: 0, destination: true, occupyCount: index + 1, die: index % 2 === 0, attributes },
    ]),
  );
  const initials = count(many, (index) => ({
    base: `base${String(index)}`,
    owner: index % 2,
    position: [index, 0],
    build: ['base0'],
    hidden: index >= visible,
  }));
  return levelOf(loadPlain(conditions, 'sound', { bases, initials }));
}

describe('a level of twenty thousand bases and initials', () => {
  test.each((['compiled', 'reference'] as const).slice(0, heavy(1, 2)))(
    'takes what actions are about bases, by the %s',
    (executor) => {
      const about = { subject: by(0), direct: by(1) };
      const level = bigLevel([
        { when: always, ...about, action: [{ type: 'capture', player: 0 }] },
        { when: always, subject: by(0), direct: by(3), action: [{ type: 'occupy', value: 4 }] },
        {
          when: always,
          subject: by(0),
          direct: by(5),
          action: [
            { type: 'morph', base: 'base1' },
            { type: 'occupy', value: 2 },
          ],
        },
        { when: always, direct: by(2), action: [{ type: 'destroy' }] },
      ]);
      const session = openLevel(level, 'sound', { executor });
      session.run(0);
      const owner = (number: number) =>
        session.world.nameOf(session.world.ownersOf(session.world.find(`initial ${String(number)}`) ?? 0)[0] ?? 0);
      expect([owner(1), owner(3), owner(5)]).toEqual(['player 0', 'player 0', 'player 0']);
      expect(session.world.get(session.world.find('initial 3') ?? 0, 'occupation 0')).toBe(4);
    },
    60_000,
  );

  longTest(
    'lowers the reveal of all of them in memory that grows with their number',
    () => {
      const model = createLevelModel(
        bigLevel([{ when: always, action: [{ type: 'reveal', initial: count(many, (index) => index) }] }], 1),
        'sound',
      );
      const before = process.memoryUsage().heapUsed;
      lowerLists(model);
      expect(process.memoryUsage().heapUsed - before).toBeLessThan(800e6);
    },
    60_000,
  );
});

describe('things of many parts', () => {
  const named = count(10_000, (index) => `w${String(index)}`);
  const tags = (value: boolean): Plain => Object.fromEntries(named.map((tag) => [tag, value]));
  const tagged = {
    bases: { ship: { maxHealth: 1, maxSpeed: 0, tags: tags(true) }, drone: { maxHealth: 1, maxSpeed: 0, tags: {} } },
    initials: [
      { base: 'ship', position: [0, 0] },
      { base: 'drone', position: [1, 0] },
    ],
  };
  const score = (more: { readonly [field: string]: Plain } = {}): Plain => ({
    type: 'score',
    counter: { player: 0, which: 0 },
    value: 1,
    ...more,
  });

  longTest.each(['compiled', 'reference'] as const)(
    'are filters, counts, keys and lists: %s',
    (executor) => {
      const conditions: readonly Plain[] = [
        {
          when: {
            type: 'count',
            op: 'eq',
            value: 10_000,
            of: count(10_000, (index): Plain => ({ type: 'ships', op: 'le', player: 0, value: index })),
          },
          action: [score()],
        },
        { when: always, action: [{ type: 'key', enable: named, disable: named }] },
        { when: always, direct: by(0), action: [score({ if: { tags: tags(true) } })] },
        {
          when: always,
          direct: by(1),
          action: [score({ if: { tags: tags(false) } }), score({ if: { tags: tags(true) } })],
        },
        { when: always, action: count(10_000, () => score()) },
      ];
      const session = openLevel(levelOf(loadPlain(conditions, 'sound', tagged)), 'sound', { executor });
      session.run(0);
      expect(session.result().scores[0][0]).toBe(10_003);
    },
    60_000,
  );
});
