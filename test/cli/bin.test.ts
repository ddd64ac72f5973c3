import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { colony, folderWith } from './files.js';
import { cli } from './run-cli.js';
import { isQuick, longTest } from '../support/heavy.js';

const bin = fileURLToPath(new URL('../../bin/edict.mjs', import.meta.url));

function edict(...argv: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...argv], {
    encoding: 'utf8',
    env: { ...process.env, FORCE_COLOR: '1' },
  });
  return { status, stdout, stderr };
}

describe('the executable', () => {
  it('runs, and refuses what it does not know', () => {
    const file = join(folderWith({ 'colony.yaml': colony }), 'colony.yaml');
    const run = edict('run', file, '--turns', '3', '--json');
    expect(run).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.parse(run.stdout)).toMatchObject({ turns: 3, objects: 3 });
    if (!isQuick) expect(edict('rnu')).toMatchObject({ status: 2, stdout: '' });
  });

  // What every command prints is tested in the process of the tests.
  longTest('checks and tests, with exit codes', async () => {
    expect(edict('--version')).toMatchObject({ status: 0, stdout: (await cli(['--version'])).out, stderr: '' });
    expect(edict('--help')).toMatchObject({ status: 0, stdout: (await cli(['--help'])).out, stderr: '' });
    const folder = folderWith({ 'colony.yaml': colony });
    const file = join(folder, 'colony.yaml');
    expect(edict('check', file)).toMatchObject({ status: 0, stdout: '1 file, 1 class, 1 rule: no problems\n' });
    expect(edict('test', folder)).toMatchObject({ status: 0 });
    expect(edict('test', join(folder, 'nothere.yaml'))).toMatchObject({ status: 1 });
  });

  longTest('prints no colours and no bar into a pipe', () => {
    const file = join(folderWith({ 'colony.yaml': colony }), 'colony.yaml');
    const { stdout, stderr } = edict('run', file, '--turns', '10');
    expect(`${stdout}${stderr}`).not.toContain('\u001b');
    expect(stdout).toContain('turn');
    // Progress comes after a while, a line each.
    expect(stderr).toMatch(/^(?:turn [^\r\n]*\n)*$/);
  });

  longTest('survives a reader that stops early', () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [
        '-e',
        `
      const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, ${JSON.stringify([bin, 'run', '--help'])}, { stdio: ['ignore', 'pipe', 'inherit'] });
      child.stdout.destroy();
      child.on('exit', (code) => process.exit(code));
    `,
      ],
      { encoding: 'utf8' },
    );
    expect(stderr).not.toContain('EPIPE');
    expect(status).toBe(0);
  });

  it.skipIf(isQuick || !existsSync('/dev/full')).each([
    ['help', ['--help']],
    ['a report', ['run', '--objects', '60', '--turns', '0']],
    ['JSON', ['test', '--json', 'colony.yaml']],
    ['problems', ['check', 'broken.yaml']],
  ] as [string, string[]][])('says in one line that %s cannot be written', (_what, argv) => {
    const folder = folderWith({ 'colony.yaml': colony, 'broken.yaml': 'meters: 3\n' });
    const { status, stderr } = spawnSync(
      'bash',
      ['-c', 'exec "$@" > /dev/full', 'bash', process.execPath, bin, ...argv],
      { encoding: 'utf8', cwd: folder },
    );
    expect([status, stderr]).toEqual([1, 'edict: cannot write to standard output: no space left on device\n']);
  });

  it.skipIf(isQuick || process.platform === 'win32')('says so too where a file has room for a part', () => {
    const folder = folderWith({ 'colony.yaml': colony });
    const { status, stderr } = spawnSync(
      'bash',
      ['-c', `trap '' XFSZ; ulimit -f 1; exec "$@" > help`, 'bash', process.execPath, bin, 'run', '--help'],
      { encoding: 'utf8', cwd: folder },
    );
    expect([status, stderr]).toEqual([1, 'edict: cannot write to standard output: file too large\n']);
  });

  it.skipIf(isQuick || process.platform === 'win32')('keeps the earlier world where Ctrl+C ends a run', async () => {
    const folder = folderWith({ 'colony.yaml': colony });
    const [scenario, save] = [join(folder, 'colony.yaml'), join(folder, 'save.edict')];
    expect(edict('run', scenario, '--turns', '3', '--save', save)).toMatchObject({ status: 0 });
    const earlier = readFileSync(save);
    const child = spawn(process.execPath, [bin, 'run', scenario, '--turns', '1000000', '--save', save], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      said += part;
    });
    const ended = once(child, 'close');
    // A tenth of the way.
    await once(child.stderr, 'data');
    child.kill('SIGINT');
    expect((await ended)[0]).toBe(130);
    expect(said).toMatch(
      new RegExp(`edict: interrupted in turn \\d+ of 1000000; nothing was written, ${save} is as it was\n$`),
    );
    expect(readFileSync(save).equals(earlier)).toBe(true);
    expect(readdirSync(folder).sort()).toEqual(['colony.yaml', 'save.edict']);
  });

  it.skipIf(isQuick || process.platform === 'win32').each([
    ['test', ['test', 'quick.yaml', 'slow.yaml'], 'edict: interrupted after 1 file: 2 passed, 0 failed\n'],
    [
      'levels run',
      [
        'antares',
        'run',
        fileURLToPath(new URL('../../examples/antares/blockade.json', import.meta.url)),
        '--until',
        '5000000',
      ],
      /\nedict: interrupted at tick \d+ of \d+\n$/,
    ],
    ['the making of a world', ['run', '--objects', '1000000'], '\nedict: interrupted; nothing was written\n'],
  ] as [string, string[], string | RegExp][])(
    'says how far it was where Ctrl+C ends %s',
    async (_what, argv, message) => {
      const slow = colony
        .replace('cases:', '    - { kind: planet, copies: 3000 }\ncases:')
        .replaceAll(/run: \d/g, 'run: 100000');
      const folder = folderWith({ 'quick.yaml': colony, 'slow.yaml': slow });
      const child = spawn(process.execPath, [bin, ...argv], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
      const printed = [child.stdout, child.stderr].map((stream) => once(stream.setEncoding('utf8'), 'data'));
      const said = text(child.stderr);
      const ended = once(child, 'close');
      // By then it is in the midst of it.
      await Promise.race(printed);
      child.kill('SIGINT');
      expect((await ended)[0]).toBe(130);
      expect(await said).toMatch(message);
    },
  );
});
