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

  const realm = 'examples/realm.yaml';

  it('takes several objects and values, and gives machines a list', async () => {
    const { code, out, error } = await cli(['explain', '1', '2', 'owner', 'exists', realm, '--turns', '2', '--json']);
    expect({ code, error }).toEqual({ code: 0, error: '' });
    const found = JSON.parse(out) as readonly { object: number; name: string }[];
    expect(found.map(({ object, name }) => [object, name])).toEqual([
      [1, 'owner'],
      [1, 'exists'],
      [2, 'owner'],
      [2, 'exists'],
    ]);
  });

  it('tells of several turns', async () => {
    const { out } = await cli(['explain', 'Terra', 'population', colonyFile(), '--turns', '3', '--since', '0']);
    const [title, , head, ...rows] = out.trimEnd().split('\n');
    expect(title).toMatch(/^population of planet Terra \(#2\) in turns 1 to 3: /);
    expect(head).toMatch(/^ +turn +rule +source +phase/);
    expect(rows.map((row) => row.trim().split(/ +/).slice(0, 2))).toEqual([
      ['1', 'growth'],
      ['2', 'growth'],
    ]);
  });

  it("shows what was added to a set, in people's words and as CSV", async () => {
    const file = join(folderWith({ 'school.yaml': school }), 'school.yaml');
    const { code, out } = await cli(['explain', 'Athens', 'techs', file, '--turns', '2']);
    expect(code).toBe(0);
    expect(out).toBe(
      [
        'techs of city Athens (#1) in turn 2: bronze → bronze, iron',
        '',
        '  rule          source       phase    priority  label  change',
        '  school/teach  Athens (#1)  actions       100  teach  + iron',
        '',
      ].join('\n'),
    );
    expect((await cli(['explain', 'Athens', 'techs', file, '--turns', '2', '--csv'])).out).toBe(
      'object,name,turn,rule,source,phase,priority,label,item,before,after\r\n1,techs,2,school/teach,1,actions,100,teach,iron,false,true\r\n',
    );
  });

  it('finds an object that the last turn has destroyed', async () => {
    const file = join(folderWith({ 'school.yaml': school }), 'school.yaml');
    const { code, out } = await cli(['explain', 'Hut', 'exists', file, '--turns', '2']);
    expect(code).toBe(0);
    expect(out).toMatch(/^exists of #2 \(gone\) in turn 2: true → gone\n/);
    expect(out).toContain('school/burn');
  });

  it('repeats in the example what leads to the same world', async () => {
    const world = ['examples/agents/sir.yaml', '--seed', 'two words', '--turns', '2', '--set', 'people=100'];
    const { example } = JSON.parse((await cli(['explain', ...world, '--json'])).out) as { example: string[] };
    expect(example.slice(3)).toEqual(world);
  });

  it('lists what can be explained, with an example that has an answer', async () => {
    const file = join(folderWith({ 'old school.yaml': school }), 'old school.yaml');
    const { code, out, error } = await cli(['explain', file, '--turns', '2']);
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out).toBe(`  kind  objects  such as      values
  city        1  Athens (#1)  techs

Of every object also: exists, class, owner, place, x, y.

  edict explain Athens techs '${file}' --turns 2
`);
    const one = await cli(['explain', 'Athens', file, '--json']);
    expect(JSON.parse(one.out)).toEqual({
      turn: 1,
      kinds: [{ kind: 'city', objects: 1, first: ['Athens (#1)'], names: ['techs'] }],
      facts: ['exists', 'class', 'owner', 'place', 'x', 'y'],
      example: ['explain', 'Athens', 'techs', file],
    });
    const { example } = JSON.parse((await cli(['explain', file, '--turns', '2', '--json'])).out) as {
      example: string[];
    };
    expect((await cli(example)).out).toContain('school/teach');
  });

  it.each([
    ['explain', 'Athens', 'techs'],
    ['ask', 'turn'],
    ['why-not', 'school/teach', 'Athens'],
    ['show', 'Athens'],
  ])('%s does not ask the embedded galaxy where the file is named first', async (command, ...words) => {
    const file = join(folderWith({ 'school.yaml': school }), 'school.yaml');
    const { code, out, error } = await cli([command, file, ...words]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(error).toMatch(oneSentence);
    expect(error).toContain(`the file ${JSON.stringify(file)} is not the last argument; name it last`);
  });

  it('needs something to explain, and ask an expression', async () => {
    const none = await cli(['explain']);
    expect(none.code).toBe(2);
    expect(none.error).toContain('give both, or only a file to list what can be explained');
    const file = join(folderWith({ 'school.yaml': school }), 'school.yaml');
    const alone = await cli(['ask', file]);
    expect(alone.code).toBe(2);
    expect(alone.error).toContain(`needs an expression before the file, as in edict ask 'objects().count()' ${file}`);
  });

  it.each([
    ['a turn that is not run', ['techs'], ['--since', '5'], '--since is "5"; give a turn from 0 to 0'],
    ['a list as CSV', [], ['--csv'], '--csv is about the changes of a value; name an object and a value'],
    ['both forms', ['techs'], ['--csv', '--json'], '--csv and --json exclude each other'],
  ])('refuses %s', async (_what, names, options, hint) => {
    const file = join(folderWith({ 'school.yaml': school }), 'school.yaml');
    const { code, error } = await cli(['explain', 'Athens', ...names, file, ...options]);
    expect(code).toBe(2);
    expect(error).toContain(hint);
  });
});

const school = `format: edict-scenario/1
content:
  enumerations: { tech: [bronze, iron] }
  properties: { techs: { type: set, of: tech } }
  kinds: { city: { properties: [techs] }, house: {} }
  classes:
    school:
      kind: city
      groups:
        - { name: teach, activation: turn == 2, scope: { include: target == source }, effects: [{ hold: iron, in: techs }] }
        - { name: burn, activation: turn == 2, scope: { include: target.kind == house }, effects: [{ destroy: true }] }
world:
  objects:
    - { name: Athens, class: school, values: { techs: [bronze] } }
    - { name: Hut, kind: house }
steps: []
`;
