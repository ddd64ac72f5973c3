import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { folderWith } from '../../../cli/files.js';
import { cli, oneSentence } from '../../../cli/run-cli.js';
import { longTest } from '../../../support/heavy.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const blockade = `${root}examples/antares`;

interface CheckJson {
  readonly files: number;
  readonly conditions: number;
  readonly errors: readonly {
    readonly line: number;
    readonly column: number;
    readonly path: string;
    readonly code: string;
    readonly suggestion: string | null;
  }[];
  readonly warnings: CheckJson['errors'];
}

interface RunJson {
  readonly policy: string;
  readonly time: number;
  readonly winner: number | null;
  readonly over: number | null;
  readonly error: { readonly code: string } | null;
  readonly conditions: readonly { readonly fired: number; readonly first: number | null; readonly enabled: boolean }[];
  readonly events?: readonly (readonly unknown[])[];
  readonly diagnostics: readonly unknown[];
  readonly errors: CheckJson['errors'];
  readonly warnings: CheckJson['errors'];
}

/** A file with a level of its own, of one condition. */
function levelFile(when: string, action: string, name = 'level.pn'): string {
  return join(
    folderWith({ [name]: `players: [{type: "human"}]\nconditions:\n  * when: ${when}\n    action: ${action}\n` }),
    name,
  );
}

const always = '{type: "time", op: "ge", duration: "0s"}';

async function checkJson(...argv: readonly string[]): Promise<CheckJson & { readonly code: number }> {
  const { code, out } = await cli(['antares', 'check', ...argv, '--json']);
  return { code, ...(JSON.parse(out) as CheckJson) };
}

async function runJson(...argv: readonly string[]): Promise<RunJson & { readonly code: number }> {
  const { code, out } = await cli(['antares', 'run', ...argv, '--json']);
  return { code, ...(JSON.parse(out) as RunJson) };
}

describe('edict antares check', () => {
  it('finds nothing in the example', async () => {
    expect(await cli(['antares', 'check', blockade])).toEqual({
      code: 0,
      out: '1 file, 11 conditions, 26 actions, 7 initials: no problems\n',
      error: '',
    });
  });

  it('shows all errors with their lines, and what was probably meant', async () => {
    const file = levelFile('{type: "time", op: "gee", duration: "0s"}', '[{type: "scoer"}, {type: "check", whne: 1}]');
    const { code, out } = await cli(['antares', 'check', file]);
    expect(code).toBe(1);
    expect(out).toMatch(/level\.pn:3:\d+: error: .+ \[enum\]\n {2}3 \| {3}\* when: .+\n {4}\| +\^/);
    expect(out).toContain('did you mean `score`?');
    expect(out.trimEnd().split('\n').at(-1)).toBe('1 file: 3 errors');
    const { errors } = await checkJson(file);
    expect(errors.map(({ line, path, code: each }) => [line, path, each])).toEqual([
      [3, 'conditions[0].when.op', 'enum'],
      [4, 'conditions[0].action[0].type', 'enum'],
      [4, 'conditions[0].action[1].whne', 'unknown-field'],
    ]);
  });

  it('says where a text is broken, with columns of characters', async () => {
    const file = join(folderWith({ 'x.pn': '"größe": [1, 2\n' }), 'x.pn');
    const { errors } = await checkJson(file);
    expect(errors).toMatchObject([{ line: 1, column: 15, path: '', code: 'syntax' }]);
    const { out } = await cli(['antares', 'check', file]);
    expect(out).toContain(
      "x.pn:1:15: error: expected ',' or ']' [syntax]\n  1 | \"größe\": [1, 2\n    |               ^",
    );
  });

  it('warns of hazards, which are no errors', async () => {
    const file = levelFile(always, '[{type: "heal", value: 1}, {type: "delay", duration: "1s"}]');
    const { code, errors, warnings } = await checkJson(file);
    expect({ code, errors }).toEqual({ code: 0, errors: [] });
    expect(warnings.map((each) => each.code)).toEqual(['null-direct']);
    expect((await cli(['antares', 'check', file])).out).toContain(
      '1 file, 1 condition, 2 actions, 0 initials: 1 warning',
    );
    const compat = await checkJson(file, '--policy', 'compat');
    expect(compat.warnings.map((each) => each.code)).toEqual(['null-direct', 'trailing-delay']);
  });

  it('takes indices that there are not for errors as documented, and for hazards as measured', async () => {
    const file = levelFile('{type: "owner", op: "eq", object: {initial: 9}, player: 0}', '[]');
    expect((await checkJson(file)).errors).toMatchObject([
      { code: 'index', path: 'conditions[0].when.object.initial' },
    ]);
    const compat = await checkJson(file, '--policy', 'compat');
    expect({ code: compat.code, errors: compat.errors, warnings: compat.warnings.map((each) => each.code) }).toEqual({
      code: 0,
      errors: [],
      warnings: ['index'],
    });
  });

  it('checks all levels of folders, JSON by name, and scenario files by their own policy', async () => {
    const level = '{"conditions": [{"when": {"type": "owner", "op": "eq", "object": {"initial": 9}, "player": 0}}]}';
    const folder = folderWith({
      'a.pn': 'conditions: []\n',
      'sub/b.pn': 'conditions: 1\n',
      'c.json': level,
      'd.json': JSON.stringify({
        format: 'conditions/1',
        policy: 'compat',
        until: 0,
        level: {},
        conditions: (JSON.parse(level) as { conditions: unknown }).conditions,
        expect: {},
      }),
    });
    expect(await checkJson(folder)).toMatchObject({
      code: 1,
      files: 2,
      errors: [{ path: 'conditions', code: 'type' }],
    });
    expect(await checkJson(`${folder}/c.json`)).toMatchObject({ code: 1, errors: [{ line: 1, code: 'index' }] });
    expect(await checkJson(`${folder}/d.json`)).toMatchObject({ code: 0, errors: [] });
    expect(await checkJson(`${folder}/d.json`, '--policy', 'sound')).toMatchObject({
      code: 1,
      errors: [{ code: 'index' }],
    });
  });

  it.each([
    ['a folder without levels', 'sub/x.txt', 'x', 'has no .pn file in it'],
    [
      'a scenario of another format',
      'x.json',
      '{"format": "edict-scenario/1", "content": {"kinds": {"a": {}}},}',
      'this is a scenario file of edict-scenario/1; run its cases with edict test',
    ],
    ['YAML', 'x.yaml', 'kinds:\n  - {a: b}\n', 'this is YAML, and levels are Procyon or JSON'],
    ['XML', 'x.xml', '<a/>', 'this is XML; check its expressions'],
    ['what is no text', 'x.pn', new Uint8Array([0x61, 0x3a, 0xff, 0x0a]), 'x.pn:1:3: error:'],
    ['nothing', 'x.pn', '', 'x.pn:1:1: error: expected value'],
    ['a level that nests without end', 'x.pn', `a: ${'['.repeat(100_000)}\n`, 'recursion limit exceeded'],
  ])('tells of %s', async (_what, name, content, message) => {
    const folder = folderWith({ [name]: content });
    const { code, out, error } = await cli(['antares', 'check', name.startsWith('sub/') ? folder : join(folder, name)]);
    expect({ code, error }).toEqual({ code: 1, error: '' });
    expect(out).toContain(message);
  });

  it('tells of a file that is not there as a sentence', async () => {
    expect(await cli(['antares', 'check', 'nothere.pn'])).toEqual({
      code: 1,
      out: '',
      error: 'edict: nothere.pn does not exist; check the path\n',
    });
  });
});

describe('edict antares run', () => {
  it('plays a level without a host', async () => {
    expect(await runJson(`${blockade}/blockade.pn`)).toMatchObject({
      code: 0,
      policy: 'sound',
      time: 3_600,
      winner: 1,
      over: 2_880,
      error: null,
    });
  });

  longTest('plays a scenario file as that says, and otherwise where the command line does', async () => {
    const file = `${blockade}/blockade.json`;
    const played = await runJson(file);
    expect(played).toMatchObject({ time: 3_000, winner: 0, over: 840 });
    expect(played.conditions[4]).toMatchObject({ fired: 6, first: 180, enabled: false });
    expect(played).not.toHaveProperty('events');
    const other = await runJson(file, '--until', '10s', '--policy', 'compat', '--events');
    expect(other).toMatchObject({ policy: 'compat', time: 600, winner: null });
    expect(other.events).toContainEqual(['act', 360, 'destroy', -1, 4]);
    expect((await runJson(`${blockade}/blockade.pn`, '--facts', file, '--until', '3000')).conditions).toEqual(
      played.conditions,
    );
    expect((await runJson(file, '--executor', 'reference')).conditions).toEqual(played.conditions);
  });

  it('takes what the host says from JSON and YAML', async () => {
    const level = levelFile('{type: "ships", op: "ge", player: 0, value: 3}', '[{type: "win", player: 0}]');
    const folder = folderWith({
      'a.json': '[{ "t": 90, "phase": "sweep", "set": { "player.0.ships": 3 } }]',
      'b.yaml': 'host:\n  - { t: 5, phase: late, set: { player.0.ships: 4 }, sweep: true }\n',
    });
    expect(await runJson(level, '--facts', `${folder}/a.json`)).toMatchObject({ over: 270 });
    expect(await runJson(level, '--facts', `${folder}/b.yaml`)).toMatchObject({ over: 185 });
    expect(await runJson(level)).toMatchObject({ over: null });
  });

  it('says why a level stops, with what it did up to then', async () => {
    const file = levelFile(always, '[{type: "check"}]');
    const endless = join(
      folderWith({ 'x.pn': readFileSync(file, 'utf8').replace('action:', 'persistent: true\n    action:') }),
      'x.pn',
    );
    expect(await runJson(endless)).toMatchObject({ code: 1, time: 0, error: { code: 'sweep-depth', cycle: [0] } });
    const { code, out } = await cli(['antares', 'run', endless]);
    expect(code).toBe(1);
    expect(out).toContain('stopped [sweep-depth]: ');
    expect(out).toContain('… and 24 more, 64 firings in all; --events lists all');
    expect(out).toContain('1 warning: see edict antares check');
  });

  it('says what has not happened', async () => {
    const { out } = await cli(['antares', 'run', levelFile('{type: "time", op: "ge", duration: "9m"}', '[]')]);
    expect(out).toContain('no condition has fired');
    expect(out).toContain('0  time ≥ 540s      0      –     –  enabled');
    expect(out).toContain('nobody has won; nothing is delayed');
  });

  it('lists a hundred conditions at most', async () => {
    const file = join(
      folderWith({
        'x.pn': `players: [{type: "human"}]\nconditions:\n${`  * {when: ${always}, action: [{type: "check"}]}\n`.repeat(102)}`,
      }),
      'x.pn',
    );
    const { out } = await cli(['antares', 'run', file, '--until', '0t', '--policy', 'compat']);
    expect(out).toContain('… and 62 more, 102 firings in all; --events lists all');
    expect(out).toContain('         99  time ≥ 0s      1     0s    0s\n  … and 2 more; --json lists all\n');
    expect((await runJson(file, '--until', '0t', '--policy', 'compat')).conditions).toHaveLength(102);
  });

  it('tells whose what was delayed is, and what was skipped and dropped', async () => {
    const file = join(
      folderWith({
        'x.pn': `players: [{type: "human"}]
initials: [{base: "a", position: [0, 0]}]
bases: {a: {maxHealth: 1, maxSpeed: 0.0}}
conditions:
  * when: ${always}
    action: [{type: "heal", value: 1}, {type: "delay", duration: "1s"}, {type: "win", player: 0}]
  * subject: {initial: 0}
    when: ${always}
    action: [{type: "remove"}, {type: "delay", duration: "2s"}, {type: "win"}]
`,
      }),
      'x.pn',
    );
    const { out } = await cli(['antares', 'run', file, '--until', '3s']);
    expect(out).toMatch(/0s {2}0 +time ≥ 0s {2}heal, heal \(skipped: .+\), delay\n/);
    expect(out).toMatch(/1s {2}0 \(delayed\) +win\n/);
    expect(out).toMatch(/dropped: /);
    const { out: all } = await cli(['antares', 'run', file, '--until', '3s', '--events']);
    expect(all).toMatch(/0s {2}1 {3}remove +0 a {6}0 a\n/);
    expect(all).toMatch(/0s {2}0 {3}heal is skipped: /);
    expect(all).toContain('; 1 action skipped; 1 list dropped\n');
    const { diagnostics, events } = await runJson(file, '--until', '3s', '--events');
    expect(diagnostics).toMatchObject([
      { kind: 'skip', time: 0, action: 'heal', condition: 0, base: null },
      { kind: 'dropped', time: 120, action: null, condition: null },
    ]);
    expect(events?.map(([kind]) => kind)).not.toContain('skip');
  });

  it('says where a level is over and goes on', async () => {
    const file = join(
      folderWith({
        'x.pn': `players: [{type: "human"}]\nconditions:\n  * {when: ${always}, action: [{type: "win", player: 0}]}\n  * {persistent: true, when: ${always}, action: [{type: "score", counter: {player: 0, which: 0}, value: 1}]}\n`,
      }),
      'x.pn',
    );
    const lines = (await cli(['antares', 'run', file, '--until', '5s'])).out.split('\n').map((line) => line.trim());
    const over = lines.indexOf('3s         the level is over');
    expect(lines.slice(over - 1, over + 2).map((line) => line.split(' ', 1)[0])).toEqual(['3s', '3s', '4.5s']);
    expect((await cli(['antares', 'run', file, '--until', '5s', '--events'])).out).toContain('the level is over');
    expect((await cli(['antares', 'run', file, '--until', '2s'])).out).not.toContain('the level is over');
  });

  it('holds one JSON value on standard output, whatever is wrong', async () => {
    const level = levelFile(always, '[]');
    const folder = folderWith({
      'f.yaml': 'host:\n  - { t: 5, phase: tick, set: { player.0.ship: 4 } }\n',
      'g.yaml': 'host:\n  - { t: 5, phase: front }\n',
      's.json': '{ "format": "conditions/1", "until": true }',
    });
    const results = [
      await runJson(levelFile('{type: "tme"}', '[]')),
      await runJson(level, '--facts', `${folder}/f.yaml`),
      await runJson(`${folder}/gone.pn`),
      await runJson(level, '--facts', `${folder}/gone.yaml`),
      await runJson(`${folder}/s.json`),
    ];
    expect(results.map(({ code, errors }) => [code, errors[0].line, errors[0].code])).toEqual([
      [1, 3, 'enum'],
      [1, 2, 'bad-fact'],
      [1, 1, 'unreadable-file'],
      [1, 1, 'unreadable-file'],
      [1, 1, 'missing-key'],
    ]);
    expect(await runJson(level, '--facts', `${folder}/g.yaml`)).toMatchObject({
      code: 0,
      errors: [],
      warnings: [{ line: 2, code: 'idle-entry' }, { code: 'idle-entry' }],
    });
  });

  it.each([
    [
      'a sweep that is not late',
      '{ t: 101, phase: tick, sweep: true }',
      'only an entry of the phase `late` sweeps, and this is of `tick`',
    ],
    [
      'a beginning later on',
      '{ t: 101, phase: front, set: { ui.line: 2 } }',
      '`front` is the beginning of play, at tick 0',
    ],
    [
      'a time before the level',
      '{ t: -5, phase: tick, set: { ui.line: 2 } }',
      'the first step ends at tick 0, and this is at -5',
    ],
    [
      'a time after the end',
      '{ t: 901, phase: tick, set: { ui.line: 2 } }',
      'the level is played until tick 900, and this is at 901',
    ],
    ['an entry that says nothing', '{ t: 9, phase: tick }', 'this entry is empty'],
    [
      'a seat where nobody plays',
      '{ t: 9, phase: tick, set: { player.3.cash: 5 } }',
      'player.3.cash does nothing: nobody plays at seat 3; the level has 2, which are 0 to 1',
    ],
    [
      'cash below 0',
      '{ t: 9, phase: tick, set: { player.0.cash: -5 } }',
      'player.0.cash is -5; cash is in raw units, 0 or more',
    ],
  ])('warns of %s in what a host says', async (_what, entry, message) => {
    const facts = join(folderWith({ 'f.yaml': `- ${entry}\n` }), 'f.yaml');
    const { code, error } = await cli([
      'antares',
      'run',
      `${blockade}/blockade.pn`,
      '--until',
      '15s',
      '--facts',
      facts,
    ]);
    expect(code).toBe(0);
    expect(error).toMatch(/f\.yaml:1:\d+: warning: /);
    expect(error).toContain(message);
  });

  it('says in the words of levels why one stops', async () => {
    const late = '{type: "time", op: "ge", duration: "3s"}';
    const endless = join(
      folderWith({ 'x.pn': `conditions:\n  * {persistent: true, when: ${late}, action: [{type: "check"}]}\n` }),
      'x.pn',
    );
    expect((await runJson(endless)).error).toEqual({
      code: 'sweep-depth',
      cycle: [0],
      message:
        'at 3s sweeps are nested too deep: condition 0 (line 2) again and again; let a condition that checks not be persistent, and not be enabled by what it sets off',
    });
    const directless = levelFile(always, '[{type: "heal", value: 1}]');
    expect((await runJson(directless, '--policy', 'compat')).error).toMatchObject({
      code: 'null-direct',
      message: expect.stringMatching(
        /^at 0s the action `heal` of condition 0 \(line 4\) has no direct object and needs one; give /,
      ) as string,
    });
  });

  it('shows the places of a scenario file that breaks its format', async () => {
    const file = join(
      folderWith({
        's.json':
          '{ "format": "conditions/1",\n  "policy": "sound", "until": 1, "level": {}, "expect": { "scors": [] } }',
      }),
      's.json',
    );
    const { out } = await cli(['antares', 'check', file]);
    expect(out).toMatch(/s\.json:2:\d+: error: there is no key "scors"/);
    expect(out.trimEnd()).toMatch(/1 file: 1 error$/);
  });

  it('lists what has fired first where there are too many conditions', async () => {
    const file = join(
      folderWith({
        'x.pn': `conditions:\n${`  * {when: {type: "time", op: "ge", duration: "9h"}}\n`.repeat(101)}  * {when: ${always}}\n`,
      }),
      'x.pn',
    );
    expect((await cli(['antares', 'run', file, '--until', '1t'])).out).toMatch(
      /first {2}last\n +101 {2}time ≥ 0s +1 +0s +0s\n +0 {2}/,
    );
  });

  it('shows the errors of a level that does not load, on standard error', async () => {
    const { code, out, error } = await cli(['antares', 'run', levelFile('{type: "tme"}', '[]')]);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(error).toMatch(/level\.pn:3:\d+: error: [^]+did you mean `time`\?/);
  });

  it.each([
    [
      'a time that is none',
      ['--until', 'soon'],
      2,
      '--until is "soon"; give ticks, or a duration such as 90s or 1m30s, of a day at most',
    ],
    ['a time before the level', ['--until', '-3s'], 2, '--until is -180 ticks, and the level begins at 0'],
    ['two days', ['--until', '48h'], 2, 'of a day at most'],
    ['an unknown policy', ['--policy', 'strict'], 2, '--policy is "strict"; give compat or sound'],
    ['an unknown executor', ['--executor', 'fast'], 2, '--executor is "fast"; give compiled or reference'],
    ['facts that are not there', ['--facts', 'nothere'], 1, 'nothere does not exist'],
    ['facts without a name', ['--facts', ''], 2, '--facts is ""'],
  ])('refuses %s', async (_what, argv, code, message) => {
    const { error, ...rest } = await cli(['antares', 'run', `${blockade}/blockade.pn`, ...argv]);
    expect(rest).toEqual({ code, out: '' });
    expect(error).toMatch(oneSentence);
    expect(error).toContain(message);
  });

  it.each([
    [
      'an unknown fact',
      'host: [{ t: 1, phase: tick, set: { initial.0.healht: 1 } }]',
      'did you mean `initial.0.health`?',
    ],
    [
      'a value that cannot be',
      'host: [{ t: 1, phase: tick, set: { player.0.ships: many } }]',
      'cannot be "many"; give a whole number',
    ],
    ['an unknown phase', 'host:\n  - { t: 1, phase: never }\n', 'f.yaml:2:'],
    ['no list', 'a: 1\n', 'host is missing, expected a list'],
    ['neither JSON nor YAML', '\t- : ]', 'f.yaml:1:'],
    ['nothing', '', 'f.yaml:1:1: the file is empty; give a list'],
    [
      'a number out of range',
      'host:\n  - { t: 1, phase: tick, set: { initial.70.position: [0, 0] } }',
      'f.yaml:2:54: error: there is no initial 70 for initial.70.position: the level has 7, which are 0 to 6',
    ],
    [
      'a key of a list in YAML',
      '# a remark\n- { t: 1, phase: tick }\n- { t: 2, phse: tick }',
      'f.yaml:3:11: there is no key "phse"',
    ],
    ['a key of a list in JSON', '[\n{ "t": 2, "phse": "tick" }]', 'f.yaml:2:11: there is no key "phse"'],
  ])('refuses %s from a file of facts', async (_what, content, message) => {
    const facts = join(folderWith({ 'f.yaml': content }), 'f.yaml');
    const { code, out, error } = await cli(['antares', 'run', `${blockade}/blockade.pn`, '--facts', facts]);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(error).toContain(message);
  });
});

describe('levels given to other commands', () => {
  it.each([
    ['check', 'blockade.pn', 'this is a level; check it with edict antares check'],
    ['test', 'blockade.pn', 'is a level; check it with edict antares check, and play it with edict antares run'],
    ['run', 'blockade.json', 'is a scenario file of conditions/1; run its cases with edict test'],
  ])('%s of %s says who takes it', async (command, file, message) => {
    const { code, out, error } = await cli([command, `${blockade}/${file}`]);
    expect(code).toBe(1);
    expect(out + error).toContain(message);
  });

  it('edict test plays the example', async () => {
    expect((await cli(['test', blockade])).out).toContain('1 passed, 0 failed in 1 file');
  });
});

describe('what docs/commands.md shows', () => {
  const commands = readFileSync(`${root}docs/commands.md`, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .join('\n');

  it.each([
    ['check', ['check', blockade]],
    ['run', ['run', `${blockade}/blockade.json`, '--until', '15s']],
  ])('of %s is what it prints', async (_what, argv) => {
    const { out } = await cli(['antares', ...argv]);
    expect(commands).toContain(
      `$ edict antares ${argv.join(' ').replaceAll(root, '')}\n${out
        .replaceAll(root, '')
        .trimEnd()
        .split('\n')
        .map((line) => line.trim())
        .join('\n')}`,
    );
  });

  it('has every option, and every command an example', async () => {
    for (const command of [['antares'], ['antares', 'run'], ['antares', 'check']]) {
      const { code, out, error } = await cli([...command, '--help']);
      expect({ code, error }).toEqual({ code: 0, error: '' });
      expect(out).toMatch(/Examples:\n {2}\$ edict antares /);
      for (const [option] of out.matchAll(/^ {2}--\w+/gm)) expect(commands, option).toContain(`\`${option.trim()}`);
    }
  });
});
