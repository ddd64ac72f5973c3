import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { folderWith } from '../../../cli/files.js';
import { sound, state } from './files.js';
import { cli, oneSentence } from '../../../cli/run-cli.js';

interface Entry {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly code: string;
  readonly message: string;
  readonly suggestion: string | null;
}

interface CheckJson {
  readonly files: number;
  readonly items: number | null;
  readonly groups: number | null;
  readonly errors: readonly Entry[];
  readonly warnings: readonly Entry[];
}

/** A folder `scripting` with the sound content and a file more. */
function contentWith(file: string): string {
  const files = { ...sound, 'techs/BROKEN.focs.txt': file };
  return join(
    folderWith(Object.fromEntries(Object.entries(files).map(([path, text]) => [`scripting/${path}`, text]))),
    'scripting',
  );
}

async function check(content: string, ...more: readonly string[]): Promise<CheckJson & { readonly exit: number }> {
  const { code, out, error } = await cli(['focs', 'check', '--content', content, '--json', ...more]);
  expect(error).toBe('');
  return { exit: code, ...(JSON.parse(out) as CheckJson) };
}

const stackTrace = /\n\s+at |node:internal|\.[jt]s:\d+/;

const tech = (groups: string): string => `// A tech.
Tech name = "T" description = "" short_description = "" category = "" researchcost = 1 researchturns = 1
  effectsgroups = [
    ${groups}
  ]
`;

const broken: readonly (readonly [string, string, Partial<Entry>])[] = [
  [
    'an unknown condition',
    tech('EffectsGroup scope = And [ Plannet Ship ] effects = Destroy'),
    { line: 4, column: 32, code: 'unknown-keyword', suggestion: 'did you mean `Planet`?' },
  ],
  [
    'an unknown effect',
    tech('EffectsGroup scope = Source effects = SetStealht value = 1'),
    { line: 4, column: 43, code: 'unknown-keyword', suggestion: 'did you mean `SetStealth`?' },
  ],
  ['an unterminated string', `${tech('')}Tech name = "U\n`, { line: 6, column: 13, code: 'open-text' }],
  ['an unterminated macro', `${tech('')}MACRO\n'''Source\n`, { line: 6, column: 1, code: 'open-macro' }],
  [
    'a macro that calls itself',
    `${tech('[[LOOP]]')}LOOP\n'''EffectsGroup scope = [[LOOP]] effects = Destroy'''\n`,
    { code: 'macro-cycle' },
  ],
  [
    'a macro that is not there',
    `${tech('[[GROWHT(3)]]')}GROWTH\n'''EffectsGroup scope = Source effects = SetStealth value = @1@'''\n`,
    { line: 4, column: 5, code: 'unknown-macro' },
  ],
  [
    'an argument that is not given',
    `${tech('[[M(1)]]')}M\n'''EffectsGroup scope = Turn low = @2@ effects = Destroy'''\n`,
    { code: 'macro-argument' },
  ],
  [
    'a text for a number',
    tech('EffectsGroup scope = Source effects = SetStealth value = "5"'),
    { line: 4, column: 62, code: 'wrong-type' },
  ],
  [
    'a number for a text',
    tech('EffectsGroup scope = OwnerHasTech name = 5 effects = Destroy'),
    { line: 4, column: 46, code: 'wrong-type' },
  ],
  [
    'a missing parameter',
    tech('EffectsGroup scope = WithinDistance condition = Source effects = Destroy'),
    { line: 4, code: 'missing-parameter' },
  ],
  [
    'a name that content lacks',
    tech('EffectsGroup scope = Planet environment = Good species = "SP_HUMAM" effects = Destroy'),
    { line: 4, column: 62, code: 'unknown-name', suggestion: 'did you mean `SP_HUMAN`?' },
  ],
];

describe('content that is broken', () => {
  it.each(broken)('%s: one error at its place, and only its item is lost', async (_, file, expected) => {
    const content = contentWith(file);
    const { exit, items, errors } = await check(content);
    expect({ exit, items }).toEqual({ exit: 1, items: null });
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({ file: 'techs/BROKEN.focs.txt', ...expected });
    const kept = await check(content, '--keep-going');
    expect({ exit: kept.exit, errors: kept.errors }).toEqual({ exit: 1, errors });
    expect(kept.items).toBeGreaterThanOrEqual(3);
    const { out } = await cli(['focs', 'check', '--content', content]);
    expect(out).toMatch(/^techs\/BROKEN\.focs\.txt:\d+:\d+: error: /);
    expect(out).toMatch(/\n4 files: 1 error, 0 warnings\n$/);
    expect(out).not.toMatch(stackTrace);
  });

  it('is left out of what is counted, whether it cannot be read or means nothing', async () => {
    const unknown = 'EffectsGroup scope = OwnerHasTech name = "NOPE" effects = SetStealth value = 1';
    for (const group of ['EffectsGroup scope = Plannet effects = Destroy', unknown]) {
      expect(await check(contentWith(tech(group)), '--keep-going')).toMatchObject({
        exit: 1,
        items: 3,
        groups: 2,
        errors: [{ line: 4 }],
      });
    }
    expect(await check(contentWith(tech(unknown.replace('NOPE', 'T'))))).toMatchObject({
      exit: 0,
      items: 4,
      groups: 3,
      errors: [],
    });
  });

  it('is shown with its line and the macros that it came by, whether it cannot be read or means nothing', async () => {
    for (const scope of ['Plannet', 'OwnerHasTech name = "NOPE"']) {
      const text = `${tech('[[M]]')}M\n'''EffectsGroup scope = ${scope} effects = Destroy'''\n`;
      const { out, error } = await cli(['focs', 'check', '--content', contentWith(text)]);
      expect(`${out}${error}`).toContain(', in macro `M` called at techs/BROKEN.focs.txt:4:5 [');
      expect(`${out}${error}`).toContain(`\n  7 | '''EffectsGroup scope = ${scope} effects = Destroy'''\n`);
    }
  });

  it('does not break what names it', async () => {
    const files = {
      ...sound,
      'techs/BROKEN.focs.txt': tech('EffectsGroup scope = Plannet effects = Destroy'),
      'techs/USES.focs.txt': tech(
        'EffectsGroup scope = OwnerHasTech name = "T" effects = SetStealth value = 1',
      ).replace('"T" d', '"U" d'),
    };
    const content = join(
      folderWith(Object.fromEntries(Object.entries(files).map(([path, text]) => [`scripting/${path}`, text]))),
      'scripting',
    );
    expect(await check(content, '--keep-going')).toMatchObject({
      items: 4,
      groups: 3,
      errors: [{ file: 'techs/BROKEN.focs.txt' }],
      warnings: [],
    });
  });

  it('shows its errors without the warnings, which are counted', async () => {
    const { out } = await cli([
      'focs',
      'check',
      '--content',
      contentWith(`#include "nothere.macros"\n${broken[0][1]}`),
    ]);
    expect(out).not.toContain('warning:');
    expect(out).toContain(': 1 error, 1 warning (shown when no error is left, and with --json)\n');
  });

  it('an include that is nowhere is the one error where macros are missing', async () => {
    const text = (name: string): string =>
      `#include "/lost.macros"\n${tech('[[ONE]] [[TWO]]').replace('"T"', `"${name}"`)}`;
    const files = { ...sound, 'techs/A.focs.txt': text('A'), 'techs/B.focs.txt': text('B') };
    const content = join(
      folderWith(Object.fromEntries(Object.entries(files).map(([path, each]) => [`scripting/${path}`, each]))),
      'scripting',
    );
    const message =
      'there is no file `lost.macros` to include, and there is no macro `ONE` elsewhere, nor are there 1 more';
    expect((await check(content)).errors).toEqual([
      { file: 'techs/A.focs.txt', line: 1, column: 1, code: 'missing-include', message, suggestion: null },
    ]);
  });

  it('warns of names outside of groups that content does not define', async () => {
    const text = `Tech name = "T" description = "" short_description = "" category = "NONE" researchcost = 1 researchturns = 1
  prerequisites = [ "TT" "T" ]
  unlock = [ Item type = Building name = "BLD_NONE" Item type = Tech name = "T" ]
ShipDesign name = "D" description = "" hull = "SH_SMAL" parts = [ "" "SR_LASSER" ] model = ""
`;
    const { exit, errors, warnings } = await check(contentWith(text));
    expect({ exit, errors }).toEqual({ exit: 0, errors: [] });
    expect(warnings.map(({ line, column, code, suggestion }) => [line, column, code, suggestion])).toEqual([
      [1, 68, 'unknown-name', null],
      [2, 21, 'unknown-name', 'did you mean `T`?'],
      [3, 42, 'unknown-name', null],
      [4, 47, 'unknown-name', 'did you mean `SH_SMALL`?'],
      [4, 70, 'unknown-name', 'did you mean `SR_LASER`?'],
    ]);
  });

  it('is no text', async () => {
    const files = { ...sound, 'techs/BINARY.focs.txt': Uint8Array.of(84, 101, 0, 255) };
    const content = join(
      folderWith(Object.fromEntries(Object.entries(files).map(([path, each]) => [`scripting/${path}`, each]))),
      'scripting',
    );
    expect((await check(content)).errors).toEqual([
      expect.objectContaining({
        file: 'techs/BINARY.focs.txt',
        code: 'unreadable-file',
        message: 'this is not UTF-8 text: it has zero bytes',
      }),
    ]);
  });

  it('an include that is missing is a warning', async () => {
    const { exit, errors, warnings } = await check(contentWith('\n#include "nothere.macros"\n'));
    expect({ exit, errors }).toEqual({ exit: 0, errors: [] });
    expect(warnings).toEqual([
      expect.objectContaining({ file: 'techs/BROKEN.focs.txt', line: 2, column: 1, code: 'missing-include' }),
    ]);
  });

  it('is not run, or run without what is broken', async () => {
    const content = contentWith(broken[0][1]);
    const file = join(folderWith({ 'state.json': JSON.stringify(state) }), 'state.json');
    const refused = await cli(['focs', 'run', '--content', content, '--state', file, '--compare']);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.error).toContain('techs/BROKEN.focs.txt:4:32: error: ');
    expect(refused.error).toMatch(
      /\nedict: the content has 1 error, so nothing was run; mend it, or leave out broken items with --keep-going\n$/,
    );
    const kept = await cli(['focs', 'run', '--content', content, '--state', file, '--compare', '--keep-going']);
    expect(kept.code).toBe(0);
    expect(kept.error).toContain('\nedict: the content has 1 error; the items with it are left out\n');
    expect(kept.out).toContain('8 of 8 meters are as recorded');
  });

  it('is not missed by a state: parts and hulls are there by name', async () => {
    const files = {
      ...sound,
      'ship_parts/LASER.focs.txt': sound['ship_parts/LASER.focs.txt'].replace('damage', 'damaje'),
      'ship_hulls/SMALL.focs.txt': sound['ship_hulls/SMALL.focs.txt'].replace('structure', 'structur'),
    };
    const folder = folderWith({
      ...Object.fromEntries(Object.entries(files).map(([path, text]) => [`scripting/${path}`, text])),
      'state.json': JSON.stringify(state),
    });
    expect(await check(join(folder, 'scripting'), '--keep-going')).toMatchObject({
      items: 1,
      errors: [{ file: 'ship_hulls/SMALL.focs.txt' }, { file: 'ship_parts/LASER.focs.txt' }],
    });
    const { out } = await cli([
      'focs',
      'run',
      '--content',
      join(folder, 'scripting'),
      '--state',
      join(folder, 'state.json'),
      '--compare',
      '--keep-going',
    ]);
    // What the planet has does not depend on them.
    expect(out).toContain('of 8 meters are as recorded');
    expect(out).not.toContain('Home (#30)');
  });

  it('a folder that is not there, or has no content, is refused', async () => {
    const empty = folderWith({ 'readme.txt': '', 'state.json': JSON.stringify(state) });
    const outside = join(contentWith(''), '..');
    const wrong = [
      [join(empty, 'nothere'), 'cannot be read: there is no such folder'],
      [join(empty, 'readme.txt'), 'it is not a folder; unpack an archive first'],
      [empty, 'there is no content in'],
      [outside, `give \`${join(outside, 'scripting')}\``],
    ];
    for (const [content, message] of wrong) {
      for (const more of [['check'], ['run', '--state', join(empty, 'state.json'), '--json']]) {
        const { code, out, error } = await cli(['focs', ...more, '--content', content]);
        expect({ code, out }).toEqual({ code: 1, out: '' });
        expect(error.split('\n').at(-2)).toContain(message);
        expect(error).toMatch(oneSentence);
      }
    }
  });
});

describe('sound content', () => {
  it('is counted', async () => {
    expect(await check(contentWith(''))).toEqual({ exit: 0, files: 4, items: 3, groups: 2, errors: [], warnings: [] });
    const { code, out } = await cli(['focs', 'check', '--content', contentWith('')]);
    expect({ code, out }).toEqual({ code: 0, out: '4 files, 3 items, 2 groups: no problems\n' });
  });
});

describe('a state that is broken', () => {
  const packed = gzipSync(JSON.stringify(state));
  const withObject = (id: number, change: object): string =>
    JSON.stringify({
      ...state,
      objects: state.objects.map((object) => (object.id === id ? { ...object, ...change } : object)),
    });

  it.each<readonly [string, string, string | Uint8Array, string]>([
    [
      'of species that content lacks',
      'state.json',
      withObject(30, { species: 'SP_HUMAM' }),
      'did you mean `SP_HUMAN`?',
    ],
    [
      'of a hull that content lacks',
      'state.json',
      JSON.stringify({ ...state, designs: state.designs.map((design) => ({ ...design, hull: 'SH_SMAL' })) }),
      'did you mean `SH_SMALL`?',
    ],
    [
      'of a special that content lacks',
      'state.json',
      withObject(30, { specials: { GOLD: { since: 1, capacity: 0 } } }),
      'GOLD',
    ],
    ['truncated gzip', 'state.json.gz', packed.subarray(0, packed.length / 2), 'is cut off'],
    ['no gzip at all', 'state.json.gz', 'hello', 'is not a gzip file'],
    ['truncated JSON', 'state.json', JSON.stringify(state).slice(0, 500), 'is not valid JSON'],
    ['another format', 'state.json', '{"format":"other/1"}', 'is of format "other/1"'],
    ['an unknown object', 'state.json', withObject(40, { fleet: 99 }), '99'],
    ['a text for a number', 'state.json', withObject(30, { x: 'far' }), 'objects[1].x is "far", expected a number'],
  ])('%s', async (_, name, bytes, message) => {
    const file = join(folderWith({ [name]: bytes }), name);
    const { code, out, error } = await cli(['focs', 'run', '--content', contentWith(''), '--state', file, '--json']);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(error).toMatch(oneSentence);
    expect(error).toContain(message);
  });

  it('is left as it is', async () => {
    const file = join(folderWith({ 'state.json.gz': packed }), 'state.json.gz');
    await cli(['focs', 'run', '--content', contentWith(''), '--state', file, '--pass', 'all']);
    expect(readFileSync(file).equals(packed)).toBe(true);
  });
});
