/** What a document may be at most; past any of them it is refused with the place where it passes it. */
export interface XmlLimits {
  /** Elements inside one another. */
  readonly depth: number;
  /** Characters, in UTF-16 units. */
  readonly length: number;
  /** Elements and attributes together. */
  readonly elements: number;
}

/** Several times what the largest files of the game need. */
export const xmlLimits: XmlLimits = { depth: 1_000, length: 32_000_000, elements: 2_000_000 };
