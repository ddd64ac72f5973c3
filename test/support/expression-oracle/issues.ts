/** What is wrong with a document, and where. */
export interface Issue {
  readonly code: string;
  readonly path: string;
  readonly severity: 'error' | 'lint';
}

/** An issue that prevents loading. */
export function error(code: string, path: string): Issue {
  return { code, path, severity: 'error' };
}

/** An issue that does not. */
export function lint(code: string, path: string): Issue {
  return { code, path, severity: 'lint' };
}
