import { formatName as compiledFormat } from '../compiled/file-form.js';
import { logFormat } from '../world/play-out.js';
import { nativeFormat } from './native/native-format.js';
import type { ScenarioArchive, ScenarioFormat } from './scenario-format.js';

/** Files that a command may be given by mistake. */
interface KnownFile {
  readonly name: RegExp;
  /** With its command: `is a level; check it with …`. */
  readonly is: string;
}

export interface FileFamily {
  readonly formats: readonly ScenarioFormat[];
  readonly archives?: readonly ScenarioArchive[];
  readonly files?: readonly KnownFile[];
}

export interface KnownFormats {
  /** By the `format` field of their files. */
  readonly byName: ReadonlyMap<string, ScenarioFormat>;
  readonly archives: readonly ScenarioArchive[];
  /** It names files that Edict writes, which are no scenarios. */
  isWritten(format: string | undefined): boolean;
  /** Of a file for another command, where that is known. */
  otherCommand(file: string, format: string | undefined): string | undefined;
}

/** By the format that Edict gives its own files. */
const written: ReadonlyMap<string | undefined, string> = new Map([
  [logFormat, 'is the log of a game; play it again with edict play and --replay'],
  [
    compiledFormat,
    'is compiled content; give the content that it was compiled from, or run it in a program by edict/runtime',
  ],
]);

export function knownFormats(families: readonly FileFamily[]): KnownFormats {
  const formats = [nativeFormat, ...families.flatMap((family) => family.formats)];
  const byName = new Map(formats.map((format) => [format.format, format]));
  const files = families.flatMap((family) => family.files ?? []);
  return {
    byName,
    archives: families.flatMap(({ archives = [] }) => archives),
    isWritten: (format) => written.has(format),
    otherCommand(file, format) {
      const known = format === undefined ? undefined : byName.get(format);
      if (known === undefined) return written.get(format) ?? files.find(({ name }) => name.test(file))?.is;
      return `is a scenario file of ${known.format}; run its cases with edict test${known.hint ?? ''}`;
    },
  };
}
