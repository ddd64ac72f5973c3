import type { LevelProblem } from '../../content/antares/level/problem.js';
import type { Place } from '../../content/antares/value.js';
import type { Diagnostic } from '../../content/diagnostics/diagnostic.js';
import { excerptOf } from '../../content/diagnostics/excerpt.js';

/** A problem of a level, with the path to it in its document; empty for what is wrong with its text. */
export interface LevelDiagnostic extends Diagnostic {
  readonly path: string;
}

/** Problems with the lines where they stand. Documents give columns in bytes, people count characters. */
export function levelDiagnostics(
  file: string,
  bytes: Uint8Array,
  severity: Diagnostic['severity'],
  problems: readonly LevelProblem[],
): readonly LevelDiagnostic[] {
  if (problems.length === 0) return [];
  const starts = lineStarts(bytes);
  return problems.map(({ at, path, code, message, suggestion }) => {
    const line = lineOf(bytes, starts, at.line);
    const column = columnOf(line, at);
    return {
      severity,
      code,
      path,
      file,
      line: at.line,
      column,
      message,
      ...(suggestion === undefined ? {} : { suggestion }),
      ...excerptOf(decode(line), column),
    };
  });
}

function lineStarts(bytes: Uint8Array): readonly number[] {
  const starts = [0];
  for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, end + 1)) starts.push(end + 1);
  return starts;
}

/** A line without its end. Of one that is longer than any excerpt needs, a stretch. */
function lineOf(bytes: Uint8Array, starts: readonly number[], line: number): Uint8Array {
  const start = starts[line - 1] ?? bytes.length;
  const next = starts[line];
  return bytes.subarray(start, next === undefined ? bytes.length : next - 1);
}

function columnOf(line: Uint8Array, { column }: Place): number {
  return decode(line.subarray(0, column - 1)).length + 1;
}

/** Broken characters are shown as such: the problem may be one of them. */
function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

const lineFeed = 10;
