import { expect, it } from 'vitest';
import { checkScenario } from '../../src/scenarios/native/check-scenario.js';
import { nativeFormat } from '../../src/scenarios/native/native-format.js';
import { readScenario } from '../../src/scenarios/native/read-native-scenario.js';

/** Steps in line 10. */
function yard(steps: string): string {
  return `format: edict-scenario/1
content:
  meters: { life: { default: 5 } }
  timing: { players: side }
  kinds: { side: { faction: true }, unit: { meters: [life] } }
  occurrences: { blow: { fields: { unit: unit, amount: number }, subject: unit } }
  abilities:
    - { name: parry, class: reaction, carrier: { kind: unit }, at: before, on: [blow, { loses: life }], do: [{ tell: No }] }
world: { objects: [{ name: North, kind: side }, { name: Ywain, kind: unit, owner: North }] }
steps: ${steps}
`;
}

it.each([
  ['[{ raise: blow }]', '10:18 `steps[0].raise` is the text `blow`, expected an occurrence or a list of occurrences'],
  ['[{ raise: [] }]', 'steps[0].raise'],
  ['[{ raise: { fields: {} } }]', '10:11 `steps[0].raise` has no `type`'],
  ['[{ raise: { type: blow, values: {} } }]', '`values` is not a key of `steps[0].raise`'],
  ['[{ raise: { type: blow, fields: { unit: [Ywain] } } }]', 'steps[0].raise.fields.unit'],
  ['[{ decide: -1 }]', '`steps[0].decide` is `-1`'],
  ['[{ decide: [parry] }]', '`steps[0].decide` is a list'],
  ['[{ raise: { type: blow }, decide: 0 }]', 'a step does several things (raise, decide)'],
])('the steps %s do not fit the format', (steps, message) => {
  const read = readScenario('test.yaml', yard(steps));
  const errors = read.ok ? [] : read.errors.map(({ line, column, message: said }) => `${line}:${column} ${said}`);
  expect(errors).toEqual([expect.stringContaining(message)]);
});

it('edict check finds types, fields and objects that there are not', () => {
  const steps =
    '[{ raise: { type: blwo } }, { raise: [{ type: blow, fields: { unti: Ywain } }, { type: blow, fields: { unit: Ywian } }] }, { raise: { type: "loses:life" } }]';
  const errors = checkScenario('test.yaml', yard(steps)).flatMap((each) => each.errors);
  expect(
    errors.map(({ line, column, message, suggestion }) => `${line}:${column} ${message} ${suggestion ?? ''}`),
  ).toEqual([
    expect.stringMatching(/^10:26 there is no occurrence "blwo".*blow/),
    expect.stringMatching(/^10:\d+ "blow" has no field "unti".*unit/),
    expect.stringMatching(/^10:\d+ no object of the scenario is called "Ywian" so far.*Ywain/),
    expect.stringMatching(/^10:\d+ there is no occurrence "loses:life"/),
  ]);
});

it('a decision that does not come up fails with a sentence', () => {
  const run = (steps: string): string | undefined =>
    nativeFormat.load({ file: 'test.yaml', text: yard(steps) })[0].run();
  expect(run('[{ decide: parry }]')).toBe(
    'test.yaml:10: step 1 (decide): nothing has to be decided now; where triggers.isPaused is true, triggers.resume continues',
  );
  expect(run('[{ raise: { type: blow, fields: { unit: Ywain, amount: 1 } } }, { decide: dodge }]')).toBe(
    'test.yaml:10: step 2 (decide): "dodge" is not an option; give one of parry, pass, or its number, counted from 0',
  );
});
