import { describe, expect, it } from 'vitest';
import { type AnyCase, type Cases, runCase, type RunCase } from '../../bench/formulas/case.js';
import {
  chainResults,
  changeResults,
  charactersResults,
  columnResults,
  parseResults,
} from '../../bench/formulas/results.js';
import { formulasSuite, runFormulas } from '../../bench/formulas/suite.js';
import { timingOf } from '../../bench/measure.js';
import { watchedRatios } from '../../bench/ratios.js';
import { reportLines, reportOf } from '../../bench/report.js';

const quick = { quick: true, objects: undefined, seed: '1' };
const described = 'PCGen (another day)';
const isReference = process.env.EDICT_EXECUTOR === 'reference';

/** The case as it is, with hardly any time, and small. */
const shortly: RunCase = (asked) => runCase(small(asked));

function small(asked: AnyCase): AnyCase {
  const short = { milliseconds: 1 };
  switch (asked.case) {
    case 'change':
      return {
        ...asked,
        ...short,
        size: asked.shape === 'ladder' ? 16 : Math.min(asked.size, 60),
        referenceRounds: Math.min(asked.referenceRounds, 1),
      };
    case 'chain':
      return { ...asked, ...short, length: 500 };
    case 'characters':
      return { ...asked, ...short, count: 70, referenceRounds: Math.min(asked.referenceRounds, 1) };
    case 'column':
      return { ...asked, ...short, count: 300 };
    case 'parse':
      return { ...asked, ...short, count: 40 };
  }
}

describe('a quick run of formulas', () => {
  it('measures all shapes after their answers were compared', () => {
    const asked: AnyCase[] = [];
    const said: string[] = [];
    const results = runFormulas(
      quick,
      (line) => said.push(line),
      (one) => {
        asked.push(one);
        return shortly(one);
      },
    );
    expect(results.map(({ name }) => name)).toEqual([
      'fan-1000x5',
      'fan-1000x5 grant',
      'ladder-16',
      'ladder-16 grant',
      'chain-500',
      'chain-500 grant',
      'one-of-100000',
      ...['', ' load', ' load read', ' load check', ' load parse', ' load world', ' load first', ' memory'].map(
        (stage) => `chain-${isReference ? '10000' : '100000'}${stage}`,
      ),
      'characters-10000',
      'column-formula',
      ...['mathjs', 'cel-js', 'filtrex', 'handwritten'].map((peer) => `column-formula ${peer}`),
      'parse',
    ]);
    const found = new Map(results.map((result) => [result.name, result]));
    expect(found.get('ladder-16')?.solves).toBe(49);
    // The interpreter solves everything.
    expect(found.get('one-of-100000')).toMatchObject({ n: 100_000, solves: isReference ? 60 : 11 });
    expect(Object.keys(found.get('column-formula')?.ratios ?? {})).toEqual([
      'mathjs',
      'cel-js',
      'filtrex',
      'handwritten',
      described,
    ]);
    expect(Object.keys(found.get('fan-1000x5')?.ratios ?? {})).toEqual(
      isReference ? [described] : ['reference', described],
    );
    for (const { name, ms } of results.filter((result) => result.ms !== undefined))
      expect(ms?.median, name).toBeGreaterThan(0);
    expect(asked.find((one) => one.case === 'chain')).toMatchObject({ length: isReference ? 9_999 : 99_999 });
    expect(said).toContain('formulas: ladder-16');
    expect(
      Object.keys(watchedRatios([reportOf('formulas', results)])).filter((name) => name.endsWith(' filtrex')),
    ).toEqual(['formulas column-formula 10000 filtrex']);
    expect(reportLines(reportOf('formulas', results), formulasSuite.legend).join('\n')).toMatch(
      /^ {2}ladder-16 .* 49 /m,
    );
  });

  it('has a chain of a million where there is time', () => {
    const lengths: number[] = [];
    const results = runFormulas(
      { ...quick, quick: false },
      () => {},
      (asked) => {
        const any: AnyCase = asked;
        if (any.case === 'chain') lengths.push(any.length);
        return shortly(asked);
      },
    );
    // The interpreter would take minutes.
    expect(lengths).toEqual([isReference ? 9_999 : 999_999]);
    expect(results.map(({ name }) => name)).toContain(isReference ? 'chain-10000' : 'chain-1000000');
  });
});

describe('results', () => {
  const ms = timingOf([2]);

  it('of a change compare it with the interpreter and with the program of another day', () => {
    const times: Cases['change']['found'] = {
      write: ms,
      solves: 1_001,
      grant: timingOf([4]),
      reference: timingOf([200]),
    };
    const [write, grant] = changeResults('fan-1000x5', times);
    expect(write).toMatchObject({
      name: 'fan-1000x5',
      n: 1_001,
      perSecond: 500_500,
      solves: 1_001,
      ratios: { reference: 100, [described]: 1.42 },
    });
    expect(grant).toMatchObject({ name: 'fan-1000x5 grant', ratios: { reference: 50 } });
    expect(Object.keys(grant.ratios ?? {})).toEqual(['reference']);
    expect(changeResults('one-of-100000', { write: ms, solves: 11, grant: undefined, reference: undefined })).toEqual([
      { name: 'one-of-100000', n: 100_000, ms, perSecond: 5_500, solves: 11, ratios: {} },
    ]);
  });

  it('of a chain have its stages', () => {
    const results = chainResults('chain-10', {
      variables: 10,
      load: { read: 1, check: 2, parse: 1.5, world: 3, first: 4 },
      write: ms,
      solves: 10,
      bytes: 99,
    });
    expect(results.map(({ name, ms: time, bytes }) => [name, time?.median ?? bytes])).toEqual([
      ['chain-10', 2],
      ['chain-10 load', 10],
      ['chain-10 load read', 1],
      ['chain-10 load check', 2],
      ['chain-10 load parse', 1.5],
      ['chain-10 load world', 3],
      ['chain-10 load first', 4],
      ['chain-10 memory', 99],
    ]);
  });

  it('of many are told by the second and by the cell', () => {
    expect(charactersResults(10, { change: ms, solves: 100, reference: undefined })[0]).toMatchObject({
      name: 'characters-10',
      n: 10,
      solves: 100,
      perSecond: 50_000,
      nanosecondsPerObject: 20_000,
    });
    expect(columnResults(100, { edict: ms, peers: [{ name: 'filtrex', time: timingOf([16]) }] })).toMatchObject([
      { name: 'column-formula', n: 100, perSecond: 50_000, ratios: { filtrex: 8, [described]: 50_000 / 1_900_000 } },
      { name: 'column-formula filtrex', perSecond: 6_250 },
    ]);
    expect(parseResults(460, { all: ms })[0]).toMatchObject({ perSecond: 230_000, ratios: { [described]: 1 } });
  });
});
