import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith } from './files.js';
import { cli } from './run-cli.js';

const planets = `meters: { supplied: { reset: true }, health: { default: 5 } }
kinds: { planet: { meters: [supplied, health] } }
classes:
  world:
    kind: planet
    groups:
      - name: growth
        priority: 50
        activation: source.supplied > 0
        scope: { include: target == source }
        effects: [{ meter: health, add: 1 }]
      - name: supply
        priority: 200
        scope: { include: target == source }
        effects: [{ meter: supplied, add: 3 }]
`;

interface Warned {
  readonly code: string;
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

async function warned(
  files: Readonly<Record<string, string>>,
  ...options: readonly string[]
): Promise<readonly (readonly [code: string, line: number])[]> {
  const { out } = await cli(['check', folderWith(files), ...options, '--json']);
  const { errors, warnings } = JSON.parse(out) as { errors: readonly Warned[]; warnings: readonly Warned[] };
  return [...errors, ...warnings].map(({ code, line }) => [code, line]);
}

describe('a reset meter that is read too early', () => {
  it('is shown with the place of the reader, and what to do', async () => {
    const file = join(folderWith({ 'planets.yaml': planets }), 'planets.yaml');
    const { code, out } = await cli(['check', file]);
    expect(code).toBe(0);
    expect(out).toContain(
      `${file}:7:9: warning: the rule \`world/growth\` reads \`supplied\` before anything writes it`,
    );
    expect(out).toContain(`the rule \`world/supply\` (${file}:12), comes later, with priority 200 [reset-read-early]`);
    expect(out).toContain('give the writer a lower `priority` than the reader');
  });

  it('fails the command with --strict alone', async () => {
    const folder = folderWith({ 'planets.yaml': planets });
    expect((await cli(['check', folder, '--strict'])).code).toBe(1);
    const meant = folderWith({
      'planets.yaml': planets,
      'meant.yaml': 'meant: { reset-read-early: { world/growth: so } }\n',
    });
    expect(await cli(['check', meant, '--strict'])).toMatchObject({ code: 0, error: '' });
  });

  it('is shown once for the classes of a mixin', async () => {
    const mixed = planets
      .replace('classes:\n  world:\n    kind: planet\n', 'mixins:\n  living:\n')
      .concat('classes: { world: { kind: planet, mixins: [living] }, moon: { kind: planet, mixins: [living] } }\n');
    // The second class reads what the first may have written.
    expect(await warned({ 'planets.yaml': mixed })).toEqual([['reset-read-early', 6]]);
  });
});

describe('meant', () => {
  it('refuses unknown codes with the nearest', async () => {
    const { out } = await cli(['check', folderWith({ 'a.yaml': `${planets}meant: { reset-read-erly: { a: b } }\n` })]);
    expect(out).toContain('[unknown-warning]');
    expect(out).toContain('did you mean `reset-read-early`?');
  });

  it('lists notes without a warning with --unused', async () => {
    const files = { 'a.yaml': `${planets}meant: { reset-read-early: { world/growth: so, world/grow: so } }\n` };
    expect(await warned(files)).toEqual([]);
    expect(await warned(files, '--unused')).toEqual([['unused-note', 16]]);
  });
});

describe('tables with gaps', () => {
  const table = (more: string) =>
    `enumerations: { size: [small, large, vast] }\ntables:\n  cost: { by: size, ${more} values: { small: 1, large: 3 } }\n`;

  it('are warned of, unless they say what all others are', async () => {
    expect(await warned({ 'a.yaml': table('') })).toEqual([['table-gap', 3]]);
    expect(await warned({ 'a.yaml': table('default: 0,') })).toEqual([]);
    expect(
      await warned({ 'a.yaml': `${table('')}meant: { table-gap: { cost: vast things cost nothing } }\n` }),
    ).toEqual([]);
  });

  it('in the second key, too', async () => {
    const wide = `enumerations: { size: [small, large] }
tables: { cost: { by: [size, size], values: { small: { small: 1, large: 2 }, large: { small: 1 } } } }
`;
    expect(await warned({ 'a.yaml': wide })).toEqual([['table-gap', 2]]);
  });
});

describe('what nothing uses', () => {
  const content = `enumerations: { work: [mining, farming], size: { ordered: [small, large] } }
constants: { tax: 2, toll: 3 }
functions:
  twice: { arguments: [x], value: 2 * x }
  thrice: { arguments: [x], value: 3 * x }
meters: { gold: {}, ore: {} }
properties: { job: { type: work } }
kinds: { planet: { meters: [gold, ore], properties: [job] } }
classes:
  empty: { kind: planet }
  home:
    kind: planet
    groups:
      - scope: { include: target.job == mining }
        effects: [{ meter: gold, add: twice(tax) }]
`;

  it('is listed when asked for', async () => {
    expect(await warned({ 'a.yaml': content })).toEqual([]);
    const { out } = await cli(['check', folderWith({ 'a.yaml': content }), '--unused', '--json']);
    const { warnings } = JSON.parse(out) as { warnings: readonly Warned[] };
    expect(warnings.map(({ message }) => message.split(' is declared')[0])).toEqual([
      'the function `thrice`',
      'the constant `toll`',
      'the meter `ore`',
      'the class `empty`',
      'the word of `work` `farming`',
    ]);
    expect(warnings.map(({ line }) => line)).toEqual([5, 2, 6, 10, 1]);
  });

  it('may be meant', async () => {
    const note = 'meant: { unused: { thrice: a, toll: b, ore: c, empty: d, work.farming: e } }\n';
    expect(await warned({ 'a.yaml': content + note }, '--unused')).toEqual([]);
  });

  it('counts as used where the scenario mentions it', async () => {
    const scenario = `format: edict-scenario/1
content:
${content.replaceAll(/^/gm, '  ').trimEnd()}
world: { objects: [{ name: Terra, class: empty, values: { ore: 3 } }] }
steps: [{ run: 1 }]
`;
    const lines = (await warned({ 'a.yaml': scenario }, '--unused')).map(([code]) => code);
    // Nobody makes a home.
    expect(lines).toEqual(['never-made', 'unused', 'unused', 'unused']);
  });
});

describe('classes of a scenario', () => {
  const scenario = (more: string) => `format: edict-scenario/1
content:
  kinds: { planet: {} }
  classes: { fort: { kind: planet }, home: { kind: planet } }
world: { objects: [{ name: Terra, class: home }] }
steps: [{ run: 1 }${more}]
`;

  it('come about where it makes them', async () => {
    expect(await warned({ 'a.yaml': scenario('') })).toEqual([['never-made', 4]]);
    expect(await warned({ 'a.yaml': scenario(', { spawn: { name: F, class: fort } }') })).toEqual([]);
  });

  it('may be meant for others where they stand in another file', async () => {
    const files = {
      'content/c.yaml': 'kinds: { planet: {} }\nclasses: { fort: { kind: planet } }\n',
      'a.yaml': 'format: edict-scenario/1\ncontent: content/c.yaml\nsteps: [{ run: 1 }]\n',
    };
    expect(await warned(files)).toEqual([]);
  });
});
