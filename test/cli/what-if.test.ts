import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { colony, folderWith } from './files.js';
import { cli, oneSentence } from './run-cli.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const commands = readFileSync(`${root}docs/commands.md`, 'utf8');

const realm = `format: edict-scenario/1
content:
  enumerations: { tech: [law, iron], mood: [calm, wild] }
  meters: { heat: { default: 2, growth: value + 1 } }
  properties:
    techs: { type: set, of: tech }
    trade: { type: list, of: city }
    gold: { default: 5 }
    mood: { type: mood, default: calm }
    rival: { type: reference }
    open: { type: boolean }
  kinds:
    player: { faction: true, properties: [techs, gold, rival] }
    hill: { node: true }
    city: { attachesTo: [hill], meters: [heat], properties: [mood, open, trade], flags: { merry: self.mood == wild && !self.open } }
    unit: { attachesTo: [hill] }
  classes:
    guard: { kind: unit, requires: [law in self.techs, self.gold >= 3] }
    smith: { kind: unit, requires: { of: city, all: ["iron in self.owner.techs && self.merry"] } }
  expressions:
    riches: { of: player, is: "self.gold * owned(self, city).count()" }
    contested: { of: player, is: "self.rival.gold > self.gold" }
    hopeful: { of: player, is: "available(self, guard)" }
world:
  objects:
    - { name: Red, kind: player, values: { techs: [law] } }
    - { name: Blue, kind: player, values: { rival: Red } }
    - { name: Crag, kind: hill, x: 0, y: 0 }
    - { name: Tor, kind: hill, x: 3, y: 4 }
    - { name: St. Ives, kind: city, owner: Red, in: Crag }
    - { name: Bude, kind: city, owner: Red, in: Crag, values: { mood: wild } }
cases:
  - name: plain
    steps: [{ run: 1 }]
  - name: rich
    steps: [{ set: { object: Blue, values: { gold: 100 } } }, { run: 1 }]
`;

function file(): string {
  return join(folderWith({ 'realm.yaml': realm }), 'realm.yaml');
}

interface Report {
  readonly turn: number;
  readonly suppose: readonly string[];
  readonly answers: readonly {
    readonly expression: string;
    readonly object: number;
    readonly name: string;
    readonly before: unknown;
    readonly after: unknown;
    readonly answer: string;
    readonly failing: readonly string[];
  }[];
}

async function ask(...argv: readonly string[]): Promise<Report> {
  const { code, out, error } = await cli(['what-if', file(), ...argv, '--json']);
  expect({ code, error }).toEqual({ code: 0, error: '' });
  return JSON.parse(out) as Report;
}

async function changes(...suppose: readonly string[]): Promise<readonly string[]> {
  const { answers } = await ask(...suppose.flatMap((each) => ['--suppose', each]));
  return answers.map(
    ({ expression, name, before, after, answer }) =>
      `${expression} of ${name}: ${String(before)} -> ${String(after)} ${answer}`,
  );
}

describe('edict what-if', () => {
  it('shows what would change of all that content asks by name', async () => {
    const { code, out, error } = await cli([
      'what-if',
      file(),
      '--suppose',
      'Blue.techs.law = true',
      '--suppose',
      'Red.gold = 1',
    ]);
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out.split('\n')).toEqual([
      'If Blue.techs.law = true, and Red.gold = 1',
      '',
      '  expression      object     before     after  answer         because of',
      '  riches          Red (#1)       10  →      2  changes',
      '  requires guard  Red (#1)     true  →  false  becomes false  self.gold >= 3',
      '  requires guard  Blue (#2)   false  →   true  becomes true   law in self.techs',
      '',
      '1 becomes true, 1 becomes false, 1 changes',
      '',
    ]);
  });

  it('knows a form for every fact', async () => {
    expect(await changes('Blue.techs.law = true')).toEqual(['requires guard of Blue: false -> true becomes true']);
    expect(await changes('Blue.gold=4')).toEqual(['contested of Blue: false -> true becomes true']);
    expect(await changes('Blue.rival = nobody', 'Red.rival = Blue', 'Blue.gold = 9')).toEqual([
      'contested of Red: false -> true becomes true',
    ]);
    expect(await changes('"St. Ives".owner = Blue')).toEqual([
      'riches of Red: 10 -> 5 changes',
      'riches of Blue: 0 -> 5 changes',
    ]);
    expect(await changes('Bude.owner = nobody')).toEqual(['riches of Red: 10 -> 5 changes']);
    expect(await changes('#1.available.guard = true')).toEqual(['hopeful of Red: false -> true becomes true']);
    expect(await changes('Red.techs.iron = true')).toEqual(['requires smith of Bude: false -> true becomes true']);
    expect(await changes('Red.techs.iron = true', "'St. Ives'.mood = 'wild'", 'Bude.open = true')).toEqual([
      'requires smith of St. Ives: false -> true becomes true',
    ]);
    expect(await changes('Red.techs.iron = true', 'Bude.merry = false')).toEqual([]);
    expect(await changes('Blue.gold = 4', 'Blue.gold = 9')).toEqual(['contested of Blue: false -> true becomes true']);
  });

  it('puts objects elsewhere', async () => {
    const crowd = async (place: string) =>
      (
        await ask('--suppose', `Bude.place = ${place}`, '--where', 'attached(self, city).count()', '--kind', 'hill')
      ).answers.map(({ before, after }) => [before, after]);
    expect(await crowd('in Tor')).toEqual([
      [2, 1],
      [0, 1],
    ]);
    expect(await crowd('in "Crag"')).toEqual([
      [2, 2],
      [0, 0],
    ]);
    expect(await crowd('nowhere')).toEqual([
      [2, 1],
      [0, 0],
    ]);
    const { answers } = await ask(
      '--suppose',
      'Crag.place = at 3, 4',
      '--where',
      'objects(hill).all(h, distance(self, h) < 1)',
      '--object',
      'Tor',
    );
    expect(answers.map(({ before, after, answer }) => [before, after, answer])).toEqual([
      [false, true, 'becomes true'],
    ]);
  });

  it('asks one expression, or what a class requires, of all that it is asked of or of some', async () => {
    const all = await ask('--suppose', 'Red.gold = 2', '--expression', 'guard');
    expect(all.answers.map(({ name, answer, failing }) => [name, answer, failing])).toEqual([
      ['Red', 'becomes false', ['self.gold >= 3']],
      ['Blue', 'stays false', ['law in self.techs']],
    ]);
    const one = await ask('--suppose', 'Red.gold = 2', '--expression', 'riches', '--object', 'Blue', '--object', '#1');
    expect(one.answers.map(({ object, before, after, answer }) => [object, before, after, answer])).toEqual([
      [2, 0, 0, 'stays'],
      [1, 10, 4, 'changes'],
    ]);
    expect(one).toMatchObject({ turn: 0, suppose: ['Red.gold = 2'] });
  });

  it('asks a text of objects, of those of a kind, or of all of which it is not absent', async () => {
    const where = async (...more: readonly string[]) =>
      (await ask('--suppose', 'Bude.mood = calm', ...more)).answers.map(({ name, answer }) => `${name} ${answer}`);
    expect(await where('--where', 'self.merry', '--kind', 'city')).toEqual([
      'St. Ives stays false',
      'Bude becomes false',
    ]);
    expect(await where('--where', 'self.heat > 1')).toEqual(['St. Ives stays true', 'Bude stays true']);
    expect(await where('--where', 'self.heat', '--object', 'Red')).toEqual(['Red stays']);
  });

  it('runs turns and steps first, and changes nothing', async () => {
    const heat = async (...more: readonly string[]) =>
      (await ask('--suppose', 'Blue.gold = 1', '--where', 'self.heat', '--object', 'Bude', ...more)).answers[0].before;
    expect(await heat()).toBe(2);
    expect(await heat('--after', '3')).toBe(5);
    expect(await heat('--step', '1')).toBe(3);
    expect(
      (
        await ask('--suppose', 'Blue.gold = 1', '--expression', 'contested', '--case', 'rich', '--step', '1')
      ).answers.map(({ answer }) => answer),
    ).toEqual(['stays false', 'becomes true']);
  });

  it('runs futures with a fact and without it, and says how they began to differ', async () => {
    const path = join(folderWith({ 'colony.yaml': colony }), 'colony.yaml');
    const futures = ['what-if', path, '--suppose', 'Terra.population = 3', '--or', 'Farm.owner = nobody'];
    const moved = await cli(['what-if', path, '--suppose', 'Farm.place = nowhere', '--turns', '2']);
    expect(moved).toMatchObject({ code: 0, error: '' });
    expect(moved.out).toBe(`If Farm.place = nowhere, for 2 turns
first in turn 1, by the write
  without: maxPopulation of Terra (#2) 0 → 3, by farm/fields of Farm (#3) in meters
  then:    population of Terra (#2) 1 → 0, by growth in growth

  after the last turn  objects  sum
  maxPopulation              1   -3
  population                 1   -3
  place                      1

  object      value             without     then
  Terra (#2)  maxPopulation           3  →     0
  Terra (#2)  population              3  →     0
  Farm (#3)   place          Terra (#2)  →  none
`);
    const { out } = await cli([...futures, '--turns', '1', '--json']);
    expect(JSON.parse(out)).toEqual({
      turn: 0,
      turns: 1,
      futures: [
        {
          suppose: ['Terra.population = 3'],
          counts: [1, 1],
          diverges: null,
          totals: [{ what: 'population', objects: 1, sum: 1 }],
          differences: [{ object: 2, what: 'population', first: 2, second: 3 }],
        },
        {
          suppose: ['Farm.owner = nobody'],
          counts: [1, 1],
          diverges: null,
          totals: [{ what: 'owner', objects: 1, sum: null }],
          differences: [{ object: 3, what: 'owner', first: [1], second: [] }],
        },
      ],
    });
  });

  it('refuses futures of what follows from other facts, and --or without turns', async () => {
    const flag = await cli(['what-if', file(), '--suppose', 'Bude.merry = true', '--turns', '2']);
    expect(flag).toMatchObject({ code: 1, out: '' });
    expect(flag.error).toMatch(/a flag follows from other facts in each turn/);
    const or = await cli(['what-if', file(), '--suppose', 'Bude.mood = calm', '--or', 'Bude.mood = calm']);
    expect(or).toMatchObject({ code: 2, out: '' });
    expect(or.error).toContain('give --turns, too');
  });

  it('shows assumed facts that last, even if nothing else differs', async () => {
    const { out } = await cli(['what-if', file(), '--suppose', 'Bude.heat = 9', '--turns', '1']);
    expect(out).toMatch(/^If Bude.heat = 9, for 1 turn\nnothing but the assumed facts differs in any turn\n\n/);
    expect(out).toMatch(/Bude \(#\d+\) +heat +3 +→ +10\n/);
  });

  it('tells in its help what a fact can be', async () => {
    const { out } = await cli(['what-if', '--help']);
    expect(out).toContain('a number, true or false, a word, a class, an object, none');
    expect(out).toContain('Lists and variables cannot be assumed.');
  });

  it('says when nothing would change', async () => {
    expect((await cli(['what-if', file(), '--suppose', 'Bude.heat = 9'])).out).toBe(
      'If Bude.heat = 9\nno named expression or requirement would change; --where asks about other conditions, --turns about later turns\n',
    );
    expect(
      (await cli(['what-if', file(), '--suppose', 'Bude.heat = 9', '--expression', 'smith', '--object', 'Bude'])).out,
    ).toContain('1 stays false');
    expect(
      (await cli(['what-if', file(), '--suppose', 'Bude.heat = 9', '--where', 'self.heat > 3', '--kind', 'unit'])).out,
    ).toContain('no object has an answer');
  });

  it('lists what requires a fact', async () => {
    const unlocks = async (fact: string) => (await cli(['what-if', file(), '--unlocks', fact])).out;
    expect(await unlocks('techs.law')).toBe('1 class requires something of techs.law\n\n  guard\n');
    expect(await unlocks('merry')).toContain('  smith\n');
    expect(await unlocks('mood')).toContain('  smith\n');
    expect(await unlocks('gold')).toContain('  guard\n');
    expect(await unlocks('heat')).toBe('no class requires anything of heat\n');
    expect(await unlocks('available.guard')).toBe('no class requires anything of available.guard\n');
    const { out } = await cli(['what-if', file(), '--unlocks', 'techs.iron', '--json']);
    expect(JSON.parse(out)).toEqual({ fact: 'techs.iron', things: ['smith'] });
  });
});

describe('what is wrong is one sentence', () => {
  it.each([
    ['nothing supposed', [], 2, 'edict: edict what-if needs a fact to suppose'],
    ['no value', ['--suppose', 'Red.gold'], 2, "write 'Terra.population = 3'"],
    ['no fact', ['--suppose', 'Red = 3'], 2, '--suppose is "Red = 3"'],
    ['a quote that does not end', ['--suppose', '"Red.gold = 3'], 2, '--suppose is'],
    [
      'an unknown object',
      ['--suppose', 'Rd.gold = 3'],
      1,
      '--suppose "Rd.gold = 3": there is no object called "Rd"; did you mean `Red`?',
    ],
    [
      'an unknown fact',
      ['--suppose', 'Red.goold = 3'],
      1,
      'there is no meter, property, flag or set "goold"; did you mean `gold`?',
    ],
    ['an unknown set', ['--suppose', 'Red.tech.law = true'], 1, 'there is no set "tech"; did you mean `techs`?'],
    ['a set without a word', ['--suppose', 'Red.techs = true'], 1, 'techs is a set; say which word of it: techs.word'],
    ['an unknown word', ['--suppose', 'Red.techs.lav = true'], 1, 'did you mean `law`?'],
    ['a list', ['--suppose', 'Bude.trade = Bude'], 1, 'trade is a list, which cannot be supposed'],
    ['no number', ['--suppose', 'Red.gold = much'], 1, 'gold cannot be "much"; give a number'],
    ['no truth value', ['--suppose', 'Red.techs.law = 1'], 1, 'techs cannot be "1"; give true or false'],
    ['no such word', ['--suppose', 'Bude.mood = sad'], 1, 'mood cannot be "sad"; give null or one of calm, wild'],
    ['a kind that lacks it', ['--suppose', 'Red.heat = 1'], 1, 'has no heat'],
    ['no place', ['--suppose', 'Bude.place = Tor'], 1, 'a place cannot be "Tor"; give \'in Sol\''],
    ['an owner that cannot own', ['--suppose', 'Bude.owner = Tor'], 1, '--suppose "Bude.owner = Tor"'],
    ['an unknown class', ['--suppose', 'Red.available.gard = true'], 1, 'did you mean `guard`?'],
    [
      'an unknown expression',
      ['--suppose', 'Red.gold = 1', '--expression', 'richs'],
      1,
      'there is no expression "richs", and no class of that name that requires anything; did you mean `riches`?',
    ],
    ['a text that is none', ['--suppose', 'Red.gold = 1', '--where', 'self.gold >'], 1, 'in "self.gold >" at '],
    [
      'a text that is none, of nobody',
      ['--suppose', 'Red.gold = 1', '--where', 'self.gold >', '--kind', 'unit'],
      1,
      'in "self.gold >" at ',
    ],
    [
      'a text that is a word',
      ['--suppose', 'Red.gold = 1', '--where', 'self.mood'],
      1,
      '--where "self.mood" is neither a condition nor a number',
    ],
    [
      'a text that is an object',
      ['--suppose', 'Red.gold = 1', '--where', 'self.owner'],
      1,
      'is neither a condition nor a number',
    ],
    [
      'a text that draws',
      ['--suppose', 'Red.gold = 1', '--where', 'random() < 0.5'],
      1,
      '--where "random() < 0.5" at 1: `random` draws',
    ],
    [
      'an object that it is not asked of',
      ['--suppose', 'Red.gold = 1', '--expression', 'riches', '--object', 'Bude'],
      1,
      'is asked of a player',
    ],
    [
      'two questions',
      ['--suppose', 'Red.gold = 1', '--expression', 'riches', '--where', 'self.gold'],
      2,
      'exclude each other; leave one of them out',
    ],
    [
      'a kind without a question',
      ['--suppose', 'Red.gold = 1', '--kind', 'city'],
      2,
      '--kind limits the objects of --where',
    ],
    [
      'an unknown kind',
      ['--suppose', 'Red.gold = 1', '--where', 'self.gold', '--kind', 'cty'],
      1,
      'did you mean `city`?',
    ],
    [
      'facts beside what they open',
      ['--unlocks', 'gold', '--suppose', 'Red.gold = 1'],
      2,
      'exclude each other; leave one of them out',
    ],
    [
      'an unknown fact to open',
      ['--unlocks', 'goold'],
      1,
      '--unlocks "goold": there is no meter, property, flag or set "goold"',
    ],
    [
      'an owner to open',
      ['--unlocks', 'owner'],
      1,
      '--unlocks "owner": what reads an owner cannot be asked for; name a meter, property',
    ],
    [
      'a place to open',
      ['--unlocks', 'place'],
      1,
      '--unlocks "place": what reads an object\'s place cannot be asked for',
    ],
    [
      'an unknown object after turns',
      ['--suppose', 'Rd.gold = 3', '--after', '2'],
      1,
      'called "Rd" after 2 turns; did you mean `Red`?',
    ],
    ['an object in what opens', ['--unlocks', 'Red.gold = 3'], 2, '--unlocks is "Red.gold = 3"; name a fact'],
    ['an unknown case', ['--suppose', 'Red.gold = 1', '--case', 'plan'], 1, 'did you mean `plain`?'],
  ])('%s', async (_what, argv, exit, message) => {
    const { code, out, error } = await cli(['what-if', file(), ...argv]);
    expect({ code, out }).toEqual({ code: exit, out: '' });
    expect(error).toMatch(oneSentence);
    expect(error).toContain(message);
  });
});

describe('what the page shows', () => {
  const page = commands
    .split('\n')
    .map((line) => line.trim())
    .join('\n');

  it.each([[['--suppose', 'Rome.owner = Col']], [['--unlocks', 'techs.bronze']]])(
    'of %j is what it prints',
    async (argv) => {
      const { out } = await cli(['what-if', `${root}examples/realm.yaml`, ...argv]);
      expect(page).toContain(
        out
          .trimEnd()
          .split('\n')
          .map((line) => line.trim())
          .join('\n'),
      );
    },
  );
});
