import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { cli } from './run-cli.js';
import { colony, folderWith } from './files.js';
import { longTest } from '../support/heavy.js';

const sound = `meters: { population: { default: 1 } }
kinds: { planet: { meters: [population] } }
classes:
  farm:
    kind: planet
    groups:
      - { scope: { include: "target == source" }, effects: [{ meter: population, add: 1 }] }
`;

const unsound = `meters: { population: { default: 1 } }
kinds: { planet: { meters: [population] } }
classes:
  farm:
    kind: plant
    groups:
      - { scope: { include: "target.popultion > 1" }, effects: [{ meter: population, ad: 1 }] }
`;

interface CheckJson {
  readonly errors: readonly {
    readonly file: string;
    readonly line: number;
    readonly column: number;
    readonly code: string;
    readonly message: string;
    readonly suggestion: string | null;
  }[];
  readonly warnings: readonly unknown[];
}

async function checkJson(...paths: readonly string[]): Promise<CheckJson & { readonly code: number }> {
  const { code, out, error } = await cli(['check', ...paths, '--json']);
  expect(error).toBe('');
  return { code, ...(JSON.parse(out) as CheckJson) };
}

describe('conditions that can never be true', () => {
  const content = `meters: { health: {} }
kinds: { player: { faction: true }, city: { meters: [health] } }
classes:
  court: { kind: city, requires: { of: city, all: ["self.health > 3 && self.health < 2", true] } }
  guard: { kind: city, requires: "self.health > 3" }
`;

  it('are warned of, each once, with the line', async () => {
    const file = join(folderWith({ 'a.yaml': content }), 'a.yaml');
    const { code, errors, warnings } = await checkJson(file);
    expect([code, errors]).toEqual([0, []]);
    // Of the second the language itself says that no player has it.
    expect(warnings).toMatchObject([
      { code: 'never-present', line: 5 },
      { code: 'never-true', file, line: 4, column: 53 },
    ]);
    const { out } = await cli(['check', file]);
    expect(out).toContain(
      '`self.health > 3 && self.health < 2 && true` of what `court` requires is never true of objects of kind `city`, whatever the world is like [never-true]',
    );
    expect(out).toContain('  4 |   court: { kind: city');
  });
});

describe('environments', () => {
  const content = `kinds: { side: { faction: true, properties: [gold, order] } }
properties: { gold: {}, order: { type: word } }
enumerations: { word: [stay, go] }
environment:
  name: small
  agents: { of: side, count: 1 }
  capacity: 64
  observation: { own: { values: { gold: agent.gold } } }
  actions: { order: { property: order } }
  reward: agent.gold
`;
  const scenario = (text: string): string =>
    `format: edict-scenario/1\ncontent:\n${text
      .split('\n')
      .map((line) => `  ${line}`)
      .join('\n')}\nworld: { objects: [{ name: Red, kind: side }] }\nsteps: [{ run: 1 }]\n`;

  it('are content like any other', async () => {
    const folder = folderWith({
      'a.yaml': content,
      'bad.yaml': content.replace('values: { gold: agent.gold }', 'values: { gold: agent.gild }'),
    });
    expect(await cli(['check', join(folder, 'a.yaml')])).toEqual({
      code: 0,
      out: '1 file, 0 classes, 0 rules: no problems\n',
      error: '',
    });
    const { code, out } = await cli(['check', join(folder, 'bad.yaml'), '--plan']);
    expect([code, out]).toEqual([1, expect.stringContaining('bad.yaml:8:47: error: `gild` is neither a meter')]);
  });

  it('are content that scenarios bring', async () => {
    const files = folderWith({
      'a.yaml': scenario(content),
      'bad.yaml': scenario(content.replace('count: 1', 'count: 0')),
    });
    expect(await checkJson(join(files, 'a.yaml'))).toMatchObject({ code: 0, errors: [], warnings: [] });
    const { code, errors } = await checkJson(join(files, 'bad.yaml'));
    expect([code, errors.map((error) => [error.line, error.code])]).toEqual([1, [[8, 'out-of-range']]]);
  });
});

describe('what occurs', () => {
  const content = `kinds: { unit: { meters: [health] } }
meters: { health: {} }
occurrences:
  hit: { fields: { unit: unit, amount: number }, subject: unit, possible: occurrence.amount > 1 && occurrence.amount < 0 }
abilities:
  - { name: wince, class: trait, on: [hit, { loses: health }], do: [{ tell: Ow }] }
`;

  it('is counted, and warned of where it never can', async () => {
    const file = join(folderWith({ 'a.yaml': content }), 'a.yaml');
    const { out } = await cli(['check', file]);
    expect(out).toContain(
      'a.yaml:4:3: warning: a condition of the occurrence `hit` is never true of any object, whatever the world is like [never-true]',
    );
    // What else abilities listen to is not declared.
    expect(out.trimEnd().split('\n').at(-1)).toBe('1 file, 0 classes, 0 rules, 1 occurrence, 1 ability: 1 warning');
    expect(await checkJson(file)).toMatchObject({
      files: 1,
      classes: 0,
      rules: 0,
      triggers: 0,
      occurrences: 1,
      abilities: 1,
      warnings: [{ code: 'never-true', line: 4 }],
    });
  });
});

describe('edict check', () => {
  it('finds nothing in sound content, and counts it', async () => {
    const folder = folderWith({ 'a.yaml': sound });
    expect(await cli(['check', join(folder, 'a.yaml')])).toEqual({
      code: 0,
      out: '1 file, 1 class, 1 rule: no problems\n',
      error: '',
    });
    expect(await checkJson(folder)).toEqual({
      code: 0,
      files: 1,
      classes: 1,
      rules: 1,
      triggers: 0,
      occurrences: 0,
      abilities: 0,
      errors: [],
      warnings: [],
    });
  });

  it('finds all errors at once, with place, line, caret and suggestion', async () => {
    const file = join(folderWith({ 'a.yaml': unsound }), 'a.yaml');
    const { code, out } = await cli(['check', file]);
    expect(code).toBe(1);
    expect(out).toContain(`${file}:5:11: error:`);
    expect(out).toContain('  5 |     kind: plant\n    |           ^\n');
    expect(out).toContain('did you mean `planet`?');
    expect(out).toMatch(/\n3 errors, 0 warnings in 1 file\n$/);
  });

  it('gives machines the same, null where there is no suggestion', async () => {
    const file = join(folderWith({ 'a.yaml': unsound }), 'a.yaml');
    const { code, errors } = await checkJson(file);
    expect(code).toBe(1);
    expect(errors.map(({ line, column }) => [line, column])).toEqual([
      [5, 11],
      [7, 37],
      [7, 86],
    ]);
    for (const error of errors) {
      expect(Object.keys(error).sort()).toEqual(['code', 'column', 'file', 'line', 'message', 'suggestion']);
      expect(error.file).toBe(file);
      expect(error.suggestion === null || typeof error.suggestion === 'string').toBe(true);
    }
  });

  const [meters, ...rest] = sound.split('\n');
  const [kinds, ...classes] = rest;

  it('takes the files that lie in one folder as one content, and each folder below as another', async () => {
    const folder = folderWith({
      'a.yml': meters,
      'b.yaml': rest.join('\n'),
      'other/a.yaml': sound,
      'other/deep/a.yaml': sound,
    });
    const { code, out } = await cli(['check', folder]);
    expect(code).toBe(0);
    expect(out.replaceAll(folder, '.')).toBe(`.             2 files, 1 class, 1 rule: no problems
./other       1 file, 1 class, 1 rule: no problems
./other/deep  1 file, 1 class, 1 rule: no problems

3 contents, 4 files, 3 classes, 3 rules: no problems
`);
  });

  it('takes files that are named as one content, wherever they lie', async () => {
    const folder = folderWith({ 'a.yml': meters, 'rules/b.yaml': kinds, 'rules/more/c.yaml': classes.join('\n') });
    const files = ['a.yml', 'rules/b.yaml', 'rules/more/c.yaml'].map((name) => join(folder, name));
    expect((await cli(['check', ...files])).out).toBe('3 files, 1 class, 1 rule: no problems\n');
    expect((await checkJson(files[2])).code).toBe(1);
    expect((await checkJson(folder)).code).toBe(1);
  });

  it('takes each file of a folder that has a start as a content of its own, with the files that have none', async () => {
    const begins = (count: number) => `start: [{ create: farm, count: ${count} }]\n`;
    const folder = folderWith({
      'one.yaml': begins(1) + classes.join('\n'),
      'two.yaml': '{ "start": [{ create: farm, count: 2 }], classes: { farm: { kind: planet } } }',
      'shared/x.yaml': sound,
    });
    expect((await cli(['check', folder])).code).toBe(1);
    writeFileSync(join(folder, 'parts.yaml'), `${meters}\n${kinds}\n`);
    const { code, out } = await cli(['check', folder]);
    expect(out.replaceAll(folder, '.')).toBe(`./one.yaml and 1 more  2 files, 1 class, 1 rule: no problems
./two.yaml and 1 more  2 files, 1 class, 0 rules: no problems
./shared               1 file, 1 class, 1 rule: no problems

3 contents, 4 files, 3 classes, 2 rules: no problems
`);
    expect(code).toBe(0);
    const named = ['one.yaml', 'two.yaml', 'parts.yaml'].map((name) => join(folder, name));
    expect((await checkJson(...named)).errors.map(({ code: of }) => of)).toContain('duplicate-name');
  });

  it('takes a folder as one content where one file has the start', async () => {
    const folder = folderWith({ 'a.yaml': sound, 'b.yaml': 'start: [{ create: farm }]\n' });
    expect((await cli(['check', folder])).out).toBe('2 files, 1 class, 1 rule: no problems\n');
  });

  it('checks each file once, in its folder if that is checked', async () => {
    const folder = folderWith({ 'a.yml': meters, 'b.yaml': rest.join('\n') });
    const file = join(folder, 'b.yaml');
    for (const paths of [
      [file, folder],
      [folder, file],
      [folder, `${folder}/`, join(folder, '..', basename(folder))],
    ]) {
      expect((await cli(['check', ...paths])).out).toBe('2 files, 1 class, 1 rule: no problems\n');
    }
  });

  it('lists the problems of all contents together, each once', async () => {
    const warned = sound.replace('scope: { include: "target == source" }, ', '');
    const scenario = 'format: edict-scenario/1\nname: x\ncontent: a.yaml\nsteps: [{ run: 1 }]\n';
    const folder = folderWith({
      'one/a.yaml': unsound,
      'two/a.yaml': warned,
      'three/a.yaml': sound,
      'one/x.yaml': scenario,
      'one/y.yaml': scenario,
    });
    const { code, errors, warnings } = await checkJson(folder);
    expect(code).toBe(1);
    expect(errors.map(({ file }) => file)).toEqual(Array.from({ length: 3 }, () => join(folder, 'one', 'a.yaml')));
    expect(warnings).toMatchObject([{ file: join(folder, 'two', 'a.yaml') }]);
    const { out } = await cli(['check', folder]);
    for (const line of [
      'one         3 errors, 0 warnings in 1 file',
      'one/x.yaml  3 errors, 0 warnings in 1 file',
      'three       1 file, 1 class, 1 rule: no problems',
      'two         1 file, 1 class, 1 rule: 1 warning',
    ]) {
      expect(out).toContain(`${join(folder, line)}\n`);
    }
    expect(out).toMatch(/\n\n3 errors, 1 warning in 5 files of 5 contents\n$/);
  });

  longTest('finds no problems in the examples', async () => {
    const { code, out } = await cli(['check', fileURLToPath(new URL('../../examples', import.meta.url))]);
    expect(code).toBe(0);
    const lines = out.trimEnd().split('\n');
    for (const name of [
      'agents/life.yaml',
      'agents/wolfsheep.yaml',
      'chance-and-stacking',
      'colony.yaml',
      'duel.yaml',
      'expedition.yaml',
      'first-farm',
      'galaxy',
      'realm.yaml',
      'siege.yaml',
      'starlanes',
    ]) {
      expect(
        lines.filter((line) => line.includes(`examples/${name} `) && line.endsWith(': no problems')),
        name,
      ).toHaveLength(1);
    }
    // docs/commands.md shows all of it.
    expect(lines.at(-1)).toMatch(new RegExp(`^${lines.length - 2} contents, \\d+ files, .*: no problems$`));
  });

  it('passes over files of a folder that are no content', async () => {
    const folder = folderWith({
      'a.yaml': sound,
      'notes.txt': 'x: [',
      'case.yaml': 'format: other/1\n',
      '.hidden/x.yaml': 'x: [',
      'node_modules/y.yaml': 'x: [',
    });
    expect((await cli(['check', folder])).out).toBe('1 file, 1 class, 1 rule: no problems\n');
  });

  it('shows warnings and succeeds', async () => {
    const file = join(
      folderWith({ 'a.yaml': sound.replace('scope: { include: "target == source" }, ', '') }),
      'a.yaml',
    );
    const { code, out } = await cli(['check', file]);
    expect(code).toBe(0);
    expect(out).toContain('warning:');
    expect(out).toMatch(/1 file, 1 class, 1 rule: 1 warning\n$/);
    expect((await checkJson(file)).warnings).toHaveLength(1);
  });

  it('reports files that cannot be read like any other error', async () => {
    const folder = folderWith({ 'a.yaml': unsound, 'binary.yaml': new Uint8Array([0xff, 0xfe, 0x00]) });
    const { code, errors } = await checkJson(join(folder, 'a.yaml'), join(folder, 'binary.yaml'));
    expect(code).toBe(1);
    expect(
      errors.filter((error) => error.code === 'unreadable-file').map(({ file, line, column }) => [file, line, column]),
    ).toEqual([[join(folder, 'binary.yaml'), 1, 1]]);
    expect(errors).toHaveLength(4);
  });

  it('tells of a file that is not there as a sentence', async () => {
    const file = join(folderWith({ 'a.yaml': unsound }), 'a.yaml');
    expect(await cli(['check', file, 'nothere.yaml'])).toEqual({
      code: 1,
      out: '',
      error: 'edict: nothere.yaml does not exist; check the path\n',
    });
  });

  it('says so when a folder holds no content', async () => {
    const folder = folderWith({ 'case.yaml': 'format: other/1\n', 'a/b.yaml': sound });
    expect((await checkJson(folder)).errors).toEqual([]);
    const { code, errors } = await checkJson(folder, folderWith({ 'case.yaml': 'format: other/1\n' }));
    expect(code).toBe(1);
    expect(errors).toMatchObject([{ code: 'no-content' }]);
  });

  it('checks scenario files by themselves, named or found, with the content that they bring', async () => {
    const folder = folderWith({
      'ok.yaml': colony,
      'content.yaml': colony.replace('target == source.planet', 'target == source.plant'),
      'shape.yaml': colony.replace('run: 9', 'rnu: 9'),
    });
    expect((await cli(['check', join(folder, 'ok.yaml')])).out).toBe('1 file, 1 class, 1 rule: no problems\n');
    const inContent = (await checkJson(join(folder, 'content.yaml'))).errors;
    expect(inContent).toMatchObject([{ line: 15, code: 'unknown-member' }]);
    const inShape = (await checkJson(join(folder, 'shape.yaml'))).errors;
    expect(inShape).toMatchObject([{ line: 29, column: 9, code: 'unknown-key' }]);
    expect((await checkJson(folder)).errors).toEqual([...inContent, ...inShape]);
  });

  describe('of a scenario with several cases', () => {
    const never = '"target.population > 3 && target.population < 2"';
    const group = (name: string, include: string): string =>
      `{ name: ${name}, scope: { include: ${include} }, effects: [{ meter: population, add: 1 }] }`;
    const cases = (extra = ''): string => `format: edict-scenario/1
name: Farms
content:
  meters: { population: { default: 1 } }
  kinds: { planet: { meters: [population] } }
  classes: { shared: { kind: planet, groups: [${group('both', never)}] } }
cases:
  - name: wild
    content: { classes: { farm: { kind: planet, groups: [${group('first', never)}] }, field: { kind: planet } } }
    steps: []
  - name: tame
    content: { classes: { farm: { kind: planet, groups: [${group('second', '"target == source"')}] } } }
    steps: []
${extra}`;

    it('reports what is wrong with any, once, with the case where it is not of all', async () => {
      const file = join(folderWith({ 'a.yaml': cases() }), 'a.yaml');
      const { code, warnings } = await checkJson(file);
      const message = (owner: string): string =>
        `\`target.population > 3 && target.population < 2\` of the rule \`${owner}\` is never true`;
      expect(code).toBe(0);
      expect(warnings).toMatchObject([
        { code: 'never-true', line: 6, message: expect.stringContaining(message('shared/both')) as string },
        { code: 'never-true', line: 9, message: expect.stringMatching(/ \(in the case `wild`\)$/) as string },
      ]);
      expect((warnings[0] as { readonly message: string }).message).not.toContain('in the case');
    });

    it('counts what all bring, and what they share once', async () => {
      const file = join(folderWith({ 'a.yaml': cases() }), 'a.yaml');
      expect((await cli(['check', file])).out).toMatch(/\n1 file, 4 classes, 3 rules: 2 warnings\n$/);
    });

    it('names the cases that errors and warnings of shared content are of', async () => {
      const folder = folderWith({
        'shared.yaml': `meters: { population: { default: 1 } }\nkinds: { planet: { meters: [population] } }\nclasses:\n  mill: { kind: planet, groups: [${group('grind', '"target.class == farm"')}] }\n`,
        'a.yaml': `format: edict-scenario/1
content: shared.yaml
cases:
  - { name: one, content: { classes: { farm: { kind: planet } } }, steps: [] }
  - { name: two, steps: [] }
  - { name: three, steps: [] }
`,
      });
      const { errors } = await checkJson(join(folder, 'a.yaml'));
      expect(errors).toMatchObject([
        {
          file: join(folder, 'shared.yaml'),
          line: 4,
          message: expect.stringMatching(/ \(in the cases `two` and `three`\)$/) as string,
        },
      ]);
    });

    it('plans each program that there is', async () => {
      const file = join(
        folderWith({
          'a.yaml': cases(
            '  - { name: again, content: { classes: { farm: { kind: planet } } }, steps: [] }\n  - { name: more, content: { classes: { farm: { kind: planet } } }, steps: [] }\n',
          ),
        }),
        'a.yaml',
      );
      const { plans } = JSON.parse((await cli(['check', file, '--plan', '--json'])).out) as {
        readonly plans: readonly { readonly name: string }[];
      };
      expect(plans.map(({ name }) => name)).toEqual([`${file}: wild`, `${file}: tame`, `${file}: again`]);
    });

    it('warns of dear growth formulas of each case at their own place', async () => {
      const meters = (growth: string): string =>
        `{ meters: { population: { default: 1, growth: "${growth}" } }, kinds: { planet: { meters: [population] } } }`;
      const dearly = meters('objects(planet).filter(p, p.population > value).count()');
      const text = `format: edict-scenario/1\ncases:\n  - { name: cheap, content: ${meters('value + 1')}, steps: [] }\n  - { name: dear, content: ${dearly}, steps: [] }\n`;
      const { warnings } = await checkJson(join(folderWith({ 'a.yaml': text }), 'a.yaml'), '--plan-objects', '20000');
      expect(warnings).toMatchObject([
        { code: 'dear-plan', line: 4, message: expect.stringMatching(/\(in the case `dear`\)$/) as string },
      ]);
    });
  });

  it.runIf(existsSync('/dev/zero'))('stops at the limit of a file that never ends', async () => {
    const { code, errors } = await checkJson('/dev/zero');
    expect([code, errors]).toMatchObject([1, [{ file: '/dev/zero', code: 'file-too-long' }]]);
  });

  const dear = sound.replace(
    '"target == source"',
    '"objects(planet).exists(p, p.population > target.population && distance(p, source) < 3)"',
  );

  it('warns of rules that would be dear, with the reason and the cheaper form, and succeeds', async () => {
    const file = join(folderWith({ 'a.yaml': dear }), 'a.yaml');
    const { code, warnings } = await checkJson(file);
    expect(code).toBe(0);
    expect(warnings).toMatchObject([{ file, line: 7, column: 9, code: 'dear-plan' }]);
    const { out } = await cli(['check', file]);
    expect(out).toContain('warning: the rule `farm/1` takes about');
    expect(out).toContain('it looks at all objects for each candidate: 500 × 10,000 × 10,000 objects [dear-plan]');
    expect(out).toContain('  7 |       - { scope:');
    expect(out).toContain('= ask attached(…), contents(…) or owned(…) instead');
    expect((await checkJson(file, '--plan-objects', '300')).warnings).toEqual([]);
  });

  it('warns of dear growth formulas at their place, in content and in scenarios', async () => {
    const growth = 'objects(planet).filter(p, p.population > value).count()';
    const content = sound.replace('default: 1', `default: 1, growth: "${growth}"`);
    const scenario = `format: edict-scenario/1\nname: x\ncontent:\n${content.replace(/^/gm, '  ')}\nsteps: [{ run: 1 }]\n`;
    const folder = folderWith({ 'a.yaml': content, 'b/c.yaml': scenario });
    const { code, warnings } = await checkJson(folder, '--plan-objects', '20000');
    expect(code).toBe(0);
    expect(warnings).toMatchObject([
      { file: join(folder, 'a.yaml'), line: 1, column: content.indexOf('"') + 1, code: 'dear-plan' },
      { file: join(folder, 'b', 'c.yaml'), line: 4, column: content.indexOf('"') + 3, code: 'dear-plan' },
    ]);
    expect((await cli(['check', folder, '--plan-objects', '20000'])).out).toContain(
      'the growth formula of `population`',
    );
  });

  it('shows how rules are planned, after what it has found', async () => {
    const file = join(folderWith({ 'a.yaml': sound }), 'a.yaml');
    const { code, out } = await cli(['check', file, '--plan']);
    expect(code).toBe(0);
    expect(out).toBe(`1 file, 1 class, 1 rule: no problems

How ${file} is planned
   1 rule: 1 with all sources together, 0 source by source; 1 with answers that are kept while nothing changes
   0 growth formulas; 4 terms in all content, 0 are shared
   about 1,000 object tests a turn if all is asked again, no rule is expensive (more than 100,000,000)
   for a world of 10,000 objects, 1,000 nodes, 12 factions, 500 sources a rule

1. farm/1  meters, priority 100  ${file}:7
   source   farm; all together
   target   any object; the one that is source
   answer   one for each source; kept while nothing changes
   effects  population + 1
   scans    about 1,000 object tests: 500 sources, 500 answers of 1 target
`);
  });

  it('gives machines plans as data, of all contents that have no errors', async () => {
    const folder = folderWith({ 'a.yaml': sound, 'b/b.yaml': unsound });
    const { code, out } = await cli(['check', folder, '--plan', '--plan-objects', '2000', '--json']);
    expect(code).toBe(1);
    const { plans } = JSON.parse(out) as {
      readonly plans: readonly { readonly name: string; readonly plan: unknown }[];
    };
    expect(plans).toMatchObject([
      {
        name: folder,
        plan: {
          world: { objects: 2000, sources: 100 },
          limit: 100_000_000,
          rules: [{ rule: 'farm/1', together: true }],
        },
      },
    ]);
    expect(JSON.parse((await cli(['check', folder, '--json'])).out)).not.toHaveProperty('plans');
  });

  it('shows no plans where there are errors, and refuses sizes that are none', async () => {
    const file = join(folderWith({ 'a.yaml': unsound }), 'a.yaml');
    expect((await cli(['check', file, '--plan'])).out).not.toContain('planned');
    expect((await cli(['check', file, '--plan-objects', '0'])).code).toBe(2);
  });

  it('warns as docs/planning.md shows', async () => {
    const docs = readFileSync(new URL('../../docs/planning.md', import.meta.url), 'utf8');
    const file = join(
      folderWith({
        'a.yaml': sound
          .replace('"target == source"', '"objects().exists(o, distance(o, target) < source.population)"')
          .replace('{ scope', '{ name: watch, scope'),
      }),
      'a.yaml',
    );
    const {
      warnings: [found],
    } = (await checkJson(file)) as unknown as {
      readonly warnings: readonly { readonly message: string; readonly suggestion: string }[];
    };
    expect(docs).toContain(`    warning: ${found.message} [dear-plan]\n      = ${found.suggestion}\n`);
  });

  it('keeps hostile names from the terminal in plans', async () => {
    const { out } = await cli(['check', join(folderWith({ 'a\u001b[31m.yaml': sound }), 'a\u001b[31m.yaml'), '--plan']);
    expect(out).toContain('a·[31m.yaml:7');
    expect(out).not.toContain('\u001b');
  });

  it('shows the plan that docs/commands.md shows', async () => {
    const docs = readFileSync(new URL('../../docs/commands.md', import.meta.url), 'utf8');
    const [, shown] = /\$ edict check examples\/colony\.yaml --plan\n([^]*?)\n\n(?=\S)/.exec(docs) ?? [];
    const { out } = await cli(['check', 'examples/colony.yaml', '--plan']);
    expect(shown.replace(/^ {4}/gm, '')).toBe(out.trimEnd());
  });

  longTest('shows of the examples what docs/commands.md shows', async () => {
    const docs = readFileSync(new URL('../../docs/commands.md', import.meta.url), 'utf8');
    const [, shown] = /\$ edict check examples\n([^]*?)\n\n(?=\S)/.exec(docs) ?? [];
    const { out } = await cli(['check', 'examples']);
    expect(shown.replace(/^ {4}/gm, '')).toBe(out.trimEnd());
  });

  it('keeps hostile names from the terminal', async () => {
    const file = join(folderWith({ 'a.yaml': 'kinds: { "pla\\u001b[31mnet": { meters: [x] } }\n' }), 'a.yaml');
    expect((await cli(['check', file])).out).not.toContain('\u001b');
  });

  it('survives ten thousand levels of nesting', async () => {
    const deep = `${'('.repeat(10_000)}1${')'.repeat(10_000)}`;
    const folder = folderWith({
      'list.yaml': '['.repeat(10_000),
      'expression.yaml': sound.replace('add: 1', `add: "${deep}"`),
      'scenario.yaml': `format: edict-scenario/1\nworld: ${'['.repeat(10_000)}\n`,
    });
    for (const name of ['list.yaml', 'expression.yaml', 'scenario.yaml'])
      expect((await checkJson(join(folder, name))).code, name).toBe(1);
  });
});

describe('a file that is given by mistake', () => {
  it('is warned of where there is nothing in it', async () => {
    const folder = folderWith({ 'empty.yaml': '', 'comment.yaml': '---\n# all of it\n\n', 'sound.yaml': sound });
    for (const name of ['empty.yaml', 'comment.yaml']) {
      const { code, errors, warnings } = await checkJson(join(folder, name));
      expect([code, errors, warnings]).toMatchObject([0, [], [{ code: 'empty-content', line: 1, column: 1 }]]);
    }
    expect((await checkJson(join(folder, 'sound.yaml'))).warnings).toEqual([]);
  });

  it('is an error where its format is not known', async () => {
    const folder = folderWith({ 'later.yaml': 'format: edict-scenario/2\ncases: []\n' });
    const { code, errors } = await checkJson(join(folder, 'later.yaml'));
    expect([code, errors]).toMatchObject([
      1,
      [
        {
          code: 'unknown-format',
          message: 'unknown format "edict-scenario/2"; a scenario has format: edict-scenario/1, and content has none',
        },
      ],
    ]);
  });
});
