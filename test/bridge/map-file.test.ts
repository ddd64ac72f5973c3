import { closeSync, ftruncateSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mapFile } from '../../src/bridge/bridge-session.js';

function hasKoffi(): boolean {
  try {
    return createRequire(import.meta.url)('koffi') !== undefined;
  } catch {
    return false;
  }
}

describe('a mapped file', () => {
  it('is memory and file at once, or an error that names the package that is missing', () => {
    const folder = mkdtempSync(join(tmpdir(), 'edict-map-'));
    const file = openSync(join(folder, 'shared'), 'w+');
    ftruncateSync(file, 8192);
    if (hasKoffi()) {
      const memory = new Uint8Array(mapFile(file, 8192));
      expect(memory).toHaveLength(8192);
      memory[4097] = 7;
      const seen = new Uint8Array(2);
      readSync(file, seen, 0, 2, 4096);
      expect([...seen]).toEqual([0, 7]);
      writeSync(file, new Uint8Array([9]), 0, 1, 8191);
      expect(memory[8191]).toBe(9);
      expect(() => mapFile(-1, 8192)).toThrow(/cannot be mapped in Node; leave mapped out/);
    } else {
      expect(() => mapFile(file, 8192)).toThrow(/needs its package koffi, .*npm install koffi/);
    }
    closeSync(file);
    rmSync(folder, { recursive: true });
  });
});
