/** `failed` of `asked` objects. */
export interface Failure<Part extends string> {
  readonly part: Part;
  readonly text: string;
  readonly failed: number;
  readonly asked: number;
}

/** Counts clauses that fail. */
export interface Failures<Part extends string> {
  fail(part: Part, text: string): void;
  clear(): void;
  /** The clause that failed most often, of the first that did; undefined if none failed. */
  worst(asked: number): Failure<Part> | undefined;
}

export function countFailures<Part extends string>(): Failures<Part> {
  const failed = new Map<string, { readonly part: Part; readonly text: string; failed: number }>();
  return {
    fail(part, text) {
      const key = `${part} ${text}`;
      const known = failed.get(key) ?? { part, text, failed: 0 };
      known.failed++;
      failed.set(key, known);
    },
    clear() {
      failed.clear();
    },
    worst(asked) {
      const [worst] = [...failed.values()].sort((a, b) => b.failed - a.failed);
      return worst && { ...worst, asked };
    },
  };
}
