import type { Diagnostic } from '../content/text/diagnostic.js';
import type { NoteRead } from '../files/read-log.js';
import type { WorldOverrides } from './case-choice.js';

export interface ScenarioFile {
  readonly file: string;
  /** Unpacked, without a byte order mark. */
  readonly text: string;
  /** Of the files that it names. */
  readonly note?: NoteRead | undefined;
}

export type ReadScenario<Scenario> =
  | { readonly ok: true; readonly scenario: Scenario }
  | { readonly ok: false; readonly errors: readonly Diagnostic[] };

/** Gets the count of turns done in a step. */
export type TurnWatch = (done: number, total: number) => void;

export interface ScenarioCase {
  /** For people; unique within its file where the format asks for it. */
  readonly name: string;
  /** Returns why it failed, in sentences; undefined when it passed. */
  run(watch?: TurnWatch): string | undefined;
}

export interface ScenarioFormat {
  readonly format: string;
  /** Another command for such a file: `, and look at its level with …`. */
  readonly hint?: string;
  /** Its worlds can be given parameters and limits from outside. */
  readonly takesOverrides?: true;
  /** In order. Throws an EdictError where the file breaks the format. */
  load(file: ScenarioFile, overrides?: WorldOverrides): readonly ScenarioCase[];
}

/** A `.tar.gz` of cases that is run as it is. */
export interface ScenarioArchive {
  readonly what: string;
  readonly folder: string;
  /** Throws an EdictError where it cannot be read. */
  load(file: string, bytes: Uint8Array): readonly ScenarioCase[];
}
