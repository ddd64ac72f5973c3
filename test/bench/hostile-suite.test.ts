import { describe, expect, it } from 'vitest';
import { hostileCases } from '../../bench/hostile/cases.js';
import { loadCase } from '../../bench/hostile/load-case.js';
import { runHostile } from '../../bench/hostile/suite.js';
import { longTest } from '../support/heavy.js';

const options = { objects: undefined, seed: '1' };

describe('the hostile suite', () => {
  longTest('has a quick run that loads or refuses a small file or two of each format', () => {
    const said: string[] = [];
    const results = runHostile({ ...options, quick: true }, (line) => said.push(line), loadCase);
    expect(said).toEqual([
      expect.stringMatching(/^hostile: native quotes, refused: 1 errors, the first yaml-syntax$/),
      expect.stringMatching(/^hostile: native misspelt names, refused: \d+ errors, the first unknown-member$/),
      expect.stringMatching(/^hostile: edict-scenario\/1 wrong steps, refused: \d+ errors, the first unknown-key$/),
      'hostile: focs macros, loaded',
      'hostile: xml conditions, loaded',
      'hostile: procyon conditions, loaded',
      'hostile: lst variables, loaded',
    ]);
    expect(results.map(({ name }) => name)).toEqual(said.map((line) => line.replace(/^hostile: |, .*$/g, '')));
    for (const { n, ms, bytes } of results) {
      expect(n).toBe(20);
      expect(ms?.min).toBeGreaterThan(0);
      expect(bytes).toBeGreaterThan(1_000_000);
    }
  });

  it('loads each file as large as the limits allow otherwise, and has no two of one name', () => {
    const asked: string[] = [];
    runHostile(
      { ...options, quick: false },
      () => {},
      ({ format, name, share }) => {
        asked.push(`${format} ${name}`);
        expect(share).toBe(1);
        return { milliseconds: 1, peak: 1, outcome: 'loaded' };
      },
    );
    expect(asked).toEqual(hostileCases.map(({ format, name }) => `${format} ${name}`));
    expect(new Set(asked).size).toBe(asked.length);
  });
});
