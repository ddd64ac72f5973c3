import { describe, expect, it } from 'vitest';
import type { BatchOptions } from '../../src/batch/api.js';
import { createBatch } from '../../src/batch/batch.js';
import { defineContent } from '../../src/content/native/define.js';
import type { EnvironmentSource, GroupSource } from '../../src/content/native/schema.js';
import { refusal } from '../support/errors.js';
import { growingContent, growingSource, settleGrowing } from '../support/growing-game.js';
import { seen } from './playing.js';

/** Of eight instances, in the sixth the empire orders something. */
function ordered(environment: Partial<EnvironmentSource>, groups: readonly GroupSource[], options: BatchOptions) {
  const batch = createBatch(growingSource(growingContent(groups, environment)), { instances: 8, ...options });
  batch.reset(1);
  batch.actions[5 * batch.shape.heads] = 2;
  return batch;
}

const spoiling = (to: string): GroupSource => ({
  name: 'spoiling',
  scope: { include: ['target.kind == empire && target.orderedMood == wild'] },
  effects: [{ meter: 'wealth', set: to }],
});

describe.each([1, 2, 4])(
  'what fails in one instance of %d in a world names that, and leaves all as they were',
  (together) => {
    it.each<[string, Partial<EnvironmentSource>, string, string]>([
      ['a turn', {}, '1e300 * 1e300', 'instance 5: rule rules/spoiling would set wealth of object 1 to Infinity'],
      [
        'an observation',
        {},
        '1e200',
        'instance 5: in environment growing wealth of block empire is 1e+200 for object 1, asked by agent 0;',
      ],
      [
        'a reward',
        { observation: { empire: { values: { one: '1' } } } },
        '1e200',
        'instance 5: the reward of agent 0 is 1e+200',
      ],
      [
        'a change of what is rewarded',
        { observation: { empire: { values: { one: '1' } } }, reward: { change: 'agent.wealth == 10 ? 3e38 : -3e38' } },
        '11',
        'instance 5: the reward of agent 0 is -6e+38',
      ],
    ])('%s', (_, environment, wealth, message) => {
      const batch = ordered(environment, [spoiling(wealth)], { together });
      const before = seen(batch);
      expect(
        refusal(() => {
          batch.step();
        }).message,
      ).toContain(message);
      expect(seen(batch)).toEqual(before);
      batch.actions.fill(0);
      batch.step();
      expect([...batch.turns]).toEqual(new Array(8).fill(1));
    });

    it('what a script prefers', () => {
      const environment: Partial<EnvironmentSource> = {
        agents: { of: 'empire', count: 2 },
        actions: { mood: { property: 'orderedMood', prefer: '1e10 * agent.wealth' } },
      };
      const all: GroupSource = {
        name: 'spreading',
        scope: { include: ['target.kind == empire && objects(empire).filter(e, e.orderedMood == wild).count() == 1'] },
        effects: [{ meter: 'wealth', set: '1e30' }],
      };
      const batch = ordered(environment, [all], { together, seats: 'first', opponents: 'script' });
      batch.step();
      const before = seen(batch);
      expect(
        refusal(() => {
          batch.step();
        }).message,
      ).toContain('instance 5: in environment growing what order mood prefers is');
      expect(seen(batch)).toEqual(before);
    });
  },
);

it('a step that fails leaves what a start has put where orders are written', () => {
  const program = defineContent(growingContent([spoiling('1e300 * 1e300')]));
  for (const together of [1, 2, 4]) {
    const batch = createBatch(
      {
        program,
        start() {
          const world = settleGrowing(program, {});
          world.set(1, 'orderedMood', 'calm');
          return world;
        },
      },
      { instances: 4, together },
    );
    batch.reset(1);
    batch.actions.fill(1);
    batch.actions[3] = 2;
    const before = seen(batch);
    expect(
      refusal(() => {
        batch.step();
      }).code,
    ).toBe('not-finite');
    expect(seen(batch)).toEqual(before);
    expect(batch.world(2).get(1, 'orderedMood')).toBe('calm');
  }
});
