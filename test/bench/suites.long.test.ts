import { describe, expect, it } from 'vitest';
import { baselineFile } from '../../bench/baseline.js';
import { makeManyRules } from '../../bench/many-rules.js';
import { snapshotSuite } from '../../bench/snapshot.js';
import { turnSuite } from '../../bench/turn.js';
import { defineContent } from '../../src/content/native/define.js';
import { loadContent } from '../../src/content/native/load-content.js';

const quick = { quick: true, objects: 500, seed: '1' };

describe('the content of load', () => {
  it('has 1,000 rules and is the same from files and from objects', () => {
    const { files, object } = makeManyRules(1_000);
    const loaded = loadContent(files);
    const program = loaded.ok ? loaded.program : undefined;
    expect(program?.rules.rules).toHaveLength(1_000);
    expect(defineContent(object).fingerprint).toBe(program?.fingerprint);
  });
});

describe('a quick run', () => {
  it('of turn has the whole and each phase, against the interpreter', () => {
    const results = turnSuite.run(quick, () => {});
    expect(results.map(({ name }) => name)).toEqual([
      'turn',
      'reset',
      'meters',
      'growth',
      'clamp',
      'flows',
      'actions',
      'host',
      'expire',
    ]);
    const [whole, ...phases] = results;
    for (const { ms } of phases) expect(ms?.min).toBeLessThanOrEqual(whole.ms?.min ?? 0);
    if (process.env.EDICT_EXECUTOR !== 'reference') expect(Object.keys(whole.ratios ?? {})).toEqual(['reference']);
  });

  it('of snapshot copies all bytes in use', () => {
    const results = snapshotSuite.run(quick, () => {});
    expect(results.map(({ name }) => name)).toEqual(['capture', 'restore']);
    for (const { bytes = 0, gigabytesPerSecond, ms } of results) {
      expect(bytes).toBeGreaterThan(50_000);
      expect(gigabytesPerSecond).toBeCloseTo(bytes / ((ms?.median ?? 0) * 1e6), 6);
    }
  });
});

describe('the committed baseline', () => {
  it('has ratios of every suite that is watched', () => {
    const suites = new Set(Object.keys(baselineFile().read()).map((name) => name.split(' ', 1)[0]));
    expect([...suites]).toEqual([
      'scope',
      'turn',
      'load',
      'focs',
      'formulas',
      'expressions',
      'conditions',
      'timing',
      'batch',
      'ecs',
      'agents',
    ]);
  });
});
