import { describe, expect, it } from 'vitest';
import { type AnyCase, type RunCase, runCase } from '../../../bench/conditions/case.js';
import { makeLevel } from '../../../bench/conditions/level.js';
import { memoryResults, sweepResults } from '../../../bench/conditions/results.js';
import { conditionsSuite, runConditions } from '../../../bench/conditions/suite.js';
import { assertSameSweeps, createEdict, createLoop } from '../../../bench/conditions/sweeper.js';
import { timingOf } from '../../../bench/measure.js';
import { watchedRatios } from '../../../bench/ratios.js';
import { reportLines, reportOf } from '../../../bench/report.js';

/** The case as it is, with hardly any time, and small. */
const shortly: RunCase = (asked) => runCase(small(asked));

function small(asked: AnyCase): AnyCase {
  const size = Math.min(asked.size, asked.case === 'check' ? 60 : 500);
  switch (asked.case) {
    case 'sweep':
      return { ...asked, size, milliseconds: 1, referenceRounds: Math.min(asked.referenceRounds, 1) };
    case 'memory':
      return { ...asked, size };
    default:
      return { ...asked, size, milliseconds: 1 };
  }
}

const names = (size: string): readonly string[] => [
  ...['', ' handwritten', ' writes', ' fired'].map((part) => `sweep-1-percent${size}${part}`),
  ...['', ' handwritten'].map((part) => `sweep-unchanged${size}${part}`),
  ...['', ' handwritten', ' writes', ' fired'].map((part) => `sweep-all${size}${part}`),
];
const rest = [
  'queue',
  'queue drain',
  'check',
  'actions',
  'memory-condition',
  'memory-condition arrays',
  'memory-definition',
];

describe('a run of conditions', () => {
  it('measures all cases after what fires was compared', () => {
    const said: string[] = [];
    const results = runConditions({ quick: true, objects: undefined, seed: '1' }, (line) => said.push(line), shortly);
    expect(results.map(({ name }) => name)).toEqual([...names(''), ...rest]);
    for (const { name, ms } of results.filter((result) => result.ms !== undefined))
      expect(ms?.median, name).toBeGreaterThan(0);
    expect(said).toEqual([
      'conditions: sweep-1-percent',
      'conditions: sweep-unchanged',
      'conditions: sweep-all',
      'conditions: queue, check, actions, memory',
    ]);
    expect(Object.keys(watchedRatios([reportOf('conditions', results)]))).toHaveLength(6);
    expect(reportLines(reportOf('conditions', results), conditionsSuite.legend).join('\n')).toMatch(
      /^ {2}sweep-all .* handwritten /m,
    );
  }, 120_000);

  it('has ten times as much where there is time', () => {
    const asked: AnyCase[] = [];
    const results = runConditions(
      { quick: false, objects: 500, seed: '1' },
      () => {},
      (one) => {
        asked.push(one);
        return shortly(one);
      },
    );
    expect(results.map(({ name }) => name)).toEqual([...names(''), ...names(' 5000'), ...rest]);
    expect(asked.flatMap((one) => (one.case === 'sweep' ? [[one.size, one.referenceRounds]] : []))).toEqual([
      [500, 20],
      [500, 20],
      [500, 20],
      [5_000, 0],
      [5_000, 0],
      [5_000, 0],
    ]);
  }, 120_000);
});

describe('agreement', () => {
  it('is refused where levels are not the same', () => {
    const sweepers = ['a', 'b'].map((seed) => createLoop(makeLevel(500, seed), 'all'));
    expect(() => assertSameSweeps(sweepers, 20)).toThrow(/expected/);
  });

  it('holds between the loop, Edict and the interpreter, over sweeps in which something fires', () => {
    const made = makeLevel(1_000, 'agreement');
    const sweepers = [
      createLoop(made, 'some'),
      createEdict(made, 'some', 'compiled'),
      createEdict(made, 'some', 'reference'),
    ];
    expect(assertSameSweeps(sweepers, 40)).toBeGreaterThan(30);
  }, 60_000);
});

describe('results', () => {
  const time = (milliseconds: number): { sweep: ReturnType<typeof timingOf>; write: ReturnType<typeof timingOf> } => ({
    sweep: timingOf([milliseconds]),
    write: timingOf([milliseconds / 2]),
  });

  it('of sweeps compare them with both, and writes with the loop', () => {
    const results = sweepResults('some', 1_000, '', {
      edict: time(2),
      handwritten: time(4),
      reference: time(100),
      changed: 10,
      fired: 1,
    });
    expect(results).toMatchObject([
      {
        name: 'sweep-1-percent',
        n: 1_000,
        perSecond: 500_000,
        nanosecondsPerObject: 2_000,
        ratios: { reference: 50, handwritten: 2 },
      },
      { name: 'sweep-1-percent handwritten', ms: { median: 4 } },
      { name: 'sweep-1-percent writes', n: 10, ms: { median: 1 }, ratios: { handwritten: 2 } },
      { name: 'sweep-1-percent fired', n: 1 },
    ]);
    const [first] = sweepResults('none', 1_000, ' 1000', {
      edict: time(2),
      handwritten: time(4),
      reference: undefined,
      changed: 0,
      fired: 0,
    });
    expect(first).toMatchObject({ name: 'sweep-unchanged 1000', ratios: { handwritten: 2 } });
  });

  it('of memory are of one condition', () => {
    expect(memoryResults(10, { arrays: 500, heap: 300, definitions: 900 }).map(({ bytes }) => bytes)).toEqual([
      80, 50, 90,
    ]);
  });
});
