/** A hostile file, or some, of a format. */
export interface HostileCase {
  readonly format: string;
  readonly name: string;
  /**
   * Makes what is loaded, as large as the limits of its format allow or a share of that, and returns what loads it;
   * that says what became of it. It may leave files after in a folder of its own, which the caller removes.
   */
  prepare(share: number, folder: string): () => string;
}

/** What became of a load, for people. */
export function outcomeOf(errors: readonly { readonly code: string }[], warnings: readonly unknown[]): string {
  if (errors.length > 0) return `refused: ${String(errors.length)} errors, the first ${errors[0].code}`;
  return warnings.length === 0 ? 'loaded' : `loaded with ${String(warnings.length)} warnings`;
}
