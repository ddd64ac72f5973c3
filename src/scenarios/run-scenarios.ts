import { EdictError } from '../kernel/errors.js';
import { archiveCases, archiveEnding } from './archive-cases.js';
import { findFiles, type FoundFile } from './find-files.js';
import { formatOf } from './format-of.js';
import { scenarioFormats } from './formats.js';
import { refuseBroken } from './no-format.js';
import { otherCommand } from './formulas/other-command.js';
import { readText } from '../files/read-file.js';
import { logFormat } from '../world/decision-log.js';
import type { ScenarioCase, ScenarioFormat, TurnWatch } from './scenario-format.js';

export interface ScenarioFailure {
  readonly file: string;
  /** Of the case; `(file)` when the file as a whole could not be run. */
  readonly name: string;
  readonly message: string;
}

/** What became of the cases of one file. */
export interface FileOutcome {
  readonly file: string;
  readonly passed: number;
  readonly failures: readonly ScenarioFailure[];
}

export const scenarioEndings = ['.json', '.json.gz', '.yaml', '.yml', archiveEnding];

/** The failure of a file as a whole. */
const wholeFile = '(file)';

/**
 * Runs the scenario files that paths stand for, one outcome at a time. In a folder, files without a `format` field,
 * logs of games and archives of something else are passed over; a file that was named must be one of ours.
 */
export function* runScenarios(
  paths: readonly string[],
  formats: ReadonlyMap<string, ScenarioFormat> = scenarioFormats,
  watch?: TurnWatch,
): Generator<FileOutcome> {
  for (const found of findFiles(paths, scenarioEndings)) {
    const outcome = runFile(found, formats, watch);
    if (outcome !== undefined) yield outcome;
  }
}

function runFile(
  { file, named }: FoundFile,
  formats: ReadonlyMap<string, ScenarioFormat>,
  watch: TurnWatch | undefined,
): FileOutcome | undefined {
  const cases = attempt(() => casesOf(file, named, formats));
  if (cases.failed) return { file, passed: 0, failures: [{ file, name: wholeFile, message: cases.message }] };
  if (cases.value === undefined) return undefined;
  const failures: ScenarioFailure[] = [];
  for (const { name, message } of cases.value.map((scenario) => runCase(scenario, watch))) {
    if (message !== undefined) failures.push({ file, name, message });
  }
  return { file, passed: cases.value.length - failures.length, failures };
}

function runCase(
  scenario: ScenarioCase,
  watch: TurnWatch | undefined,
): { readonly name: string; readonly message: string | undefined } {
  const run = attempt(() => scenario.run(watch));
  return { name: scenario.name, message: run.failed ? run.message : run.value };
}

/** Undefined for a file that is no scenario. */
function casesOf(
  file: string,
  named: boolean,
  formats: ReadonlyMap<string, ScenarioFormat>,
): readonly ScenarioCase[] | undefined {
  if (file.endsWith(archiveEnding)) return archiveCases(file, named);
  const text = readText(file);
  const name = formatOf(text);
  if (name === undefined || name === logFormat) {
    if (!named) return undefined;
    const other = otherCommand(file, name);
    if (other !== undefined) throw new EdictError('no-format', `${file} ${other}`, file);
    refuseBroken(file, text);
    throw new EdictError(
      'no-format',
      `${file} has no format field at its top, so it is no scenario file; known formats: ${known(formats)}; content is for edict check`,
      file,
    );
  }
  const format = formats.get(name);
  if (format === undefined) {
    throw new EdictError(
      'unknown-format',
      `the format ${JSON.stringify(name)} is not known; known formats: ${known(formats)}`,
      file,
    );
  }
  return format.load({ file, text });
}

function known(formats: ReadonlyMap<string, ScenarioFormat>): string {
  return [...formats.keys()].join(', ');
}

type Attempt<Value> =
  | { readonly failed: false; readonly value: Value }
  | { readonly failed: true; readonly message: string };

/** A broken scenario is a failure of that scenario; a fault of ours in one must not hide the results of the others. */
function attempt<Value>(run: () => Value): Attempt<Value> {
  try {
    return { failed: false, value: run() };
  } catch (error) {
    if (error instanceof EdictError) return { failed: true, message: error.message.replace(/^edict: /, '') };
    return {
      failed: true,
      message: `something went wrong inside edict itself (${error instanceof Error ? error.message : String(error)})`,
    };
  }
}
