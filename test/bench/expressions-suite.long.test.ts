import { describe, expect, it } from 'vitest';
import { type RunCase, runCase } from '../../bench/expressions/case.js';
import { createDice } from '../../bench/expressions/dice.js';
import { logicOf } from '../../bench/expressions/logic.js';
import { mixOf, requirementsOf } from '../../bench/expressions/mix.js';
import { expressionsSuite, runExpressions } from '../../bench/expressions/suite.js';
import { watchedRatios } from '../../bench/ratios.js';
import { reportLines, reportOf } from '../../bench/report.js';

const quick = { quick: true, objects: undefined, seed: '1' };

/** The case as it is, with hardly any time. */
const shortly: RunCase = (asked) => runCase({ ...asked, milliseconds: 1 });

describe('a quick run of expressions', () => {
  it('measures all four after answers were compared with the interpreter, with peers, and with overlays', () => {
    const said: string[] = [];
    const results = runExpressions(quick, (line) => said.push(line), shortly);
    expect(results.map(({ name }) => name)).toEqual([
      'all-expressions',
      'all-expressions distinct',
      'all-expressions json-logic-js',
      'all-expressions json-logic-engine',
      'relation-aggregate',
      'enablement-sweep',
      'enablement-sweep first',
      'enablement-sweep changes',
      'flows',
      'flows phase',
    ]);
    const found = new Map(results.map((result) => [result.name, result]));
    expect(found.get('enablement-sweep')?.n).toBe(1_000 * 12 * 4_000);
    expect(found.get('enablement-sweep changes')?.n).toBeGreaterThan(1_000);
    expect(found.get('all-expressions')?.n).toBeGreaterThan(100_000);
    expect(Object.keys(found.get('all-expressions')?.ratios ?? {})).toEqual([
      'reference',
      'json-logic-js',
      'json-logic-engine',
    ]);
    for (const { name, ms } of results.filter((result) => result.ms !== undefined))
      expect(ms?.median, name).toBeGreaterThan(0);
    expect(said).toEqual([
      'expressions: all expressions',
      'expressions: relation, enablement sweep',
      'expressions: flows',
    ]);
    expect(Object.keys(watchedRatios([reportOf('expressions', results)]))).toHaveLength(5);
    expect(reportLines(reportOf('expressions', results), expressionsSuite.legend).join('\n')).toMatch(
      /^ {2}flows .* reference /m,
    );
  }, 120_000);
});

describe('the mix', () => {
  it('has the sizes, kinds and objects that the counts of real content say', () => {
    const mix = mixOf(1_557, '1');
    const text = mix.map(({ xml }) => xml).join('');
    const count = (pattern: RegExp): number => [...text.matchAll(pattern)].length;
    const near = (found: number, expected: number, part: number): void => {
      expect(Math.abs(found - expected), `${found} of ${expected}`).toBeLessThanOrEqual(expected * part);
    };
    near(count(/<Has>/g), 1_403, 0.15);
    near(count(/<Constant>/g), 610, 0.2);
    near(count(/<And>/g), 389, 0.15);
    near(count(/<AttributeType>/g), 313, 0.2);
    near(count(/<Div>/g), 281, 0.1);
    near(count(/<Adapt>/g), 183, 0.1);
    near(count(/GOM_BONUS/g), 855, 0.15);
    near(count(/GOM_TECH/g), 337, 0.15);
    near(count(/GOM_OPTION/g), 140, 0.15);
    for (const [type, expected] of [
      ['CITY', 864],
      ['UNIT', 440],
      ['GAME', 140],
      ['PLOT', 113],
    ] as const)
      near(mix.filter(({ on }) => on === type).length, expected, 0.15);
  });

  it('is the same for the same seed, and asks players of what things require', () => {
    expect(mixOf(50, 'a')).toEqual(mixOf(50, 'a'));
    expect(mixOf(50, 'a')).not.toEqual(mixOf(50, 'b'));
    expect(requirementsOf(30, '1').every(({ on, xml }) => on === 'PLAYER' && xml.includes('GOM_TECH'))).toBe(true);
    expect(createDice('x').below(1_000)).toBe(createDice('x').below(1_000));
  });
});

describe('rules for peers', () => {
  const place = { line: 1, column: 1 };
  const tech = { node: 'has', kind: 'TECH', id: 'TECH_1', type: 'boolean', ...place } as const;
  const four = { node: 'literal', value: 4, type: 'number', ...place } as const;

  it('say the same where they can', () => {
    expect(
      logicOf({
        node: 'and',
        operands: [tech, { node: 'not', operands: [tech], type: 'boolean', ...place }],
        type: 'boolean',
        ...place,
      }),
    ).toEqual({ and: [{ var: 'TECH.TECH_1' }, { '!': [{ var: 'TECH.TECH_1' }] }] });
    expect(logicOf({ node: 'div', operands: [four, four], type: 'number', ...place })).toEqual({ '/': [4, 4] });
  });

  it('leave out what truncates on the way, draws, or looks at others', () => {
    expect(logicOf({ node: 'adapt', id: 'ADAPT_DEFAULT', operands: [four], type: 'number', ...place })).toBeUndefined();
    expect(logicOf({ node: 'random', operands: [four], type: 'number', ...place })).toBeUndefined();
    expect(
      logicOf({
        node: 'div',
        operands: [{ node: 'div', operands: [four, four], type: 'number', ...place }, four],
        type: 'number',
        ...place,
      }),
    ).toBeUndefined();
  });
});
