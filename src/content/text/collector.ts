import type { Diagnostic } from './diagnostic.js';

/** A thousand errors and a thousand warnings at most: a hostile file may have one for each character. */
export interface Collector {
  add(diagnostic: Diagnostic): void;
  readonly hasErrors: boolean;
  readonly isFull: boolean;
  errors(): Diagnostic[];
  warnings(): Diagnostic[];
}

export const mostKept = 1_000;

/** `files`: their order; others come last. Equal places keep the order of adding. `most`: at least one. */
export function createCollector(files: readonly string[], most = mostKept): Collector {
  const rank = new Map(files.map((file, index) => [file, index]));
  const rankOf = ({ file }: Diagnostic) => rank.get(file) ?? files.length;
  const errors: Diagnostic[] = [];
  const warnings: Diagnostic[] = [];
  const left = { error: 0, warning: 0 };
  const sorted = (diagnostics: readonly Diagnostic[]) => {
    const inOrder = diagnostics.toSorted((a, b) => rankOf(a) - rankOf(b) || a.line - b.line || a.column - b.column);
    const last = inOrder.at(-1);
    return last === undefined || left[last.severity] === 0 ? inOrder : [...inOrder, countOf(left[last.severity], last)];
  };
  return {
    add(diagnostic) {
      const kept = diagnostic.severity === 'error' ? errors : warnings;
      if (kept.length < most) kept.push(diagnostic);
      else left[diagnostic.severity] += 1;
    },
    get hasErrors() {
      return errors.length > 0;
    },
    get isFull() {
      return errors.length >= most;
    },
    errors: () => sorted(errors),
    warnings: () => sorted(warnings),
  };
}

/** At the place of the last that is kept. */
function countOf(count: number, { severity, file, line, column }: Diagnostic): Diagnostic {
  return { severity, file, line, column, ...restOf(count, severity), suggestion: 'fix these first' };
}

export function restOf<Severity extends Diagnostic['severity']>(
  count: number,
  severity: Severity,
): { readonly code: `more-${Severity}s`; readonly message: string } {
  const what = `${severity}${count === 1 ? '' : 's'}`;
  return {
    code: `more-${severity}s`,
    message: `there ${count === 1 ? 'is' : 'are'} ${count} more ${what}, expected at most ${mostKept} to be shown`,
  };
}
