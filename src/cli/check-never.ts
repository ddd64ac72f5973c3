import { type NeverTrue, neverTrue } from '../plans/never-true.js';
import { kindAt } from '../components/model.js';
import type { Program } from '../ir/program.js';
import type { Diagnostic } from '../content/diagnostics/diagnostic.js';
import { listTexts, printable, quoteText } from '../content/diagnostics/quote.js';
import type { ContentFile } from '../content/native/content-file.js';
import { originSpot } from './check-dear.js';

/**
 * A warning for each condition that can never be true, save those that are on a line of which a warning says so
 * already. `files` are those that the program was loaded from.
 */
export function neverWarnings(
  program: Program,
  files: readonly ContentFile[],
  known: readonly Diagnostic[],
): readonly Diagnostic[] {
  const isKnown = ({ file, line }: Pick<Diagnostic, 'file' | 'line'>): boolean =>
    known.some(
      (warning) =>
        (warning.code === 'never-true' || warning.code === 'never-present') &&
        warning.file === file &&
        warning.line === line,
    );
  return neverTrue(program)
    .filter(({ origin }) => !isKnown(origin))
    .map((found) => warningOf(found, program, files));
}

function warningOf(
  { owner, text, kinds, origin }: NeverTrue,
  { model }: Program,
  files: readonly ContentFile[],
): Diagnostic {
  const who =
    kinds.length === 0 ? 'any object' : `objects of kind ${listTexts(kinds.map((kind) => kindAt(model, kind).name))}`;
  return {
    severity: 'warning',
    code: 'never-true',
    ...originSpot(origin, files),
    message: `${text === '' ? 'a condition' : quoteText(text)} of ${printable(owner)} is never true of ${who}, whatever the world is like`,
    suggestion: 'look whether such an object has what is asked for, and whether its parts contradict one another',
  };
}
