/** What a document may be at most; past any of them it is refused with the place where it passes it. */
export interface DocumentLimits {
  readonly bytes: number;
  /** Arrays and maps inside one another. */
  readonly containers: number;
  /**
   * Values of all types together. One takes 100 to 300 bytes of memory, and a level that is made of them several times
   * that.
   */
  readonly values: number;
}

/**
 * The depth is that of the reference reader. The others are many times what levels need (one of 30 MB has about two
 * million values), and what a process has memory for.
 */
export const documentLimits: DocumentLimits = { bytes: 32 * 1024 * 1024, containers: 63, values: 3_000_000 };
