import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cli, oneSentence } from './run-cli.js';

const commands = ['run', 'check', 'explain', 'test', 'what-if', 'play'];

describe('help', () => {
  it('lists the commands, with an example of each', async () => {
    const { code, out, error } = await cli(['--help']);
    expect(code).toBe(0);
    expect(error).toBe('');
    for (const command of [...commands, 'antares', 'civ', 'focs', 'l5r', 'lst'])
      expect(out).toMatch(new RegExp(`\\$ edict ${command} `));
  });

  it.each(commands)('of %s has an example, by --help and by help', async (command) => {
    const { code, out } = await cli([command, '--help']);
    expect(code).toBe(0);
    expect(out).toContain(`$ edict ${command}`);
    expect(out).toContain('--json');
    expect((await cli(['help', command])).out).toBe(out);
  });

  it('is what comes without a command, which is wrong usage', async () => {
    const { code, out, error } = await cli([]);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(error).toContain('Usage: edict');
  });

  it('agrees with docs/commands.md on every option', async () => {
    const page = readFileSync(new URL('../../docs/commands.md', import.meta.url), 'utf8');
    for (const command of commands) {
      const { out } = await cli([command, '--help']);
      for (const [option] of out.matchAll(/^ {2}--\w+/gm))
        expect(page, `${command} ${option}`).toContain(`\`${option.trim()}`);
    }
  });
});

it('prints its version', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  expect(await cli(['--version'])).toEqual({ code: 0, out: `${version}\n`, error: '' });
});

describe('wrong usage is exit code 2 and one sentence', () => {
  it.each([
    ['an unknown command', ['rnu'], 'edict: edict has no command "rnu"; did you mean `run`?\n'],
    ['a command unlike any', ['frobnicate'], 'edict: edict has no command "frobnicate"; edict --help lists them\n'],
    ['help of an unknown command', ['help', 'rnu'], 'edict: edict has no command "rnu"; did you mean `run`?\n'],
    ['help of a command unlike any', ['help', 'nope'], 'edict: edict has no command "nope"; edict --help lists them\n'],
    ['help of a former name', ['help', 'levels'], 'edict: edict has no command "levels"; it is edict antares now\n'],
    [
      'help of an unknown command of a dialect',
      ['lst', 'help', 'chekc'],
      'edict: edict lst has no command "chekc"; did you mean `check`?\n',
    ],
    ['the former name of a command', ['levels'], 'edict: edict has no command "levels"; it is edict antares now\n'],
    ['another former name', ['formulas', 'check'], 'edict: edict has no command "formulas"; it is edict lst now\n'],
    ['a former name below a command', ['lst', 'levels'], 'edict: edict lst has no command "levels"; edict lst --help'],
    ['a third one', ['expressions', 'run'], 'edict: edict has no command "expressions"; it is edict civ now\n'],
    ['an unknown option', ['run', '--turn', '5'], 'edict: edict run has no option --turn; did you mean `--turns`?\n'],
    [
      'a value for a flag',
      ['check', 'a.yaml', '--cost=3'],
      'edict: --cost takes no value; give --cost alone, not --cost=3\n',
    ],
    ['a value for a flag of each command', ['run', '--help=x'], 'edict: --help takes no value; give --help alone, '],
    ['a value for a flag of no command', ['--version=1'], 'edict: --version takes no value; give --version alone, '],
    ['a value for an unknown flag', ['check', 'a.yaml', '--cots=3'], 'edict: edict check has no option --cots=3; '],
    [
      'a missing argument',
      ['check'],
      'edict: edict check needs <files>, content files, scenario files, or folders of them; see edict check --help\n',
    ],
    ['a missing value', ['run', '--turns'], 'edict: --turns needs a value, --turns <n>; see edict run --help\n'],
    [
      'a missing option',
      ['focs', 'run', '--content', 'x'],
      'edict: edict focs run needs --state <file>; see edict focs run --help\n',
    ],
    ['a value that is no choice', ['run', '--agent', 'frist'], 'edict: --agent is "frist"; give random or first\n'],
    [
      'too many arguments',
      ['run', 'a.yaml', 'b.yaml'],
      'edict: edict run takes 1 argument, and 2 are given; put quotes around what has spaces in it, or see edict run --help\n',
    ],
    ['negative turns', ['run', '--turns', '-1'], '--turns is "-1"; give a whole number'],
    ['a fraction', ['run', '--turns', '1.5'], 'whole number'],
    ['turns in words', ['run', '--turns', 'ten'], 'whole number'],
    ['no turns to explain', ['explain', '1', 'population', '--turns', '0'], '--turns is "0"'],
    ['objects in words', ['run', '--objects', 'x'], '--objects is "x"'],
    ['too few objects', ['run', '--objects', '3'], 'from 50'],
    ['absurdly many objects', ['run', '--objects', '1e99'], 'whole number'],
    ['a seed that is empty', ['run', '--seed', ''], '--seed is ""'],
    ['a save that names nothing', ['run', '--save', ''], '--save is ""'],
    [
      'a save to standard output',
      ['run', '--save', '-'],
      'edict: --save is "-", and standard output is for the report; name a file, ./- for one that is called so',
    ],
    [
      'a save whose file was forgotten',
      ['run', '--save', '--json'],
      'edict: --save is "--json", which looks like an option; name a file first, ',
    ],
    [
      'a log to standard output',
      ['play', 'a.yaml', '--log', '-'],
      'edict: --log is "-", and standard output is for the report; ',
    ],
    ['a load that names nothing', ['run', '--load', ''], '--load is ""'],
    ['a state that names nothing', ['run', '--state', ''], '--state is ""'],
    [
      'an unknown option of what-if',
      ['what-if', 'a.yaml', '--frobnicate'],
      'edict what-if has no option --frobnicate; edict what-if --help lists them',
    ],
    ['too few arguments of civ run', ['civ', 'run'], 'edict civ run needs <world>, '],
    ['an option of expressions check', ['civ', 'check', 'a.xml', '--names'], '; see edict civ check --help'],
    ['no paths to test', ['test'], '; see edict test --help'],
    ['an unknown option of no command', ['--frobnicate'], 'edict has no option --frobnicate; edict --help lists them'],
    ['what a terminal would obey', ['r\u001b[31mun'], 'r·[31mun'],
    [
      'two sorts of world',
      ['run', '--objects', '100', '--state', 'x.json'],
      'edict: --state and --objects exclude each other; leave one of them out\n',
    ],
    ['a state and a scenario', ['run', 'x.yaml', '--state', 'x.json'], 'leave one of them out'],
    ['a size and a scenario', ['run', 'x.yaml', '--objects', '100'], 'do nothing to a scenario'],
    ['a case without a scenario', ['run', '--case', 'x'], 'needs a scenario'],
  ])('%s', async (_what, argv, hint) => {
    const { code, out, error } = await cli(argv);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(error).toMatch(oneSentence);
    expect(error).toContain(hint);
  });
});

it('colours only where it may', async () => {
  const escape = '\u001b[';
  expect((await cli(['rnu'], { colors: true })).error).toContain(escape);
  expect((await cli(['rnu'])).error).not.toContain(escape);
});
