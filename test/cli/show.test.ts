import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli, oneSentence } from './run-cli.js';
import { folderWith } from './files.js';

const realm = `format: edict-scenario/1
content:
  enumerations: { craft: [bronze, iron] }
  meters: { food: { default: 5 } }
  properties: { rival: { type: reference }, note: { default: 1 }, crafts: { type: set, of: craft } }
  kinds:
    side: { faction: true }
    town: { node: true, ownership: stored, meters: [food], properties: [rival, crafts] }
    band: { attachesTo: [town], properties: [note] }
  classes:
    town: { kind: town, groups: [{ name: grow, scope: { include: target == source }, effects: [{ meter: food, add: 1.5 }] }] }
world:
  objects:
    - { name: Red, kind: side }
    - { name: Ur, class: town, owner: Red, x: 1, y: 2, values: { rival: Kish, crafts: [iron, bronze] } }
    - { name: Kish, class: town, x: 3, y: 4 }
    - { name: 'Guard, of "Ur"', kind: band, in: Ur }
cases: [{ name: runs, steps: [{ run: 1 }] }]
`;

function file(): string {
  return join(folderWith({ 'realm.yaml': realm }), 'realm.yaml');
}

describe('edict show', () => {
  it('shows all objects with what they have', async () => {
    const { code, out, error } = await cli(['show', file(), '--turns', '2']);
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out.split('\n').map((line) => line.trimEnd())).toEqual([
      '  id  name            kind  class  owner     place    x  y  food  rival      note  crafts',
      '   1  Red             side',
      '   2  Ur              town  town   Red (#1)           1  2     8  Kish (#3)        bronze, iron',
      '   3  Kish            town  town                      3  4     8',
      '   4  Guard, of "Ur"  band                   Ur (#2)  1  2                      1',
      '',
    ]);
  });

  it('shows some columns of some objects', async () => {
    const { out } = await cli(['show', 'Ur', '3', file(), '--columns', 'name, food', '--each', 'self.food * 2']);
    expect(out).toBe('  name  food  self.food * 2\n  Ur       5             10\n  Kish     5             10\n');
  });

  it('shows those of a kind for which a condition is true, at most so many', async () => {
    const asked = ['show', file(), '--kind', 'town', '--columns', 'name'];
    expect((await cli([...asked, '--where', "name(self) != 'Ur'"])).error).toMatch(oneSentence);
    expect((await cli([...asked, '--where', 'self.owner == null'])).out).toBe('  name\n  Kish\n');
    expect((await cli([...asked, '--first', '1'])).out).toBe(
      '  name\n  Ur\n  and 1 object more; --first 2 shows all\n',
    );
  });

  it('gives CSV and JSON, with ids for objects', async () => {
    const asked = ['show', file(), '--columns', 'name,place,rival,crafts'];
    expect((await cli([...asked, '--csv'])).out).toBe(
      'name,place,rival,crafts\r\nRed,,,\r\nUr,,3,bronze;iron\r\nKish,,,\r\n"Guard, of ""Ur""",2,,\r\n',
    );
    expect(JSON.parse((await cli([...asked, '--json'])).out)).toEqual({
      turn: 0,
      more: 0,
      objects: [
        { name: 'Red', place: null, rival: null, crafts: null },
        { name: 'Ur', place: null, rival: { id: 3, name: 'Kish' }, crafts: ['bronze', 'iron'] },
        { name: 'Kish', place: null, rival: null, crafts: [] },
        { name: 'Guard, of "Ur"', place: { id: 2, name: 'Ur' }, rival: null, crafts: null },
      ],
    });
  });

  it('gives owners as objects, too', async () => {
    const asked = ['show', 'Ur', file(), '--columns', 'owner'];
    expect((await cli([...asked, '--csv'])).out).toBe('owner\r\n1\r\n');
    expect(JSON.parse((await cli([...asked, '--json'])).out)).toMatchObject({
      objects: [{ owner: [{ id: 1, name: 'Red' }] }],
    });
  });

  it.each([
    [['Ur', '--kind', 'town'], 2, 'leave the names or the options out'],
    [['Urr'], 1, 'did you mean `Ur`?'],
    [['--columns', 'fod'], 1, 'did you mean `food`?'],
    [['--columns', 'name,,food'], 2, '--columns has an empty name'],
    [['--csv', '--json'], 2, 'exclude each other'],
    [['--each', 'self.food +'], 1, 'self.food +'],
  ])('refuses %j', async (args, code, hint) => {
    const named = args[0].startsWith('-') ? [file(), ...args] : [args[0], file(), ...args.slice(1)];
    const found = await cli(['show', ...named]);
    expect(found.code).toBe(code);
    expect(found.error).toMatch(oneSentence);
    expect(found.error).toContain(hint);
  });
});

describe('edict ask', () => {
  it.each([
    ['objects(town).count()', '2\n'],
    ['objects(town).sum(t, t.food)', '10\n'],
    ['objects(town).minBy(t, -t.food)', 'Ur (#2)\n'],
    ['objects(band).first().note > 1', 'false\n'],
    ['objects(band).filter(b, b.note > 9).max(b, b.note)', 'absent\n'],
  ])('evaluates %s', async (expression, answer) => {
    expect(await cli(['ask', expression, file()])).toEqual({ code: 0, out: answer, error: '' });
  });

  it('asks some objects, or each of a kind', async () => {
    expect((await cli(['ask', 'self.rival', 'Ur', file()])).out).toBe(
      '  id  name  self.rival\n   2  Ur    Kish (#3)\n',
    );
    const { out } = await cli(['ask', 'self.food + 1', '--each', 'town', file(), '--turns', '1', '--json']);
    expect(JSON.parse(out)).toEqual({
      turn: 1,
      more: 0,
      objects: [
        { id: 2, name: 'Ur', 'self.food + 1': 7.5 },
        { id: 3, name: 'Kish', 'self.food + 1': 7.5 },
      ],
    });
  });

  it('says where an expression is wrong', async () => {
    const { code, error } = await cli(['ask', 'objects(town).cont()', file()]);
    expect(code).toBe(1);
    expect(error).toMatch(oneSentence);
    expect(error).toContain('count');
  });
});

it('asks what functions and tables of the content say, also in conditions', async () => {
  const known = realm.replace(
    '  meters:',
    '  functions: { stock: { arguments: [t], value: "t.food + lookup(\'prices\', iron)" } }\n' +
      '  tables: { prices: { by: craft, values: { iron: 7 } } }\n  meters:',
  );
  const path = join(folderWith({ 'realm.yaml': known }), 'realm.yaml');
  expect((await cli(['ask', 'stock(self)', 'Ur', path, '--csv'])).out).toMatch(/,12\r\n$/);
  expect((await cli(['ask', "lookup('prices', iron)", path])).out).toBe('7\n');
  expect((await cli(['show', path, '--kind', 'town', '--where', 'stock(self) > 20'])).out).not.toContain('Ur');
  const { code, error } = await cli(['ask', 'stok(self)', 'Ur', path]);
  expect(code).toBe(1);
  expect(error).toContain('did you mean `stock`');
});
