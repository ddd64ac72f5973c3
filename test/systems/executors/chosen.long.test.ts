import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

describe('edict run', () => {
  // It may have to build first.
  test('gives the same hash where node forbids to make code from texts', { timeout: 120_000 }, () => {
    const bin = fileURLToPath(new URL('../../../bin/edict.mjs', import.meta.url));
    const [allowed, forbidden] = [[], ['--disallow-code-generation-from-strings']].map((flags) => {
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [...flags, bin, 'run', '--objects', '300', '--turns', '5', '--json'],
        {
          encoding: 'utf8',
          env: { ...process.env, EDICT_EXECUTOR: 'compiled', EDICT_GENERATE: 'always' },
        },
      );
      expect(status, stderr).toBe(0);
      return JSON.parse(stdout) as { executor: string; hash: string };
    });
    expect(forbidden.executor).toBe('compiled');
    expect(forbidden.hash).toBe(allowed.hash);
    const { status } = spawnSync(process.execPath, [
      '--disallow-code-generation-from-strings',
      '-e',
      'new Function("return 1")',
    ]);
    expect(status).not.toBe(0);
  });
});
