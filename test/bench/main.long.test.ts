import { describe, expect, it } from 'vitest';
import { main } from '../../bench/main.js';
import type { Report } from '../../bench/report.js';
import { runScopeCase } from '../../bench/scope/case.js';
import { runScope, scopeSuite } from '../../bench/scope/suite.js';
import type { Suite } from '../../bench/suite.js';
import { suites } from '../../bench/suites.js';
import { recorded } from './terminal.js';

/** The suite as it is, but in this process and with a tenth of the sources and hardly any time. */
const shortScope: Suite = {
  ...scopeSuite,
  run: (options, say) =>
    runScope(options, say, (asked) =>
      runScopeCase({
        ...asked,
        sources: asked.sources / 10,
        siftSources: Math.min(asked.siftSources, 2),
        milliseconds: 5,
      }),
    ),
};

async function bench(argv: readonly string[], given: readonly Suite[] = suites) {
  const record = recorded();
  const code = await main(argv, record.terminal, given);
  return { code, out: record.out(), error: record.error() };
}

describe('npm run bench', () => {
  it('without a suite says which there are', async () => {
    const { code, out } = await bench([]);
    expect(code).toBe(0);
    for (const name of [
      'scope',
      'turn',
      'snapshot',
      'load',
      'memory',
      'focs',
      'formulas',
      'expressions',
      'conditions',
      'timing',
      'batch',
      'agents',
      'hostile',
    ])
      expect(out).toContain(`\n  ${name} `);
  });

  it.each([
    [
      ['nosuch'],
      'edict: there is no suite "nosuch"; the suites are scope, turn, snapshot, load, memory, focs, formulas, expressions, conditions, timing, batch, ecs, agents, hostile\n',
    ],
    [['load', '--nosuch'], "edict: unknown option '--nosuch'\n"],
    [['scope', '--objects', 'many'], 'edict: --objects is "many"; give a whole number from 500 to 1000000\n'],
  ])('refuses %j with one sentence', async (argv, message) => {
    expect(await bench(argv)).toEqual({ code: 2, out: '', error: message });
  });

  it('shows help of a suite', async () => {
    const { code, out } = await bench(['scope', '--help']);
    expect(code).toBe(0);
    for (const flag of ['--json', '--quick', '--objects', '--seed']) expect(out).toContain(flag);
  });

  it('has --check for a suite that compares, and for no other', async () => {
    const asked: boolean[] = [];
    const checked: Suite = {
      ...scopeSuite,
      run: () => [],
      check: {
        summary: 'compare',
        run: ({ quick }) => {
          asked.push(quick);
          return quick ? Promise.resolve() : Promise.reject(new Error('they differ'));
        },
      },
    };
    expect((await bench(['scope', '--check', '--quick'], [checked])).code).toBe(0);
    expect(await bench(['scope', '--check'], [checked])).toMatchObject({ code: 1, out: '' });
    expect(asked).toEqual([true, false]);
    expect((await bench(['scope', '--check'], [shortScope])).code).toBe(2);
  });

  it('prints what results amount to, below the table', async () => {
    const bars = [{ text: 'at most 3, is 4', isMet: false }];
    const concluding: Suite = {
      ...scopeSuite,
      run: () => [{ name: 'all', n: 1, bars }],
      conclusions: (results) => [`${String(results.length)} missed.`],
    };
    const { out } = await bench(['scope'], [concluding]);
    expect(out).toMatch(/FAIL: at most 3, is 4\n\n1 missed\.\n\nn: /);
  });

  it('ends with 1 and the reason when peers disagree', async () => {
    const wrong: Suite = {
      ...scopeSuite,
      run: () => {
        throw new Error('they differ');
      },
    };
    const { code, out, error } = await bench(['scope'], [wrong]);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(error).toContain('they differ');
  });
});

describe('a quick run of scope', () => {
  it('is JSON with the peers named, all rules together and times in milliseconds', async () => {
    const { code, out, error } = await bench(['scope', '--quick', '--json', '--objects', '1000'], [shortScope]);
    expect(code).toBe(0);
    expect(error).toContain('1000 objects');
    const { suite, machine, results } = JSON.parse(out) as Report;
    expect(suite).toBe('scope');
    expect(machine.node).toBe(process.versions.node);
    expect(results.map(({ name, n }) => [name, n])).toEqual([
      ['all', 1_000],
      ['step', 1_000],
      ['unchanged', 1_000],
      ['doubled', 1_000],
    ]);
    const [all, , unchanged] = results;
    const named = process.env.EDICT_EXECUTOR === 'reference' ? [] : ['reference'];
    expect(Object.keys(all.ratios ?? {})).toEqual(['handwritten', 'columnar', ...named, 'sift', 'doubled']);
    expect(Object.keys(unchanged.ratios ?? {})).toEqual(['all', 'columnar']);
    for (const { ms, ratios = {} } of results) {
      expect(ms?.min).toBeGreaterThan(0);
      expect(ms?.median).toBeGreaterThanOrEqual(ms?.min ?? Infinity);
      expect(ms?.spread).toBeGreaterThanOrEqual(0);
      for (const ratio of Object.values(ratios)) expect(ratio).toBeGreaterThan(0);
    }
  });

  it('is a table for people, with what the figures mean', async () => {
    const { out } = await bench(['scope', '--quick', '--objects', '1000'], [shortScope]);
    expect(out).toMatch(/^scope on \d+ × /);
    expect(out).toMatch(/^ {2}all +1,000 +[\d.]+ .*handwritten [\d.,]+×/m);
    expect(out).toContain('how many times slower a peer was');
  });
});
