import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { duelFile as duel } from '../support/duel.js';
import { colony, folderWith } from './files.js';
import { cli, oneSentence } from './run-cli.js';
import { longTest } from '../support/heavy.js';

/** Two miners dig; who has 4 gold has won. */
const mine = `format: edict-scenario/1
content:
  meters: { gold: { default: 1 } }
  properties: { tired: { type: boolean } }
  roles: [winner]
  kinds: { miner: { ownership: none, meters: [gold], properties: [tired] }, mule: { ownership: none, attachesTo: [miner], properties: [tired] } }
  timing: { players: miner, over: has(winner) }
  occurrences:
    day: {}
    gain: { fields: { miner: miner, amount: number }, subject: miner, do: [{ meter: gold, add: occurrence.amount }, { bind: winner, to: target, if: target.gold >= 4 }] }
  abilities:
    - { name: dig, class: reaction, carrier: { kind: miner }, controller: self, on: day, do: [{ raise: gain, values: { miner: source, amount: 1 } }] }
    - name: deal
      class: reaction
      carrier: { kind: mule }
      controller: self.miner
      live: "!self.tired"
      on: day
      do: [{ property: tired, set: true, on: source }, { raise: gain, values: { miner: controller, amount: 2 } }]
    - { name: find, class: trait, carrier: { kind: mule }, controller: self.miner, on: { type: gain, where: occurrence.miner == self.miner && occurrence.amount == 1 }, at: before, optional: true, do: [{ adjust: 1 }] }
  triggers: [{ name: day, when: "true", persistent: true, do: [{ point: day }] }]
world:
  objects:
    - { name: Ann, kind: miner }
    - { name: Bob, kind: miner }
    - { name: Grey, kind: mule, in: Ann }
steps: [{ expect: { object: Ann, values: { gold: 1 } } }]
`;

const mineFile = (): string => join(folderWith({ 'mine.yaml': mine }), 'mine.yaml');

interface ManyJson {
  readonly games: number;
  readonly over: number;
  readonly decisions: { readonly least: number; readonly mean: number; readonly most: number; readonly total: number };
  readonly turns: ManyJson['decisions'];
  readonly roles: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly gamesPerSecond: number;
}

interface OneJson {
  readonly end: string;
  readonly turns: number;
  readonly decisions: readonly {
    readonly player: string;
    readonly kind: string;
    readonly option: string;
    readonly index: number;
  }[];
  readonly roles: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly hash: string;
}

async function json<Result>(...argv: readonly string[]): Promise<Result> {
  const { code, out, error } = await cli(['play', ...argv, '--json']);
  expect({ code, error }).toEqual({ code: 0, error: '' });
  return JSON.parse(out) as Result;
}

describe('a person who plays', () => {
  it('sees the table and the options, and types numbers or names', async () => {
    const { code, out, error } = await cli(['play', mineFile(), '--agents', 'person,first'], {
      input: '1\nno\ndeal\n',
    });
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out).toBe(
      `
  Ann: gold 1
  Bob: gold 1
Ann, after day: what to do?
  1  dig: Ann
  2  deal: Grey
  3  pass
a number or a name; ? for help, q to stop
> turn 1
Ann: dig: Ann

Ann, before gain (miner Ann, amount 1): find: Grey?
  1  yes
  2  no
> Ann: no (find: Grey)
  gain (miner Ann, amount 1)
Bob: dig: Bob
  gain (miner Bob, amount 1)

  Ann: gold 2
  Bob: gold 2
Ann, after day: what to do?
  1  deal: Grey
  2  pass
> Ann: deal: Grey
  gain (miner Ann, amount 2)

over, after 1 turn and 4 decisions; winner: Ann
`.concat(/state [\da-f]{16}\n$/.exec(out)?.[0] ?? ''),
    );
  });

  it('is told what is not an option, and may try again', async () => {
    const { code, out } = await cli(['play', mineFile(), '--agents', 'person', '--quiet'], {
      input: ['9', 'digg', 'd', 'frobnicate', '?', 'list', 't', '  PASS ', 'yes', '', 'q'].join('\n'),
    });
    expect(code).toBe(0);
    expect(out).toContain('> there is no option 9; they go from 1 to 3\n');
    expect(out).toContain('> `digg` is not an option; did you mean `dig`?\n');
    expect(out).toContain('> `d` may be 1 (dig: Ann) or 2 (deal: Grey); type its number\n');
    expect(out).toContain('> `frobnicate` is not an option; type a number, or ? for help\n');
    expect(out).toContain('> Type the number of an option, or its name');
    expect(out).toContain('>   1  dig: Ann\n  2  deal: Grey\n  3  pass\n> ');
    expect(out).toContain('>   Ann: gold 1\n  Bob: gold 1\n> ');
    // Passing went through, and Bob was asked.
    expect(out).toContain('Bob, after day: what to do?\n  1  dig: Bob\n  2  pass\n> `yes` is not an option');
    expect(out).toMatch(/stopped, after 2 turns and 2 decisions\nstate [\da-f]{16}\n$/);
  });

  it('sees what is no longer as it was at first', async () => {
    const { out } = await cli(['play', mineFile(), '--agents', 'person,first', '--quiet'], { input: 'deal\nq\n' });
    expect(out).toContain('  Ann: gold 3\n    tired yes: Grey\n  Bob: gold 2\n');
  });

  it('may leave: the game stops, and what was decided is written down', async () => {
    const file = mineFile();
    const log = `${file}.json`;
    const { code, out, error } = await cli(['play', file, '--agents', 'person', '--log', log], { input: 'pass' });
    expect({ code, error }).toEqual({ code: 1, error: '' });
    expect(out).toContain('stopped at the end of input, after 1 turn and 1 decision\n');
    expect(out).toContain(`log written to ${log}`);
    expect((await json<OneJson>(file, '--replay', log)).decisions).toEqual([
      { player: 'Ann', kind: 'react', option: 'pass', index: 2 },
    ]);
  });
});

describe('docs/commands.md', () => {
  const page = readFileSync(new URL('../../docs/commands.md', import.meta.url), 'utf8');
  const [, shown = ''] = /\n {4}\$ edict play examples\/duel\.yaml --seed 7\n((?: {4}.+\n)+)/.exec(page) ?? [];
  const lines = shown.split('\n').map((line) => line.slice(4));

  longTest('shows what a person sees', async () => {
    const typed = lines.find((line) => line.startsWith('> '))?.slice(2) ?? '';
    const { out } = await cli(['play', duel, '--seed', '7'], { input: `wages\n${typed}\n` });
    // Who types sees that, too, and ends the line by it.
    expect(out).toContain(lines.join('\n').replace(`> ${typed}\n`, '> '));
  });

  longTest('shows what many games come to', async () => {
    const { out } = await cli(['play', duel, '--seed', '7', '--games', '200', '--quiet']);
    const [head, ...table] = out.split('\n').slice(1, 7);
    expect(head).toBe('');
    for (const line of table) expect(page).toContain(line === '' ? '' : `    ${line}\n`);
    expect(table.join('')).toContain('decisions');
  });
});

describe('agents that play', () => {
  longTest('decide the same with the same seed, and otherwise with another', async () => {
    const play = (seed: string) => json<OneJson>(duel, '--agents', 'random', '--seed', seed);
    const [once, again, other] = [await play('7'), await play('7'), await play('8')];
    expect(once.end).toBe('over');
    expect(once.decisions.length).toBeGreaterThanOrEqual(100);
    expect(Object.keys(once.roles)).toEqual(['loser']);
    expect(again).toEqual(once);
    expect(other.hash).not.toBe(once.hash);
  });

  it('may be different for each player', async () => {
    const { decisions } = await json<OneJson>(mineFile(), '--agents', 'first,random');
    expect(decisions.filter(({ player }) => player === 'Ann').every(({ index }) => index === 0)).toBe(true);
  });

  longTest('play many games, and say what they came to', async () => {
    const { games, over, decisions, turns, roles, gamesPerSecond } = await json<ManyJson>(duel, '--games', '30');
    expect({ games, over }).toEqual({ games: 30, over: 30 });
    expect(decisions.least).toBeGreaterThanOrEqual(100);
    expect(decisions.least).toBeLessThan(decisions.mean);
    expect(decisions.mean).toBeLessThan(decisions.most);
    expect(decisions.total / 30).toBeCloseTo(decisions.mean, 2);
    expect(turns.most).toBeLessThan(60);
    expect(Object.values(roles.loser).reduce((sum, count) => sum + count)).toBe(30);
    expect(gamesPerSecond).toBeGreaterThan(0);
    const { code, out, error } = await cli(['play', duel, '--games', '30']);
    expect(code).toBe(0);
    expect(error.split('\n').length).toBeLessThan(11);
    expect(out).toContain(`, agents random\n\n`);
    expect(out).toMatch(
      new RegExp(
        `decisions +${decisions.least} .+\n +turns +${turns.least} .+\n\n30 games: 30 over; loser: Ada \\d+, Bran \\d+\n`,
      ),
    );
  });

  longTest('stop after the turns that were asked for', async () => {
    const { end, turns } = await json<OneJson>(duel, '--agents', 'random', '--turns', '3');
    expect([end, turns]).toEqual(['time', 3]);
    const { over } = await json<ManyJson>(duel, '--games', '4', '--turns', '3');
    expect(over).toBe(0);
    expect((await cli(['play', duel, '--games', '4', '--turns', '3', '--quiet'])).out).toContain(
      '4 games: 0 over, 4 not: all turns have passed',
    );
  });
});

describe('a game that was written down', () => {
  longTest('is played again to the same state', async () => {
    const file = join(folderWith({}), 'game.json');
    const { code, out } = await cli(['play', duel, '--agents', 'random', '--seed', 'x', '--log', file]);
    expect(code).toBe(0);
    const again = await cli(['play', duel, '--replay', file]);
    expect(again).toEqual({ code: 0, out: out.replace(/log written to .+\n$/, ''), error: '' });
    expect(out.split('\n').length).toBeGreaterThan(200);
    expect((await cli(['play', duel, '--replay', file, '--quiet'])).out.split('\n').length).toBeLessThan(6);
  });

  longTest('is said not to be over where it ends before it is', async () => {
    const file = join(folderWith({}), 'game.json');
    await cli(['play', duel, '--agents', 'random', '--turns', '3', '--log', file]);
    expect((await json<OneJson>(duel, '--replay', file)).end).toBe('log');
    const { code, out } = await cli(['play', duel, '--replay', file, '--quiet']);
    expect(out).toMatch(/^[^\n]/);
    expect([code, out]).toEqual([0, expect.stringContaining('not over yet: the log ends here, after 3 turns and ')]);
  });

  it('fails where it begins elsewhere than the scenario', async () => {
    const file = join(folderWith({}), 'game.json');
    await cli(['play', duel, '--agents', 'random', '--turns', '3', '--log', file]);
    writeFileSync(file, readFileSync(file, 'utf8').replace('"start": {"time":0', '"start": {"time":2'));
    const { code, error } = await cli(['play', duel, '--replay', file]);
    expect(code).toBe(1);
    expect(error).toMatch(oneSentence);
    expect(error).toMatch(/the log begins at time 2 in the state \w+, and this world is at time 0 in the state/);
  });

  longTest('fails where it goes another way', async () => {
    const file = join(folderWith({}), 'game.json');
    await cli(['play', duel, '--agents', 'random', '--seed', 'x', '--log', file, '--quiet']);
    const text = readFileSync(file, 'utf8');
    const changed = async (edit: (text: string) => string) => {
      writeFileSync(file, edit(text));
      const { code, error } = await cli(['play', duel, '--replay', file, '--quiet']);
      expect(code).toBe(1);
      expect(error).toMatch(oneSentence);
      return error;
    };
    expect(await changed((each) => each.replace(/"player":"\w+"/, '"player":"Nobody"'))).toMatch(
      /decision 1 of the log is \w+ "[^"]+" \(option \d+\) of "Nobody", but here "\w+" has \d+ options/,
    );
    expect(await changed((each) => each.replace(/"hash": "\w+"/, '"hash": "0123"'))).toContain(
      'the log ends in the state 0123',
    );
    expect(await changed((each) => each.replace(/"content": "\w+"/, '"content": "0123"'))).toContain(
      'the log is of other content',
    );
    expect(await changed((each) => each.replace('edict-decisions/1', 'edict-decisions/9'))).toMatch(
      /:2:\d+: .*format is "edict-decisions\/9", expected "edict-decisions\/1".*; give a file of the format edict-decisions\/1, as --log writes it/,
    );
    expect(await changed((each) => each.replace(/"index":\d+/, '"index":-4'))).toContain(
      'decisions[0].index is -4, expected 0 or more',
    );
    expect(await changed((each) => each.slice(0, 100))).toMatch(
      /:\d+:\d+: .*this is not JSON: there is the end of the file, expected /,
    );
  });
});

describe('edict play is refused', () => {
  it.each([
    ['an unknown agent', ['--agents', 'person,randon'], 'there is no agent "randon"; did you mean `random`?'],
    ['an agent that is empty', ['--agents', ''], 'there is no agent ""; give person, random, first'],
    ['more agents than players', ['--agents', 'random,random,first'], '--agents names 3, and 2 players decide'],
    ['a person in many games', ['--agents', 'person', '--games', '5'], 'a person plays one game at a time'],
    ['a person and JSON', ['--agents', 'person', '--json'], 'leave one of them out'],
    ['no games', ['--games', '0'], '--games is "0"'],
    ['a log of many games', ['--games', '5', '--log', 'x.json'], 'exclude each other; leave one of them out'],
    [
      'a replay with other agents',
      ['--replay', 'x.json', '--agents', 'first'],
      'exclude each other; leave one of them out',
    ],
  ])('%s', async (_what, argv, hint) => {
    const { code, out, error } = await cli(['play', duel, ...argv]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(error).toMatch(oneSentence);
    expect(error).toContain(hint);
    expect(existsSync('x.json')).toBe(false);
  });

  it('where nobody decides anything, or nothing is there', async () => {
    const file = join(folderWith({ 'colony.yaml': colony }), 'colony.yaml');
    const { code, error } = await cli(['play', file]);
    expect(code).toBe(1);
    expect(error).toMatch(oneSentence);
    expect(error).toContain('no player decides in');
    expect((await cli(['play', `${file}.gone`])).error).toContain('does not exist; check the path');
    expect((await cli(['play', duel, '--replay', `${file}.gone`])).error).toContain('does not exist; check the path');
  });

  it('where the log cannot be written', async () => {
    const { code, error } = await cli([
      'play',
      mineFile(),
      '--agents',
      'first',
      '--quiet',
      '--log',
      '/nowhere/at/all.json',
    ]);
    expect(code).toBe(1);
    expect(error).toContain('/nowhere/at/all.json cannot be written: its folder does not exist; make it first');
  });

  it('where the log would replace what is no log', async () => {
    const file = mineFile();
    const text = readFileSync(file, 'utf8');
    const { code, out, error } = await cli(['play', file, '--agents', 'first', '--log', file]);
    expect([code, out, error]).toEqual([
      1,
      '',
      `edict: ${file} exists and is not a log of a game, so --log leaves it as it is; name another file, or remove it first\n`,
    ]);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });
});
