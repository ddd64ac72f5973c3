import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { folderWith } from '../../../cli/files.js';
import { cli, oneSentence } from '../../../cli/run-cli.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const example = `${root}examples/lst/characters.pcc`;

type Files = Readonly<Record<string, string>>;

const sound: Files = {
  'ship.pcc':
    'CAMPAIGN:Ship\nDATACONTROL:data.lst\nVARIABLE:variables.lst\nGLOBALMODIFIER:modifiers.lst\nEQUIPMENT:things.lst\n',
  'data.lst': 'DEFAULTVARIABLEVALUE:NUMBER|0\nDEFAULTVARIABLEVALUE:STRING|none\n',
  'variables.lst':
    'GLOBAL:NUMBER=Speed\tEXPLANATION:In knots\nGLOBAL:NUMBER=Wind\nGLOBAL:NUMBER=Share\nGLOBAL:ARRAY[NUMBER]=Gusts\nGLOBAL:STRING=Flag\nCHANNEL:PC|NUMBER=Weather\nLOCAL:EQUIPMENT|NUMBER=Pull\nCHANNEL:EQUIPMENT|NUMBER=Reef\n',
  'modifiers.lst':
    'MODIFY:Wind|SET|input("Weather")\nMODIFY:Gusts|SET|1,2.5\nMODIFY:Share|SET|Gusts[Wind]\nMODIFYOTHER:EQUIPMENT|ALL|Speed|ADD|Pull-input("Reef")\n',
  'things.lst':
    'Sail\tGROUP:Cloth\tMODIFY:Pull|SET|Wind*2\nJib=2\tGROUP:Cloth\tMODIFY:Pull|SET|Wind/2\nOar\tMODIFY:Pull|SET|1\tPART:1|MODIFY:Flag|SET|white\n',
};

/** The path of a campaign, some of its files changed. */
function campaignWith(files: Files = {}): string {
  return join(folderWith({ ...sound, ...files }), 'ship.pcc');
}

interface Report {
  readonly granted: readonly string[];
  readonly variables: readonly Readonly<Record<string, unknown>>[];
}

async function runJson(campaign: string, ...more: readonly string[]): Promise<Report> {
  const { code, out, error } = await cli(['lst', 'run', campaign, ...more, '--json']);
  expect({ code, error }).toEqual({ code: 0, error: '' });
  return JSON.parse(out) as Report;
}

/** Values by object and variable. */
async function valuesOf(campaign: string, ...more: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  const { variables } = await runJson(campaign, ...more);
  return Object.fromEntries(
    variables.map(({ object, variable, value, error }) => [`${String(object)} ${String(variable)}`, value ?? error]),
  );
}

describe('edict lst run', () => {
  it('prints all variables and channels of the character and of what is granted', async () => {
    const { code, out, error } = await cli([
      'lst',
      'run',
      campaignWith(),
      '--grant',
      'EQUIPMENT|Sail',
      '--write',
      'Weather=1',
    ]);
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out.split('\n').slice(1)).toEqual([
      '',
      '  object          variable  format            value',
      '  PC              Flag      STRING           "none"',
      '  PC              Gusts     ARRAY[NUMBER]  [1, 2.5]',
      '  PC              Share     NUMBER              2.5',
      '  PC              Speed     NUMBER                2  In knots',
      '  PC              Weather   NUMBER                1  channel',
      '  PC              Wind      NUMBER                1',
      '  EQUIPMENT|Sail  Pull      NUMBER                2',
      '  EQUIPMENT|Sail  Reef      NUMBER                0  channel',
      '',
    ]);
    expect(out).toMatch(/ship\.pcc with EQUIPMENT\|Sail\n/);
  });

  it('gives machines the same, with class and format', async () => {
    const { granted, variables } = await runJson(
      campaignWith(),
      '--grant',
      'equipment|oar',
      '--write',
      'Weather=9',
      '--get',
      'speed',
      '--get',
      'PC|Flag',
      '--get',
      'EQUIPMENT|Oar|Pull',
      '--get',
      'EQUIPMENT|Oar:Speed',
      '--get',
      'Share',
      '--get',
      'Gusts',
    );
    expect(granted).toEqual(['EQUIPMENT|Oar', 'EQUIPMENT.PART|Oar#1']);
    expect(variables).toEqual([
      { object: 'PC', variable: 'Speed', channel: false, format: 'NUMBER', class: 'int', value: 1 },
      { object: 'PC', variable: 'Flag', channel: false, format: 'STRING', value: 'white' },
      { object: 'EQUIPMENT|Oar', variable: 'Pull', channel: false, format: 'NUMBER', class: 'int', value: 1 },
      { object: 'EQUIPMENT|Oar', variable: 'Speed', channel: false, format: 'NUMBER', class: 'int', value: 1 },
      {
        object: 'PC',
        variable: 'Share',
        channel: false,
        format: 'NUMBER',
        error: 'arithmetic',
        reason: 'there is no index 9 in an array of 2 elements',
      },
      {
        object: 'PC',
        variable: 'Gusts',
        channel: false,
        format: 'ARRAY[NUMBER]',
        value: [
          { class: 'int', value: 1 },
          { class: 'double', value: 2.5 },
        ],
      },
    ]);
  });

  it('does actions in the order of the command line', async () => {
    const campaign = campaignWith({ 'things.lst': 'Red\tMODIFY:Speed|SET|1\nBlue\tMODIFY:Speed|SET|2\n' });
    expect(await valuesOf(campaign, '--grant', 'EQUIPMENT|Red', '--grant', 'EQUIPMENT|Blue', '--get', 'Speed')).toEqual(
      { 'PC Speed': 2 },
    );
    expect(await valuesOf(campaign, '--grant', 'EQUIPMENT|Blue', '--grant', 'EQUIPMENT|Red', '--get', 'Speed')).toEqual(
      { 'PC Speed': 1 },
    );
    expect(await valuesOf(campaign, '--grant', 'EQUIPMENT|Red', '--revoke', 'EQUIPMENT|Red', '--get', 'Speed')).toEqual(
      { 'PC Speed': 0 },
    );
    expect(await valuesOf(campaign, '--write', 'Weather=1', '--write', 'Weather=0', '--get', 'Wind')).toEqual({
      'PC Wind': 0,
    });
  });

  it('writes channels of objects, whatever is in their keys', async () => {
    const campaign = campaignWith();
    const speed = ['--get', 'Speed'];
    expect(await valuesOf(campaign, '--grant', 'EQUIPMENT|Sail', '--write', 'EQUIPMENT|Sail|Reef=3', ...speed)).toEqual(
      { 'PC Speed': -3 },
    );
    expect(
      await valuesOf(campaign, '--grant', 'EQUIPMENT|Jib=2', '--write', 'EQUIPMENT|Jib=2:Reef=4', ...speed),
    ).toEqual({ 'PC Speed': -4 });
    expect(await valuesOf(campaign, '--write', 'PC|Weather=-1.5', '--get', 'Wind')).toEqual({ 'PC Wind': -1.5 });
    const named = campaignWith({
      'variables.lst': `${sound['variables.lst']}CHANNEL:PC|STRING=Name\nGLOBAL:STRING=Called\n`,
      'modifiers.lst': 'MODIFY:Called|SET|a\n',
    });
    expect(await valuesOf(named, '--write', 'PC|Name=a|b=c:d=e', '--get', 'Called')).toEqual({ 'PC Called': 'a' });
  });

  it('says that a variable failed, and why', async () => {
    const { code, out } = await cli(['lst', 'run', campaignWith(), '--write', 'Weather=7', '--get', 'Share']);
    expect(code).toBe(0);
    expect(out).toMatch(/\n {2}PC +Share +NUMBER +failed +there is no index 7 in an array of 2 elements\n$/);
    const needing = campaignWith({
      'modifiers.lst': `${sound['modifiers.lst']}MODIFY:Speed|ADD|if(Wind>0,Share,Pulled)\nMODIFY:Flag|SET|a\n`,
      'variables.lst': `${sound['variables.lst']}GLOBAL:NUMBER=Pulled\n`,
    });
    expect((await cli(['lst', 'run', needing, '--write', 'Weather=7', '--get', 'Speed'])).out).toMatch(
      / failed +it needs Share, which failed\n$/,
    );
    expect((await runJson(needing, '--write', 'Weather=7', '--get', 'Speed')).variables).toEqual([
      {
        object: 'PC',
        variable: 'Speed',
        channel: false,
        format: 'NUMBER',
        error: 'arithmetic',
        reason: 'it needs Share, which failed',
      },
    ]);
  });

  it('shows channels that are asked for, and what is not granted', async () => {
    const { out } = await cli([
      'lst',
      'run',
      campaignWith(),
      '--get',
      'weather',
      '--get',
      'EQUIPMENT|Sail|Pull',
      '--get',
      'EQUIPMENT|Sail|Reef',
      '--get',
      'EQUIPMENT|Sail|Speed',
    ]);
    expect(out.split('\n').slice(3, -1)).toEqual([
      expect.stringMatching(/^ {2}PC +Weather +NUMBER +0 +channel$/),
      expect.stringMatching(/ Pull +NUMBER +0 +not granted$/),
      expect.stringMatching(/ Reef +NUMBER +0 +not granted; channel$/),
      expect.stringMatching(/ Speed +NUMBER +0 +In knots$/),
    ]);
  });

  it.each([
    [
      'an unknown object',
      ['--grant', 'EQUIPMENT|Sale'],
      'there is no object "EQUIPMENT|Sale" in the campaign; did you mean `EQUIPMENT|Sail`?',
    ],
    ['an unknown object of a channel', ['--write', 'EQUIPMENT|Sale|Reef=1'], 'did you mean `EQUIPMENT|Sail`?'],
    [
      'an unknown channel',
      ['--write', 'Wether=1'],
      'there is no channel "Wether" of the character; did you mean `Weather`?',
    ],
    ['a channel of objects', ['--write', 'Reef=1'], 'objects of EQUIPMENT have one'],
    [
      'a variable in its place',
      ['--write', 'Speed=1'],
      'there is no channel "Speed" of the character: it is a variable, which modifiers make; channels there are Weather\n',
    ],
    [
      'a variable of objects in its place',
      ['--write', 'EQUIPMENT|Sail|Pull=1'],
      'it is a variable, which modifiers make; channels there are Weather, Reef\n',
    ],
    [
      'an unknown channel that is like none',
      ['--write', 'Zzz=1'],
      'there is no channel "Zzz" of the character; known are Weather\n',
    ],
    [
      'what is no number',
      ['--write', 'Weather=calm'],
      '"calm" cannot be written to Weather: it is not a constant of the format NUMBER',
    ],
    [
      'a write to what is not granted',
      ['--write', 'EQUIPMENT|Sail|Reef=1', '--grant', 'EQUIPMENT|Oar'],
      `--write "EQUIPMENT|Sail|Reef=1": EQUIPMENT|Sail is not granted, so that nothing reads what is written; give --grant "EQUIPMENT|Sail" too`,
    ],
    ['an unknown variable', ['--get', 'Sped'], 'there is no variable "Sped" of the character; did you mean `Speed`?'],
    [
      'a variable of objects',
      ['--get', 'Pull'],
      'there is no variable "Pull" of the character; objects of EQUIPMENT have one',
    ],
    [
      'a variable of another scope',
      ['--get', 'EQUIPMENT|Sail|Depth'],
      'there is no variable "Depth" to be seen from EQUIPMENT|Sail',
    ],
  ])('%s is exit code 1 and a sentence', async (_what, more, message) => {
    const { code, out, error } = await cli(['lst', 'run', campaignWith(), ...more]);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(error).toMatch(oneSentence);
    expect(error).toContain(message);
  });

  it.each([
    [
      'a file that is none',
      ['run', `${root}package.json`],
      `edict: ${root}package.json is not a campaign; give its .pcc file\n`,
    ],
    [
      'a scenario file',
      ['check', `${root}examples/lst/adventurer.yaml`],
      'adventurer.yaml is a scenario file of formulas/1; run its cases with edict test\n',
    ],
    ['a file that is not there', ['check', 'nothere.lst'], 'edict: nothere.lst does not exist; check the path\n'],
    ['a campaign that is not there', ['run', 'nothere.pcc'], 'edict: nothere.pcc does not exist; check the path\n'],
    ['a folder', ['check', `${root}examples`], `is a folder; give the .pcc file of a campaign: ${example}\n`],
    ['a folder without one', ['check', `${root}scripts`], 'is a folder; give the .pcc file of a campaign\n'],
  ])('%s is exit code 1 and a sentence, as in other commands', async (_what, argv, message) => {
    const { code, out, error } = await cli(['lst', ...argv]);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(error).toMatch(oneSentence);
    expect(error).toContain(message);
  });

  it.each([
    ['no campaign', ['lst', 'run'], 'campaign'],
    [
      'an object without scope',
      ['lst', 'run', 'a.pcc', '--grant', 'Sail'],
      '--grant is "Sail"; give the scope and key',
    ],
    ['an object without key', ['lst', 'run', 'a.pcc', '--revoke', 'EQUIPMENT|'], '--revoke is "EQUIPMENT|"'],
    ['a write of nothing', ['lst', 'run', 'a.pcc', '--write', 'Weather'], '--write is "Weather"; give Channel=value'],
    ['a variable that is none', ['lst', 'run', 'a.pcc', '--get', 'a b'], '--get is "a b"; give a variable'],
    ['an unknown option', ['lst', 'run', 'a.pcc', '--gett', 'a'], 'has no option --gett'],
    ['an unknown command', ['lst', 'rnu', 'a.pcc'], 'rnu'],
  ])('%s is exit code 2 and a sentence', async (_what, argv, message) => {
    const { code, out, error } = await cli(argv);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(error).toMatch(oneSentence);
    expect(error).toContain(message);
  });

  it.each(['lst', 'focs'])('%s alone says what is missing', async (command) => {
    const { code, out, error } = await cli([command]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(error).toMatch(new RegExp(`^edict: edict ${command} needs one of its commands, check or run\n\nUsage: `));
  });

  it('of a broken campaign tells the errors and runs nothing', async () => {
    const { code, out, error } = await cli(['lst', 'run', campaignWith({ 'modifiers.lst': 'MODIFY:Sped|SET|1\n' })]);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(error).toMatch(/modifiers\.lst:1:8: error: [^\n]+\[unknown-variable\]\n/);
    expect(error).toMatch(/\nedict: the campaign has 1 error, so nothing was run; mend it and try again\n$/);
  });
});

describe('edict lst check', () => {
  it('says what a campaign has', async () => {
    const { code, out, error } = await cli(['lst', 'check', campaignWith()]);
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out).toBe(
      [
        '  scope           objects  variables  channels  modifiers',
        '  PC                    0          5         1          4',
        '  EQUIPMENT             3          1         1          3',
        '  EQUIPMENT.PART        1          0         0          1',
        '',
        '4 objects, 6 variables, 2 channels, 8 modifiers, no loops: no problems',
        '',
      ].join('\n'),
    );
  });

  it('shows all errors with file, line, column, the line and what to do', async () => {
    const campaign = campaignWith({
      'modifiers.lst':
        '# a comment\r\nMODIFY:Sped|SET|1\r\nMODIFY:Speed|SET|1+\r\n\r\nMODIFY:Speed|TWICE|1\r\nMODIFY:Speed|SET|1|PRIORITY=-1\r\n',
      'things.lst': 'Sail\tMODIFY:Pull|SET|max(1)\tMODIFY:Pull|SET|Flag\n',
    });
    const { code, out, error } = await cli(['lst', 'check', campaign]);
    expect({ code, error }).toEqual({ code: 1, error: '' });
    const folder = campaign.slice(0, -'/ship.pcc'.length);
    expect(
      [...out.matchAll(/^(\S+): error: .+ \[([\w-]+)\]$/gm)].map(
        ([, place, problem]) => `${place.slice(folder.length + 1)} ${problem}`,
      ),
    ).toEqual([
      'modifiers.lst:2:8 unknown-variable',
      'modifiers.lst:3:20 syntax',
      'modifiers.lst:5:14 modifier',
      expect.stringMatching(/^modifiers\.lst:6:\d+ priority$/),
      expect.stringMatching(/^things\.lst:1:2\d arity$/),
      expect.stringMatching(/^things\.lst:1:\d\d format$/),
    ]);
    expect(out).toContain('  2 | MODIFY:Sped|SET|1\n    |        ^\n    = did you mean `Speed`?\n');
    expect(out).toMatch(/\n6 errors\n$/);
  });

  it('gives machines errors with their tokens, and no counts', async () => {
    const campaign = campaignWith({ 'things.lst': 'Sail\tMODIFY:Pul|SET|1\n' });
    const { code, out } = await cli(['lst', 'check', campaign, '--json']);
    expect(code).toBe(1);
    const report = JSON.parse(out) as Readonly<Record<string, unknown>>;
    expect(Object.keys(report)).toEqual([
      'objects',
      'variables',
      'channels',
      'modifiers',
      'scopes',
      'errors',
      'more',
      'warnings',
    ]);
    expect(report).toMatchObject({
      objects: null,
      variables: null,
      channels: null,
      modifiers: null,
      scopes: null,
      more: 0,
      warnings: [],
      errors: [
        {
          file: campaign.replace('ship.pcc', 'things.lst'),
          line: 1,
          column: 13,
          token: 'MODIFY:Pul|SET|1',
          code: 'unknown-variable',
          suggestion: 'did you mean `Pull`?',
        },
      ],
    });
    const fine = JSON.parse((await cli(['lst', 'check', campaignWith(), '--json'])).out) as object;
    expect(fine).toMatchObject({ objects: 4, variables: 6, channels: 2, modifiers: 8, errors: [], warnings: [] });
    expect(fine).toHaveProperty('scopes.0', { scope: 'PC', objects: 0, variables: 5, channels: 1, modifiers: 4 });
  });

  it('quotes no more of a long line than people can read', async () => {
    const campaign = campaignWith({
      'modifiers.lst': `MODIFY:Speed|SET|${'1+'.repeat(500_000)}1\nMODIFY:Wind|SET|${'('.repeat(10_000)}1${')'.repeat(10_000)}\n`,
    });
    const { code, out } = await cli(['lst', 'check', campaign, '--json']);
    expect(code).toBe(1);
    const { errors } = JSON.parse(out) as {
      readonly errors: readonly { readonly line: number; readonly code: string; readonly token: string }[];
    };
    expect(errors.map((each) => [each.line, each.code, each.token.length])).toEqual([
      [1, 'syntax', 201],
      [2, 'syntax', 201],
    ]);
    expect((await cli(['lst', 'check', campaign])).out.length).toBeLessThan(3_000);
  });

  it('warns of a division by zero and goes on', async () => {
    const campaign = campaignWith({ 'modifiers.lst': 'MODIFY:Speed|SET|Wind/0\n' });
    const { code, out } = await cli(['lst', 'check', campaign]);
    expect(code).toBe(0);
    expect(out).toMatch(/modifiers\.lst:1:\d+: warning: /);
    expect(out).toMatch(/no loops: 1 warning\n$/);
    expect(await valuesOf(campaign, '--get', 'Speed')).toEqual({ 'PC Speed': 'NaN' });
  });

  it.each([
    [
      'a file that is not there',
      { 'ship.pcc': 'VARIABLE:nowhere.lst\n' },
      'ship.pcc',
      'ship.pcc:1:10: error: there is no file',
    ],
    ['a file outside', { 'ship.pcc': 'VARIABLE:../x.lst\n' }, 'ship.pcc', "leads out of the campaign's folder"],
    ['a circle', { 'ship.pcc': 'PCC:ship.pcc\n' }, 'ship.pcc', 'names itself again'],
    ['a loop', { 'modifiers.lst': 'MODIFY:Speed|SET|Wind\nMODIFY:Wind|SET|Speed\n' }, 'ship.pcc', '[loop]'],
    [
      'a file that cannot be told from text',
      { 'variables.lst': 'GLOBAL:NUMBER=\u0000\n' },
      'ship.pcc',
      'variables.lst:1:',
    ],
  ])('%s is an error', async (_what, files, name, message) => {
    const { code, out } = await cli(['lst', 'check', campaignWith(files).replace('ship.pcc', name)]);
    expect(code).toBe(1);
    expect(out).toContain(message);
  });

  it('of a file that is missing says that, and not what follows from it', async () => {
    const { out } = await cli([
      'lst',
      'check',
      campaignWith({ 'ship.pcc': sound['ship.pcc'].replace('variables.lst', 'nowhere.lst') }),
    ]);
    expect(out).toMatch(/\n\n1 error\n$/);
  });

  it('of a misspelt token of a campaign says that, and not what follows from it', async () => {
    const { out } = await cli([
      'lst',
      'check',
      campaignWith({ 'ship.pcc': sound['ship.pcc'].replace('VARIABLE:', 'VARIABEL:') }),
    ]);
    expect(out).toContain('did you mean `VARIABLE`?');
    expect(out).toMatch(/\n\n1 error\n$/);
  });

  it('counts errors that say the same after the first few', async () => {
    const campaign = campaignWith({ 'modifiers.lst': 'MODIFY:Sped|SET|1\n'.repeat(9) });
    expect((await cli(['lst', 'check', campaign])).out).toMatch(/\n\n9 errors, of which 3 are shown\n$/);
    const { errors, more } = JSON.parse((await cli(['lst', 'check', campaign, '--json'])).out) as {
      readonly errors: readonly unknown[];
      readonly more: number;
    };
    expect([errors.length, more]).toEqual([3, 6]);
  });
});

describe('edict explain', () => {
  it('shows the modifiers of a variable in the order in which they applied', async () => {
    const campaign = campaignWith({
      'things.lst':
        'Keel\tMODIFY:Speed|MULTIPLY|2|PRIORITY=9\nSail\tMODIFY:Speed|ADD|Wind+1\nHull\tMODIFY:Speed|SET|3\n',
    });
    const actions = ['Keel', 'Sail', 'Hull'].flatMap((key) => ['--grant', `EQUIPMENT|${key}`]);
    const { code, out, error } = await cli(['explain', 'PC', 'speed', campaign, ...actions, '--write', 'Weather=1']);
    expect({ code, error }).toEqual({ code: 0, error: '' });
    const json = JSON.parse(
      (await cli(['explain', 'PC', 'speed', campaign, ...actions, '--write', 'Weather=1', '--json'])).out,
    ) as { readonly steps: readonly Readonly<Record<string, unknown>>[] };
    const int = (value: number) => ({ format: 'NUMBER', class: 'int', value });
    expect(json).toMatchObject({ object: 'PC', variable: 'Speed', initial: int(0), current: int(10) });
    expect(
      json.steps.map(({ carrier, modification, text, priority, amount, before, after }) => ({
        carrier,
        modification,
        text,
        priority,
        amount,
        before,
        after,
      })),
    ).toEqual([
      {
        carrier: 'EQUIPMENT|Hull',
        modification: 'set',
        text: '3',
        priority: 0,
        amount: int(3),
        before: int(0),
        after: int(3),
      },
      {
        carrier: 'PC',
        modification: 'add',
        text: 'Pull-input("Reef")',
        priority: 0,
        amount: int(0),
        before: int(3),
        after: int(3),
      },
      {
        carrier: 'PC',
        modification: 'add',
        text: 'Pull-input("Reef")',
        priority: 0,
        amount: int(0),
        before: int(3),
        after: int(3),
      },
      {
        carrier: 'PC',
        modification: 'add',
        text: 'Pull-input("Reef")',
        priority: 0,
        amount: int(0),
        before: int(3),
        after: int(3),
      },
      {
        carrier: 'EQUIPMENT|Sail',
        modification: 'add',
        text: 'Wind+1',
        priority: 0,
        amount: int(2),
        before: int(3),
        after: int(5),
      },
      {
        carrier: 'EQUIPMENT|Keel',
        modification: 'multiply',
        text: '2',
        priority: 9,
        amount: int(2),
        before: int(5),
        after: int(10),
      },
    ]);
    expect(out).toMatch(
      /^Speed of PC: 0 → 10\n\n {2}modifier +carrier +priority +amount +before +after\n {2}MODIFY:Speed\|SET\|3 +EQUIPMENT\|Hull +0 +0 +→ +3\n/,
    );
    expect(out).toMatch(
      /\n {2}MODIFY:Speed\|ADD\|Wind\+1 +EQUIPMENT\|Sail +0 +2 +3 +→ +5\n {2}MODIFY:Speed\|MULTIPLY\|2\|PRIORITY=9 +EQUIPMENT\|Keel +9 +5 +→ +10\n$/,
    );
  });

  it('asks objects, also for what they see above them', async () => {
    const campaign = campaignWith();
    const { out } = await cli([
      'explain',
      'equipment|sail',
      'PULL',
      campaign,
      '--grant',
      'EQUIPMENT|Sail',
      '--write',
      'Weather=4',
    ]);
    expect(out).toMatch(/^Pull of EQUIPMENT\|Sail: 0 → 8\n/);
    expect((await cli(['explain', 'EQUIPMENT|Sail', 'Wind', campaign])).out).toMatch(
      /^Wind of EQUIPMENT\|Sail: stays 0\n/,
    );
  });

  it('says why no modifier is in force', async () => {
    const told = async (...argv: readonly string[]): Promise<string> =>
      (await cli(['explain', ...argv.slice(0, 2), campaignWith(), ...argv.slice(2)])).out;
    expect(await told('EQUIPMENT|Sail', 'Pull')).toBe(
      'Pull of EQUIPMENT|Sail: stays 0\nEQUIPMENT|Sail is not granted, so its variables have their defaults\n',
    );
    expect(await told('EQUIPMENT|Sail', 'Flag')).toBe(
      'Flag of EQUIPMENT|Sail: stays "none"\nno modifier is in force\n',
    );
    expect(await told('PC', 'weather', '--write', 'Weather=3')).toBe(
      'Weather of PC: stays 3\nit is a channel: its value is what was written\n',
    );
  });

  it('says why a modifier failed', async () => {
    const campaign = campaignWith({
      'modifiers.lst': `${sound['modifiers.lst']}MODIFY:Speed|ADD|Share\nMODIFY:Speed|ADD|1|PRIORITY=9\n`,
    });
    const { out } = await cli(['explain', 'PC', 'Share', campaign, '--write', 'Weather=2']);
    expect(out).toMatch(
      /MODIFY:Share\|SET\|Gusts\[Wind\] +PC +0 +failed +0 +→ +failed\n\nMODIFY:Share\|SET\|Gusts\[Wind\] failed: there is no index 2 in an array of 2 elements\n$/,
    );
    expect((await cli(['explain', 'PC', 'Speed', campaign, '--write', 'Weather=2'])).out).toMatch(
      /\n\nMODIFY:Speed\|ADD\|Share failed: it needs Share, which failed\n$/,
    );
    const { steps } = JSON.parse(
      (await cli(['explain', 'PC', 'Speed', campaign, '--write', 'Weather=2', '--json'])).out,
    ) as { readonly steps: readonly unknown[] };
    expect(steps).toMatchObject([
      { modifier: 'MODIFY:Speed|ADD|Share', amount: { error: 'arithmetic' }, reason: 'it needs Share, which failed' },
      { amount: { value: 1 } },
    ]);
    expect(steps[1]).not.toHaveProperty('reason');
  });

  it('names modifiers for programs as it does for people', async () => {
    const { out } = await cli([
      'explain',
      'EQUIPMENT|Sail',
      'Pull',
      campaignWith(),
      '--grant',
      'EQUIPMENT|Sail',
      '--json',
    ]);
    expect(JSON.parse(out)).toMatchObject({
      steps: [{ modifier: 'MODIFY:Pull|SET|Wind*2', carrier: 'EQUIPMENT|Sail' }],
    });
  });

  it('asks the character of a case after its steps', async () => {
    const cases = JSON.stringify({
      format: 'formulas/1',
      cases: [
        { name: 'broken', lst: ['X Y'], loadError: { code: 'syntax' } },
        {
          name: 'first',
          campaign: 'ship.pcc',
          steps: [{ grant: 'EQUIPMENT|Oar' }, { get: 'Speed', expect: { format: 'NUMBER', class: 'int', value: 99 } }],
        },
        {
          name: 'second',
          campaign: 'ship.pcc',
          steps: [
            { write: 'Weather', value: '5' },
            { write: 'Weather', value: 'x', expectError: { on: 'eval', code: 'format' } },
          ],
        },
      ],
    });
    const file = join(folderWith({ ...sound, 'cases.json': cases }), 'cases.json');
    expect((await cli(['explain', 'PC', 'Speed', file])).out).toMatch(/^Speed of PC: 0 → 1\n/);
    expect((await cli(['explain', 'PC', 'Wind', file, '--case', 'second'])).out).toMatch(/^Wind of PC: 0 → 5\n/);
    expect((await cli(['explain', 'PC', 'Speed', file, '--case', 'second', '--grant', 'EQUIPMENT|Sail'])).out).toMatch(
      /^Speed of PC: 0 → 10\n/,
    );
    expect((await cli(['explain', 'PC', 'Wind', file, '--case', 'secnd'])).error).toMatch(
      /^edict: \S+ has no case "secnd"; did you mean `second`\?\n$/,
    );
    expect((await cli(['explain', 'PC', 'Wind', file, '--case', 'broken'])).error).toContain(
      'the campaign of broken does not load:',
    );
    expect(await cli(['test', file])).toMatchObject({ code: 1 });
  });

  it('asks the character of a case after a step', async () => {
    const grants = ['Sail', 'Oar', 'Sale'].map((key) => ({ grant: `EQUIPMENT|${key}` }));
    const file = join(
      folderWith({
        ...sound,
        'cases.json': JSON.stringify(
          {
            format: 'formulas/1',
            cases: [{ name: 'all', campaign: 'ship.pcc', steps: [{ write: 'Weather', value: '5' }, ...grants] }],
          },
          undefined,
          1,
        ),
      }),
      'cases.json',
    );
    const speedAt = async (step: string): Promise<string> =>
      (await cli(['explain', 'PC', 'Speed', file, '--step', step])).out.split('\n')[0];
    expect(await speedAt('0')).toBe('Speed of PC: stays 0');
    expect(await speedAt('2')).toBe('Speed of PC: 0 → 10');
    expect(await speedAt('3')).toBe('Speed of PC: 0 → 11');
    expect((await cli(['explain', 'PC', 'Speed', file, '--step', '5'])).error).toBe(
      'edict: there is no step 5: the case "all" has 4 steps\n',
    );
    expect((await cli(['explain', 'PC', 'Speed', file])).error).toMatch(
      /^edict: \S+cases\.json:\d\d: step 4 \(grant EQUIPMENT\|Sale\): there is no object "EQUIPMENT\|Sale" in the campaign; did you mean `EQUIPMENT\|Sail`\?\n$/,
    );
  });

  it.each([
    ['a step', ['PC', 'Speed', '--step', '1'], 2, '--step goes with a scenario file; a campaign has no steps'],
    ['an object without scope', ['PC', 'Speed', '--grant', 'Sail'], 2, '--grant is "Sail"; give the scope and key'],
    ['an unknown variable', ['PC', 'Sped'], 1, 'did you mean `Speed`?'],
    ['an unknown object', ['EQUIPMENT|Sale', 'Pull'], 1, 'did you mean `EQUIPMENT|Sail`?'],
    ['turns', ['PC', 'Speed', '--turns', '2'], 2, '--turns does nothing to the character of a campaign'],
    ['a seed', ['PC', 'Speed', '--seed', '2'], 2, '--seed does nothing to the character of a campaign'],
    ['a case', ['PC', 'Speed', '--case', 'x'], 2, '--case goes with a scenario file'],
  ])('%s is one sentence', async (_what, [object, variable, ...more], exit, message) => {
    const { code, out, error } = await cli(['explain', object, variable, campaignWith(), ...more]);
    expect({ code, out }).toEqual({ code: exit, out: '' });
    expect(error).toMatch(oneSentence);
    expect(error).toContain(message);
  });

  it('has actions for campaigns alone', async () => {
    for (const object of ['SKILL|X', 'Axe']) {
      const { code, error } = await cli(['explain', '1215', 'population', '--grant', object]);
      expect(code).toBe(2);
      expect(error).toContain('--grant does something to the character of a campaign; name its .pcc file');
    }
  });

  it('of a broken campaign tells the errors', async () => {
    const { code, out, error } = await cli([
      'explain',
      'PC',
      'Speed',
      campaignWith({ 'modifiers.lst': 'MODIFY:Sped|SET|1\n' }),
    ]);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(error).toContain('[unknown-variable]');
  });
});

describe('edict test', () => {
  it('runs files of cases beside others', async () => {
    const folder = folderWith({
      ...sound,
      'a.json': JSON.stringify({
        format: 'formulas/1',
        cases: [
          {
            name: 'a',
            campaign: 'ship.pcc',
            steps: [{ get: 'Speed', expect: { format: 'NUMBER', class: 'double', value: 0 } }],
          },
        ],
      }),
      'b.yaml': 'format: edict-scenario/1\ncontent: { kinds: { rock: {} } }\nsteps: [{ expect: { turn: 0 } }]\n',
      'c.json': JSON.stringify({ format: 'formulas/1', cases: [{ name: 'c', campaign: '/ship.pcc', steps: [] }] }),
      'd.json': JSON.stringify({ format: 'formulas/1', case: [] }),
    });
    const { code, out } = await cli(['test', folder, '--json']);
    expect(code).toBe(1);
    const { passed, failures } = JSON.parse(out) as {
      readonly passed: number;
      readonly failures: readonly { readonly name: string; readonly message: string }[];
    };
    expect(passed).toBe(1);
    expect(failures.map(({ name, message }) => `${name}: ${message}`)).toEqual([
      `a: ${join(folder, 'a.json')}:1: step 1 (get Speed): Speed is int 0, expected double 0.0`,
      expect.stringContaining('c: campaign names the file "/ship.pcc"'),
      expect.stringMatching(
        /^\(file\): the scenario file does not fit its format:\n[^]*there is no key "case" at the top of the file \(did you mean `cases`\?\)/,
      ),
    ]);
  });
});

describe('edict test of broken campaigns', () => {
  it('names their files', async () => {
    const cases = (pcc: string): string =>
      JSON.stringify({ format: 'formulas/1', cases: [{ name: 'a', campaign: pcc, steps: [] }] });
    const folder = folderWith({
      ...sound,
      'modifiers.lst': '# a\nMODIFY:Sped|SET|1\n',
      'cases.json': cases('ship.pcc'),
      'more.json': cases('shop.pcc'),
    });
    const { out } = await cli(['test', folder]);
    expect(out).toContain(
      `unknown-variable at "MODIFY:Sped|SET|1" (${join(folder, 'modifiers.lst')}:2:8): there is no variable`,
    );
    expect(out).toContain('(did you mean `Speed`?)');
    expect(out).toContain(`file (${join(folder, 'shop.pcc')}:1:1): there is no file`);
  });
});

describe('campaigns given to other commands', () => {
  const folder = `${root}examples/lst`;

  it.each([
    ['check', 'characters.pcc', 'characters.pcc:1:1: error: this is a campaign; check it with edict lst check'],
    ['check', 'stats.lst', 'this is a file of a campaign; give the .pcc file'],
    ['check', 'adventurer.yaml', 'this is a scenario file of formulas/1; run its cases with edict test [no-content]'],
    ['run', 'characters.pcc', 'characters.pcc is a campaign; check it with edict lst check'],
    ['run', 'adventurer.yaml', 'adventurer.yaml is a scenario file of formulas/1; run its cases with edict test'],
    ['test', 'characters.pcc', 'characters.pcc is a campaign; check it with edict lst check'],
  ])('%s of %s says who takes it', async (command, file, message) => {
    const { code, out, error } = await cli([command, join(folder, file)]);
    expect(code).toBe(1);
    expect(out + error).toContain(message);
    expect(out + error).not.toContain('is no key');
  });
});

describe('what the pages show', () => {
  const pages = ['docs/lst.md', 'docs/commands.md'].map((page) =>
    readFileSync(`${root}${page}`, 'utf8')
      .split('\n')
      .map((line) => line.trim())
      .join('\n'),
  );
  const [formulas, commands] = pages;

  it.each([
    [
      'explain',
      commands,
      [
        'explain',
        'EQUIPMENT|Twin Axe',
        'HandsRequired',
        example,
        '--grant',
        'EQUIPMENT|Twin Axe',
        '--grant',
        'SKILL|Light Grip',
      ],
    ],
    [
      'explain, first of all',
      formulas,
      [
        'explain',
        'EQUIPMENT|Twin Axe',
        'HandsRequired',
        example,
        '--grant',
        'EQUIPMENT|Twin Axe',
        '--grant',
        'SKILL|Light Grip',
      ],
    ],
    [
      'run',
      commands,
      ['lst', 'run', example, '--grant', 'STAT|Strength', '--write', 'STAT|Strength|Rolled=17', '--get', 'Might'],
    ],
    ['check', commands, ['lst', 'check', example]],
  ])('of %s is what it prints', async (_what, page, argv) => {
    const { out } = await cli(argv);
    expect(page).toContain(
      out
        .replaceAll(root, '')
        .trimEnd()
        .split('\n')
        .map((line) => line.trim())
        .join('\n'),
    );
  });

  it('has every option, and every command an example', async () => {
    for (const command of [['lst'], ['lst', 'run'], ['lst', 'check']]) {
      const { code, out, error } = await cli([...command, '--help']);
      expect({ code, error }).toEqual({ code: 0, error: '' });
      expect(out).toMatch(/Examples:\n {2}\$ edict lst /);
      for (const [option] of out.matchAll(/^ {2}--\w+/gm)) expect(commands, option).toContain(`\`${option.trim()}`);
    }
  });
});
