import { EdictError } from '../kernel/errors.js';
import { bare } from './catching.js';
import { findFiles, type FoundFile } from '../files/find-files.js';
import type { NoteRead } from '../files/read-log.js';
import { type Reading, remembering } from '../files/read-memo.js';
import { formatOf } from './format-of.js';
import type { WorldOverrides } from './case-choice.js';
import type { KnownFormats } from './known-formats.js';
import { nativeFormat } from './native/native-format.js';
import { readText, readBeginning, readBytes } from '../files/read-file.js';
import type { ScenarioArchive, ScenarioCase, TurnWatch } from './scenario-format.js';
import { constants, gunzipSync } from 'node:zlib';

const archiveEnding = '.tar.gz';

const firstBytes = 4_096;
const longestPeek = 16_000_000;
const nameLength = 100;

/** Of one that was found, not named, undefined where it holds something else; only its beginning is read. */
function archiveCases(
  file: string,
  named: boolean,
  archives: readonly ScenarioArchive[],
  note: NoteRead | undefined,
): readonly ScenarioCase[] | undefined {
  if (!named && archiveOf(beginningOf(file, note), archives) === undefined) return undefined;
  const bytes = readBytes(file, undefined, undefined, note);
  const archive = archiveOf(bytes.subarray(0, firstBytes), archives);
  if (archive !== undefined) return archive.load(file, bytes);
  const known = archives.map(({ what, folder }) => `${what} (${folder})`).join(', ');
  throw new EdictError('no-format', `${file} holds no cases that are known; archives that are: ${known}`, file);
}

function archiveOf(beginning: Uint8Array, archives: readonly ScenarioArchive[]): ScenarioArchive | undefined {
  const name = firstName(beginning);
  return archives.find(({ folder }) => name.startsWith(folder) || name.startsWith(`./${folder}`));
}

function beginningOf(file: string, note: NoteRead | undefined): Uint8Array {
  try {
    return readBeginning(file, firstBytes, note);
  } catch {
    return new Uint8Array(0);
  }
}

/** Empty where it is not an archive. */
function firstName(bytes: Uint8Array): string {
  try {
    // Otherwise the cut end would be damage.
    const unpacked = gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: longestPeek });
    return unpacked.toString('latin1', 0, nameLength).split('\0', 1)[0];
  } catch {
    return '';
  }
}

interface ScenarioFailure {
  readonly file: string;
  readonly name: string;
  readonly message: string;
}

export interface FileOutcome {
  readonly file: string;
  readonly passed: number;
  readonly failures: readonly ScenarioFailure[];
}

const scenarioEndings = ['.json', '.json.gz', '.yaml', '.yml', archiveEnding];

/**
 * One outcome at a time. In a folder, files without a `format` field, logs of games, compiled content and other
 * archives are passed over; a named file must be one of ours.
 */
export function* runScenarios(
  paths: readonly string[],
  known: KnownFormats,
  watch?: TurnWatch,
  overrides?: WorldOverrides,
  reading: Reading = {},
): Generator<FileOutcome> {
  const remember = remembering(reading);
  for (const found of findFiles(paths, scenarioEndings, reading.note)) {
    const outcome = remember(found.file, [found.named], (note) => runFile(found, known, watch, overrides, note));
    if (outcome !== undefined) yield outcome;
  }
}

function runFile(
  { file, named }: FoundFile,
  known: KnownFormats,
  watch: TurnWatch | undefined,
  overrides: WorldOverrides | undefined,
  note: NoteRead | undefined,
): FileOutcome | undefined {
  const failure = (name: string, message: string): ScenarioFailure => ({ file, name, message });
  return attempt<FileOutcome | undefined>(
    () => {
      const cases = casesOf(file, named, known, overrides, note);
      if (cases === undefined) return undefined;
      const failures = cases.flatMap((scenario) => {
        const message = attempt(
          () => scenario.run(watch),
          (fault) => fault,
        );
        return message === undefined ? [] : [failure(scenario.name, message)];
      });
      return { file, passed: cases.length - failures.length, failures };
    },
    (message) => ({ file, passed: 0, failures: [failure('(file)', message)] }),
  );
}

function casesOf(
  file: string,
  named: boolean,
  known: KnownFormats,
  overrides: WorldOverrides | undefined,
  note: NoteRead | undefined,
): readonly ScenarioCase[] | undefined {
  if (file.endsWith(archiveEnding)) {
    const cases = archiveCases(file, named, known.archives, note);
    if (cases !== undefined) demandNoOverrides(file, 'an archive of cases', overrides);
    return cases;
  }
  const text = readText(file, undefined, note);
  const name = formatOf(text);
  if (name === undefined || known.isWritten(name)) {
    if (!named) return undefined;
    const other = known.otherCommand(file, name);
    if (other !== undefined) throw new EdictError('no-format', `${file} ${other}`, file);
    // Content begins a world of its own.
    return nativeFormat.load({ file, text, note }, overrides);
  }
  const format = known.byName.get(name);
  if (format !== undefined) {
    if (format.takesOverrides === undefined) demandNoOverrides(file, `of the format ${name}`, overrides);
    return format.load({ file, text, note }, overrides);
  }
  const message = `the format ${JSON.stringify(name)} is not known; ${namesOf(known)}`;
  throw new EdictError('unknown-format', message, file);
}

function demandNoOverrides(file: string, what: string, overrides: WorldOverrides | undefined): void {
  if (overrides === undefined) return;
  const message = `${file} is ${what}, whose worlds take no parameters and limits from outside; leave --set and --limit out for it`;
  throw new EdictError('bad-option', message, file);
}

function namesOf({ byName }: KnownFormats): string {
  return `known formats: ${[...byName.keys()].join(', ')}`;
}

/** A fault of ours in one scenario must not hide the results of the others. */
function attempt<Result>(run: () => Result, failed: (message: string) => Result): Result {
  try {
    return run();
  } catch (error) {
    if (error instanceof EdictError) return failed(bare(error));
    const what = error instanceof Error ? error.message : String(error);
    return failed(`something went wrong inside edict itself (${what})`);
  }
}
