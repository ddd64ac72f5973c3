import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { sparkline } from '../../src/cli/run-reports.js';
import { knownFormats } from '../../src/scenarios/known-formats.js';
import { runScenarios } from '../../src/scenarios/run-scenarios.js';
import type { ScenarioFormat } from '../../src/scenarios/scenario-format.js';
import { folderWith } from './files.js';
import { cli } from './run-cli.js';

const scenario = `
format: edict-scenario/1
name: germs
content:
  parameters:
    breed: { default: 2, range: [0, 10] }
    busy: { type: boolean, default: true }
  properties: { size: {} }
  kinds: { cell: { properties: [size] } }
  classes:
    germ:
      kind: cell
      groups: [{ activation: busy, scope: { include: target == source }, effects: [{ property: size, add: breed }] }]
  expressions: { room: { of: cell, is: 10 * breed - self.size } }
  reports:
    germs: instances(germ).count()
    sizes: "objects(cell).sum(c, c.size)"
    large: "objects(cell).filter(c, c.size > 10).mean(c, c.size)"
world: { parameters: { breed: 3 }, objects: [{ class: germ, copies: 2 }, { name: Ann, class: germ }] }
steps:
  - run: 2
  - expect: { reports: { sizes: 18 } }
`;

let file = '';
let folder = '';

beforeEach(() => {
  folder = folderWith({ 'germs.yaml': scenario });
  file = join(folder, 'germs.yaml');
});

async function errorOf(...argv: readonly string[]): Promise<string> {
  const { code, error, out } = await cli(argv);
  expect([out, code > 0]).toEqual(['', true]);
  return error;
}

describe('--set', () => {
  it('gives a parameter to the world of edict run, over the scenario', async () => {
    const run = async (...more: readonly string[]) => {
      const { out } = await cli(['run', file, '--turns', '3', '--json', ...more]);
      const { parameters, reports } = JSON.parse(out) as Record<string, { readonly series: Record<string, unknown> }>;
      return [parameters, reports.series.sizes];
    };
    expect(await run()).toEqual([{ breed: 3, busy: true }, [9, 18, 27]]);
    expect(await run('--set', 'breed=0.5')).toEqual([{ breed: 0.5, busy: true }, [1.5, 3, 4.5]]);
    expect(await run('--set', 'breed = 1', '--set', 'busy=false')).toEqual([{ breed: 1, busy: false }, [0, 0, 0]]);
  });

  it('does so in edict test, explain and what-if', async () => {
    expect((await cli(['test', file])).code).toBe(0);
    expect((await cli(['test', file, '--set', 'breed=1'])).out).toContain('the report sizes is 6, expected 18');
    expect((await cli(['explain', 'Ann', 'size', file, '--set', 'breed=4'])).out).toContain('0 → 4');
    const what = ['what-if', file, '--suppose', 'Ann.size = 1', '--expression', 'room', '--object', 'Ann'];
    expect((await cli(what)).out).toMatch(/30 .* 29/);
    expect((await cli([...what, '--set', 'breed=1'])).out).toMatch(/10 .* 9/);
  });

  it.each([
    ['bred=1', 'edict: there is no parameter "bred"; did you mean `breed`?\n'],
    ['breed=11', 'edict: the parameter breed is 11; give a number from 0 to 10\n'],
    ['breed=true', 'edict: the parameter breed is true; give a number from 0 to 10\n'],
    ['breed=many', 'edict: --set is "breed=many"; give a number, true or false\n'],
    ['breed', 'edict: --set is "breed"; write a name and a value, such as breed=0.1\n'],
    ['=1', 'edict: --set is "=1"; write a name and a value, such as breed=0.1\n'],
  ])('refuses %s', async (given, error) => {
    expect(await errorOf('run', file, '--set', given)).toBe(error);
  });

  it('refuses a parameter given twice, and content without it', async () => {
    expect(await errorOf('run', file, '--set', 'breed=1', '--set', 'breed=2')).toBe(
      'edict: --set is "breed=2"; breed is given twice; leave one of them out\n',
    );
    expect(await errorOf('run', '--set', 'breed=1')).toBe('edict: there is no parameter "breed"; there are none\n');
  });

  it('refuses a saved world, which has its own', async () => {
    const saved = join(folder, 'saved.edict');
    await cli(['run', file, '--turns', '1', '--set', 'breed=4', '--save', saved]);
    expect(await errorOf('run', file, '--load', saved, '--set', 'breed=1')).toBe(
      'edict: --set gives parameters to a new world, and a saved one keeps its own; leave --set or --load out\n',
    );
    const { out } = await cli(['run', file, '--load', saved, '--turns', '1', '--json']);
    expect(JSON.parse(out)).toMatchObject({
      parameters: { breed: 4 },
      reports: { turns: [2], series: { sizes: [24] } },
    });
  });
});

describe('--limit', () => {
  it('sets a limit of the world, and errors of limits name it', async () => {
    const { code, error } = await cli(['run', file, '--limit', 'effectsPerTurn=1']);
    expect(code).toBe(1);
    expect(error).toMatch(/raise limits\.effectsPerTurn \(--limit effectsPerTurn=<number>\)/);
    expect((await cli(['run', file, '--turns', '1', '--limit', 'effectsPerTurn=3'])).code).toBe(0);
    const { out } = await cli(['test', file, '--limit', 'effectsPerTurn=1']);
    expect(out).toMatch(/raise limits\.effectsPerTurn \(--limit effectsPerTurn=<number>\)/);
  });

  it('sets a limit of content', async () => {
    expect(await errorOf('run', file, '--limit', 'loadOperations=3')).toMatch(
      /raise limits\.loadOperations \(--limit loadOperations=<number>\)/,
    );
  });

  it.each([
    ['visits=1', /^edict: --limit "visits=1": there is no limit "visits"; the limits are expressionDepth, /],
    [
      'visitsPerTurn=0',
      /^edict: --limit "visitsPerTurn=0": limits.visitsPerTurn is 0; give a whole number of at least 1/,
    ],
    ['visitsPerTurn=1e3', /^edict: --limit is "visitsPerTurn=1e3"; give a whole number of at least 1\n/],
    ['visitsPerTurn', /^edict: --limit is "visitsPerTurn"; write a name and a value, such as createdPerTurn=1000000\n/],
  ])('refuses %s', async (given, error) => {
    expect(await errorOf('run', file, '--limit', given)).toMatch(error);
  });

  it('and --set are refused for formats whose worlds take none', () => {
    const other = join(folderWith({ 'other.yaml': 'format: other/1\n' }), 'other.yaml');
    const format: ScenarioFormat = { format: 'other/1', load: () => [{ name: 'one', run: () => undefined }] };
    const known = knownFormats([{ formats: [format] }]);
    expect([...runScenarios([other], known)]).toEqual([{ file: other, passed: 1, failures: [] }]);
    const [{ failures }] = runScenarios([other], known, undefined, { parameters: { breed: 1 } });
    expect(failures[0].message).toBe(
      `${other} is of the format other/1, whose worlds take no parameters and limits from outside; leave --set and --limit out for it`,
    );
  });
});

describe('the reports of edict run', () => {
  it('are a table with the last, least and greatest value', async () => {
    const { out } = await cli(['run', file, '--turns', '50']);
    expect(out).toContain(`reports  last  least  greatest  every 2 turns
  germs     3      3         3  ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁
  sizes   450      9       450  ▁▁▁▂▂▂▃▃▃▄▄▄▅▅▅▆▆▆▇▇▇████
  large   150     12       150`);
  });

  it('are null in JSON where they are absent', async () => {
    const { out } = await cli(['run', file, '--turns', '4', '--json']);
    expect(JSON.parse(out)).toMatchObject({
      reports: { turns: [1, 2, 3, 4], series: { germs: [3, 3, 3, 3], large: [null, null, null, 12] } },
    });
  });

  it('are drawn as marks of means', () => {
    expect(sparkline(Float64Array.of(0, 1, 2, 3, 4, 5, 6, 7), 1)).toBe('▁▂▃▄▅▆▇█');
    expect(sparkline(Float64Array.of(0, 2, NaN, NaN, 8, NaN, 9), 2)).toBe('▁ ██');
    expect(sparkline(Float64Array.of(5, 5, 5), 1)).toBe('▁▁▁');
    expect(sparkline(Float64Array.of(0, Infinity), 1)).toBe('▁▁');
    expect(sparkline(Float64Array.of(), 1)).toBe('');
  });
});
