import { chmodSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findFiles } from '../../src/files/find-files.js';
import { cli } from '../cli/run-cli.js';
import { colony, folderWith } from '../cli/files.js';

describe('files below a folder', () => {
  it('are found by their endings, each once, in the order of their names', () => {
    const folder = folderWith({
      'b.yaml': '',
      'a/c.yml': '',
      'a/d.txt': '',
      '.hidden/e.yaml': '',
      'node_modules/f.yaml': '',
    });
    const found = findFiles([folder, join(folder, 'b.yaml')], ['.yaml', '.yml']);
    expect(found.map(({ file }) => file.slice(folder.length + 1))).toEqual(['a/c.yml', 'b.yaml']);
  });

  it('a link that leads nowhere is passed over, and one that leads to itself is left to the reader', () => {
    const folder = folderWith({ 'a.yaml': '' });
    symlinkSync('none.yaml', join(folder, 'b.yaml'));
    symlinkSync('c.yaml', join(folder, 'c.yaml'));
    expect(findFiles([folder], ['.yaml'])).toEqual(
      ['a.yaml', 'c.yaml'].map((name) => ({ file: join(folder, name), named: false })),
    );
  });
});

describe.runIf(process.getuid?.() !== 0)(
  'a folder that may not be read hides nothing but itself (skipped for the superuser)',
  () => {
    const folderWithClosed = (files: Readonly<Record<string, string>>) => {
      const folder = folderWith({ ...files, 'closed/x.yaml': 'kinds: {}\n' });
      const closed = join(folder, 'closed');
      chmodSync(closed, 0o000);
      // Otherwise it could not be removed.
      onTestFinished(() => {
        chmodSync(closed, 0o755);
      });
      return { folder, closed, message: `${closed} cannot be read: permission denied; change its permissions` };
    };

    it('of edict check', async () => {
      const { folder, closed, message } = folderWithClosed({ 'a/content.yaml': 'kinds: {}\n', 'colony.yaml': colony });
      const { code, out } = await cli(['check', folder]);
      expect(code).toBe(1);
      expect(out).toContain(`${closed}:1:1: error: ${message} [unreadable-file]\n`);
      expect(out).toContain('colony.yaml  1 file, 1 class, 1 rule: no problems\n');
    });

    it('of edict test', async () => {
      const { folder, message } = folderWithClosed({ 'colony.yaml': colony });
      const { code, out } = await cli(['test', folder]);
      expect(code).toBe(1);
      expect(out).toContain(message);
      expect(out).toContain('2 passed, 1 failed in 2 files\n');
    });

    it('of edict antares check and edict civ check', async () => {
      const { folder, message } = folderWithClosed({ 'a.pn': '', 'a.xml': '<a/>' });
      for (const command of ['levels', 'expressions']) {
        const { code, out } = await cli([command, 'check', folder]);
        expect(code).toBe(1);
        expect(out).toContain(message);
      }
    });
  },
);
