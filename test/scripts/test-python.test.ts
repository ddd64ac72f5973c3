import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const script = fileURLToPath(new URL('../../scripts/test-python.mjs', import.meta.url));

describe.skipIf(process.platform === 'win32')('scripts/test-python.mjs', () => {
  let folder = '';

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'edict-'));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs the tests of the Python package with something that only says that it is Python. */
  function runWith(program: string): { status: number | null; stderr: string } {
    const { status, stderr } = spawnSync(process.execPath, [script], {
      encoding: 'utf8',
      env: { ...process.env, EDICT_PYTHON: program },
    });
    return { status, stderr };
  }

  function pretend(lines: string): string {
    const program = join(folder, 'python3');
    writeFileSync(program, `#!/bin/sh\n${lines}\n`);
    chmodSync(program, 0o755);
    return program;
  }

  it('fails where there is no Python', () => {
    const program = join(folder, 'python3');
    expect(runWith(program)).toEqual({
      status: 1,
      stderr: `edict: tests of the Python package need Python 3.10 or newer (none found as ${program}); install it, or set EDICT_PYTHON to its executable, and try again.\n`,
    });
  });

  it('fails where Python is too old', () => {
    const program = pretend('echo 3.9.18');
    expect(runWith(program)).toEqual({
      status: 1,
      stderr: `edict: tests of the Python package need Python 3.10 or newer (${program} is 3.9.18); install it, or set EDICT_PYTHON to its executable, and try again.\n`,
    });
  });

  it('fails where Python has no pip', () => {
    const program = pretend('case "$2" in *ensurepip*) exit 1;; esac; echo 3.12.4');
    expect(runWith(program)).toEqual({
      status: 1,
      stderr: `edict: ${program} (Python 3.12.4) cannot make virtual environments with pip; install its modules venv and ensurepip (on Debian: the package python3-venv) and try again.\n`,
    });
  });
});
