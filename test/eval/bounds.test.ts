import { expect, test } from 'vitest';
import { defineContent } from '../../src/content/native/define.js';
import { canHave } from '../../src/eval/bounds.js';

const { model } = defineContent({
  properties: { wealth: { type: 'number' } },
  kinds: { region: { properties: ['wealth'] }, plot: { attachesTo: ['region'] }, moon: {} },
});
const wealth = model.columns[0];
const [region, plot, moon] = ['region', 'plot', 'moon'].map((name) => model.kindByName.get(name)?.index ?? 0);

test.each([
  ['its own kind', [region], false, true],
  ['a kind that hangs on it', [plot], true, true],
  ['a kind that hangs on it, not looked up', [plot], false, false],
  ['a kind that hangs on nothing', [moon], true, false],
  ['no known kind', undefined, false, true],
  ['a kind that an error has taken, which may be any', [moon, 0], true, true],
])('whether an object can have a column: of %s', (_, kinds, climb, expected) => {
  expect(canHave(model, wealth, kinds, climb)).toBe(expected);
});
