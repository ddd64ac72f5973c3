import { expect, test } from 'vitest';
import { formatDiagnostic } from '../../../../src/content/text/format-diagnostic.js';
import { fixtureCampaign } from '../../../../src/content/lst/parse/campaign-text.js';
import { diagnosticOf, problemAt } from '../../../../src/content/lst/parse/campaign-problem.js';

test('a problem points into its line, also where its token begins later', () => {
  const line = { file: 'a.lst', line: 3, column: 1, text: 'MODIFY:X|SET|1+' };
  const problem = problemAt(line, 15, 'syntax', 'expected a value');
  expect(problem).toEqual({
    code: 'syntax',
    message: 'expected a value',
    file: 'a.lst',
    line: 3,
    column: 16,
    token: 'MODIFY:X|SET|1+',
    tokenColumn: 1,
  });
  expect(formatDiagnostic(diagnosticOf(problem)).split('\n')).toEqual([
    'a.lst:3:16: error: expected a value [syntax]',
    '  3 | MODIFY:X|SET|1+',
    '    |                ^',
  ]);
  const token = { file: 'b.lst', line: 7, column: 20, text: 'MODIFY:Hnads|ADD|1' };
  expect(
    formatDiagnostic(
      diagnosticOf(problemAt(token, 7, 'unknown-variable', 'no `Hnads`', 'did you mean `Hands`?'), 'warning'),
    ).split('\n'),
  ).toEqual([
    'b.lst:7:27: warning: no `Hnads` [unknown-variable]',
    '  7 | …MODIFY:Hnads|ADD|1',
    '    |         ^',
    '    = did you mean `Hands`?',
  ]);
});

test('a long line is cut around the place', () => {
  const text = `MODIFY:X|SET|${'1+'.repeat(500)}*`;
  const problem = problemAt({ file: 'a.lst', line: 1, column: 11, text }, text.length - 1, 'syntax', 'wrong');
  const { excerpt = '', excerptColumn = 1, column } = diagnosticOf(problem);
  expect(excerpt.length).toBeLessThanOrEqual(160);
  expect(excerpt[column - excerptColumn]).toBe('*');
});

test('an empty text is not shown', () => {
  expect(
    diagnosticOf(problemAt({ file: 'a.pcc', line: 1, column: 1, text: '' }, 0, 'file', 'there is no file')),
  ).not.toHaveProperty('excerpt');
});

test('a campaign of a fixture numbers its lines, and the tokens of each object', () => {
  const { control, objects, name, problems } = fixtureCampaign(
    ['GLOBAL:NUMBER=X', 'MODIFY:X|SET|1'],
    [
      { scope: 'EQUIPMENT', key: 'Sword', groups: ['Weapon'], tokens: ['MODIFY:X|ADD|1', 'GROUP:Blade'] },
      { scope: 'EQUIPMENT.PART', key: 'Head', parent: 'EQUIPMENT|Sword' },
    ],
    'a case',
  );
  expect(name).toBe('a case');
  expect(problems).toEqual([]);
  expect(control).toEqual([
    { file: 'lst', line: 1, column: 1, text: 'GLOBAL:NUMBER=X', kind: 'any' },
    { file: 'lst', line: 2, column: 1, text: 'MODIFY:X|SET|1', kind: 'any' },
  ]);
  const file = 'EQUIPMENT|Sword';
  expect(objects).toEqual([
    {
      scope: 'EQUIPMENT',
      key: 'Sword',
      groups: ['Weapon'],
      origin: { file, line: 1, column: 1, text: file },
      tokens: [
        { file, line: 1, column: 1, text: 'MODIFY:X|ADD|1' },
        { file, line: 2, column: 1, text: 'GROUP:Blade' },
      ],
    },
    {
      scope: 'EQUIPMENT.PART',
      key: 'Head',
      groups: [],
      parent: 'EQUIPMENT|Sword',
      tokens: [],
      origin: { file: 'EQUIPMENT.PART|Head', line: 1, column: 1, text: 'EQUIPMENT.PART|Head' },
    },
  ]);
});
