import { expect, test } from 'vitest';
import { listFindings, createLoading, report } from '../../../../src/content/antares/level/fields.js';

test('the words of problems that are only counted are not made', () => {
  const loading = createLoading({
    policy: 'sound',
    counts: { players: 0, initials: 0, conditions: 0 },
    bases: new Set(),
  });
  let made = 0;
  const words = (): string => `problem ${String(++made)}`;
  for (let line = 1; line <= 5_000; line++)
    report({ loading, at: { line, column: 1 }, path: '' }, 'enum', words, words);
  expect(made).toBe(2 * 1_001);
  const problems = listFindings(loading.problems);
  expect(problems).toHaveLength(1_001);
  expect(problems[0]).toMatchObject({ code: 'enum', message: 'problem 1', suggestion: 'problem 2' });
  expect(problems[1_000]).toMatchObject({
    code: 'more',
    at: { line: 1_001 },
    message: '4000 more, of which this is the first: problem 2001',
  });
});
