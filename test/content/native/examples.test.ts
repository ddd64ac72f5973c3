import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkContents } from '../../../src/cli/check-contents.js';
import { nominalWorld } from '../../../src/match/work.js';
import { nativeFormat } from '../../../src/scenarios/native/native-format.js';
import { formats } from '../../support/formats.js';

describe.each(['expedition', 'realm', 'siege', 'duel'])('%s', (name) => {
  const file = new URL(`../../../examples/${name}.yaml`, import.meta.url);
  const text = readFileSync(file, 'utf8');

  test.each(nativeFormat.load({ file: file.pathname, text }).map((scenario) => [scenario.name, scenario] as const))(
    '%s',
    (_, scenario) => {
      expect(scenario.run()).toBeUndefined();
    },
  );

  test('is sound, and says what it shows', () => {
    expect(checkContents([file.pathname], nominalWorld(), formats)).toMatchObject([{ errors: [], warnings: [] }]);
    expect(text).toMatch(/^# .*\n(?:#.*\n)*# Shows: /);
  });
});
