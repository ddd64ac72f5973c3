import type { XmlElement } from './element.js';

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

/** A path one step longer; the empty path is where it begins. */
export function joinPath(path: string, step: string): string {
  return path === '' ? step : `${path}/${step}`;
}
