import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { lstFormat } from '../../../../src/content/lst/scenarios/open-case.js';

const file = fileURLToPath(new URL('../../../../examples/lst/adventurer.yaml', import.meta.url));

describe('examples/lst/adventurer.yaml', () => {
  const cases = lstFormat.load({ file, text: readFileSync(file, 'utf8') });

  it.each(cases.map((each) => [each.name, each] as const))('%s', (_name, each) => {
    expect(each.run()).toBeUndefined();
  });

  it('uses every step', () => {
    const text = readFileSync(file, 'utf8');
    for (const step of ['grant', 'revoke', 'write', 'get', 'eval', 'explanation'])
      expect(text).toMatch(new RegExp(`(?:- |\\{ )${step}:`));
  });
});
