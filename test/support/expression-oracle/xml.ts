/** An element of a document: its elements in order, and its own text without the space around it. */
export interface Xml {
  readonly tag: string;
  readonly children: readonly Xml[];
  readonly text: string;
}

interface Open {
  readonly tag: string;
  readonly children: Open[];
  text: string;
}

const token =
  /<!--[^]*?-->|<\?[^]*?\?>|<!\[CDATA\[(?<data>[^]*?)\]\]>|<\/[\w.:-]+\s*>|<(?<tag>[\w.:-]+)[^<>]*?(?<empty>\/?)>|(?<text>[^<]+)/g;
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function numbered(name: string): string | undefined {
  return name.startsWith('#') ? String.fromCodePoint(Number(name.replace('#x', '0x').replace('#', ''))) : undefined;
}

/** Reads a document that is well formed; what is not is read as it comes. */
export function readTree(source: string): Xml {
  const top: Open = { tag: '', children: [], text: '' };
  const open = [top];
  for (const { 0: all, groups = {} } of source.matchAll(token)) {
    const inner = open.at(-1) ?? top;
    const { tag, empty, text, data } = groups as Readonly<Partial<Record<string, string>>>;
    if (text !== undefined)
      inner.text += text.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? numbered(name) ?? whole);
    else if (data !== undefined) inner.text += data;
    else if (tag !== undefined) {
      const element: Open = { tag, children: [], text: '' };
      inner.children.push(element);
      if (empty === '') open.push(element);
    } else if (all.startsWith('</')) open.pop();
  }
  const [root] = top.children;
  return trimmed(root);
}

function trimmed({ tag, children, text }: Open): Xml {
  return { tag, children: children.map(trimmed), text: text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '') };
}

/** Text of the first child that is called so. */
export function childText({ children }: Xml, tag: string): string | undefined {
  return children.find((child) => child.tag === tag)?.text;
}

/** Paths of the children: tags, numbered where several siblings have the same one. */
export function childPaths(path: string, { children }: Xml): readonly string[] {
  return children.map(({ tag }, i) => {
    const same = children.filter((child) => child.tag === tag).length;
    const number = children.slice(0, i + 1).filter((child) => child.tag === tag).length;
    return joined(path, same > 1 ? `${tag}[${String(number)}]` : tag);
  });
}

/** A path one step on. */
export function joined(path: string, step: string): string {
  return path === '' ? step : `${path}/${step}`;
}
