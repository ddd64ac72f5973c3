#!/usr/bin/env node
// Tests the Python package: makes a virtual environment of its own (python/.venv, kept until the requirements change),
// bundles the bridge, and runs pytest.
// As a script: `node scripts/test-python.mjs [--full] [arguments of pytest]`. With --full also against
// Stable-Baselines3 and RLlib, which need PyTorch: on Linux some gigabytes, a tenth of that where PIP_EXTRA_INDEX_URL
// names PyTorch's own index of builds for the processor alone.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PrepareError, prepare } from './prepare.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, 'python');
const environments = join(folder, '.venv');
const oldestPython = [3, 10];

/** What is installed together, and which tests run with it. */
const suites = {
  test: { requirements: ['requirements-test.txt'], tests: ['tests'] },
  sb3: { requirements: ['requirements-test.txt', 'requirements-sb3.txt'], tests: ['tests_sb3'] },
  // All tests once more, because this is also the oldest Gymnasium that is supported.
  ray: { requirements: ['requirements-ray.txt'], tests: ['tests', 'tests_ray'] },
};

/** @typedef {{ program: string, version: string }} Python */
/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

// --- Python ---------------------------------------------------------------------------------------------------------

/** The first Python that is new enough; EDICT_PYTHON names another. */
function findPython() {
  const named = process.env['EDICT_PYTHON'];
  const candidates =
    named === undefined
      ? ['python3', 'python', 'python3.14', 'python3.13', 'python3.12', 'python3.11', 'python3.10']
      : [named];
  /** @type {string[]} */
  const found = [];
  for (const program of candidates) {
    const { status, stdout } = spawnSync(program, ['-c', 'import platform; print(platform.python_version())'], {
      encoding: 'utf8',
    });
    if (status !== 0) continue;
    const version = stdout.trim();
    if (isNewEnough(version)) return checkedForPip({ program, version });
    found.push(`${program} is ${version}`);
  }
  const what = found.length > 0 ? found.join(', ') : `none found as ${candidates.join(', ')}`;
  throw new PrepareError(
    `edict: tests of the Python package need Python ${oldestPython.join('.')} or newer (${what}); install it, or set EDICT_PYTHON to its executable, and try again.`,
  );
}

/** @param {string} version */
function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldestPython;
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

/** @param {Python} python */
function checkedForPip(python) {
  if (spawnSync(python.program, ['-c', 'import venv, ensurepip']).status === 0) return python;
  throw new PrepareError(
    `edict: ${python.program} (Python ${python.version}) cannot make virtual environments with pip; install its modules venv and ensurepip (on Debian: the package python3-venv) and try again.`,
  );
}

// --- virtual environments
// ---------------------------------------------------------------------------------------------

/**
 * The Python of a virtual environment that holds what the requirements ask for; made where it is not there yet.
 *
 * @param {Python} python
 * @param {string} name
 * @param {string[]} requirements
 */
function environmentFor(python, name, requirements) {
  const wanted = join(environments, `${name}-${signatureOf(python, requirements)}`);
  if (existsSync(wanted)) return pythonIn(wanted);
  say(`installing what the tests of Python need (${requirements.join(', ')})…`);
  mkdirSync(environments, { recursive: true });
  // Made beside and then given its name, so that a name never stands for half an environment; only `python -m` is used,
  // which survives that.
  const unfinished = mkdtempSync(join(environments, 'unfinished-'));
  try {
    runOrExplain(
      python.program,
      ['-m', 'venv', unfinished],
      `edict: making the virtual environment ${unfinished} failed.`,
    );
    const files = requirements.flatMap((file) => ['-r', join(folder, file)]);
    runOrExplain(
      pythonIn(unfinished),
      ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-input', ...files],
      `edict: installing ${requirements.join(' and ')} failed (pip install). Check the network connection and try again.`,
    );
    if (!existsSync(wanted)) renameSync(unfinished, wanted);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  for (const entry of readdirSync(environments)) {
    if (entry.startsWith(`${name}-`) && join(environments, entry) !== wanted)
      rmSync(join(environments, entry), { recursive: true, force: true });
  }
  return pythonIn(wanted);
}

/** @param {Python} python @param {string[]} requirements */
function signatureOf(python, requirements) {
  const hash = createHash('sha256').update(`${python.version} ${process.platform} ${process.arch}\n`);
  for (const file of requirements) hash.update(readFileSync(join(folder, file)));
  return hash.digest('hex').slice(0, 12);
}

/** @param {string} environment */
function pythonIn(environment) {
  return process.platform === 'win32' ? join(environment, 'Scripts', 'python.exe') : join(environment, 'bin', 'python');
}

// --- tests
// ------------------------------------------------------------------------------------------------------------

/**
 * Runs pytest and says what came of it.
 *
 * @param {string} program
 * @param {string} name
 * @param {string[]} tests
 * @param {string[]} chosen
 * @returns {boolean} whether some test ran and none failed
 */
function runTests(program, name, tests, chosen) {
  const results = mkdtempSync(join(tmpdir(), 'edict-python-'));
  try {
    const report = join(results, 'report.xml');
    const { status } = spawnSync(
      program,
      ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', `--junitxml=${report}`, ...tests, ...chosen],
      {
        cwd: folder,
        stdio: 'inherit',
        env: { ...process.env, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' },
      },
    );
    const { passed, failed, skipped } = countsIn(report);
    if (passed + failed === 0) say('No test ran.');
    say(`\npython (${name}): ${String(passed)} passed, ${String(failed)} failed, ${String(skipped)} skipped`);
    return status === 0 && failed === 0 && passed > 0;
  } finally {
    rmSync(results, { recursive: true, force: true });
  }
}

/**
 * What a report of pytest counts; a file that cannot be loaded is a failure. @param {string} report @returns {Counts}
 */
function countsIn(report) {
  const head = existsSync(report) ? (/<testsuite [^>]*>/.exec(readFileSync(report, 'utf8'))?.[0] ?? '') : '';
  /** @param {string} name */
  const count = (name) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(head)?.[1] ?? 0);
  const failed = count('errors') + count('failures');
  return { passed: Math.max(0, count('tests') - failed - count('skipped')), failed, skipped: count('skipped') };
}

// --- small things
// -----------------------------------------------------------------------------------------------------

/**
 * Runs a program quietly; when it fails, shows what it printed.
 *
 * @param {string} program
 * @param {string[]} programArguments
 * @param {string} failed
 */
function runOrExplain(program, programArguments, failed) {
  const result = spawnSync(program, programArguments, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (result.status === 0) return;
  const lines = [result.stdout, result.stderr, result.error?.message, failed].map((text) => (text ?? '').trim());
  throw new PrepareError(lines.filter((text) => text !== '').join('\n'));
}

/** @param {string} line */
function say(line) {
  process.stderr.write(`${line}\n`);
}

try {
  const given = process.argv.slice(2);
  const python = findPython();
  prepare({ build: false });
  runOrExplain(
    process.execPath,
    [join(root, 'scripts', 'bundle-bridge.mjs')],
    'edict: bundling the bridge failed (node scripts/bundle-bridge.mjs).',
  );
  const chosen = given.filter((argument) => argument !== '--full');
  const names = given.includes('--full') ? Object.keys(suites) : ['test'];
  for (const name of names) {
    const { requirements, tests } = suites[/** @type {keyof typeof suites} */ (name)];
    if (!runTests(environmentFor(python, name, requirements), name, tests, chosen)) process.exitCode = 1;
  }
} catch (error) {
  if (!(error instanceof PrepareError)) throw error;
  say(error.message);
  process.exitCode = 1;
}
