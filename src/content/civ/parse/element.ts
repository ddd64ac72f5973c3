export interface XmlElement {
  /** As written: case matters, and a prefix is part of it. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** Directly in it, trimmed; CDATA is part of it, comments are not. */
  readonly text: string;
  /** Of the element's `<`, from 1. */
  readonly line: number;
  readonly column: number;
  /** Of the first character of the text, from 1; the element's own where it has none. */
  readonly textLine: number;
  readonly textColumn: number;
}

export function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => child.name === name);
}

/** The text of the first child of a name; empty where there is none. */
export function childText(element: XmlElement, name: string): string {
  return childOf(element, name)?.text ?? '';
}

export function childrenOf(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

/** An element, and its path from a root or holder. */
export interface Spot {
  readonly element: XmlElement;
  readonly path: string;
}

/** In paths, children have `[k]` from 1 where several have one name. */
export function childSpots({ element: { children }, path }: Spot): readonly Spot[] {
  const counts = new Map<string, number>();
  for (const { name } of children) counts.set(name, (counts.get(name) ?? 0) + 1);
  const seen = new Map<string, number>();
  return children.map((element) => {
    const { name } = element;
    if (counts.get(name) === 1) return { element, path: joinPath(path, name) };
    const ordinal = (seen.get(name) ?? 0) + 1;
    seen.set(name, ordinal);
    return { element, path: joinPath(path, `${name}[${ordinal}]`) };
  });
}

/** The first of a name. */
export function spotOf(spots: readonly Spot[], name: string): Spot | undefined {
  return spots.find(({ element }) => element.name === name);
}

/** Two paths one after the other; the empty path is their beginning. */
export function joinPath(path: string, step: string): string {
  return path === '' || step === '' ? path + step : `${path}/${step}`;
}
