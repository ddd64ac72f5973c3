import { expect, it } from 'vitest';
import { checkScenario } from '../../src/scenarios/native/check-scenario.js';
import { nativeFormat } from '../../src/scenarios/native/native-format.js';
import { readScenario } from '../../src/scenarios/native/read-native-scenario.js';

/** A fort that tells how it crumbles; steps in line 8. */
function fort(steps: string): string {
  return `format: edict-scenario/1
content:
  meters: { walls: { default: 2 } }
  roles: [fort]
  kinds: { fort: { meters: [walls] } }
  triggers: [{ name: crumble, when: fort.walls > 0, direct: fort, do: [{ meter: walls, add: -1 }, { tell: Creaking, values: { left: target.walls, whose: target } }, { delay: 3 }] }]
world: { objects: [{ name: Fort, kind: fort }, { name: Tower, kind: fort }], roles: { fort: Fort } }
steps: ${steps}
`;
}

it.each([
  [
    '{ trigger: crumble, armed: true }',
    'test.yaml:8: after step 1 the trigger crumble is not armed, expected it to be',
  ],
  [
    '{ trigger: crumble, armed: false, holds: false }',
    'test.yaml:8: after step 1 the condition of the trigger crumble is true, expected not',
  ],
  ['{ fired: [] }', 'test.yaml:8: after step 1 the triggers that fired are crumble, expected none'],
  [
    '{ fired: [crumble, crumble] }',
    'test.yaml:8: after step 1 the triggers that fired are crumble, expected crumble, crumble',
  ],
  ['{ delayed: 0 }', '1 list of actions waits, expected 0'],
  ['{ told: [] }', 'what was told is Creaking, expected none'],
  ['{ told: [Cracking] }', 'what was told is Creaking, expected Cracking'],
  ['{ told: [{ tell: Creaking, values: { left: 2 } }] }', 'left of "Creaking" is 1, expected 2'],
  ['{ told: [{ tell: Creaking, values: { left: 1, whose: Tower } }] }', 'whose of "Creaking" is 1, expected Tower'],
  ['{ told: [{ tell: Creaking, values: { right: true } }] }', 'right of "Creaking" is absent, expected true'],
])('the expectation %s fails with a sentence', (expectation, message) => {
  expect(
    nativeFormat.load({ file: 'test.yaml', text: fort(`[{ poll: true }, { expect: ${expectation} }]`) })[0].run(),
  ).toContain(message);
});

it.each([
  ['[{ expect: { trigger: crumble } }]', '8:19 nothing is expected of the trigger; give one of armed, holds'],
  [
    '[{ expect: { object: Fort, armed: true } }]',
    '8:35 armed does not go with object; put it into an expectation about a trigger',
  ],
  ['[{ poll: 3 }]', '8:17 `steps[0].poll` is `3`, expected `true`'],
])('the steps %s do not fit the format', (steps, message) => {
  const read = readScenario('test.yaml', fort(steps));
  expect(read.ok ? [] : read.errors.map(({ line, column, message: said }) => `${line}:${column} ${said}`)).toEqual([
    expect.stringContaining(message),
  ]);
});

it('edict check finds triggers that there are not', () => {
  const errors = checkScenario(
    'test.yaml',
    fort(
      '[{ arm: crumbel }, { disarm: [crumble, other] }, { expect: [{ trigger: fall, armed: true }, { fired: [crumbl] }] }]',
    ),
  ).flatMap((each) => each.errors);
  expect(
    errors.map(({ message, suggestion }) => `${message}${suggestion === undefined ? '' : ` ${suggestion}`}`),
  ).toEqual([
    expect.stringMatching(/there is no trigger "crumbel".*crumble/),
    expect.stringContaining('there is no trigger "other"'),
    expect.stringContaining('there is no trigger "fall"'),
    expect.stringMatching(/there is no trigger "crumbl".*crumble/),
  ]);
});
