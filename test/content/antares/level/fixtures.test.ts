import { describe, expect, it } from 'vitest';
import { loadLevel, type LoadResult } from '../../../../src/content/antares/level/load-level.js';
import { policies, type Policy } from '../../../../src/content/antares/syntax.js';
import type { Value } from '../../../../src/content/antares/parse/value.js';
import {
  hasLevelFixtures,
  joined,
  levelFixtures,
  memberOf,
  only,
  readLevelFixture,
  textOf,
} from '../../../support/level-fixtures.js';
import { plainLevel, problemsOf, valueOf } from '../../../support/level-values.js';

const document = hasLevelFixtures ? readLevelFixture('load-errors.json') : valueOf({});

function casesOf(list: string): { name: string; case: Value }[] {
  const cases = memberOf(document, list);
  return (cases?.type === 'array' ? cases.items : []).map((each) => ({
    name: textOf(memberOf(each, 'name')) ?? '',
    case: each,
  }));
}

function load(fixture: Value, policy: Policy): LoadResult {
  return loadLevel(joined(valueOf(plainLevel), memberOf(fixture, 'level'), only(fixture, ['conditions'])), policy);
}

/** The file gives paths within the condition, within its first action, or within the level. */
function fullPaths(fixture: Value, path: string): string[] {
  return [
    `conditions[0].${path}`,
    `conditions[0].action[0].${path}`,
    ...(memberOf(fixture, 'level') === undefined ? [] : [path]),
  ];
}

describe.skipIf(!hasLevelFixtures)('load-errors.json (skipped where ../shared/fixtures/conditions is absent)', () => {
  it('has cases of both kinds', () => {
    expect(casesOf('bad').length).toBeGreaterThan(30);
    expect(casesOf('good').length).toBeGreaterThan(5);
  });

  it.each(casesOf('bad'))('refuses $name, in one place', ({ case: fixture }) => {
    for (const policy of policies) {
      const { level, problems } = load(fixture, policy);
      expect(level).toBeUndefined();
      expect(problems).toHaveLength(1);
      expect(problems[0].code).toBe(textOf(memberOf(fixture, 'code')));
      expect(fullPaths(fixture, textOf(memberOf(fixture, 'path')) ?? '')).toContain(problems[0].path);
      expect(problems[0].message).toMatch(/expected|exactly/);
      expect(problems[0].at.line).toBeGreaterThan(1);
    }
  });

  it.each(casesOf('good'))('takes $name', ({ case: fixture }) => {
    expect(problemsOf(load(fixture, 'compat'))).toEqual([]);
    const sound = memberOf(fixture, 'sound');
    const expected =
      sound === undefined
        ? []
        : [`${textOf(memberOf(sound, 'code'))} conditions[0].${textOf(memberOf(sound, 'path'))}`];
    expect(problemsOf(load(fixture, 'sound'))).toEqual(expected);
  });
});

describe.skipIf(!hasLevelFixtures)(
  'the levels of the fixtures (skipped where ../shared/fixtures/conditions is absent)',
  () => {
    const documents = levelFixtures().filter(({ file }) => file !== 'load-errors.json');

    it('are there', () => {
      expect(documents.length).toBeGreaterThan(80);
    });

    it.each(documents)('$file loads, or is refused as it says', ({ document: fixture }) => {
      const level = memberOf(fixture, 'level') ?? valueOf({});
      const isWhole = memberOf(level, 'bases') !== undefined;
      const policy = textOf(memberOf(fixture, 'policy')) === 'sound' ? 'sound' : 'compat';
      const result = loadLevel(joined(isWhole ? level : valueOf(plainLevel), only(fixture, ['conditions'])), policy);
      const expected = memberOf(fixture, 'expect');
      const refused = textOf(memberOf(expected, 'error')) === 'load' ? [textOf(memberOf(expected, 'path'))] : [];
      expect(result.problems.map(({ path }) => path)).toEqual(refused);
    });
  },
);
