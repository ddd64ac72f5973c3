import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tableFromArrays, tableToIPC } from '@uwdata/flechette';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readContent, readTables } from '../../src/entries/edict-node.js';
import { createWorld, loadContent } from '../../src/index.js';
import type { Program } from '../../src/ir/rule.js';
import { refusal } from '../support/errors.js';

const content = (table: string) =>
  [
    'properties: { size: {} }',
    'kinds: { tree: { properties: [size] } }',
    `start: [{ repeat: 2, do: [{ ${table}, kind: tree, columns: { Size: size } }] }]`,
  ].join('\n');

describe('readTables', () => {
  let folder = '';

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'edict-tables-'));
    mkdirSync(join(folder, 'content', 'data'), { recursive: true });
    const write = (path: string, text: string) => {
      writeFileSync(join(folder, 'content', path), text);
    };
    write('trees.yaml', content('csv: data/trees.csv'));
    write('linked.yaml', content('csv: data/linked.csv'));
    write('missing.yaml', content('csv: data/missing.csv'));
    write('none.yaml', 'kinds: { tree: {} }\n');
    write('data/trees.csv', 'Size\n3\n4\n');
    write('arrow.yaml', content('arrow: data/trees.arrow'));
    write('damaged.yaml', content('arrow: data/damaged.arrow'));
    write('data/damaged.arrow', 'Size\n3\n');
    const arrow = tableToIPC(tableFromArrays({ Size: Int32Array.of(5, 6), Sort: ['oak', 'elm'] }), {});
    writeFileSync(join(folder, 'content', 'data', 'trees.arrow'), arrow ?? '');
    writeFileSync(join(folder, 'secret.csv'), 'Size\n3\n');
    symlinkSync(join(folder, 'secret.csv'), join(folder, 'content', 'data', 'linked.csv'));
  });

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  function program(file: string): Program {
    const loaded = loadContent(readContent(join(folder, 'content', file)));
    if (!loaded.ok) throw new Error(loaded.errors.map(({ message }) => message).join('\n'));
    return loaded.program;
  }

  it('reads the files that start names, relative to the content', () => {
    const loaded = program('trees.yaml');
    const tables = readTables(loaded);
    expect(tables).toEqual({ 'data/trees.csv': 'Size\n3\n4\n' });
    const world = createWorld(loaded, { tables });
    expect(world.query().map((tree) => world.get(tree, 'size'))).toEqual([3, 4, 3, 4]);
    expect(readTables(program('none.yaml'))).toEqual({});
  });

  it('reads them relative to another folder, as for compiled content', () => {
    expect(refusal(() => readTables(program('trees.yaml'), join(folder, 'content', 'data'))).code).toBe(
      'unreadable-file',
    );
    expect(readTables(program('trees.yaml'), join(folder, 'content'))).toHaveProperty(['data/trees.csv']);
  });

  it('reads the columns of Arrow files that start names', () => {
    const loaded = program('arrow.yaml');
    const tables = readTables(loaded);
    expect(tables).toEqual({ 'data/trees.arrow': { Size: Int32Array.of(5, 6) } });
    const world = createWorld(loaded, { tables });
    expect(world.query().map((tree) => world.get(tree, 'size'))).toEqual([5, 6, 5, 6]);
    expect(refusal(() => readTables(program('damaged.yaml'))).message).toContain('is no Arrow file, or is damaged');
  });

  it('refuses what is missing, and links out of the folder', () => {
    expect(refusal(() => readTables(program('missing.yaml'))).code).toBe('unreadable-file');
    expect(refusal(() => readTables(program('linked.yaml'))).message).toContain('is a link out of the folder');
  });
});
