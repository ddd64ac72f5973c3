import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import picocolors from 'picocolors';
import { describe, expect, it, onTestFinished } from 'vitest';
import { main } from '../../src/cli/main.js';
import type { Terminal } from '../../src/cli/terminal.js';
import { longTest } from '../support/heavy.js';
import { colony, folderWith } from './files.js';
import { cli } from './run-cli.js';

interface Watching {
  /** What has been printed since the last call, once the command waits again. */
  next(): Promise<{ readonly out: string; readonly error: string }>;
  /** Ctrl+C. Returns the exit code. */
  stop(): Promise<number>;
}

/** A command with `--watch` in the process of the test. */
function watching(...argv: readonly string[]): Watching {
  const palette = picocolors.createColors(false);
  let [out, error] = ['', ''];
  let interrupt = (): void => {};
  let wake = (): void => {};
  const terminal: Terminal = {
    out: (text) => {
      out += text;
    },
    error: (text) => {
      error += text;
      wake();
    },
    outColors: palette,
    errorColors: palette,
    live: undefined,
    input: Readable.from(['']),
    onInterrupt(act) {
      interrupt = act;
      return () => {};
    },
  };
  let hasEnded = false;
  const code = main([...argv, '--watch'], terminal).finally(() => {
    hasEnded = true;
    wake();
  });
  const stop = () => {
    interrupt();
    return code;
  };
  onTestFinished(async () => {
    await stop();
  });
  return {
    stop,
    async next() {
      while (!error.includes('(Ctrl+C ends)')) {
        if (hasEnded) throw new Error(`the command has ended: ${error}`);
        await new Promise<void>((resolve) => void (wake = resolve));
      }
      const printed = { out, error };
      [out, error] = ['', ''];
      return printed;
    },
  };
}

const grows = (amount: number) => colony.replace('add: 3', `add: ${amount}`);

describe('--watch', () => {
  it('runs again with the changed file, and prints what the command alone prints', async () => {
    const file = join(folderWith({ 'colony.yaml': colony }), 'colony.yaml');
    const asked = ['show', 'Terra', file, '--turns', '9', '--columns', 'population'];
    const watch = watching(...asked);
    const first = await watch.next();
    expect(first.out).toBe((await cli(asked)).out);
    expect(first.out).toMatch(/\b3\n$/);
    writeFileSync(file, grows(5));
    const second = await watch.next();
    expect(second.out).toBe((await cli(asked)).out);
    expect(second.out).toMatch(/\b5\n$/);
    expect(second.error).toMatch(
      /^\d\d:\d\d:\d\d .*colony\.yaml changed\ndone in \d+ ms; waiting for changes of 1 file/,
    );
    expect(await watch.stop()).toBe(130);
  });

  it('shows an error in a file and goes on once it is repaired, also where the file was replaced', async () => {
    const file = join(folderWith({ 'colony.yaml': colony }), 'colony.yaml');
    const watch = watching('explain', 'Terra', 'population', file);
    expect((await watch.next()).out).toContain('population of planet Terra');
    writeFileSync(file, colony.replace('max: maxPopulation', 'maxx: maxPopulation'));
    const broken = await watch.next();
    expect(broken.out).toBe('');
    expect(broken.error).toContain('maxx');
    writeFileSync(`${file}.new`, colony);
    renameSync(`${file}.new`, file);
    expect((await watch.next()).out).toContain('population of planet Terra');
    rmSync(file);
    expect((await watch.next()).error).toContain('does not exist');
    writeFileSync(file, colony);
    expect((await watch.next()).out).toContain('population of planet Terra');
  });

  it('watches files that a scenario names, and those that are not there yet', async () => {
    const content = 'kinds: { planet: { meters: [population] } }\nmeters: { population: { default: 4 } }\n';
    const folder = folderWith({
      'world.yaml':
        'format: edict-scenario/1\ncontent: parts/rules.yaml\nworld: { objects: [{ name: Terra, kind: planet }] }\nsteps: []\n',
      'parts/other.yaml': content,
    });
    const watch = watching('ask', 'self.population', 'Terra', join(folder, 'world.yaml'), '--csv');
    expect((await watch.next()).error).toContain('rules.yaml does not exist');
    const rules = join(folder, 'parts/rules.yaml');
    writeFileSync(rules, content);
    expect((await watch.next()).out).toContain('Terra,4');
    writeFileSync(rules, content.replace('4', '6'));
    const changed = await watch.next();
    expect(changed.out).toContain('Terra,6');
    expect(changed.error).toMatch(/rules\.yaml changed/);
  });

  it('checks a folder again when it gets a file, and prints one line of JSON a run', async () => {
    const kinds = 'kinds: { planet: {} }\n';
    const folder = folderWith({ 'kinds.yaml': kinds, 'notes.txt': '' });
    const watch = watching('check', folder, '--json');
    const lines = [await watch.next()];
    // Not one of its files.
    writeFileSync(join(folder, 'notes.txt'), 'nothing');
    writeFileSync(join(folder, 'more.txt'), 'nothing');
    writeFileSync(join(folder, 'wrong.yaml'), 'kinds: { planet: { metres: [] } }\n');
    lines.push(await watch.next());
    writeFileSync(join(folder, 'wrong.yaml'), 'classes: { earth: { kind: planet } }\n');
    lines.push(await watch.next());
    rmSync(join(folder, 'wrong.yaml'));
    lines.push(await watch.next());
    expect(lines.map(({ out }) => out.trim().split('\n').length)).toEqual([1, 1, 1, 1]);
    const found = lines.map(({ out }) => JSON.parse(out) as { files: number; classes: number; errors: unknown[] });
    expect(found.map(({ files, classes, errors }) => [files, classes, errors.length > 0])).toEqual([
      [1, 0, false],
      [2, 0, true],
      [2, 1, false],
      [1, 0, false],
    ]);
    expect(lines[1].error).not.toContain('.txt');
  });

  it('tests again, and keeps the results of files that have not changed', async () => {
    const folder = folderWith({ 'one.yaml': colony, 'two.yaml': colony });
    const watch = watching('test', folder);
    expect((await watch.next()).out).toContain('4 passed, 0 failed in 2 files');
    writeFileSync(join(folder, 'two.yaml'), colony.replace('population: 2', 'population: 7'));
    const failed = await watch.next();
    expect(failed.out).toContain('3 passed, 1 failed in 2 files');
    writeFileSync(join(folder, 'two.yaml'), colony);
    expect((await watch.next()).out).toContain('4 passed, 0 failed in 2 files');
  });

  it('prints a failure as a line of JSON, too', async () => {
    const file = join(folderWith({ 'colony.yaml': colony }), 'colony.yaml');
    const watch = watching('show', 'Terra', file, '--json');
    expect(JSON.parse((await watch.next()).out)).toMatchObject({ turn: 0 });
    writeFileSync(file, 'kinds: 3\n');
    const { out } = await watch.next();
    expect(out).toMatch(/^[^\n]+\n$/);
    expect(JSON.parse(out)).toEqual({ error: expect.stringContaining('kinds') as unknown });
  });

  it('refuses wrong usage', async () => {
    const file = join(folderWith({ 'colony.yaml': colony }), 'colony.yaml');
    expect(await cli(['show', file, '--columns', 'id,,name', '--watch'])).toMatchObject({ code: 2, out: '' });
    const alone = await cli(['show', file, '--go-on']);
    expect([alone.code, alone.error]).toEqual([
      2,
      expect.stringContaining('--go-on goes on with the world of the previous run'),
    ]);
  });
});

describe('--go-on', () => {
  const asked = (file: string) => ['show', 'Terra', file, '--columns', 'population', '--turns', '2', '--go-on'];

  it('goes on in the running world while its content keeps its shape', async () => {
    const file = join(folderWith({ 'colony.yaml': colony }), 'colony.yaml');
    const watch = watching(...asked(file));
    expect((await watch.next()).out).toMatch(/\b3\n$/);
    writeFileSync(file, grows(9));
    const on = await watch.next();
    expect(on.error).toContain('the world goes on after turn 2\n');
    // From 3, by 1 a turn.
    expect(on.out).toMatch(/\b5\n$/);
  });

  it('begins again, and says why, where the shape or the beginning is another', async () => {
    const file = join(folderWith({ 'colony.yaml': colony }), 'colony.yaml');
    const watch = watching(...asked(file));
    await watch.next();
    writeFileSync(file, colony.replace('building: {', 'moon: {}\n    building: {'));
    const shaped = await watch.next();
    expect(shaped.error).toContain(
      'the world begins again: the shape of the content has changed: the kind "moon" is new',
    );
    expect(shaped.out).toMatch(/\b3\n$/);
    writeFileSync(file, colony.replace('in: Terra, owner: Blue', 'owner: Blue'));
    const begun = await watch.next();
    expect(begun.error).toContain('the world begins again: its start, its scenario or its steps have changed');
    expect(begun.out).toMatch(/\b[01]\n$/);
  });
});

longTest('refuses a command that reads no file', async () => {
  const galaxy = await cli(['show', '--objects', '60', '--first', '1', '--watch']);
  expect([galaxy.code, galaxy.error]).toEqual([2, expect.stringContaining('--watch has nothing to watch')]);
});

longTest('watches in a process of its own, until Ctrl+C', async () => {
  const bin = fileURLToPath(new URL('../../bin/edict.mjs', import.meta.url));
  const file = join(folderWith({ 'colony.yaml': colony }), 'colony.yaml');
  const child = spawn(process.execPath, [bin, 'check', file, '--watch'], { stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, error] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (part: string) => void (out += part));
  child.stderr.setEncoding('utf8').on('data', (part: string) => void (error += part));
  const ended = once(child, 'close');
  const runs = async (count: number) => {
    while (error.split('(Ctrl+C ends)').length <= count) await once(child.stderr, 'data');
  };
  await runs(1);
  writeFileSync(file, 'kinds: 3\n');
  await runs(2);
  child.kill('SIGINT');
  expect((await ended)[0]).toBe(130);
  expect(out).toContain('no problems\n');
  expect(out).toContain('1 error');
  expect(`${out}${error}`).not.toContain('\u001b');
  expect(error).toMatch(/edict: interrupted after 2 runs\n$/);
});
