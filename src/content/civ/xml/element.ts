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

/** Its text; empty where there is no such child. */
export function childText(element: XmlElement, name: string): string {
  return childOf(element, name)?.text ?? '';
}

export function childrenOf(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

/** What each child of an element is called in a path: its name, with `[k]` from 1 where several have that name. */
export function stepsOf(element: XmlElement): readonly string[] {
  const counts = new Map<string, number>();
  for (const { name } of element.children) counts.set(name, (counts.get(name) ?? 0) + 1);
  const seen = new Map<string, number>();
  return element.children.map(({ name }) => {
    if (counts.get(name) === 1) return name;
    const ordinal = (seen.get(name) ?? 0) + 1;
    seen.set(name, ordinal);
    return `${name}[${ordinal}]`;
  });
}

/** Two paths one after the other; the empty path is where they begin. */
export function joinPath(path: string, step: string): string {
  return path === '' || step === '' ? path + step : `${path}/${step}`;
}
