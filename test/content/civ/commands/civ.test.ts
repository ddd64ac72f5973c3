import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { folderWith } from '../../../cli/files.js';
import { cli, oneSentence } from '../../../cli/run-cli.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const valley = `${root}examples/civ`;
const world = `${valley}/valley.yaml`;
const law = '<Has><GOMType>GOM_TECH</GOMType><ID>TECH_LAW</ID></Has>';

function documentOf(xml: string | Uint8Array): string {
  return join(folderWith({ 'a.xml': xml }), 'a.xml');
}

interface Entry {
  readonly line: number;
  readonly column: number;
  readonly path: string;
  readonly owner: string;
  readonly code: string;
  readonly message: string;
}

interface Check {
  readonly files: number;
  readonly expressions: number;
  readonly distinct: number;
  readonly nodes: number;
  readonly manipulators: number;
  readonly namesChecked: boolean;
  readonly elements: Readonly<Record<string, number>>;
  readonly kinds: Readonly<Record<string, number>>;
  readonly holders: Readonly<Record<string, number>>;
  readonly errors: readonly Entry[];
  readonly warnings: readonly Entry[];
}

async function check(...argv: readonly string[]): Promise<Check & { readonly code: number }> {
  const { code, out, error } = await cli(['civ', 'check', ...argv, '--json']);
  expect(error).toBe('');
  return { code, ...(JSON.parse(out) as Check) };
}

function brief({ errors, warnings }: Check): readonly string[] {
  return [...errors, ...warnings].map(
    ({ line, column, path, owner, code }) => `${String(line)}:${String(column)} ${code} ${owner} ${path}`,
  );
}

describe('edict civ check', () => {
  it('counts what expressions consist of', async () => {
    const found = await check(valley, '--world', world);
    expect(found).toMatchObject({
      code: 0,
      files: 2,
      expressions: 4,
      distinct: 4,
      nodes: 13,
      manipulators: 4,
      namesChecked: true,
      errors: [],
      warnings: [],
      holders: { Active: 1, ConstructCondition: 2, iAmountPerTurn: 1 },
      kinds: { TECH: 2, BONUS: 1 },
      elements: { Has: 3, And: 2, Less: 1, Greater: 1, Adapt: 1, Constant: 2 },
    });
  });

  it('tells the place, the path and whose it is, and goes on', async () => {
    const file = documentOf(`<a>
 <b><Type>BUILDING_MILL</Type><TrainCondition><And>${law}<Hass/></And></TrainCondition></b>
 <b><ConstructCondition><Is>TAG_SPY</Is></ConstructCondition></b>
 <b><iAmountPerTurn><Plus><Constant>1</Constant>${law}</Plus></iAmountPerTurn></b>
 <b><Active>${law.replace('TECH_LAW', 'TECH_LAV')}</Active></b>
</a>`);
    const found = await check(file, '--world', world);
    expect(found.code).toBe(1);
    expect(brief(found)).toEqual([
      '2:107 unknown-tag BUILDING_MILL TrainCondition/And/Hass',
      '4:49 type  iAmountPerTurn/Plus/Has',
      '5:49 unknown-id  Active/Has/ID',
      '3:25 never-true  ConstructCondition/Is',
    ]);
    const { code, out } = await cli(['civ', 'check', file, '--world', world]);
    expect(code).toBe(1);
    expect(out).toContain(
      'a.xml:5:49: error: unknown TECH `TECH_LAV`; did you mean `TECH_LAW`? (at `Active/Has/ID`) [unknown-id]\n',
    );
    expect(out).toContain('error: BUILDING_MILL: unknown expression `Hass`; did you mean `Has`?');
    expect(out).toMatch(/\n1 file, 1 expression \(1 distinct\), 1 node, 0 manipulators: 3 errors, 1 warning\n$/);
  });

  it('checks no names where nothing declares them, and says so', async () => {
    const file = documentOf(
      `<Active><And>${law}<Greater><PropertyType>PROPERTY_X</PropertyType><Constant>SOME_DEFINE</Constant></Greater></And></Active>`,
    );
    expect(await check(file)).toMatchObject({ code: 0, expressions: 1, namesChecked: false, errors: [], warnings: [] });
    expect((await cli(['civ', 'check', file])).out).toContain(
      'names were not checked: give what declares them, --names or --world',
    );
    const names = join(
      folderWith({ 'names.json': JSON.stringify({ types: { TECH: ['TECH_LAW'], PROPERTY: ['PROPERTY_Y'] } }) }),
      'names.json',
    );
    expect(brief(await check(file, '--names', names))).toEqual([
      '1:92 unknown-id  Active/And/Greater/PropertyType',
      '1:127 unknown-id  Active/And/Greater/Constant',
    ]);
  });

  it('knows who carries manipulators by whose they are', async () => {
    const source = (type: string): string =>
      `<b><Type>${type}</Type><PropertyManipulators><PropertySource><PropertySourceType>PROPERTYSOURCE_ATTRIBUTE_CONSTANT</PropertySourceType><PropertyType>PROPERTY_CRIME</PropertyType><AttributeType>ATTRIBUTE_POPULATION</AttributeType><iAmountPerTurn>1</iAmountPerTurn></PropertySource></PropertyManipulators></b>`;
    const file = documentOf(`<a>${source('BUILDING_X')}${source('UNIT_X')}${source('PROPERTY_X')}</a>`);
    expect((await check(file)).errors.map(({ owner, code, path }) => `${owner} ${code} ${path}`)).toEqual([
      'UNIT_X type PropertyManipulators/PropertySource/AttributeType',
    ]);
    expect((await check(file, '--policy', 'compat')).errors).toEqual([]);
  });

  it('warns of what the shipped game passes over', async () => {
    const found = await check(valley, '--world', world, '--policy', 'compat');
    expect(found.code).toBe(0);
    expect(brief(found)).toEqual([
      '10:77 passed-over BUILDING_MILL PropertyManipulators/PropertySource/Active/Greater/Define',
      '20:9 passed-over BUILDING_COURT ConstructCondition/And/Less',
    ]);
    expect(found.warnings[1].message).toContain(
      'the game knows no `Less` where a condition is wanted: its first element `Constant` stands for it, and the other is not read',
    );
    const odd = documentOf(
      `<PropertyManipulators><PropertyTap/><PropertySource><PropertyType>PROPERTY_CRIME</PropertyType></PropertySource></PropertyManipulators>`,
    );
    expect(brief(await check(odd, '--policy', 'compat'))).toEqual([
      '1:23 passed-over  PropertyManipulators/PropertyTap',
      '1:37 passed-over  PropertyManipulators/PropertySource',
    ]);
  });

  it.each([
    ['broken XML', '<a><b></a>', '`</a>` ends an element that is not the innermost open one', 'xml-syntax'],
    ['an XML bomb', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', 'a DOCTYPE; expected none', 'xml-doctype'],
    [
      'a deep tree',
      `<Active>${'<Not>'.repeat(10_000)}${'</Not>'.repeat(10_000)}</Active>`,
      'more than 1000 levels deep',
      'xml-too-deep',
    ],
    [
      'a deep expression',
      `<Active>${'<Not>'.repeat(500)}${'</Not>'.repeat(500)}</Active>`,
      'more than 200 levels deep',
      'too-deep',
    ],
    [
      'text in no known encoding',
      '<?xml version="1.0" encoding="klingon"?><a/>',
      'says that its encoding is klingon, which is not known',
      'unreadable-file',
    ],
    [
      'bytes that are no text',
      Uint8Array.of(0x3c, 0x61, 0xff, 0x2f, 0x3e),
      'is not text in the encoding utf-8',
      'unreadable-file',
    ],
  ])('%s is one error', async (_what, xml, message, code) => {
    for (const policy of ['intended', 'compat']) {
      const found = await check(documentOf(xml), '--policy', policy);
      expect(found.code).toBe(1);
      expect(found.errors.map((each) => each.code)).toEqual([code]);
      expect(found.errors[0].message).toContain(message);
    }
  });

  it('shows the first hundred problems of a file, and how many more there are', async () => {
    const bogus = (count: number): string => `<a>${'<Active><Bogus/></Active>\n'.repeat(count)}</a>`;
    const folder = folderWith({ 'a.xml': bogus(950), 'b.xml': bogus(100), 'c.xml': bogus(101) });
    const { code, out } = await cli(['civ', 'check', folder]);
    expect(code).toBe(1);
    const shown = (name: string): number => out.split(`${join(folder, name)}:`).length - 1;
    expect(['a.xml', 'b.xml', 'c.xml'].map(shown)).toEqual([101, 100, 101]);
    expect(out).toContain('a.xml: 850 more problems; --json lists all\n');
    expect(out).toContain('c.xml: 1 more problem; --json lists all\n');
    expect(out).toContain('1,151 errors');
    expect((await check(folder)).errors).toHaveLength(1_151);
  });

  it('reads what says how it is encoded', async () => {
    const latin = documentOf(
      Uint8Array.from(
        `<?xml version="1.0" encoding="ISO-8859-1"?><a><!-- caf\u00e9 --><Active>${law}</Active></a>`,
        (character) => character.charCodeAt(0),
      ),
    );
    expect(await check(latin)).toMatchObject({ code: 0, expressions: 1 });
    const wide = documentOf(Buffer.from(`\ufeff<Active>${law}</Active>`, 'utf16le'));
    expect(await check(wide)).toMatchObject({ code: 0, expressions: 1 });
  });

  it.each([
    ['YAML', 'types: {}\nmap: { width: 1, height: 1 }\n', 'this is YAML, and expressions and manipulators are XML'],
    ['JSON', '{ "types": {} }', 'this is JSON, and expressions'],
    [
      'a native scenario',
      'format: edict-scenario/1\n',
      'this is a scenario file of edict-scenario/1; run its cases with edict test, and ask its world with edict what-if',
    ],
    ['a scenario of expressions', '\ufeffformat: expressions/1\n', 'this is a scenario file of expressions/1'],
    [
      'UTF-16 that does not say so',
      Buffer.from('<a/>', 'utf16le'),
      'the text is in UTF-16LE without a byte order mark; save it as UTF-8',
    ],
  ])('says what a file is that is no XML: %s', async (_what, bytes, message) => {
    const file = documentOf(bytes);
    const found = await check(file);
    expect(found).toMatchObject({ code: 1, files: 1, expressions: 0 });
    expect(found.errors).toHaveLength(1);
    expect(found.errors[0]).toMatchObject({ code: 'no-content', message: expect.stringContaining(message) as string });
    const { code, error } = await cli([
      'civ',
      'run',
      world,
      '--turns',
      '1',
      '--track',
      'Rome PROPERTY_CRIME',
      '--manipulators',
      file,
    ]);
    expect(code).toBe(1);
    expect(error).toContain(message);
  });

  it('counts a file that is broken', async () => {
    const { out } = await cli(['civ', 'check', documentOf('<a><b></a>')]);
    expect(out).toMatch(/\n1 file, no expressions, 0 manipulators: 1 error\n$/);
  });

  it('says so when there is nothing to check', async () => {
    expect((await check(folderWith({ 'a.txt': '' }))).errors[0].message).toContain('has no .xml file in it');
    expect(await cli(['civ', 'check', 'gone.xml'])).toEqual({
      code: 1,
      out: '',
      error: 'edict: gone.xml does not exist; check the path\n',
    });
    expect((await cli(['civ', 'check', documentOf('<a/>')])).out).toBe(
      '1 file, no expressions, 0 manipulators: no problems\n',
    );
  });
});

interface Run {
  readonly expression: string;
  readonly type: string;
  readonly answers: readonly {
    readonly object: string;
    readonly value?: unknown;
    readonly before?: unknown;
    readonly after?: unknown;
    readonly answer?: string;
  }[];
  readonly diagnostics: unknown;
  readonly track?: readonly {
    readonly object: string;
    readonly property: string;
    readonly values: readonly number[];
  }[];
}

async function run(...argv: readonly string[]): Promise<Run> {
  const { code, out } = await cli(['civ', 'run', world, ...argv, '--json']);
  expect(code).toBe(0);
  return JSON.parse(out) as Run;
}

async function valuesOf(xml: string, ...argv: readonly string[]): Promise<readonly unknown[]> {
  return (await run('--xml', xml, ...argv)).answers.map(({ value }) => value);
}

describe('edict civ run', () => {
  it('prints a table of answers', async () => {
    const { code, out, error } = await cli(['civ', 'run', world, '--xml', law, '--on', 'Bath', '--on', 'courier']);
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out).toBe('has TECH_LAW\n\n  object   type  value\n  Bath     CITY  false\n  courier  UNIT   true\n');
  });

  it('prints what would be', async () => {
    const { out } = await cli([
      'civ',
      'run',
      world,
      '--xml',
      law,
      '--type',
      'city',
      '--suppose',
      'west has TECH_LAW',
      '--suppose',
      'Ur lacks TECH_LAW',
    ]);
    expect(out.split('\n')).toEqual([
      'has TECH_LAW',
      'if west has TECH_LAW, and Ur lacks TECH_LAW',
      '',
      '  object  type  before     after  answer',
      '  Rome    CITY    true  →   true  stays true',
      '  Ur      CITY    true  →  false  becomes false',
      '  Bath    CITY   false  →   true  becomes true',
      '',
      '1 becomes true, 1 becomes false, 1 stays true',
      '',
    ]);
  });

  it('takes an expression, or what holds it, as what it is', async () => {
    const cities = ['--type', 'CITY'];
    expect(await valuesOf(`<Active>${law}</Active>`, ...cities)).toEqual([true, true, false]);
    expect(await valuesOf('<iAmountPerTurn>7</iAmountPerTurn>', ...cities)).toEqual([7, 7, 7]);
    expect(await valuesOf('<AttributeType>ATTRIBUTE_POPULATION</AttributeType>', ...cities)).toEqual([7, 3, 5]);
    expect(
      await valuesOf(
        '<iCost><Plus><AttributeType>ATTRIBUTE_POPULATION</AttributeType><Constant>1</Constant></Plus></iCost>',
        ...cities,
      ),
    ).toEqual([8, 4, 6]);
    expect(await valuesOf(`<If>${law}${law}<Constant>1</Constant></If>`, ...cities)).toEqual([true, true, true]);
    expect(await valuesOf('<Define>CROWD</Define>', ...cities)).toEqual([6, 6, 6]);
    expect(await valuesOf('<Define>CROWD</Define>', ...cities, '--as', 'bool')).toEqual([true, true, true]);
    const file = documentOf(`<Active>${law}</Active>`);
    expect((await run('--file', file, '--on', 'east')).answers).toEqual([
      { object: 'east', type: 'TEAM', value: true },
    ]);
  });

  it('asks everybody that the world declares where nobody is named', async () => {
    expect((await run('--xml', law)).answers).toHaveLength(13);
    expect((await run('--xml', '<Is>TAG_HILL</Is>', '--type', 'PLOT', '--on', 'courier')).answers).toHaveLength(16);
  });

  it('knows a form for every supposition', async () => {
    const becomes = async (xml: string, on: string, suppose: string) =>
      (await run('--xml', xml, '--on', on, '--suppose', suppose)).answers.map(({ before, after }) => [before, after]);
    expect(await becomes(law, 'Bath', 'west has GOM_TECH TECH_LAW')).toEqual([[false, true]]);
    expect(await becomes('<Is>TAG_HILL</Is>', 'courier', 'hill is not TAG_HILL')).toEqual([[true, false]]);
    expect(await becomes('<Is>TAG_WATER</Is>', 'ford', 'ford is TAG_WATER')).toEqual([[false, true]]);
    expect(await becomes('<PropertyType>PROPERTY_CRIME</PropertyType>', 'Rome', 'Rome PROPERTY_CRIME = -3')).toEqual([
      [90, -3],
    ]);
    expect(
      await becomes('<AttributeType>ATTRIBUTE_POPULATION</AttributeType>', 'Rome', 'Rome ATTRIBUTE_POPULATION=9'),
    ).toEqual([[7, 9]]);
    expect(await becomes('<Option>GAMEOPTION_FEUDS</Option>', 'Rome', 'game lacks GAMEOPTION_FEUDS')).toEqual([[1, 0]]);
  });

  it('reads as the shipped game does', async () => {
    const less = '<Less><Constant>1</Constant><Constant>2</Constant></Less>';
    expect(await valuesOf(`<Active>${less}</Active>`, '--on', 'Rome')).toEqual([true]);
    expect(
      await valuesOf('<Div><Constant>5</Constant><Constant>0</Constant></Div>', '--on', 'Rome', '--policy', 'compat'),
    ).toEqual([5]);
    const { code, out, error } = await cli([
      'civ',
      'run',
      world,
      '--xml',
      `<Active>${less}</Active>`,
      '--on',
      'Rome',
      '--policy',
      'compat',
    ]);
    expect(code).toBe(0);
    expect(error).toContain('the game knows no `Less` where a condition is wanted');
    expect(out).toMatch(/^true, as the shipped game reads it\n/);
  });

  it('tells of numbers that wrapped and of divisions by zero', async () => {
    const xml =
      '<Plus><Mult><Constant>2147483647</Constant><AttributeType>ATTRIBUTE_POPULATION</AttributeType></Mult><Div><Constant>1</Constant><PropertyType>PROPERTY_ORDER</PropertyType></Div></Plus>';
    expect((await run('--xml', xml, '--type', 'CITY')).diagnostics).toEqual({ overflow: 3, 'div-zero': 3 });
    expect((await cli(['civ', 'run', world, '--xml', xml, '--on', 'Rome'])).out).toMatch(
      /\n1 result left 32 bits and wrapped, 1 division by zero gave 0\n$/,
    );
    expect((await run('--xml', xml, '--type', 'CITY', '--policy', 'compat')).diagnostics).toBeNull();
  });

  it('runs turns with manipulators and shows what is tracked', async () => {
    const { code, out, error } = await cli([
      'civ',
      'run',
      world,
      '--turns',
      '2',
      '--manipulators',
      `${valley}/buildings.xml`,
      '--track',
      'Rome PROPERTY_CRIME',
      '--track',
      'Ur PROPERTY_CRIME',
    ]);
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out).toBe(
      '          Rome PROPERTY_CRIME  Ur PROPERTY_CRIME\n  start                    90                 10\n  turn 1                  100                 10\n  turn 2                  110                 10\n',
    );
    const after = await run(
      '--turns',
      '2',
      '--manipulators',
      `${valley}/buildings.xml`,
      '--track',
      'Rome PROPERTY_CRIME',
      '--xml',
      '<PropertyType>PROPERTY_CRIME</PropertyType>',
      '--on',
      'Rome',
    );
    expect(after).toMatchObject({
      answers: [{ object: 'Rome', value: 110 }],
      track: [{ object: 'Rome', property: 'PROPERTY_CRIME', values: [90, 100, 110] }],
    });
  });

  it('lets what belongs to no thing be carried by every object', async () => {
    const sums = await run(
      '--turns',
      '4',
      '--manipulators',
      `${valley}/properties.xml`,
      '--track',
      'ford PROPERTY_CRIME',
      '--xml',
      '<IntegrateSum><RelationType>RELATION_ASSOCIATED</RelationType><GameObjectType>GAMEOBJECT_PLOT</GameObjectType><PropertyType>PROPERTY_CRIME</PropertyType></IntegrateSum>',
      '--on',
      'game',
    );
    expect(sums.answers[0].value).toBe(48);
    expect(sums.track?.[0].values[1]).toBeLessThan(40);
  });
});

describe('what is wrong with a command line', () => {
  const is = ['--xml', '<Is>TAG_HILL</Is>'];

  it.each([
    ['nothing asked', [world], 2, 'there is nothing to ask; give an expression by --xml or --file'],
    [
      'objects without an expression',
      [world, '--turns', '1', '--track', 'Rome PROPERTY_CRIME', '--on', 'Rome'],
      2,
      '--on, --type and --suppose go with an expression',
    ],
    ['two expressions', [world, ...is, '--file', 'a.xml'], 2, 'exclude each other; leave one of them out'],
    [
      'an unknown object',
      [world, ...is, '--on', 'Rom'],
      1,
      'there is no object "Rom" in the world; did you mean `Rome`?',
    ],
    ['an unknown type', [world, ...is, '--type', 'town'], 2, '--type is "town"; give one of GAME, TEAM'],
    ['an unknown wish', [world, ...is, '--as', 'float'], 2, '--as is "float"; give bool or int'],
    ['an unknown policy', [world, ...is, '--policy', 'strict'], 2, '--policy is "strict"; give intended or compat'],
    ['no supposition', [world, ...is, '--suppose', 'Rome'], 2, '--suppose is "Rome"; write \'city:1 has BUILDING_X\''],
    ['a supposition of nothing', [world, ...is, '--suppose', 'Rome TECH_LAW'], 2, '--suppose is "Rome TECH_LAW"'],
    [
      'an unknown thing',
      [world, ...is, '--suppose', 'Rome has TECH_LAV'],
      1,
      '--suppose "Rome has TECH_LAV": unknown name "TECH_LAV"; did you mean `TECH_LAW`?',
    ],
    ['an unknown kind of things', [world, ...is, '--suppose', 'Rome has GOM_TEC TECH_LAW'], 1, 'did you mean `TECH`?'],
    ['an unknown tag', [world, ...is, '--suppose', 'Rome is TAG_HIL'], 1, 'did you mean `TAG_HILL`?'],
    ['an unknown property', [world, ...is, '--suppose', 'Rome PROPERTY_CRIM = 1'], 1, 'did you mean `PROPERTY_CRIME`?'],
    [
      'no whole number',
      [world, ...is, '--suppose', 'Rome PROPERTY_CRIME = 1.5'],
      1,
      'PROPERTY_CRIME cannot be "1.5"; give a 32-bit integer',
    ],
    [
      'an unknown object that is supposed',
      [world, ...is, '--suppose', 'Rom has TECH_LAW'],
      1,
      '--suppose "Rom has TECH_LAW": there is no object "Rom"',
    ],
    [
      'a track without turns',
      [world, ...is, '--track', 'Rome PROPERTY_CRIME'],
      2,
      '--track goes with turns; give --turns',
    ],
    [
      'manipulators without turns',
      [world, ...is, '--manipulators', 'a.xml'],
      2,
      '--manipulators goes with turns; give --turns',
    ],
    ['a track of nothing', [world, '--turns', '1', '--track', 'Rome CRIME'], 1, 'there is no property "CRIME"'],
    [
      'a world that is XML',
      [`${valley}/buildings.xml`, ...is],
      1,
      'is XML; give the file that declares the world, JSON or YAML',
    ],
    [
      'a world of another format',
      [`${root}examples/realm.yaml`, ...is],
      1,
      'realm.yaml is a scenario file of edict-scenario/1; run its cases with edict test, and ask its world with edict what-if',
    ],
    [
      'an empty file',
      ['/dev/null', ...is],
      1,
      '/dev/null is empty, or holds only comments; give the file that declares the world',
    ],
    ['no file', ['gone.json', ...is], 1, 'gone.json does not exist'],
  ])('%s', async (_what, argv, exit, message) => {
    const { code, out, error } = await cli(['civ', 'run', ...argv]);
    expect({ code, out }).toEqual({ code: exit, out: '' });
    expect(error).toMatch(oneSentence);
    expect(error).toContain(message);
  });

  it.each([
    ['unknown things', '<Is>TAG_HIL</Is>', [], 'did you mean `TAG_HILL`?'],
    ['an element of no meaning', '<Foo>3</Foo>', [], 'unknown expression `Foo`'],
    ['a misspelt element', law.replaceAll('Has>', 'Haas>'), [], 'unknown expression `Haas`; did you mean `Has`?'],
    ['broken XML', '<Is>', [], '[xml-syntax]'],
    ['what is not the same each time', '<Random>3</Random>', ['--suppose', 'Rome has TECH_LAW'], '[impure]'],
  ])('an expression with %s is not asked', async (_what, xml, more, message) => {
    const { code, out, error } = await cli(['civ', 'run', world, '--xml', xml, ...more]);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(error).toContain(message);
    expect(error).toMatch(/\nedict: the expression has 1 error, so nothing was asked; mend it and try again\n$/);
  });

  it('manipulators with errors are not run', async () => {
    const { code, out, error } = await cli([
      'civ',
      'run',
      world,
      '--turns',
      '1',
      '--track',
      'Rome PROPERTY_CRIME',
      '--manipulators',
      documentOf('<PropertyManipulators><PropertyTap/></PropertyManipulators>'),
    ]);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(error).toContain('[unknown-tag]');
    expect(error).toMatch(/\nedict: the manipulators have 1 error, so nothing was run; mend it and try again\n$/);
  });

  it('a world with errors has their places', async () => {
    const bad = join(
      folderWith({ 'w.json': '{ "types": {},\n "map": { "width": 0, "height": 1 },\n "objects": [] }' }),
      'w.json',
    );
    const { code, error } = await cli(['civ', 'run', bad, '--xml', law]);
    expect(code).toBe(1);
    expect(error).toContain('declares no world that can be:');
    expect(error).toContain('w.json:2:');
    const typed = join(
      folderWith({
        'w.json':
          '{ "types": {}, "map": { "width": 1, "height": 1 },\n "objects": [{ "id": "a", "type": "CITIY" }, { "id": "b" }] }',
      }),
      'w.json',
    );
    const told = (await cli(['civ', 'run', typed, '--xml', law])).error;
    expect(told).toContain(
      'w.json:2:35: objects[0].type is "CITIY", expected one of "GAME", "TEAM", "PLAYER", "CITY", "UNIT", "PLOT" (did you mean `CITY`?)',
    );
    expect(told).toContain('objects[1].type is missing, expected one of "GAME"');
  });
});

describe('files given to other commands', () => {
  it.each([
    [
      'check',
      world,
      'this is a scenario file of expressions/1; run its cases with edict test, and ask its world with edict civ run [no-content]',
    ],
    ['run', world, 'valley.yaml is a scenario file of expressions/1; run its cases with edict test'],
    ['what-if', world, 'valley.yaml is a scenario file of expressions/1'],
    ['check', `${valley}/buildings.xml`, 'this is XML; check its expressions with edict civ check'],
  ])('%s of %s says who takes it', async (command, file, message) => {
    const { code, out, error } = await cli([command, file, ...(command === 'what-if' ? ['--unlocks', 'x'] : [])]);
    expect(code).toBe(1);
    expect(out + error).toContain(message);
  });

  it('edict test runs the cases of the example', async () => {
    const { code, out } = await cli(['test', valley]);
    expect(code).toBe(0);
    expect(out).toContain('3 passed, 0 failed in 1 file');
  });
});

describe('what the pages show', () => {
  const [commands, page] = ['docs/commands.md', 'docs/civ.md'].map((name) =>
    readFileSync(`${root}${name}`, 'utf8')
      .split('\n')
      .map((line) => line.trim())
      .join('\n'),
  );

  it.each([
    ['check', commands, ['check', valley, '--world', world]],
    ['check of what the game passes over', page, ['check', valley, '--world', world, '--policy', 'compat']],
    ['run', commands, ['run', world, '--xml', law, '--type', 'CITY', '--suppose', 'west has TECH_LAW']],
    ['run, first of all', page, ['run', world, '--xml', law, '--type', 'CITY', '--suppose', 'west has TECH_LAW']],
    [
      'turns',
      commands,
      [
        'run',
        world,
        '--turns',
        '3',
        '--manipulators',
        `${valley}/buildings.xml`,
        '--track',
        'Rome PROPERTY_CRIME',
        '--track',
        'Rome PROPERTY_ORDER',
      ],
    ],
  ])('of %s is what it prints', async (_what, shown, argv) => {
    const { out } = await cli(['civ', ...argv]);
    expect(shown).toContain(
      out
        .replaceAll(root, '')
        .trimEnd()
        .split('\n')
        .map((line) => line.trim())
        .join('\n'),
    );
  });

  it('has every option, and every command an example', async () => {
    for (const command of [['civ'], ['civ', 'run'], ['civ', 'check']]) {
      const { code, out, error } = await cli([...command, '--help']);
      expect({ code, error }).toEqual({ code: 0, error: '' });
      expect(out).toMatch(/Examples:\n {2}\$ edict civ /);
      for (const [option] of out.matchAll(/^ {2}--\w+/gm)) expect(commands, option).toContain(`\`${option.trim()}`);
    }
  });
});
