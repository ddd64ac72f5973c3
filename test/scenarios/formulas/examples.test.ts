import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { formulasFormat } from '../../../src/scenarios/formulas/open-case.js';

const file = fileURLToPath(new URL('../../../examples/characters/adventurer.yaml', import.meta.url));

describe('examples/characters/adventurer.yaml', () => {
  const cases = formulasFormat.load({ file, text: readFileSync(file, 'utf8') });

  it.each(cases.map((each) => [each.name, each] as const))('%s', (_name, each) => {
    expect(each.run()).toBeUndefined();
  });

  it('uses every step', () => {
    const text = readFileSync(file, 'utf8');
    for (const step of ['grant', 'revoke', 'write', 'get', 'eval', 'explanation'])
      expect(text).toMatch(new RegExp(`(?:- |\\{ )${step}:`));
  });
});
