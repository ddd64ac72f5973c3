import { expect, test } from 'vitest';
import { lstFormat } from '../../../../src/content/lst/scenarios/open-case.js';

/** Why a case fails; undefined where it passes. */
function failureOf(lst: readonly string[], rest: object): string | undefined {
  const text = JSON.stringify({
    format: 'formulas/1',
    theme: 'dependencies',
    cases: [{ name: 'one', source: 'intended', why: '', lst: ['DEFAULTVARIABLEVALUE:NUMBER|0', ...lst], ...rest }],
  });
  const [only] = lstFormat.load({ file: 'case.json', text });
  return only.run();
}

const second = 'FUNCTION:second\tVALUE:arg(1)';
const grow = { scope: 'SKILL', key: 'Grow', tokens: ['MODIFY:Size|ADD|1'] };

test('a variable depends on what an argument names that its function never takes', () => {
  const lst = [second, 'GLOBAL:NUMBER=Size', 'GLOBAL:NUMBER=Reach', 'MODIFY:Reach|SET|second(Size*2,7)'];
  expect(
    failureOf(lst, { objects: [grow], steps: [{ grant: 'SKILL|Grow', changed: ['Size'], solves: 2 }] }),
  ).toBeUndefined();
});

test('such an argument closes a loop', () => {
  expect(
    failureOf([second, 'GLOBAL:NUMBER=Size', 'MODIFY:Size|SET|second(Size,7)'], {
      loadError: { code: 'loop', cycle: ['Size'] },
    }),
  ).toBeUndefined();
});

test('a variable depends on the way of a condition that is not taken, and is solved again when that changes', () => {
  const lst = ['GLOBAL:NUMBER=Size', 'GLOBAL:NUMBER=Reach', 'MODIFY:Reach|SET|if(1==1,4,Size)'];
  expect(
    failureOf(lst, { objects: [grow], steps: [{ grant: 'SKILL|Grow', changed: ['Size'], solves: 2 }] }),
  ).toBeUndefined();
});
