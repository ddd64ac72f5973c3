import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith } from './files.js';
import { cli, oneSentence } from './run-cli.js';

/** Towns grow by the parameter `growth` from the sixth turn on. */
const towns = (growth: number) => `edict: 1
parameters: { growth: { default: ${growth} } }
meters: { food: { default: 5 } }
kinds: { town: { meters: [food] } }
classes:
  town:
    kind: town
    groups:
      - name: till
        activation: turn >= 6
        scope: { include: target == source }
        effects: [{ meter: food, add: growth + random() }]
start: [{ create: town, count: 2 }]
`;

const duel = join(import.meta.dirname, '../../examples/duel.yaml');

function folder(): string {
  return folderWith({ 'a.yaml': towns(2), 'b.yaml': towns(3), 'same.yaml': towns(2) });
}

describe('edict diff', () => {
  it('finds the turn, the write and both histories', async () => {
    const where = folder();
    const [a, b] = ['a.yaml', 'b.yaml'].map((name) => join(where, name));
    const { code, out, error } = await cli(['diff', a, b]);
    expect({ code, error }).toEqual({ code: 1, error: '' });
    const short = (text: string) =>
      text
        .replaceAll(/\/\S*\//g, '')
        .replaceAll(/\d\.\d{3,}/g, 'x')
        .replaceAll(/ +/g, ' ');
    expect(short(out)).toBe(`a.yaml and b.yaml begin to differ in turn 6

first write that differs
 a.yaml: food of #1 5 → x, by town/till of #1 in meters
 b.yaml: food of #1 5 → x, by town/till of #1 in meters

 food of #1 rule source label before after
 a.yaml town/till #1 till 5 x
 b.yaml town/till #1 till 5 x

 differs objects sum
 food 2 +2

 object value a.yaml b.yaml
 #1 food x → x
 #2 food x → x
`);
  });

  it('says that only ids differ, where an object came and ended', async () => {
    const storms = (count: number) => `edict: 1
kinds: { town: {}, storm: {} }
classes:
  town: { kind: town }
  storm:
    kind: storm
    groups: [{ name: end, scope: { include: target == source }, effects: [{ destroy: true }] }]
start: [{ create: town }, { create: storm, count: ${count} }]
`;
    const where = folderWith({ 'one.yaml': storms(1), 'two.yaml': storms(2) });
    const worlds = ['one', 'two'].map((name) => join(where, `${name}.edict`));
    for (const [i, name] of ['one.yaml', 'two.yaml'].entries())
      await cli(['run', join(where, name), '--turns', '2', '--save', worlds[i]]);
    const { code, out } = await cli(['diff', ...worlds, join(where, 'one.yaml')]);
    expect(code).toBe(1);
    expect(out).toContain('no value differs, only identity (which ids are free, and how often each was used)\n');
  });

  it('says nothing of equal runs, and ends with 0', async () => {
    const where = folder();
    const [a, same] = ['a.yaml', 'same.yaml'].map((name) => join(where, name));
    const { code, out } = await cli(['diff', a, same, '--turns', '9']);
    expect({ code, out }).toEqual({ code: 0, out: `${a} and ${same}: nothing differs up to turn 9\n` });
  });

  it('compares runs of one file, and prints JSON', async () => {
    const a = join(folder(), 'a.yaml');
    const { code, out } = await cli(['diff', a, '--other-seed', '2', '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      same: false,
      worlds: ['seed 1', 'seed 2'],
      turn: 6,
      atStart: false,
      first: { rule: 'town/till', object: 1, column: 'food', source: 1, phase: 'meters', before: 5 },
      second: { rule: 'town/till' },
      histories: { object: 1, column: 'food', first: { steps: [{ rule: 'town/till', source: 1 }] } },
      differences: [
        { object: 1, what: 'food' },
        { object: 2, what: 'food' },
      ],
    });
    const set = await cli(['diff', a, '--other-set', 'growth=4', '--turns', '5']);
    expect(set).toMatchObject({
      code: 0,
      out: 'first and growth=4: nothing differs up to turn 5, except parameters\n',
    });
  });

  it('compares saved worlds, and one with the run of a scenario', async () => {
    const where = folder();
    const [a, save, late] = ['a.yaml', 'a.save', 'late.save'].map((name) => join(where, name));
    await cli(['run', a, '--turns', '7', '--save', save]);
    await cli(['run', a, '--turns', '8', '--save', late]);
    expect(await cli(['diff', save, a])).toMatchObject({
      code: 0,
      out: `${save} and ${a}: nothing differs up to turn 7\n`,
    });
    expect(await cli(['diff', save, late, a])).toMatchObject({ code: 0 });
    const other = join(where, 'other.save');
    await cli(['run', a, '--turns', '7', '--seed', '3', '--save', other]);
    const { code, out } = await cli(['diff', save, other, a]);
    expect(code).toBe(1);
    expect(out).toContain('differ at turn 7, where the comparison begins');
  });

  it('shows lanes, roles and relations that differ, with their values', async () => {
    const realm = (ties: string, first = '') => `format: edict-scenario/1
content:
  roles: [home]
  kinds: { ${first} side: { faction: true }, town: { node: true } }
  relations: { war: {} }
world:
  objects:
    - { name: Red, kind: side }
    - { name: Blue, kind: side }
    - { name: Ur, kind: town, x: 0, y: 0 }
    - { name: Kish, kind: town, x: 1, y: 0 }
${ties}
cases: [{ name: runs, steps: [{ run: 1 }] }]
`;
    const where = folderWith({
      'a.yaml': realm(
        '  lanes: [[Ur, Kish]]\n  roles: { home: Ur }\n  relations: [{ relation: war, from: Red, to: Blue }]',
      ),
      'b.yaml': realm('  roles: { home: Kish }', 'rock: {},'),
    });
    const [a, b] = ['a.yaml', 'b.yaml'].map((name) => join(where, name));
    const { code, out, error } = await cli(['diff', a, b]);
    expect({ code, error }).toEqual({ code: 1, error: '' });
    const lines = out.split('\n').map((line) => line.trim().replaceAll(/ +/g, ' '));
    expect(lines).toEqual(
      expect.arrayContaining([
        'Red (#1) relation war Blue (#2) → none',
        'Ur (#3) roles home → none',
        'Ur (#3) lanes Kish (#4) → none',
        'Kish (#4) roles none → home',
      ]),
    );
    const json = JSON.parse((await cli(['diff', a, b, '--json'])).out) as { readonly differences: readonly unknown[] };
    expect(json.differences).toContainEqual({ object: 3, what: 'lanes', first: [4], second: [] });
    expect(json.differences).toContainEqual({ object: 4, what: 'roles', first: [], second: ['home'] });
  });

  it('compares games', async () => {
    const where = folder();
    const [first, second, other] = ['a.json', 'b.json', 'c.json'].map((name) => join(where, name));
    const play = (agents: string, seed: string, log: string) =>
      cli(['play', duel, '--agents', agents, '--seed', seed, '--log', log, '--turns', '2', '--quiet']);
    await play('random', '3', first);
    await play('first,first', '3', second);
    await play('random', '4', other);
    const same = await cli(['diff', first, first, duel]);
    expect(same).toMatchObject({ code: 0, out: expect.stringMatching(/the same \d+ decisions\n$/) as string });
    const { code, out } = await cli(['diff', first, second, duel]);
    expect(code).toBe(1);
    expect(out).toMatch(/a\.json and \S+b\.json differ at decision \d+, at time \d/);
    expect(out).toContain('first write that differs');
    // The seed of a game is part of its start.
    expect((await cli(['diff', first, other, duel])).error).toContain('the games have the seeds 3 and 4');
  });

  it.each([
    [['diff'], 'edict diff compares two runs'],
    [['diff', 'a.yaml'], 'has nothing to be compared with'],
    [['diff', 'a.yaml', 'b.yaml', 'c.yaml'], 'edict diff --help lists what to name'],
    [['diff', 'a.yaml', 'b.yaml', '--other-set', 'growth'], '--other-set'],
  ])('%j is refused', async (argv, text) => {
    const { code, out, error } = await cli(argv);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(error).toMatch(oneSentence);
    expect(error).toContain(text);
  });
});
