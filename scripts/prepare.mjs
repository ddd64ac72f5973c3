#!/usr/bin/env node
// Makes a checkout ready for a command: installs dependencies and builds dist, each only when it is out of date.
// Plain Node, because it runs before anything is installed. As a script: `node scripts/prepare.mjs [--no-build]`.

import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const lockFile = join(root, 'package-lock.json');
const installedLockFile = join(root, 'node_modules', '.package-lock.json');
const buildStamp = join(root, 'dist', 'build.stamp');
const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const prepareLock = join(root, '.prepare.lock');

/** What a build reads in addition to src: a change to any of these may change its output. */
const buildSettings = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'bin/cached.mjs',
  'scripts/bundle-cli.mjs',
];

const oldestNode = [20, 19];
const lockPollMilliseconds = 50;
const lockNoticeMilliseconds = 2_000;
/** No install or build takes this long, so an older lock belongs to a process that died and whose id was given away. */
const lockExpiryMilliseconds = 15 * 60_000;
const stealExpiryMilliseconds = 10_000;

/** A failure that the person at the keyboard can mend; its message says how. */
export class PrepareError extends Error {}

/**
 * Installs what package-lock.json asks for and, when `build` is set, compiles src to dist. Does nothing, in a few
 * milliseconds, when all is up to date. Commands that start together wait for each other.
 *
 * @param {{ build: boolean }} options
 * @throws {PrepareError} when Node is too old, or the install or the build fails
 */
export function prepare({ build }) {
  checkNode();
  if (isReady(build)) return;
  holdingLock(() => {
    // Looked at again: whoever held the lock before may have done the work.
    if (!isInstalled()) install();
    if (build && !isBuilt()) compile();
  });
}

/** @param {boolean} build */
function isReady(build) {
  return isInstalled() && (!build || isBuilt());
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldestNode;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  throw new PrepareError(
    `edict: this is Node ${process.versions.node}, but ${oldestNode.join('.')} or newer is needed; install it and try again.`,
  );
}

// --- dependencies
// -----------------------------------------------------------------------------------------------------

/**
 * Whether node_modules holds what package-lock.json asks for. Compares what npm recorded at the last install with the
 * lock file, instead of times, which a mere checkout of another branch changes.
 */
function isInstalled() {
  const wanted = readPackages(lockFile);
  const installed = readPackages(installedLockFile);
  if (wanted === undefined)
    throw new PrepareError(`edict: cannot read ${lockFile}; restore it with git and try again.`);
  if (installed === undefined || !existsSync(compiler)) return false;
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '') continue;
    const present = installed[path];
    const mayBeAbsent = entry.optional === true || entry.devOptional === true || entry.peer === true;
    if (
      present === undefined ? !mayBeAbsent : present.version !== entry.version || present.integrity !== entry.integrity
    ) {
      return false;
    }
  }
  return Object.keys(installed).every((path) => wanted[path] !== undefined);
}

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean, peer?: boolean }}
 * LockEntry
 */

/**
 * @param {string} file
 * @returns {Record<string, LockEntry> | undefined}
 */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

function install() {
  say('installing dependencies…');
  // Development dependencies too, whatever NODE_ENV says: the compiler is one.
  runOrExplain('npm', ['ci', '--include=dev', '--loglevel=error', '--no-progress'], {
    failed: 'edict: installing the dependencies failed (npm ci).',
    mend: 'Check the network connection, run `npm ci` by hand to see all of it, then try again.',
  });
}

// --- build
// ------------------------------------------------------------------------------------------------------------

function isBuilt() {
  const isWhole = [join('cli', 'edict.cjs'), join('cli', 'help.txt')].every((name) =>
    existsSync(join(root, 'dist', name)),
  );
  return isWhole && readIfPresent(buildStamp) === sourceSignature();
}

/** One line a file that a build reads, with its time and size; it also changes when a file goes away. */
function sourceSignature() {
  /** @type {string[]} */
  const lines = [];
  for (const name of buildSettings) addFile(lines, name);
  addFolder(lines, 'src');
  return lines.join('\n');
}

/** @param {string[]} lines @param {string} path */
function addFolder(lines, path) {
  const entries = readdirSync(join(root, path), { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const entryPath = `${path}/${entry.name}`;
    if (entry.isDirectory()) addFolder(lines, entryPath);
    else addFile(lines, entryPath);
  }
}

/** @param {string[]} lines @param {string} path */
function addFile(lines, path) {
  // A file may vanish between the listing and this look: an editor's temporary file.
  const stat = statSync(join(root, path), { throwIfNoEntry: false });
  if (stat !== undefined) lines.push(`${path} ${stat.mtimeMs} ${stat.size}`);
}

function compile() {
  say('building…');
  // Taken before the build, so that a file saved while it runs makes the next command build again.
  const signature = sourceSignature();
  rmSync(buildStamp, { force: true });
  const pretty = process.stderr.isTTY ? ['--pretty'] : [];
  runOrExplain(process.execPath, [compiler, '-p', 'tsconfig.build.json', ...pretty], {
    failed: 'edict: the build failed (tsc -p tsconfig.build.json).',
    mend: 'Mend the errors above and try again; if they make no sense, delete the folders dist and node_modules first.',
  });
  runOrExplain(process.execPath, [join(root, 'scripts', 'bundle-cli.mjs')], {
    failed: 'edict: the command line could not be made into one file (scripts/bundle-cli.mjs).',
    mend: 'Try again; if that does not help, delete the folders dist and node_modules first.',
  });
  mkdirSync(dirname(buildStamp), { recursive: true });
  writeFileSync(buildStamp, signature);
}

// --- one at a time
// ----------------------------------------------------------------------------------------------------

/** @param {() => void} work */
function holdingLock(work) {
  const started = Date.now();
  let noticed = false;
  while (!createExclusive(prepareLock)) {
    if (isAbandoned(prepareLock)) stealLock();
    if (!noticed && Date.now() - started > lockNoticeMilliseconds) {
      noticed = true;
      say('waiting for another edict command that installs or builds…');
    }
    sleep(lockPollMilliseconds);
  }
  try {
    work();
  } finally {
    rmSync(prepareLock, { force: true });
  }
}

/** Creates a file holding this process's id; false when it is there already. @param {string} file */
function createExclusive(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw new PrepareError(
      `edict: the checkout needs an install or a build, but ${file} cannot be written (${errorCode(error)}); ` +
        'make the folder writable, or run `npm run build` as its owner.',
    );
  }
}

/** Whether the process that holds the lock is gone, as after Ctrl-C. @param {string} file */
function isAbandoned(file) {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return false;
  if (Date.now() - stat.mtimeMs > lockExpiryMilliseconds) return true;
  const id = Number(readIfPresent(file));
  // Empty for the moment between the creation and the write.
  if (!Number.isInteger(id) || id <= 0) return Date.now() - stat.mtimeMs > stealExpiryMilliseconds;
  try {
    process.kill(id, 0);
    return false;
  } catch (error) {
    return errorCode(error) === 'ESRCH';
  }
}

/**
 * Removes an abandoned lock, guarded by a second one: of two that saw it abandoned, the slower must not remove a new
 * lock.
 */
function stealLock() {
  const stealing = `${prepareLock}.steal`;
  if (createExclusive(stealing)) {
    if (isAbandoned(prepareLock)) rmSync(prepareLock, { force: true });
    rmSync(stealing, { force: true });
    return;
  }
  const stat = statSync(stealing, { throwIfNoEntry: false });
  if (stat !== undefined && Date.now() - stat.mtimeMs > stealExpiryMilliseconds) rmSync(stealing, { force: true });
}

// --- small things
// -----------------------------------------------------------------------------------------------------

/**
 * Runs a program quietly; when it fails, shows what it printed.
 *
 * @param {string} program
 * @param {string[]} programArguments
 * @param {{ failed: string, mend: string }} texts
 */
function runOrExplain(program, programArguments, { failed, mend }) {
  const result = spawnSync(program, programArguments, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    // npm is a batch file on Windows, which only a shell can start.
    shell: process.platform === 'win32' && program === 'npm',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (result.status === 0) return;
  const reason =
    result.error !== undefined
      ? `${program}: ${result.error.message}`
      : result.signal !== null
        ? `${program} was stopped by ${result.signal}`
        : '';
  const lines = [result.stdout, result.stderr, reason, failed, mend].map((text) => (text ?? '').trim());
  throw new PrepareError(lines.filter((text) => text !== '').join('\n'));
}

/** @param {string} file */
function readIfPresent(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** @param {unknown} error */
function errorCode(error) {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

/** @param {string} line */
function say(line) {
  process.stderr.write(`${line}\n`);
}

/** @param {number} milliseconds */
function sleep(milliseconds) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

const isScript = process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url);
if (isScript) {
  try {
    prepare({ build: !process.argv.includes('--no-build') });
  } catch (error) {
    if (!(error instanceof PrepareError)) throw error;
    say(error.message);
    process.exitCode = 1;
  }
}
