import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { folderWith } from '../../../cli/files.js';
import { sound, state } from './files.js';
import { cli, oneSentence } from '../../../cli/run-cli.js';

type Files = Readonly<Record<string, string>>;

interface Game {
  readonly content: string;
  readonly state: string;
}

/** A folder with content and a state of the small game, some of it changed. */
function gameWith(files: Files = {}, change: object = {}): Game {
  const inFolder = Object.fromEntries(
    Object.entries({ ...sound, ...files }).map(([path, text]) => [`scripting/${path}`, text]),
  );
  const folder = folderWith({ ...inFolder, 'state.json.gz': gzipSync(JSON.stringify({ ...state, ...change })) });
  return { content: join(folder, 'scripting'), state: join(folder, 'state.json.gz') };
}

function run({ content, state: file }: Game, ...more: readonly string[]) {
  return cli(['focs', 'run', '--content', content, '--state', file, ...more]);
}

interface RunJson {
  readonly [key: string]: unknown;
  readonly ms: Readonly<Record<string, number | null>>;
}

async function runJson(game: Game, ...more: readonly string[]): Promise<RunJson> {
  const { code, out, error } = await run(game, ...more, '--json');
  expect({ code, error }).toEqual({ code: 0, error: '' });
  return JSON.parse(out) as RunJson;
}

const keys = [
  'objects',
  'groups',
  'pairs',
  'activePairs',
  'scopeMatches',
  'writes',
  'meters',
  'equal',
  'excluded',
  'different',
  'worst',
  'ms',
];
const times = ['load', 'first', 'activation', 'scope', 'execute', 'total', 'unchanged'];

describe('edict focs run', () => {
  it('says what a pass did and compares it, with progress beside', async () => {
    const game = gameWith();
    const { code, out, error } = await run(game, '--compare');
    expect(code).toBe(0);
    expect(out).toMatch(/^Pass c over 4 objects\n/);
    expect(out).toMatch(/\n {2}active sources +8\n/);
    expect(out).not.toContain('an unchanged pass');
    expect(out).toMatch(/\n8 of 8 meters are as recorded \(1 more are not compared\)\n$/);
    expect(error).toBe(`reading the state ${game.state}\nreading content from ${game.content}\n`);
  });

  it('gives machines all counts and times', async () => {
    const report = await runJson(gameWith(), '--compare');
    expect(Object.keys(report)).toEqual(keys);
    // Two groups of the species; of the hull fuel, stealth, structure and speed, of the part two.
    expect(report).toMatchObject({
      objects: 4,
      groups: 8,
      pairs: 8,
      activePairs: 8,
      scopeMatches: 8,
      writes: 8,
      meters: 8,
      equal: 8,
      excluded: 1,
      different: 0,
      worst: [],
    });
    expect(Object.keys(report.ms)).toEqual(times);
    for (const name of times) expect(report.ms[name]).toBeGreaterThan(0);
  });

  it('has the same keys where nothing is compared, and in passes that change more than meters', async () => {
    const game = gameWith();
    const none = { meters: null, equal: null, excluded: null, different: null, worst: null };
    for (const pass of ['a', 'b', 'all']) {
      const report = await runJson(game, '--pass', pass, '--repeat', '2');
      expect(Object.keys(report)).toEqual(keys);
      expect(report).toMatchObject({
        ...none,
        ...(pass === 'all'
          ? { groups: null, pairs: null, activePairs: null, scopeMatches: null, writes: null }
          : { groups: 8, writes: 8 }),
      });
      expect(Object.keys(report.ms)).toEqual(times);
      expect(report.ms.total).toBeGreaterThan(0);
      expect(report.ms.unchanged === null).toBe(pass !== 'b');
    }
  });

  it('begins every repetition from the same state', async () => {
    const growth = {
      'species/shared.macros': sound['species/shared.macros'].replace(
        'SetTargetPopulation value',
        'SetPopulation value',
      ),
    };
    const game = gameWith(growth, {
      objects: state.objects.map((object) =>
        object.id === 30
          ? {
              ...object,
              meters: { TARGET_POPULATION: { initial: 0, current: 0 }, POPULATION: { initial: 2, current: 5 } },
            }
          : object,
      ),
    });
    for (const pass of ['a', 'b', 'c'])
      expect(await runJson(game, '--pass', pass, '--repeat', '3', '--compare')).toMatchObject({ different: 0 });
  });

  it('shows medians where they are asked for', async () => {
    const { out } = await run(gameWith(), '--repeat', '2');
    for (const part of ['first pass', 'a pass', '  activation', '  scopes', '  effects', 'an unchanged pass'])
      expect(out).toMatch(new RegExp(`\\n {2}${part} +[\\d.]+ +ms\\n`));
  });

  it('ends with 1 where a meter is not as recorded, the largest difference first', async () => {
    const objects = state.objects.map((object) =>
      object.id === 30
        ? {
            ...object,
            meters: { TARGET_POPULATION: { initial: 3, current: 60 }, POPULATION: { initial: 2, current: 1 } },
          }
        : object,
    );
    const game = gameWith({}, { objects });
    const { code, out } = await run(game, '--compare');
    expect(code).toBe(1);
    expect(out).toContain('6 of 8 meters are as recorded (1 more are not compared), 2 are not:\n');
    expect(out).toMatch(/ {2}Home \(#30\) +TARGET_POPULATION +60 +6\n {2}Home \(#30\) +POPULATION +1 +2\n/);
    expect(out).toMatch(
      /\n\nBy meter: 1 × POPULATION, 1 × TARGET_POPULATION\.\n--explain 30 TARGET_POPULATION explains the first\.\n$/,
    );
    const asJson = await run(game, '--compare', '--json');
    expect(asJson.code).toBe(1);
    expect(JSON.parse(asJson.out)).toMatchObject({
      equal: 6,
      different: 2,
      worst: [
        { object: 30, meter: 'TARGET_POPULATION', expected: 60, found: 6 },
        { object: 30, meter: 'POPULATION', expected: 1, found: 2 },
      ],
    });
  });

  it('sums warnings up in a line', async () => {
    const game = gameWith({ 'techs/A.focs.txt': '#include "not_there.macros"\n' });
    const { code, error } = await run(game);
    expect(code).toBe(0);
    expect(error).toContain('\nthe content has 1 warning; see edict focs check\n');
  });

  it.each([
    [['--pass', 'd'], '--pass is "d"; give a, b, c or all'],
    [['--repeat', '0'], '--repeat is "0"; give a whole number from 1 to 100000'],
    [['--explain', '30'], '--explain takes an object and a meter'],
    [['--explain', '30', 'POPULATION', '--compare'], 'leave out --compare'],
    [['--content', ''], '--content is "", which is blank'],
    [['--stat', 'x'], 'has no option --stat'],
  ])('refuses the command line %j', async (more, message) => {
    const { code, out, error } = await run({ content: 'nothere', state: 'nothere' }, ...more);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(error).toMatch(oneSentence);
    expect(error).toContain(message);
  });

  it('has help with examples', async () => {
    for (const command of [
      ['focs', '--help'],
      ['focs', 'run', '--help'],
      ['focs', 'check', '--help'],
    ]) {
      const { code, out, error } = await cli(command);
      expect({ code, error }).toEqual({ code: 0, error: '' });
      expect(out).toMatch(/Examples:\n {2}\$ edict focs /);
    }
  });
});

describe('what comes and goes in a pass of all effects', () => {
  const doomed = {
    'species/SP_HUMAN.focs.txt': sound['species/SP_HUMAN.focs.txt'].replace(
      '    ]\n    environments',
      `
        EffectsGroup scope = Object id = 40 effects = [ SetStealth value = Value + 7 Destroy ]
        EffectsGroup scope = Source effects = CreateField type = "FLD_STORM" size = 10
    ]\n    environments`,
    ),
    'fields/STORM.focs.txt': 'FieldType name = "FLD_STORM" description = "" stealth = 5 graphic = ""\n',
  };

  it('is counted, and said of the object that is explained', async () => {
    const game = gameWith(doomed);
    const { out } = await run(game, '--pass', 'a');
    // The laser of the ship is an object too.
    expect(out).toMatch(/\n {2}objects created +1\n {2}objects destroyed +[23]\n/);
    const explained = await run(game, '--pass', 'a', '--explain', '40', 'STEALTH', '--json');
    expect(JSON.parse(explained.out)).toMatchObject({ current: 12, destroyed: true });
    expect((await run(game, '--pass', 'a', '--explain', '40', 'STEALTH')).out).toMatch(
      / → 12\n[^]*\nits object is destroyed in it\n$/,
    );
    expect((await run(game, '--pass', 'c', '--explain', '40', 'STEALTH', '--json')).out).toContain(
      '"destroyed": false',
    );
  });
});

describe('the pages', () => {
  const page = (name: string): string => readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), 'utf8');

  it('tell of every option', async () => {
    for (const command of ['run', 'check']) {
      const { out } = await cli(['focs', command, '--help']);
      for (const [option] of out.matchAll(/^ {2}--[\w-]+/gm))
        expect(page('commands.md'), option).toContain(`\`${option.trim()}`);
    }
  });

  it('tell what each key of a report means', () => {
    const text = page('focs.md');
    for (const key of [...keys, ...times]) expect(text).toContain(`\`${key}\``);
    expect(page('commands.md')).toContain(
      `{${keys
        .slice(0, -2)
        .map((key) => `"${key}"`)
        .join(
          ',',
        )},"worst":[{"object","meter","expected","found"}],"ms":{${times.map((key) => `"${key}"`).join(',')}}}`,
    );
  });
});

describe('edict focs run --explain', () => {
  it('tells what made a meter what it is, with the labels of content', async () => {
    const { code, out } = await run(gameWith(), '--explain', '30', 'target_population');
    expect(code).toBe(0);
    expect(out.split('\n').map((line) => line.trim().split(/ {2,}/))).toEqual([
      ['TARGET_POPULATION of planet Home (#30) in pass c: 3 → 6'],
      [''],
      ['rule', 'source', 'label', 'before', 'after'],
      ['reset', '3', '→', '0'],
      ['Species SP_HUMAN #0', 'Home (#30)', 'GOOD_LABEL', '0', '→', '3'],
      ['Species SP_HUMAN #1', 'Home (#30)', 'LATE_LABEL', '3', '→', '6'],
      [''],
    ]);
  });

  it('takes a name and the meter of a part, and gives machines the same', async () => {
    const byName = await run(gameWith(), '--explain', 'Home', 'TARGET_POPULATION', '--json');
    expect(JSON.parse(byName.out)).toEqual({
      object: 30,
      meter: 'TARGET_POPULATION',
      initial: 3,
      current: 6,
      destroyed: false,
      steps: [
        { rule: 'reset', source: -1, label: 'reset', before: 3, after: 0 },
        { rule: 'Species SP_HUMAN #0', source: 30, label: 'GOOD_LABEL', before: 0, after: 3 },
        { rule: 'Species SP_HUMAN #1', source: 30, label: 'LATE_LABEL', before: 3, after: 6 },
      ],
    });
    const ofPart = await run(gameWith(), '--explain', '40', 'sr_laser/max_capacity', '--json');
    expect(JSON.parse(ofPart.out)).toMatchObject({
      object: 40,
      meter: 'SR_LASER/MAX_CAPACITY',
      current: 18,
      steps: [{ rule: 'reset' }, { source: 40, label: 'SR_LASER', before: 0, after: 18 }],
    });
  });

  it('goes over all passes of a turn', async () => {
    const { out } = await run(gameWith(), '--pass', 'all', '--explain', '30', 'TARGET_POPULATION', '--json');
    const { steps } = JSON.parse(out) as { readonly steps: readonly { readonly rule: string }[] };
    expect(steps.filter(({ rule }) => rule === 'Species SP_HUMAN #1')).toHaveLength(3);
    expect(steps.filter(({ rule }) => rule === 'clamp and reset')).toHaveLength(2);
  });

  it.each([
    ['31', 'POPULATION', 'the state has no object 31; the nearest id is 30, of the planet "Home"'],
    ['Hame', 'POPULATION', 'the state has no object called "Hame"; did you mean `Home`?'],
    ['Twin', 'STEALTH', '2 objects are called "Twin"; give the id of one: 40 (ship), 50 (fleet)'],
    ['30', 'POPULATOIN', 'there is no meter "POPULATOIN"; did you mean `POPULATION`?'],
    ['10', 'POPULATION', 'system Alpha (#10) has no POPULATION; it has STEALTH'],
    [
      '40',
      'MAX_CAPACITY',
      'ship Twin (#40) itself has no MAX_CAPACITY; ask for that of a part, such as SR_LASER/MAX_CAPACITY',
    ],
    ['40', 'SR_LASSER/CAPACITY', 'ship Twin (#40) has no part "SR_LASSER" with meters; did you mean `SR_LASER`?'],
    [
      '40',
      'SR_LASER/SPEED',
      'ship Twin (#40) has no SR_LASER/SPEED; it has SR_LASER/MAX_CAPACITY, SR_LASER/CAPACITY, SR_LASER/MAX_SECONDARY_STAT, SR_LASER/SECONDARY_STAT',
    ],
  ])('says what is near to %s %s', async (object, meter, message) => {
    const { code, out, error } = await run(gameWith(), '--explain', object, meter, '--json');
    expect({ code, out, error }).toEqual({ code: 1, out: '', error: `edict: ${message}\n` });
  });
});

it('checks the example', async () => {
  const content = fileURLToPath(new URL('../../../../examples/focs', import.meta.url));
  expect(await cli(['focs', 'check', '--content', content])).toEqual({
    code: 0,
    out: '3 files, 3 items, 2 groups: no problems\n',
    error: '',
  });
});
