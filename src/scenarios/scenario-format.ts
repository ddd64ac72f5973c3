import type { Diagnostic } from '../content/text/diagnostic.js';

/** A scenario file as a format's loader gets it. */
export interface ScenarioFile {
  /** Its path, as the command was given it. */
  readonly file: string;
  /** Unpacked, without a byte order mark. */
  readonly text: string;
}

/** A scenario file that has been read and checked, or all that is wrong with it. */
export type ReadScenario<Scenario> =
  | { readonly ok: true; readonly scenario: Scenario }
  | { readonly ok: false; readonly errors: readonly Diagnostic[] };

/** Is told how many of the turns of a step are done. */
export type TurnWatch = (done: number, total: number) => void;

/** One case of a scenario file: a world, steps, expectations. */
export interface ScenarioCase {
  /** For people; unique within its file where the format asks for it. */
  readonly name: string;
  /** Runs the case. Returns why it failed, in one or more sentences, or undefined when it passed. */
  run(watch?: TurnWatch): string | undefined;
}

/** A format of scenario files. */
export interface ScenarioFormat {
  /** What the `format` field of its files says. */
  readonly format: string;
  /** Another command for such a file: `, and look at its level with …`. */
  readonly hint?: string;
  /** The cases of a file, in its order. Throws an EdictError that says where the file breaks the format. */
  load(file: ScenarioFile): readonly ScenarioCase[];
}

/** A `.tar.gz` of cases that is run as it is. */
export interface ScenarioArchive {
  /** What it holds, for people. */
  readonly what: string;
  /** The folder at the top of it, by which it is known. */
  readonly folder: string;
  /** The cases of an archive. Throws an EdictError where it cannot be read. */
  load(file: string, bytes: Uint8Array): readonly ScenarioCase[];
}
