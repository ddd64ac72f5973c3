export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
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

export function childText(element: XmlElement, name: string): string {
  return childOf(element, name)?.text ?? '';
}

export function childrenOf(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

export interface Spot {
  readonly element: XmlElement;
  readonly path: string;
}

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

export function spotOf(spots: readonly Spot[], name: string): Spot | undefined {
  return spots.find(({ element }) => element.name === name);
}

/** Two paths one after the other; the empty path is their beginning. */
export function joinPath(path: string, step: string): string {
  return path === '' || step === '' ? path + step : `${path}/${step}`;
}
