import { checkSum, formatName, formatVersion } from '../../src/compiled/file-form.js';
import { writeProgram } from '../../src/compiled/write-program.js';
import { checkContents } from '../../src/cli/check-contents.js';
import type { Program } from '../../src/ir/rule.js';
import { nominalWorld } from '../../src/match/work.js';
import { native } from '../golden/examples.js';
import { root } from '../golden/golden.js';
import { formats } from './formats.js';

/** The programs of the examples in native YAML, by path. */
export function examplePrograms(paths: readonly string[] = native): readonly (readonly [path: string, Program])[] {
  return paths.flatMap((path) =>
    checkContents([`${root}${path}`], nominalWorld(), formats).flatMap(({ programs }) =>
      programs.map(({ program }) => [path, program] as const),
    ),
  );
}

interface File {
  readonly fingerprint: string;
  readonly content: Record<string, unknown>;
}

export function parsedFile(program: Program): File {
  return JSON.parse(writeProgram(program)) as File;
}

/** As a writer would seal it: with the check sum of what is in it. */
export function sealed({ fingerprint, content }: File): string {
  return JSON.stringify({
    format: formatName,
    version: formatVersion,
    fingerprint,
    sum: checkSum(content),
    content,
  });
}
