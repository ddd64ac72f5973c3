import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readAtMost, readBytes, readText, unpack } from '../../src/files/read-file.js';
import { folderWith } from '../cli/files.js';

describe('reading a file', () => {
  it('gives all its bytes, up to the limit and none more', () => {
    const file = join(folderWith({ file: 'x'.repeat(1_000) }), 'file');
    expect(readAtMost(file, 1_000)?.toString()).toBe('x'.repeat(1_000));
    expect(readAtMost(file, 999)).toBeUndefined();
    expect(() => readBytes(file, 999)).toThrow(
      expect.objectContaining({
        code: 'file-too-long',
        culprit: file,
        message: `edict: ${file} has more than 999 bytes, which is the limit; name another file, or split it`,
      }),
    );
    expect(readBytes(join(folderWith({ empty: '' }), 'empty')).length).toBe(0);
  });

  it('tells a saved world from a text, also where its bytes are UTF-8', () => {
    const file = join(folderWith({ saved: 'EDICT1\n{}\n\0\0\0' }), 'saved');
    expect(() => readText(file)).toThrow('is a saved world, not a text; pass it with --load');
  });

  it('names the way to standard input, which has no file called "-"', () => {
    expect(() => readText('-')).toThrow('edict: - is not a file; give /dev/stdin to read standard input');
  });

  it.runIf(process.getuid?.() !== 0)('says so where it may not be read', () => {
    const file = join(folderWith({ closed: 'x' }), 'closed');
    chmodSync(file, 0o000);
    expect(() => readText(file)).toThrow(`edict: ${file} cannot be read: permission denied; change its permissions`);
  });

  it.runIf(existsSync('/dev/zero'))('stops at the limit of what never ends', () => {
    expect(readAtMost('/dev/zero', 100_000)).toBeUndefined();
    expect(() => readText('/dev/urandom', 1_000_000)).toThrow('/dev/urandom has more than 1000000 bytes');
  });

  it.runIf(existsSync('/dev/zero'))('reads no more than the beginning of what begins otherwise', () => {
    const begins = (beginning: Buffer): boolean => beginning[0] === 1;
    expect(readBytes('/dev/zero', 4_000_000_000, begins).length).toBeLessThan(1_000_000);
  });

  it('reads no more than the beginning of a file that begins otherwise, however long it is, and all of one that begins so', () => {
    const folder = folderWith({ other: 'x', saved: `s${'y'.repeat(200_000)}` });
    const begins = (beginning: Buffer): boolean => beginning.toString('latin1', 0, 1) === 's';
    truncateSync(join(folder, 'other'), 300_000_000);
    expect(readBytes(join(folder, 'other'), 400_000_000, begins).length).toBeLessThan(1_000_000);
    expect(readBytes(join(folder, 'saved'), 400_000_000, begins)).toHaveLength(200_001);
  });

  it.runIf(existsSync('/proc/version'))('reads files that do not say how long they are, and pipes', () => {
    expect(readText('/proc/version')).toContain('Linux');
    const folder = folderWith({ most: 'y'.repeat(300_000), more: 'y'.repeat(300_001) });
    const program = `import(${JSON.stringify(join(import.meta.dirname, '../../dist/files/read-file.js'))}).then(({ readAtMost }) => {
      console.log(readAtMost('/dev/stdin', 300_000)?.length);
    });`;
    const piped = (file: string): string =>
      spawnSync('bash', ['-c', 'cat "$2" | "$0" -e "$1"', process.execPath, program, join(folder, file)], {
        encoding: 'utf8',
      }).stdout;
    expect([piped('most'), piped('more')]).toEqual(['300000\n', 'undefined\n']);
  });

  it('stops unpacking at the limit', () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000));
    expect(() => unpack('bomb.gz', bomb, 1_000_000)).toThrow(
      expect.objectContaining({
        code: 'file-too-long',
        message:
          'edict: bomb.gz unpacks to more than 1000000 bytes, which is the limit; name another file, or split it',
      }),
    );
    const file = join(folderWith({ 'bomb.json.gz': bomb }), 'bomb.json.gz');
    expect(() => readText(file, 1_000_000)).toThrow(`${file} unpacks to more than 1000000 bytes`);
    expect(readText(file).length).toBe(10_000_000);
  });
});
