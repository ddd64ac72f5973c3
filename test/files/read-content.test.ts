import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readContent } from '../../src/entries/edict-node.js';
import { createWorld, loadContent } from '../../src/index.js';
import { refusal } from '../support/errors.js';

describe('readContent', () => {
  let folder = '';

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'edict-content-'));
    mkdirSync(join(folder, 'parts'));
    writeFileSync(join(folder, 'kinds.yaml'), 'kinds: { planet: { meters: [food] } }\n');
    writeFileSync(join(folder, 'parts', 'meters.yml'), 'meters: { food: { default: 3 } }\n');
    writeFileSync(join(folder, 'notes.txt'), 'no content\n');
    writeFileSync(join(folder, 'more.yaml.gz'), gzipSync('meters: { ore: {} }\n'));
  });

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('reads the content files below a folder, which load as one content', () => {
    const files = readContent(folder);
    expect(files.map(({ file }) => file)).toEqual([join(folder, 'kinds.yaml'), join(folder, 'parts', 'meters.yml')]);
    const loaded = loadContent(files);
    if (!loaded.ok) throw new Error('the content does not load');
    const world = createWorld(loaded.program);
    expect(world.get(world.spawn({ kind: 'planet' }), 'food')).toBe(3);
  });

  it('reads named files of any name, also packed', () => {
    const [{ text }] = readContent([join(folder, 'more.yaml.gz')]);
    expect(text).toBe('meters: { ore: {} }\n');
  });

  it('refuses a path with nothing there', () => {
    const missing = join(folder, 'missing.yaml');
    expect(refusal(() => readContent(missing))).toMatchObject({ code: 'unreadable-file', culprit: missing });
  });
});
