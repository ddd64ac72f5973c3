import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generateGalaxy } from '../../src/galaxy/generate.js';
import { loadGalaxy } from '../../src/galaxy/load-galaxy.js';
import { cli, oneSentence } from './run-cli.js';
import { colony, folderWith } from './files.js';
import { longTest } from '../support/heavy.js';

function colonyFile(): string {
  return join(folderWith({ 'colony.yaml': colony }), 'colony.yaml');
}

describe('edict explain', () => {
  it('lists what wrote a meter in the last turn', async () => {
    const { code, out, error } = await cli([
      'explain',
      'Terra',
      'maxPopulation',
      colonyFile(),
      '--turns',
      '2',
      '--json',
    ]);
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(JSON.parse(out)).toEqual({
      name: 'maxPopulation',
      object: 2,
      meter: 'maxPopulation',
      initial: 3,
      current: 3,
      steps: [
        { rule: 'reset', source: 0, label: 'reset', turn: 2, phase: 'reset', before: 3, after: 0 },
        {
          rule: 'farm/fields',
          source: 3,
          label: 'Fields',
          turn: 2,
          phase: 'meters',
          priority: 100,
          before: 0,
          after: 3,
        },
      ],
    });
  });

  it('says that it asks the embedded galaxy where no scenario is named, and before turns that an object is not there', async () => {
    const { code, error } = await cli(['explain', 'Terra', 'population', '--objects', '300', '--turns', '2']);
    expect(code).toBe(1);
    expect(error.split('\n').slice(0, 2)).toEqual([
      'no scenario is named, so the embedded galaxy is asked',
      'there is no object "Terra" yet; it is looked for again after 2 turns',
    ]);
  });

  it('takes an id for an object as well, and one turn where none is given', async () => {
    const { out } = await cli(['explain', '2', 'population', colonyFile(), '--json']);
    expect(JSON.parse(out)).toMatchObject({
      object: 2,
      initial: 1,
      current: 2,
      steps: [{ rule: 'growth', before: 1, after: 2 }],
    });
  });

  it.each([
    ['33', 'population'],
    ['#33', 'maxPopulation', '--turns', '5'],
  ])('takes %s for an object of the embedded galaxy', async (...argv) => {
    expect(await cli(['explain', ...argv, '--objects', '300', '--json'])).toMatchObject({ code: 0 });
  });

  longTest('has the objects of its examples in the galaxy that it runs where nothing is said', async () => {
    const help = `${(await cli(['--help'])).out}${(await cli(['explain', '--help'])).out}`;
    const examples = [...help.matchAll(/explain (\d+) (\w+)/g)];
    expect(examples).toHaveLength(2);
    const world = generateGalaxy(loadGalaxy());
    for (const [, id, meter] of examples) expect(world.get(Number(id), meter), `${id} ${meter}`).toBeTypeOf('number');
  });

  it('prints a table for people', async () => {
    const { code, out } = await cli(['explain', 'Terra', 'maxPopulation', colonyFile(), '--turns', '2']);
    expect(code).toBe(0);
    expect(out).toBe(
      [
        'maxPopulation of planet Terra (#2) in turn 2: stays 3',
        '',
        '  rule         source     phase   priority  label   before     after',
        '  reset                                                  3  →      0',
        '  farm/fields  Farm (#3)  meters       100  Fields       0  →      3',
        '',
      ].join('\n'),
    );
  });

  it('says so when nothing wrote it', async () => {
    const file = join(
      folderWith({ 'colony.yaml': colony.replace(', target: maxPopulation', '').replace('add: 3', 'add: 9') }),
      'colony.yaml',
    );
    expect((await cli(['explain', 'Terra', 'population', file])).out).toContain('nothing wrote it');
  });

  it.each([
    ['an unknown meter', ['Terra', 'popultion'], 'did you mean `population`?'],
    ['an unknown object', ['Tera', 'population'], 'did you mean `Terra`?'],
    ['an unknown id', ['77', 'population'], 'ids run from 1 to 3'],
    ['a meter that it lacks', ['Blue', 'population'], 'has no population'],
  ])('%s', async (_what, argv, hint) => {
    const { code, out, error } = await cli(['explain', ...argv, colonyFile()]);
    expect(code).toBe(1);
    expect(out).toBe('');
    expect(error).toMatch(oneSentence);
    expect(error).toContain(hint);
  });

  longTest('asks the embedded galaxy where no scenario is given', async () => {
    const { code, out } = await cli(['explain', '#12', 'population', '--objects', '60', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ object: 12, meter: 'population' });
  });
});
