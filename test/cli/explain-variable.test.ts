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
    expect([title, blank]).toEqual(['strain of hero Mara (#1) in turn 1: 0 → 24', '']);
    expect(head).toMatch(/^ {2}modifier +does +carrier +priority +amount +before +after$/);
    expect(rows.map((row) => row.trim().split(/ {2,}/).slice(-7))).toEqual([
      [expect.any(String), 'set 12 / self.hands', 'Mara (#1)', '0', '12', '0', '→', '12'].slice(-7),
      [expect.any(String), 'multiply self.hero.food / 2', 'Vow (#3)', '9', '2', '12', '→', '24'].slice(-7),
    ]);
  });

  it('gives machines plain values and ids', async () => {
    const { out } = await explain('#1', 'hands', '--json');
    expect(JSON.parse(out)).toEqual({
      object: 1, variable: 'hands', initial: 2, current: 1,
      steps: [{ modifier: 'Straps', carrier: 2, modification: 'add', text: '-1', priority: 0, amount: -1, before: 2, after: 1 }],
    });
    expect(JSON.parse((await explain('Mara', 'tired', '--json')).out)).toMatchObject({ initial: false, current: true, steps: [{ modification: 'set', amount: true }] });
  });

  it('asks what hangs on an object for what it sees', async () => {
    expect((await explain('Wall', 'hands')).out).toMatch(/^hands of item Wall \(#2\) in turn 1: 2 → 1\n/);
  });

  it('still explains meters, and refuses what there is not', async () => {
    expect((await explain('Mara', 'food')).out).toBe('food of hero Mara (#1) in turn 1: stays 4\nnothing wrote it\n');
    const { code, error } = await explain('Mara', 'strian');
    expect(code).toBe(1);
    expect(error).toMatch(oneSentence);
    expect(error).toContain('there is no meter, property or variable "strian"; did you mean strain?');
  });
});
