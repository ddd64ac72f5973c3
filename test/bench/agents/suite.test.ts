import { describe, expect, it } from 'vitest';
import { conclusionsOf } from '../../../bench/agents/bars.js';
import type { AgentsCase, AgentsTimes } from '../../../bench/agents/case.js';
import { crowdOf } from '../../../bench/agents/crowd.js';
import { grazerPrograms, grazerSize } from '../../../bench/agents/grazers.js';
import { separateProgram } from '../../../bench/agents/separate.js';
import { runAgents } from '../../../bench/agents/suite.js';
import { hasYardstick, othersTable, ranToEnd } from '../../../bench/agents/yardstick.js';
import type { Result } from '../../../bench/report.js';

/** Every turn takes edict 2 ms, a tuned program 1 ms, all others 10 ms; a grazer as long in any number. */
function time({ model, size, implementation }: AgentsCase): AgentsTimes {
  const atStart = model === 'grazers' ? Number(size) : 1_000;
  const cpu = ({ edict: 2, typed: 1 }[implementation] ?? 10) * (atStart / 1_000);
  return { cpu, atStart, nanosecondsPerAgentTurn: (cpu * 1e6) / atStart };
}

const crowd = (count: number) => ({ objects: count, setUp: count / 1_000, state: 140, columns: 100, process: 300 });

function run(quick: boolean): { results: readonly Result[]; said: readonly string[] } {
  const said: string[] = [];
  const options = { quick, objects: undefined, seed: '1' };
  return { results: runAgents(options, (line) => said.push(line), { time, crowd }), said };
}

const named = (results: readonly Result[], name: string): Result | undefined =>
  results.find((result) => result.name === name);

describe.skipIf(!hasYardstick())('the suite (skipped where ../shared/bench/agents is absent)', () => {
  it('names results by model and size, and leaves the huge sizes out of a quick run', () => {
    const names = (quick: boolean): readonly string[] => run(quick).results.map(({ name }) => name);
    expect(names(true)).toEqual(
      expect.arrayContaining(['wolfsheep-small', 'wolfsheep-large', 'life-large', 'forestfire-large', 'merged']),
    );
    expect(names(true)).not.toContain('wolfsheep-huge');
    expect(names(false)).toEqual(expect.arrayContaining(['wolfsheep-huge', 'schelling-huge', 'sugarscape-huge']));
  });

  it('has ratios to the programs, and to those of another day from the table', () => {
    const { results } = run(true);
    const mason = othersTable().get('life-small')?.mason;
    expect(named(results, 'life-small')?.ratios).toMatchObject({
      typed: 0.5,
      objects: 5,
      'mason (another day)': (mason ?? 0) / 2,
    });
    expect(Object.keys(named(results, 'forestfire-large')?.ratios ?? {})).toContain('sweep');
    expect(named(results, 'life-small')?.nanosecondsPerObject).toBe(2_000);
  });

  it('says what is required and whether it is met', () => {
    const { results } = run(true);
    expect(named(results, 'life-large')?.bars).toEqual([{ text: 'at most 3 × typed, is 2', isMet: true }]);
    expect(named(results, 'wolfsheep-large')?.bars).toEqual([{ text: 'at most 1 × objects, is 0.2', isMet: true }]);
    expect(named(results, 'growth')?.bars?.[0].isMet).toBe(true);
    expect(named(results, 'memory')?.bars).toEqual([{ text: 'at most 1.3 × the columns, is 1.4', isMet: false }]);
    expect(named(results, 'set-up')?.bars?.[0].isMet).toBe(true);
  });
});

describe('conclusions', () => {
  const ms = { min: 2, median: 2, spread: 0 };

  it('name what is missed, and who is ahead', () => {
    const bars = [{ text: 'at most 3 × typed, is 4', isMet: false }];
    const ratios = { 'mason (another day)': 0.5, 'flocc (another day)': 9, 'mesa (another day)': 30 };
    expect(conclusionsOf([{ name: 'life-small', n: 1, ms, bars, ratios }])).toEqual([
      'Required and not met: life-small (at most 3 × typed, is 4).',
      'Aims beside other programs not met: mason is ahead in life-small, 2 × as quick; flocc takes 9 × as long in life-small, not 10 ×; mesa takes 30 × as long in life-small, not 50 ×.',
    ]);
  });

  it('leave mesa out where its turns are short', () => {
    expect(conclusionsOf([{ name: 'life-small', n: 1, ms, ratios: { 'mesa (another day)': 2 } }])).toEqual([
      'Required: all met.',
      'Aims beside other programs: all met.',
    ]);
  });
});

it('the table of the yardstick is read by its titles', () => {
  const table = othersTable(
    [
      '| model | size | mason | typed | krabmaga | flocc | mesa |',
      '|---|---|---:|---:|---:|---:|---:|',
      '| life | small | 0.5 | 1 | | 673 (12) | > 60 s |',
    ].join('\n'),
  );
  expect(table.get('life-small')).toEqual({ mason: 0.5, flocc: 673 });
});

it('wolf-sheep has three rules for an animal in place of one', () => {
  const groups = separateProgram('wolfsheep', { w: 10, turns: 1 }).rules.rules.map(({ name }) => name);
  expect(groups).toHaveLength(7);
});

it('grazers in content eat as much as those of the program', () => {
  const size = { ...grazerSize(900), turns: 20 };
  const energy = (make: (typeof grazerPrograms)[string]): number =>
    Number(ranToEnd(make(size, 1), size).result().energy);
  const [edict, typed] = [energy(grazerPrograms.edict), energy(grazerPrograms.typed)];
  expect(Math.abs(edict - typed)).toBeLessThan(0.05 * 20 * 900);
});

it('a crowd needs a process that can collect', () => {
  expect(() => crowdOf({ count: 10 })).toThrow('--expose-gc');
});
