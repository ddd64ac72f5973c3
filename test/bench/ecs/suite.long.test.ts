import { describe, expect, it } from 'vitest';
import { type AnyCase, type RunCase, runCase } from '../../../bench/ecs/case.js';
import { ecsSuite, runEcs } from '../../../bench/ecs/suite.js';
import { watchedRatios } from '../../../bench/ratios.js';
import { reportLines, reportOf } from '../../../bench/report.js';

const quick = { quick: true, objects: undefined, seed: '1' };

/** The case as it is, with hardly any time, and small. */
const shortly: RunCase = (asked) => runCase({ ...asked, count: Math.min(asked.count, 500), milliseconds: 1 });

function parts(name: string, ...of: readonly string[]): readonly string[] {
  return [name, ...of.map((part) => `${name} ${part}`)];
}

describe('a run of ecs', () => {
  it('measures all cases after the answers of peers were compared', () => {
    const said: string[] = [];
    const results = runEcs(quick, (line) => said.push(line), shortly);
    const peers = ['typed', 'bitecs', 'koota', 'miniplex'];
    const names = [
      ...parts('move-10000', 'turn', 'taken', 'taken turn', 'ids', 'ids turn', ...peers),
      ...parts('move-100000', 'turn', 'taken', 'taken turn', 'ids', 'ids turn', ...peers),
      ...parts('churn-100000', 'turn', 'view', 'view turn', ...peers),
      ...parts('unchanged-after-ecs', 'without'),
      ...parts('one-column-written', 'turn', 'every-column', 'every-column turn', 'unchanged', 'unchanged turn'),
      ...parts('get-column', 'typed', 'koota', 'miniplex'),
      ...parts('get-name', 'typed', 'koota', 'miniplex'),
    ];
    // Every round begins with another peer.
    expect(results.map(({ name }) => name).sort()).toEqual([...names].sort());
    for (const { name, ms } of results) expect(ms?.median, name).toBeGreaterThan(0);
    expect(said).toContain('ecs: churn-100000');
    const ratiosOf = (name: string) => Object.keys(results.find((result) => result.name === name)?.ratios ?? {}).sort();
    expect(ratiosOf('move-10000')).toEqual([...peers].sort());
    expect(ratiosOf('churn-100000')).toEqual([...peers].sort());
    expect(ratiosOf('churn-100000 view')).toEqual(['bitecs']);
    expect(ratiosOf('unchanged-after-ecs')).toEqual(['without']);
    expect(ratiosOf('one-column-written')).toEqual(['every-column', 'unchanged']);
    expect(Object.keys(watchedRatios([reportOf('ecs', results)]))).toHaveLength(7);
    expect(reportLines(reportOf('ecs', results), ecsSuite.legend).join('\n')).toMatch(/^ {2}get-name .* koota /m);
  }, 120_000);

  it('moves a million where there is time, and one size where it is given', () => {
    const asked: AnyCase[] = [];
    const counted = (objects: number | undefined): readonly number[] => {
      asked.length = 0;
      runEcs(
        { quick: false, objects, seed: '1' },
        () => {},
        (one) => {
          asked.push(one);
          return { times: { edict: { min: 1, median: 1, spread: 0 } } };
        },
      );
      return asked.map(({ count }) => count);
    };
    expect(counted(undefined)).toEqual([10_000, 100_000, 1_000_000, 100_000, 10_010, 10_010, 10_010, 10_010]);
    expect(counted(703)).toEqual([703, 710, 703, 703, 703, 703]);
  });
});
