import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { refuseUnwritable, writeFileWhole } from '../../src/files/write-file.js';
import { folderWith } from '../cli/files.js';
import { isQuick } from '../support/heavy.js';

const built = pathToFileURL(join(import.meta.dirname, '../../dist/files/write-file.js')).href;

const isPosix = process.platform !== 'win32';

/**
 * Writes to `save` in a folder, in a process of its own whose system is changed before that: `change` is code that has
 * `fs`.
 * `limit` is how many kilobytes a file may have.
 */
function writeElsewhere(
  folder: string,
  {
    change = '',
    limit = 'unlimited',
    bytes = 100_000,
  }: { readonly change?: string; readonly limit?: string; readonly bytes?: number },
) {
  const program = `
    const fs = require('node:fs');
    ${change}
    require('node:module').syncBuiltinESMExports();
    import(${JSON.stringify(built)}).then(({ writeFileWhole }) => {
      writeFileWhole(${JSON.stringify(join(folder, 'save'))}, 'n'.repeat(${String(bytes)}));
    }).catch((error) => { console.error(error.message); process.exitCode = 1; });`;
  return spawnSync('bash', ['-c', `trap '' XFSZ; ulimit -f ${limit}; exec "$0" -e "$1"`, process.execPath, program], {
    encoding: 'utf8',
  });
}

describe('writing a file as a whole', () => {
  it('makes a new file, and replaces one with its permissions', () => {
    const folder = folderWith({ old: 'old' });
    const [made, old] = [join(folder, 'made'), join(folder, 'old')];
    chmodSync(old, 0o640);
    writeFileWhole(made, new Uint8Array([1, 2, 3]));
    writeFileWhole(old, 'new');
    expect([...readFileSync(made)]).toEqual([1, 2, 3]);
    expect([readFileSync(old, 'utf8'), statSync(old).mode & 0o777]).toEqual(['new', 0o640]);
    expect(readdirSync(folder).sort()).toEqual(['made', 'old']);
  });

  it('follows links, also to what is not there yet', () => {
    const folder = folderWith({ 'there/old': 'old', 'here/x': '' });
    const [old, gone] = [join(folder, 'here/old'), join(folder, 'here/gone')];
    symlinkSync('../there/old', old);
    symlinkSync('../there/new', gone);
    writeFileWhole(old, 'one');
    writeFileWhole(gone, 'two');
    expect([old, gone].map((link) => lstatSync(link).isSymbolicLink())).toEqual([true, true]);
    expect(['there/old', 'there/new'].map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual(['one', 'two']);
  });

  it.runIf(isPosix)('writes straight to what is no file, and leaves it in its place', () => {
    writeFileWhole('/dev/null', 'gone');
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  it.runIf(existsSync('/dev/full'))('says that a device is full', () => {
    expect(() => {
      writeFileWhole('/dev/full', 'x');
    }).toThrow('edict: /dev/full cannot be written: the disk is full; make room');
  });

  it.skipIf(isQuick || !isPosix)('leaves what was there, and nothing else, where it fails half-way', () => {
    const folder = folderWith({ save: 'old' });
    const full = writeElsewhere(folder, { limit: '8' });
    expect([full.status, full.stderr]).toEqual([
      1,
      `edict: ${join(folder, 'save')} cannot be written: it would be larger than a file may be here; name another place\n`,
    ]);
    const unsynced = writeElsewhere(folder, {
      change: "fs.fsyncSync = () => { throw Object.assign(new Error('no'), { code: 'ENOSPC' }); };",
    });
    expect([unsynced.status, unsynced.stderr]).toEqual([
      1,
      `edict: ${join(folder, 'save')} cannot be written: the disk is full; make room\n`,
    ]);
    expect([readdirSync(folder), readFileSync(join(folder, 'save'), 'utf8')]).toEqual([['save'], 'old']);
  });

  it.runIf(isPosix).each(['SIGINT', 'SIGTERM', 'SIGHUP'])('is done before %s ends the process', (signal) => {
    const folder = folderWith({ save: 'old' });
    const change = `const sync = fs.fsyncSync; fs.fsyncSync = (descriptor) => { process.kill(process.pid, '${signal}'); sync(descriptor); };`;
    expect(writeElsewhere(folder, { change, bytes: 5 }).signal).toBe(signal);
    expect([readdirSync(folder), readFileSync(join(folder, 'save'), 'utf8')]).toEqual([['save'], 'nnnnn']);
  });
});

describe('what could not be written', () => {
  it('is refused before anything is touched', () => {
    const folder = folderWith({ file: 'old' });
    const refusal = (name: string): unknown => {
      try {
        refuseUnwritable(join(folder, name));
        return undefined;
      } catch (error) {
        return (error as Error).message.replaceAll(folder, '.');
      }
    };
    mkdirSync(join(folder, 'folder'));
    symlinkSync('ring', join(folder, 'ring'));
    expect(['file', 'new'].map(refusal)).toEqual([undefined, undefined]);
    expect(refusal('folder')).toBe('edict: ./folder cannot be written: it is a folder; name a file');
    expect(refusal('new/')).toBe('edict: ./new/ cannot be written: it is a folder; name a file');
    expect(refusal('none/new')).toBe('edict: ./none/new cannot be written: its folder does not exist; make it first');
    expect(refusal('file/new')).toBe(
      'edict: ./file/new cannot be written: a part of its path is a file, not a folder; check the path',
    );
    expect(refusal('ring')).toBe(
      'edict: ./ring cannot be written: it is a link that leads back to itself; check the path',
    );
    expect(refusal('x'.repeat(300))).toMatch(
      /cannot be written: its name is too long for the file system; choose a shorter one$/,
    );
    expect(refusal('a\0b')).toMatch(/is not a path: it has a null character in it$/);
    expect(readdirSync(folder).sort()).toEqual(['file', 'folder', 'ring']);
  });

  it.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
    'is so in a folder where no files can be made',
    () => {
      expect(() => {
        writeFileWhole('/proc/edict', 'x');
      }).toThrow('edict: /proc/edict cannot be written: no files can be made in its folder; name another place');
    },
  );

  it.runIf(process.getuid?.() !== 0)('is so for want of permissions', () => {
    const folder = folderWith({ 'closed/file': 'old', file: 'old' });
    chmodSync(join(folder, 'file'), 0o444);
    chmodSync(join(folder, 'closed'), 0o555);
    expect(() => {
      refuseUnwritable(join(folder, 'file'));
    }).toThrow('file cannot be written: permission denied; change its permissions');
    expect(() => {
      refuseUnwritable(join(folder, 'closed/file'));
    }).toThrow("cannot be written: permission denied in its folder; change the folder's permissions");
    chmodSync(join(folder, 'closed'), 0o755);
  });
});
