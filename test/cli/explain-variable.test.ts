import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith } from './files.js';
import { cli, oneSentence } from './run-cli.js';

const party = `format: edict-scenario/1
content:
  meters:
    food: { default: 4 }
  variables:
    hands: { default: 2 }
    strain: {}
    tired: { type: boolean }
  kinds:
    hero: { meters: [food], variables: [hands, strain, tired], modifiers: [{ variable: strain, set: 12 / self.hands }, { variable: tired, set: self.strain > 5 }] }
    item: { attachesTo: [hero] }
  classes:
    shield: { kind: item, modifiers: [{ variable: hands, add: -1, label: Straps }] }
    oath: { kind: item, modifiers: [{ variable: strain, multiply: "self.hero.food / 2", priority: 9 }] }
world:
  objects:
    - { name: Mara, kind: hero }
    - { name: Wall, class: shield, in: Mara }
    - { name: Vow, class: oath, in: Mara }
steps: []
`;

function explain(...argv: readonly string[]) {
  const file = join(folderWith({ 'party.yaml': party }), 'party.yaml');
  return cli(['explain', argv[0], argv[1], file, ...argv.slice(2)]);
}

describe('edict explain of a variable of a world', () => {
  it('shows its modifiers in the order in which they applied', async () => {
    const { code, out, error } = await explain('Mara', 'strain');
    expect({ code, error }).toEqual({ code: 0, error: '' });
    const [title, blank, head, ...rows] = out.trimEnd().split('\n');
    expect([title, blank]).toEqual(['strain of hero Mara (#1) after 1 turn: 0 → 24', '']);
    expect(head).toMatch(/^ {2}modifier +does +carrier +priority +amount +before +after$/);
    expect(rows.map((row) => row.trim().split(/ {2,}/).slice(-7))).toEqual([
      [expect.any(String), 'set 12 / self.hands', 'Mara (#1)', '0', '12', '0', '→', '12'].slice(-7),
      [expect.any(String), 'multiply self.hero.food / 2', 'Vow (#3)', '9', '2', '12', '→', '24'].slice(-7),
    ]);
  });

  it('gives machines plain values and ids', async () => {
    const { out } = await explain('#1', 'hands', '--json');
    expect(JSON.parse(out)).toEqual({
      name: 'hands',
      object: 1,
      variable: 'hands',
      initial: 2,
      current: 1,
      steps: [
        {
          modifier: 'Straps',
          carrier: 2,
          modification: 'add',
          text: '-1',
          priority: 0,
          amount: -1,
          before: 2,
          after: 1,
        },
      ],
    });
    expect(JSON.parse((await explain('Mara', 'tired', '--json')).out)).toMatchObject({
      initial: false,
      current: true,
      steps: [{ modification: 'set', amount: true }],
    });
  });

  it('asks what hangs on an object for what it sees', async () => {
    expect((await explain('Wall', 'hands')).out).toMatch(/^hands of item Wall \(#2\) after 1 turn: 2 → 1\n/);
  });

  it('says what is passed over, and what is an input or not granted', async () => {
    const camp = `format: edict-scenario/1
content:
  variables: { wind: { input: true }, warmth: {}, fires: { default: 1 }, smoke: {} }
  kinds:
    camp: { variables: [wind, warmth, smoke], modifiers: [{ variable: warmth, set: 5 }, { variable: warmth, add: -3, when: self.wind > 2, label: Wind }] }
    hut: { attachesTo: [camp], variables: [fires], modifiers: [{ variable: fires, max: 2, label: Hearth }] }
world: { objects: [{ name: Base, kind: camp }, { name: Shed, kind: hut, in: Base, granted: false }] }
steps:
  - set: { object: Base, values: { wind: 9 } }
  - { set: { object: Base, values: { warmth: 9 } }, fails: {} }
  - grant: Shed
  - expect: { object: Base, values: { warmth: 0 } }
  - run: 2
`;
    const file = join(folderWith({ 'camp.yaml': camp }), 'camp.yaml');
    const told = async (...argv: readonly string[]): Promise<string> =>
      (await cli(['explain', ...argv.slice(0, 2), file, ...argv.slice(2)])).out;
    expect(await told('Base', 'warmth')).toMatch(
      /^warmth of camp Base \(#1\) after 1 turn, before the first step: 0 → 5\n[^]* Wind +add -3 +Base \(#1\) +0 +skipped +5 +→ +5\n$/,
    );
    expect(await told('Base', 'warmth', '--step', '2')).toMatch(
      /^warmth of camp Base \(#1\) after step 2: 0 → 2\n[^]* Wind +add -3 +Base \(#1\) +0 +5 +→ +2\n$/,
    );
    expect(await told('Base', 'wind', '--step', '0')).toBe(
      'wind of camp Base (#1) before the first step: stays 0\nit is an input: its value is what the host has set, or the default\n',
    );
    expect(await told('Shed', 'fires', '--step', '0')).toBe(
      'fires of hut Shed (#2) before the first step: stays 1\nShed (#2) is not granted, so its variables have their defaults\n',
    );
    expect(await told('Base', 'smoke', '--step', '5')).toBe(
      'smoke of camp Base (#1) after step 5: stays 0\nno modifier is in force\n',
    );
    expect(await told('Shed', 'fires', '--step', '3', '--turns', '2')).toMatch(
      /^fires of hut Shed \(#2\) after step 3 and then 2 turns: 1 → 2\n[^]* Hearth +max 2 /,
    );
    expect(JSON.parse(await told('Shed', 'fires', '--step', '5', '--json'))).toMatchObject({
      current: 2,
      steps: [{ modification: 'max' }],
    });
    expect((await cli(['explain', 'Base', 'wind', file, '--step', '6'])).error).toBe(
      'edict: there is no step 6: the case "camp" has 5 steps\n',
    );
  });

  it('says what keeps a number from being there', async () => {
    const kind =
      '{ variables: [big, next], modifiers: [{ variable: big, set: 1e308 }, { variable: big, multiply: 10, label: Tenfold }, { variable: next, add: self.big + 1, label: More }] }';
    const file = join(
      folderWith({
        'a.yaml': `format: edict-scenario/1\ncontent: { variables: { big: {}, next: {} }, kinds: { camp: ${kind} } }\nworld: { objects: [{ name: Base, kind: camp }] }\nsteps: []\n`,
      }),
      'a.yaml',
    );
    expect((await cli(['explain', 'Base', 'big', file])).out).toMatch(
      /^big of camp Base \(#1\) after 1 turn: 0 → absent\n[^]*\n\nTenfold leads to no finite number\n$/,
    );
    expect((await cli(['explain', 'Base', 'next', file])).out).toMatch(
      /\n\nMore skipped: it needs big of Base \(#1\), which is absent\n$/,
    );
  });

  it('tells where a step cannot be done', async () => {
    const file = join(
      folderWith({
        'party.yaml': party.replace('steps: []', 'steps:\n  - set: { object: Mara, values: { hands: 9 } }'),
      }),
      'party.yaml',
    );
    expect((await cli(['explain', 'Mara', 'hands', file, '--step', '1'])).error).toMatch(
      /^edict: [^\n]+\.yaml:\d\d: step 1 \(set\): hands is not an input: [^\n]+\n$/,
    );
    expect((await cli(['explain', 'Mara', 'hands', file, '--step', '1', '--load', 'x.edict'])).error).toMatch(
      /^edict: --step and --load /,
    );
    expect((await cli(['explain', '1215', 'population', '--step', '1'])).error).toBe(
      'edict: --step needs a scenario file; name one\n',
    );
  });

  it('still explains meters, and refuses what there is not', async () => {
    expect((await explain('Mara', 'food')).out).toBe('food of hero Mara (#1) in turn 1: stays 4\nnothing wrote it\n');
    const { code, error } = await explain('Mara', 'strian');
    expect(code).toBe(1);
    expect(error).toMatch(oneSentence);
    expect(error).toContain('there is no meter, property or variable "strian"; did you mean `strain`?');
  });
});
