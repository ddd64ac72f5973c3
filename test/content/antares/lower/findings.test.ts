import { describe, expect, it } from 'vitest';
import { loadLevel } from '../../../../src/content/antares/level/load-level.js';
import { lowerLevel } from '../../../../src/content/antares/lower/lower-level.js';
import { type Policy, policies } from '../../../../src/content/antares/syntax.js';
import type { Value } from '../../../../src/content/antares/parse/value.js';
import { createLevelModel } from '../../../../src/content/antares/world/level-model.js';
import { allFindings, findingsOf } from '../../../../src/plans/findings/find-all.js';
import { hasLevelFixtures, joined, levelFixtures, memberOf, only } from '../../../support/level-fixtures.js';
import { type Plain, always, plainLevel, valueOf } from '../../../support/level-values.js';

function programOf(level: Value, policy: Policy) {
  const { level: loaded } = loadLevel(level, policy);
  return loaded === undefined ? undefined : lowerLevel(createLevelModel(loaded, policy));
}

function found(conditions: readonly Plain[], find = findingsOf): readonly string[] {
  const program = programOf(valueOf({ ...plainLevel, conditions }), 'compat');
  if (program === undefined) throw new Error('the level does not load');
  return find(program).map(({ code, of }) => `${code} ${of.name}`);
}

describe('actions about nobody', () => {
  const ofNobody = (...action: readonly Plain[]): Plain => ({ when: always, action });
  const score: Plain = { type: 'score', counter: { which: 0 }, value: 1 };
  const heal: Plain = { type: 'heal', value: 1 };

  it('are no findings where levels say what they do', () => {
    const conditions = [
      ofNobody(score),
      ofNobody({ type: 'push', value: 1 }, { type: 'move', origin: 'subject' }),
      ofNobody({ type: 'stop', if: { owner: 'same' } }),
    ];
    expect(found(conditions)).toEqual([]);
    expect(new Set(found(conditions, allFindings))).toEqual(
      new Set(['empty-role condition 0', 'empty-role condition 1', 'empty-role condition 2']),
    );
  });

  it('are findings where an action needs somebody', () => {
    expect(found([ofNobody(score), ofNobody(score, heal)])).toEqual(['empty-role condition 1']);
    expect(found([ofNobody({ type: 'group', of: [score, heal] })])).toEqual(['empty-role condition 0']);
  });
});

describe.skipIf(!hasLevelFixtures)(
  'the levels of the fixtures (skipped where ../shared/fixtures/conditions is absent)',
  () => {
    it.each(policies)('have no findings but actions that need an object, by the policy %s', (policy) => {
      const all = levelFixtures().flatMap(({ file, document }) => {
        const level = memberOf(document, 'level') ?? valueOf({});
        const whole = memberOf(level, 'bases') === undefined ? valueOf(plainLevel) : level;
        const program = programOf(joined(whole, only(document, ['conditions'])), policy);
        return program === undefined ? [] : findingsOf(program).map(({ code, of }) => `${file} ${code} ${of.name}`);
      });
      expect(all).toEqual([
        'null-direct-compat.json empty-role condition 0',
        'sound-null-direct-skips.json empty-role condition 0',
      ]);
    });
  },
);
