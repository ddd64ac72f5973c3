import type { Diagnostic } from './diagnostic.js';

/** Gathers the problems of a load. */
export interface Collector {
  add(diagnostic: Diagnostic): void;
  readonly hasErrors: boolean;
  errors(): Diagnostic[];
  warnings(): Diagnostic[];
}

/** `files` gives the order of files; a file that is not among them comes last. Equal places keep the order of adding. */
export function createCollector(files: readonly string[]): Collector {
  const rank = new Map(files.map((file, index) => [file, index]));
  const rankOf = (diagnostic: Diagnostic): number => rank.get(diagnostic.file) ?? files.length;
  const errors: Diagnostic[] = [];
  const warnings: Diagnostic[] = [];
  const sorted = (diagnostics: readonly Diagnostic[]): Diagnostic[] =>
    diagnostics.toSorted((a, b) => rankOf(a) - rankOf(b) || a.line - b.line || a.column - b.column);
  return {
    add(diagnostic) {
      (diagnostic.severity === 'error' ? errors : warnings).push(diagnostic);
    },
    get hasErrors() {
      return errors.length > 0;
    },
    errors: () => sorted(errors),
    warnings: () => sorted(warnings),
  };
}
