import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkScenario } from '../../../src/scenarios/native/check-scenario.js';
import { nativeFormat } from '../../../src/scenarios/native/native-format.js';

const file = new URL('../../../examples/expedition.yaml', import.meta.url);
const text = readFileSync(file, 'utf8');

test.each(nativeFormat.load({ file: file.pathname, text }).map((scenario) => [scenario.name, scenario] as const))('expedition: %s', (_, scenario) => {
  expect(scenario.run()).toBeUndefined();
});

test('expedition is sound, and says what it shows', () => {
  expect(checkScenario(file.pathname, text)).toMatchObject({ ok: true, warnings: [] });
  expect(text).toMatch(/^# .*\n(?:#.*\n)*# Shows: /);
});
