import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { baselineFile } from '../../bench/baseline.js';
import { runEcs } from '../../bench/ecs/suite.js';
import { main } from '../../bench/guard.js';
import { type Ratios, compareRatios, eachOf, isWatched, watchedRatios, watchedSuites } from '../../bench/ratios.js';
import { type Report, reportOf } from '../../bench/report.js';
import { recorded } from './terminal.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'edict-guard-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const reports = (handwritten: number, reference = 10): Readonly<Record<string, Report>> => ({
  scope: reportOf('scope', [
    { name: 'all', n: 1_000, ratios: { handwritten, doubled: 1.9 } },
    { name: 'G1', n: 1_000, ratios: { handwritten: 3 } },
  ]),
  turn: reportOf('turn', [{ name: 'turn', n: 2_000, ratios: { reference } }]),
  load: reportOf('load', []),
  focs: reportOf('focs', []),
  formulas: reportOf('formulas', []),
  expressions: reportOf('expressions', []),
  conditions: reportOf('conditions', []),
  timing: reportOf('timing', []),
  batch: reportOf('batch', []),
  ecs: reportOf('ecs', []),
  agents: reportOf('agents', []),
});

type Round = Readonly<Record<string, Report>>;

/** Runs the guard on what each round measures; the last stands for all further ones. */
async function guard(argv: readonly string[], ...rounds: readonly Round[]) {
  return guardWithout([], argv, ...rounds);
}

/** The same where some suites have nothing to measure. */
async function guardWithout(missing: readonly string[], argv: readonly string[], ...rounds: readonly Round[]) {
  const record = recorded();
  const asked: string[] = [];
  const measure = (suite: string): Report => {
    const before = asked.filter((name) => name === suite).length;
    asked.push(suite);
    return rounds[Math.min(before, rounds.length - 1)][suite];
  };
  const code = await main(argv, record.terminal, measure, baselineFile(join(folder, 'baseline.json')), missing);
  return { code, out: record.out(), error: record.error(), asked };
}

function keep(ratios: Ratios): void {
  writeFileSync(join(folder, 'baseline.json'), JSON.stringify({ ratios }));
}

const baseline = { 'scope all 1000 handwritten': 100, 'turn turn 2000 reference': 10 };

describe('the guard', () => {
  it('passes at half of the baseline and above', async () => {
    keep(baseline);
    const { code, out, asked } = await guard([], reports(50, 25));
    expect(code).toBe(0);
    expect(out).toContain('No ratio is below 50 %');
    expect(out).toMatch(/scope all 1000 handwritten +100× +50× +50 % +ok/);
    expect(asked).toEqual(watchedSuites);
  });

  it('fails below half, after it has measured that suite three times more', async () => {
    keep(baseline);
    const { code, out, asked } = await guard([], reports(49.9));
    expect(code).toBe(1);
    expect(out).toContain('FELL');
    expect(out).toContain('1 of 2 ratios are gone or below 50 % of the baseline: scope all 1000 handwritten.');
    expect(asked).toEqual([...watchedSuites, 'scope', 'scope', 'scope']);
  });

  it('forgives what a later measurement does not find', async () => {
    keep(baseline);
    const { code, asked } = await guard([], reports(20), reports(30), reports(90));
    expect({ code, again: asked.slice(watchedSuites.length) }).toEqual({ code: 0, again: ['scope', 'scope'] });
  });

  it('fails for a ratio that is no longer measured, and takes new ones', async () => {
    keep({ ...baseline, 'scope all 9 sift': 5 });
    const gone = await guard([], reports(100));
    expect(gone.code).toBe(1);
    expect(gone.out).toContain('GONE');
    keep({ 'turn turn 2000 reference': 10 });
    const more = await guard([], reports(100));
    expect(more.code).toBe(0);
    expect(more.out).toContain('not in the baseline');
  });

  it('writes the worse of two measurements with --update, which it then passes', async () => {
    const { code, out } = await guard(['--update'], reports(200), reports(123.456));
    expect({ code, out }).toEqual({
      code: 0,
      out: '2 ratios written to bench/baseline.json; commit it with the reason for the change.\n',
    });
    const written = JSON.parse(readFileSync(join(folder, 'baseline.json'), 'utf8')) as { ratios: Ratios };
    expect(written.ratios).toEqual({ 'scope all 1000 handwritten': 123, 'turn turn 2000 reference': 10 });
    expect((await guard([], reports(123))).code).toBe(0);
  });

  it('passes over a suite that has nothing to measure, and leaves its baseline as it is', async () => {
    keep({ ...baseline, 'focs mid c 1007 reference': 100 });
    const passed = await guardWithout(['focs'], [], reports(100));
    expect({ code: passed.code, asked: passed.asked }).toEqual({
      code: 0,
      asked: watchedSuites.filter((name) => name !== 'focs'),
    });
    expect(passed.error).toContain('guard: focs is left out, because what it measures is not here\n');
    expect(passed.out).not.toContain('focs');
    expect((await guard([], reports(100))).out).toMatch(/focs mid c 1007 reference .* GONE/);
    expect((await guardWithout(['focs'], ['--update'], reports(80))).code).toBe(0);
    expect(baselineFile(join(folder, 'baseline.json')).read()).toEqual({
      'scope all 1000 handwritten': 80,
      'turn turn 2000 reference': 10,
      'focs mid c 1007 reference': 100,
    });
  });

  it('says what to do without a baseline, and refuses unknown options', async () => {
    const none = await guard([], reports(1));
    expect(none.code).toBe(1);
    expect(none.error).toMatch(/^edict: .*baseline\.json cannot be read .* bench:guard -- --update\n$/);
    writeFileSync(join(folder, 'baseline.json'), '{"ratios":{"a":"fast"}}');
    expect((await guard([], reports(1))).code).toBe(1);
    expect(await guard(['--nosuch'], reports(1))).toMatchObject({
      code: 2,
      error: "edict: unknown option '--nosuch'\n",
    });
  });
});

describe('ratios', () => {
  it('are taken of what is watched only', () => {
    expect(watchedRatios(Object.values(reports(7)))).toEqual({
      'scope all 1000 handwritten': 7,
      'turn turn 2000 reference': 10,
    });
  });

  it('compare by name', () => {
    const verdicts = compareRatios({ a: 2, b: 2, c: 2, d: 2 }, { a: 1, b: 0.99, c: NaN, e: 1 }).map(
      ({ name, verdict }) => `${name} ${verdict}`,
    );
    expect(verdicts).toEqual(['a ok', 'b fell', 'c fell', 'd gone', 'e new']);
    expect(eachOf({ a: 1, b: 3 }, { a: 2, c: 4 }, Math.max)).toEqual({ a: 2, b: 3, c: 4 });
    expect(eachOf({ a: 1, b: 3 }, { a: 2, c: 4 }, Math.min)).toEqual({ a: 1, b: 3, c: 4 });
  });
});

describe('a suite', () => {
  it('measures only what somebody looks at', () => {
    const asked: string[] = [];
    const refuse = (): never => {
      throw new Error('measured');
    };
    const options = { quick: true, objects: undefined, seed: '1' };
    const say = (line: string): void => void asked.push(line);
    expect(runEcs({ ...options, isWanted: () => false }, say, refuse)).toEqual([]);
    expect(asked).toEqual([]);
    expect(() => runEcs({ ...options, isWanted: (name) => isWatched('ecs', name) }, say, refuse)).toThrow('measured');
    expect(asked).toEqual(['ecs: move-100000']);
  });

  it('has watched results by their names', () => {
    expect([isWatched('ecs', 'get-name'), isWatched('ecs', 'get-column'), isWatched('hostile', 'all')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
