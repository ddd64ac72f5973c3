import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openWorld } from '../../src/cli/open-world.js';
import { type Finished, cli, oneSentence } from './run-cli.js';
import { colony, folderWith } from './files.js';
import { isQuick, longTest } from '../support/heavy.js';
import { formats } from '../support/formats.js';

interface RunJson {
  readonly turns: number;
  readonly objects: number;
  readonly msPerTurn: { readonly median: number; readonly p95: number };
  readonly phases: Readonly<Record<string, number>>;
  readonly bytes: number;
  readonly hash: string;
  readonly kinds: readonly { readonly kind: string; readonly before: number; readonly after: number }[];
  readonly changes: readonly { readonly sum: number | null; readonly total: number | null }[];
  readonly fired: readonly unknown[];
}

async function runJson(...argv: readonly string[]): Promise<RunJson> {
  const { code, out, error } = await cli(['run', '--json', ...argv]);
  expect(error).toBe('');
  expect(code).toBe(0);
  return JSON.parse(out) as RunJson;
}

describe('edict run, the embedded galaxy', () => {
  const small = ['--objects', '60', '--turns', '3'];

  it.skipIf(isQuick || !existsSync('/dev/full'))('tells what came of it where the world cannot be saved', async () => {
    const { hash } = await runJson(...small);
    const { code, out, error } = await cli(['run', '--json', ...small, '--save', '/dev/full']);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ hash });
    expect(error).toMatch(/^edict: \/dev\/full cannot be written: the disk is full/);
  });

  it('names a saved world where a scenario is expected', async () => {
    const save = join(folderWith({}), 'a.edict');
    await runJson(...small, '--save', save);
    for (const command of ['run', 'check', 'test']) {
      const { code, out, error } = await cli([command, save]);
      expect([command, code]).toEqual([command, 1]);
      expect(`${out}${error}`).toContain(
        'a.edict is a saved world, not a text; pass it with --load, together with its scenario',
      );
    }
  });

  let printed: Promise<Finished> | undefined;
  /** What it prints for machines, made once for several tests: to read the content of the galaxy takes longest. */
  const printedOnce = (): Promise<Finished> => (printed ??= cli(['run', '--json', ...small]));

  it('prints what a machine wants to know', async () => {
    const { code, out: text, error } = await printedOnce();
    expect([code, error]).toEqual([0, '']);
    const report = JSON.parse(text) as RunJson;
    expect(report).toMatchObject({ turns: 3, seed: '1', turn: 3 });
    expect(report.objects).toBeGreaterThan(50);
    expect(report.bytes).toBeGreaterThan(1_000);
    expect(report.hash).toMatch(/^[0-9a-f]{16}$/);
    expect(Object.keys(report.phases)).toEqual(
      expect.arrayContaining(['reset', 'meters', 'growth', 'clamp', 'flows', 'actions', 'host', 'expire']),
    );
    for (const time of [report.msPerTurn.median, report.msPerTurn.p95, ...Object.values(report.phases)])
      expect(time).toBeGreaterThanOrEqual(0);
    expect(report.msPerTurn.p95).toBeGreaterThanOrEqual(report.msPerTurn.median);
  });

  it('prints numbers of three decimals at most', async () => {
    const { out } = await printedOnce();
    expect(out).toMatch(/\d\.\d{3}\b/);
    expect(out).not.toMatch(/\d\.\d{4}|\de[+-]/);
    expect((JSON.parse(out) as RunJson).changes.some(({ total }) => total !== null && !Number.isInteger(total))).toBe(
      true,
    );
  });

  longTest('has the same hash for the same seed, and another for another', async () => {
    const hash = (await runJson(...small)).hash;
    expect((await runJson(...small)).hash).toBe(hash);
    expect((await runJson(...small, '--seed', 'x')).hash).not.toBe(hash);
  });

  longTest('prints a report for people', async () => {
    const { code, out, error } = await cli(['run', '--objects', '60', '--turns', '20']);
    expect(code).toBe(0);
    expect(out).toMatch(/^embedded galaxy, seed 1: 20 turns, \d+ objects\n/);
    for (const word of ['planet', 'whole turn', 'changed most', 'turns per second', 'bytes of state', 'state hash'])
      expect(out).toContain(word);
    expect(out).not.toMatch(/[ \t]\n/);
    // Lines of progress come after a while alone.
    expect(error.split('\n').length).toBeLessThan(11);
  });

  longTest('has 10,000 objects, 1,000 systems and 12 empires where nothing is said', async () => {
    const { kinds, objects } = await runJson('--turns', '0');
    expect(objects).toBe(10_000);
    expect(kinds).toEqual(
      expect.arrayContaining([
        { kind: 'system', before: 1_000, after: 1_000 },
        { kind: 'empire', before: 12, after: 12 },
      ]),
    );
  });

  longTest('tells people when making the galaxy takes long', () => {
    const noticesOf = (objects: number): readonly string[] => {
      const notices: string[] = [];
      openWorld({ known: formats, dialects: [] }, { objects }, undefined, (text) => void notices.push(text));
      return notices;
    };
    expect(noticesOf(50_001)).toEqual(['making the galaxy of 50,001 objects…']);
    expect(noticesOf(10_000)).toEqual([]);
  });

  it('reports on no turns at all', async () => {
    const { code, out, error } = await cli(['run', '--objects', '60', '--turns', '0']);
    expect(code).toBe(0);
    expect(error).toBe('');
    expect(out).not.toContain('NaN');
  });

  longTest('goes on with a saved world as if it had never stopped', async () => {
    const file = join(folderWith({}), 'half.edict');
    await runJson('--objects', '60', '--turns', '2', '--save', file);
    const resumed = await runJson('--load', file, '--turns', '2');
    expect(resumed).toMatchObject({ turns: 2, turn: 4, seed: null });
    expect(resumed.hash).toBe((await runJson('--objects', '60', '--turns', '4')).hash);
  });
});

describe('edict run --load says what is wrong with a saved world', () => {
  const saved = async () => {
    const folder = folderWith({ 'colony.yaml': colony, 'other.yaml': colony.replace('add: 3', 'add: 4') });
    const [scenario, other, save] = ['colony.yaml', 'other.yaml', 'half.edict'].map((name) => join(folder, name));
    expect((await cli(['run', scenario, '--turns', '1', '--save', save])).code).toBe(0);
    return { scenario, other, save };
  };

  it('that is of a scenario which is not named, or of another', async () => {
    const { other, save } = await saved();
    const alone = await cli(['run', '--load', save]);
    expect([alone.code, alone.error]).toEqual([
      1,
      `edict: --load "${save}": the saved world is of other content than the embedded galaxy; name the scenario file that it was saved with too\n`,
    ]);
    const ofOther = await cli(['explain', 'Terra', 'population', other, '--load', save, '--strict']);
    expect([ofOther.code, ofOther.error]).toEqual([
      1,
      `edict: --load "${save}": the saved world is of other content than ${other}; leave out --strict to carry it over by name, or name the content, scenario and case that it was saved with\n`,
    ]);
  });

  it('and what became of one in changed content', async () => {
    const { scenario, other, save } = await saved();
    const rules = await cli(['run', other, '--load', save, '--turns', '1', '--json']);
    expect([rules.code, rules.error]).toEqual([
      0,
      `${save} was saved with other content; everything carries over by name\n`,
    ]);
    expect(JSON.parse(rules.out)).toMatchObject({ turn: 2, loaded: [] });
    writeFileSync(other, colony.replaceAll('building', 'mill'));
    const { code, error, out } = await cli(['run', other, '--load', save, '--turns', '1', '--json']);
    expect([code, error.split('\n').slice(0, 2)]).toEqual([
      0,
      [
        `${save} was saved with other content; matched by name: 2 dropped, 2 added`,
        '  dropped: kind building: 1 object dropped',
      ],
    ]);
    expect((JSON.parse(out) as { loaded: unknown[] }).loaded).toHaveLength(4);
    expect(JSON.parse((await cli(['run', scenario, '--load', save, '--json'])).out)).not.toHaveProperty('loaded');
    expect((await cli(['run', scenario, '--strict'])).error).toContain('--strict says how a saved world is loaded');
  });

  it('that is cut off or too long', async () => {
    const { scenario, save } = await saved();
    const bytes = readFileSync(save);
    writeFileSync(save, bytes.subarray(0, -1));
    expect((await cli(['run', scenario, '--load', save])).error).toContain(
      `edict: --load "${save}": the saved world is cut off: it holds `,
    );
    writeFileSync(save, Buffer.concat([bytes, Buffer.from('more')]));
    expect((await cli(['run', scenario, '--load', save])).error).toContain(
      `edict: --load "${save}": the saved world is damaged: it goes on after its end, with `,
    );
  });
});

describe('edict run, a scenario', () => {
  it('runs the world of its first case', async () => {
    const file = join(folderWith({ 'colony.yaml': colony }), 'colony.yaml');
    expect(await runJson(file, '--turns', '5')).toMatchObject({
      turns: 5,
      objects: 3,
      seed: '1',
      kinds: [
        { kind: 'empire', before: 1, after: 1 },
        { kind: 'planet', before: 1, after: 1 },
        { kind: 'building', before: 1, after: 1 },
      ],
      changes: [{ column: 'population', role: 'meter', objects: 1, sum: 1, total: 1 }],
    });
  });

  it('or of another, or with another seed', async () => {
    const file = join(folderWith({ 'colony.yaml': colony }), 'colony.yaml');
    expect(await runJson(file, '--turns', '1', '--case', 'stops growing')).toMatchObject({ seed: 'other' });
    expect(await runJson(file, '--turns', '1', '--seed', '9')).toMatchObject({ seed: '9' });
    const { code, error } = await cli(['run', file, '--case', 'stops gowing']);
    expect(code).toBe(1);
    expect(error).toContain('did you mean `stops growing`?');
  });

  it('names the turn and the rule that went wrong', async () => {
    const text = colony.replace('add: 3', 'multiply: 1e300').replace('reset: true', 'default: 2');
    const file = join(folderWith({ 'colony.yaml': text }), 'colony.yaml');
    const { code, out, error } = await cli(['run', file]);
    expect(code).toBe(1);
    expect(out).toBe('');
    expect(error).toContain('turn 2: ');
    expect(error).toContain('farm/fields');
  });
});

describe('edict run, triggers', () => {
  const siege = new URL('../../examples/siege.yaml', import.meta.url).pathname;
  const withoutTriggers = (): string => join(folderWith({ 'colony.yaml': colony }), 'colony.yaml');

  it('says turn by turn what fired and what was told', async () => {
    const { code, out } = await cli(['run', siege, '--turns', '5']);
    expect(code).toBe(0);
    expect(out).toContain(
      [
        '  turn  fired            told',
        '     2  beacon           The beacon burns (walls 32, hero Hero (#5))',
        '     3  muster',
        '     4  sortie, victory  The gates open',
        '4 firings in all, 2 told, nothing is delayed',
      ].join('\n'),
    );
  });

  it('and so as JSON', async () => {
    expect(await runJson(siege, '--turns', '3')).toMatchObject({
      fired: [
        { turn: 2, trigger: 'beacon', depth: 1 },
        { turn: 3, trigger: 'muster', depth: 1 },
      ],
      told: [
        {
          turn: 2,
          rule: 'trigger beacon',
          text: 'The beacon burns',
          values: { walls: 32, hero: 5 },
          source: 5,
          target: 3,
        },
      ],
      totals: { fired: 2, told: 1, skipped: 0, dropped: 0 },
      delayed: 1,
    });
    expect(await runJson(withoutTriggers(), '--turns', '1')).toMatchObject({
      fired: [],
      told: [],
      totals: { fired: 0, told: 0 },
      delayed: 0,
    });
  });

  it('but not all of it', async () => {
    const triggers = `  triggers:
    - { name: bell, when: true, persistent: true, do: [{ tell: Ding }, { tell: Ding }, { tell: Dong }, { delay: 1000 }] }
    - { name: ask, when: true, persistent: true, looks: sweep, do: [{ destroy: true, direct: role('nobody') }] }
  roles: [nobody]
world:
`;
    const file = join(folderWith({ 'bells.yaml': colony.replace('world:\n', triggers) }), 'bells.yaml');
    const { out } = await cli(['run', file, '--turns', '50']);
    expect(out).toContain('\n    40  bell, ask  Ding (2 times); Dong\n  … and more in later turns;');
    expect(out).not.toContain('\n    41  ');
    expect(out).toContain('\n100 firings in all, 150 told, 50 actions skipped, 50 lists of actions delayed\n');
    expect((await runJson(file, '--turns', '50')).fired).toHaveLength(100);
  });

  it('says that nothing happened', async () => {
    const { out } = await cli(['run', siege, '--turns', '1']);
    expect(out).toContain('\nno trigger fired, 0 told, nothing is delayed\n');
    expect((await cli(['run', withoutTriggers(), '--turns', '1'])).out).not.toContain('trigger');
  });
});

describe('edict run, occurrences', () => {
  const mine = (more = ''): string =>
    join(
      folderWith({
        'mine.yaml': `format: edict-scenario/1
content:
  meters: { gold: { default: 1 } }
  kinds: { miner: { ownership: none, meters: [gold] } }
  timing: { players: miner }
  occurrences:
    gain: { fields: { miner: miner, amount: number }, subject: miner, do: [{ meter: gold, add: occurrence.amount }] }
    day: {}
  abilities:
    - { name: dig, class: rulebook, carrier: { kind: miner }, on: { phase: flows }, do: [{ raise: gain, values: { miner: source, amount: 1 } }, { raise: gain, values: { miner: source, amount: 0 } }, { raise: gain, values: { miner: source, amount: 1 } }] }
${more}world:
  objects: [{ name: Ann, kind: miner }]
steps: [{ run: 1 }]
`,
      }),
      'mine.yaml',
    );
  const choice = `    - { name: more, class: trait, carrier: { kind: miner }, controller: self, on: { type: gain, where: occurrence.miner == self }, at: before, optional: true, do: [{ adjust: 1 }] }
`;

  it('counts turn by turn what occurred', async () => {
    const { code, out } = await cli(['run', mine(), '--turns', '2']);
    expect(code).toBe(0);
    expect(out).toMatch(/\n {2}turn {2}occurred +told\n/);
    expect(out).toMatch(/\n {5}2 {2}.*gain \(2 times\)/);
    expect(out).toMatch(/\n\d+ occurrences in all, 0 told, nothing is delayed\n/);
    expect(out).not.toContain('fired');
    const { occurred, totals } = JSON.parse((await cli(['run', mine(), '--turns', '2', '--json'])).out) as {
      readonly occurred: readonly { readonly turn: number; readonly occurrence: string; readonly times: number }[];
      readonly totals: { readonly occurred: number };
    };
    expect(occurred.filter(({ occurrence }) => occurrence === 'gain')).toEqual([
      { turn: 1, occurrence: 'gain', times: 2 },
      { turn: 2, occurrence: 'gain', times: 2 },
    ]);
    expect(totals.occurred).toBe(occurred.reduce((sum, { times }) => sum + times, 0));
  });

  it('beside what fired', async () => {
    const file = mine('  triggers: [{ name: dawn, when: "true", persistent: true, do: [{ raise: day }] }]\n');
    const { out } = await cli(['run', file, '--turns', '1']);
    expect(out).toMatch(/\n {2}turn {2}fired {2}occurred +told\n {5}1 {2}dawn {3}.*\bday\b/);
    expect(out).toMatch(/\n1 firing in all, \d+ occurrences in all, 0 told/);
  });

  it('refuses a turn in which somebody has to decide, unless an agent does', async () => {
    const file = mine(choice);
    const { code, out, error } = await cli(['run', file, '--turns', '3']);
    expect([code, out]).toEqual([1, '']);
    expect(error).toContain(
      'turn 1: a decision is needed: Ann, before gain (miner Ann, amount 1): more: Ann? (yes, no); give --agent random or --agent first\n',
    );
    const run = async (...argv: readonly string[]) =>
      JSON.parse((await cli(['run', file, '--turns', '8', '--json', ...argv])).out) as {
        readonly turn: number;
        readonly hash: string;
        readonly changes: readonly { readonly sum: number }[];
      };
    const first = await run('--agent', 'first');
    // The first option is to have more.
    expect(first).toMatchObject({ turn: 8, changes: [{ sum: 35 }] });
    const random = await run('--agent', 'random');
    expect(random.changes[0].sum).toBeGreaterThan(14);
    expect(random.changes[0].sum).toBeLessThan(35);
    expect((await run('--agent', 'random')).hash).toBe(random.hash);
    expect((await run('--agent', 'random', '--seed', 'other')).hash).not.toBe(random.hash);
  });

  it('goes on with a saved world, and knows its agents', async () => {
    const file = mine(choice);
    const save = join(folderWith({}), 'mine.edict');
    expect((await cli(['run', file, '--turns', '4', '--agent', 'first', '--save', save])).code).toBe(0);
    expect(
      JSON.parse((await cli(['run', file, '--turns', '4', '--agent', 'first', '--load', save, '--json'])).out),
    ).toMatchObject({ turn: 8, changes: [{ sum: 15 }] });
    const { code, error } = await cli(['run', file, '--agent', 'second']);
    expect(code).toBe(2);
    expect(error).toMatch(oneSentence);
    expect(error).toContain('give random or first');
  });

  it('is refused by other commands that run turns', async () => {
    const { code, error } = await cli(['explain', 'Ann', 'gold', mine(choice)]);
    expect(code).toBe(1);
    expect(error).toContain('a decision is needed: Ann, before gain');
  });
});

describe('edict run --save', () => {
  /** Grows by 1 a turn; in the turn in which it is `full` it fails. */
  const growing = (full: number): string => `format: edict-scenario/1
content:
  meters: { size: { growth: "value + 1" } }
  kinds: { thing: { meters: [size] } }
  classes:
    thing: { kind: thing, groups: [{ activation: source.size >= ${String(full)}, scope: { include: target == source }, effects: [{ create: thing, count: 1000000 }] }] }
world: { objects: [{ name: A, class: thing }] }
steps: []
`;

  it('touches nothing before the run is done: one that fails leaves the earlier world', async () => {
    const folder = folderWith({ 'growing.yaml': growing(20) });
    const [scenario, save] = ['growing.yaml', 'save.edict'].map((name) => join(folder, name));
    expect((await cli(['run', scenario, '--turns', '10', '--save', save])).code).toBe(0);
    const earlier = readFileSync(save);
    const failed = await cli(['run', scenario, '--turns', '100', '--save', save]);
    expect([failed.code, failed.error]).toEqual([1, expect.stringContaining('turn 2')]);
    expect(readFileSync(save).equals(earlier)).toBe(true);
    expect(
      (await cli(['run', scenario, '--load', save, '--turns', '100', '--save', join(folder, 'new.edict')])).code,
    ).toBe(1);
    expect(readdirSync(folder).sort()).toEqual(['growing.yaml', 'save.edict']);
  });

  it('refuses before the run what could not be written', async () => {
    const folder = folderWith({ 'growing.yaml': growing(2) });
    const { code, error } = await cli([
      'run',
      join(folder, 'growing.yaml'),
      '--turns',
      '100',
      '--save',
      join(folder, 'none', 'x.edict'),
    ]);
    expect([code, error.replaceAll(folder, '.')]).toEqual([
      1,
      'edict: ./none/x.edict cannot be written: its folder does not exist; make it first\n',
    ]);
  });
});

describe('edict run, bad files', () => {
  const state = gzipSync(Buffer.from(JSON.stringify({ format: 'freeorion-state/1', turn: 1 })));
  it.each([
    ['a missing scenario', ['run', 'nothere.yaml'], 'nothere.yaml does not exist'],
    ['a folder', ['run', '.'], 'is a folder'],
    ['content without a world', ['run', 'content.yaml'], 'give it a start, such as'],
    ['another format', ['run', 'other.json'], 'has the format "other/1"'],
    ['no YAML', ['run', 'torn.yaml'], 'does not fit its format'],
    ['content that does not load', ['run', 'unsound.yaml'], 'does not load'],
    ['a missing state', ['run', '--state', 'nothere.json.gz'], 'nothere.json.gz'],
    ['a state that is a folder', ['run', '--state', '.'], 'is a folder, not a file'],
    [
      'a file to save in that is something else',
      ['run', '--turns', '1', '--save', 'content.yaml'],
      'is not a saved world, so --save leaves it',
    ],
    ['a state that is cut off', ['run', '--state', 'cut.json.gz'], 'cut off'],
    ['a state that is no state', ['run', '--state', 'content.yaml'], 'content.yaml'],
    ['a state without what a state has', ['run', '--state', 'thin.json.gz'], 'thin.json.gz'],
    ['a saved world that is none', ['run', '--load', 'content.yaml'], 'not a saved world'],
    [
      'a place that cannot be written',
      ['run', '--objects', '60', '--turns', '1', '--save', 'nowhere/world.edict'],
      'its folder does not exist',
    ],
  ])('%s', async (_what, argv, hint) => {
    const folder = folderWith({
      'content.yaml': 'kinds: {}\n',
      'other.json': '{ "format": "other/1" }',
      'torn.yaml': 'format: edict-scenario/1\nworld: [\n',
      'unsound.yaml': colony.replace('kind: building\n', 'kind: bilding\n'),
      'cut.json.gz': state.subarray(0, 30),
      'thin.json.gz': state,
    });
    const isFile = /^[.\w/-]+\.(?:yaml|json|gz|edict)$|^\.$/;
    const { code, out, error } = await cli(argv.map((part) => (isFile.test(part) ? join(folder, part) : part)));
    expect(code).toBe(1);
    expect(out).toBe('');
    expect(error).toMatch(/^edict: /);
    expect(error).toContain(hint);
    expect(error).not.toMatch(/^\s+at /m);
    if (!hint.startsWith('does not')) expect(error).toMatch(oneSentence);
  });
});

const fixture = new URL('../../../shared/fixtures/freeorion/mid_t118.json.gz', import.meta.url);

function isThere(): boolean {
  try {
    return readFileSync(fixture).length > 0;
  } catch {
    return false;
  }
}

describe.skipIf(!isThere())('edict run --state (skipped where ../shared is absent)', () => {
  longTest('runs the embedded content on a real galaxy', async () => {
    const report = await runJson('--state', fixture.pathname, '--turns', '2');
    expect(report).toMatchObject({ turns: 2 });
    expect(report.objects).toBeGreaterThan(203 + 271 + 219);
  });

  describe('--show', () => {
    const file = (): string => join(folderWith({ 'colony.yaml': colony }), 'colony.yaml');

    it('adds a table of the objects after the last turn', async () => {
      const { code, out, error } = await cli([
        'run',
        file(),
        '--turns',
        '2',
        '--show',
        'name,population',
        '--kind',
        'planet',
      ]);
      expect({ code, error }).toEqual({ code: 0, error: '' });
      expect(out).toMatch(/^ *name +population *\n +Terra +3$/m);
      const { out: json } = await cli([
        'run',
        file(),
        '--turns',
        '2',
        '--json',
        '--show',
        'name,population',
        '--first',
        '2',
      ]);
      expect(JSON.parse(json)).toMatchObject({
        table: { objects: [{ name: 'Blue' }, { name: 'Terra', population: 3 }], more: 1 },
      });
    });

    it('prints it alone as CSV', async () => {
      const { out } = await cli([
        'run',
        file(),
        '--turns',
        '2',
        '--csv',
        '--show',
        'id,population',
        '--where',
        'self.population > 2',
      ]);
      expect(out).toBe('id,population\r\n2,3\r\n');
    });

    it.each([
      [['--csv'], '--csv is about the table of --show'],
      [['--kind', 'planet'], '--kind is about the table of --show'],
      [['--show', 'a.yaml'], 'a file stands before --show'],
      [['--show', '--rules', '--seeds', '1..2'], 'leave --show or --seeds out'],
    ])('refuses %j', async (argv, hint) => {
      const { code, out, error } = await cli(['run', file(), ...argv]);
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(error).toContain(hint);
    });

    it('refuses a column that is not there before it runs', async () => {
      const { code, error } = await cli(['run', file(), '--turns', '1000000', '--show', 'populaton']);
      expect(code).toBe(1);
      expect(error).toContain('did you mean `population`?');
    });
  });
});
