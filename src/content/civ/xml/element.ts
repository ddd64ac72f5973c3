/** An element of a document, with everything in it. */
export interface XmlElement {
  /** As written: case matters, and a prefix is part of it. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** What stands directly in it, without the whitespace at both ends; comments are no part of it, CDATA is. */
  readonly text: string;
  /** Of the element's `<`, from 1. */
  readonly line: number;
  readonly column: number;
  /** Of the first character of the text, from 1; the element's own where it has none. */
  readonly textLine: number;
  readonly textColumn: number;
}

/** The first child of a name. */
export function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => child.name === name);
}

export function childrenOf(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((child) => child.name === name);
}
