type PartsOf<Node> = (node: Node) => readonly Node[];

/** Nodes and all below them, each before its parts. Does not recurse. */
export function* within<Node>(roots: readonly Node[], partsOf: PartsOf<Node>): Generator<Node> {
  const waiting = roots.toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    const parts = partsOf(next);
    for (let i = parts.length - 1; i >= 0; i--) waiting.push(parts[i]);
  }
}

/** The count of levels, and a node at the limit with others below it, if any. Does not recurse. */
export function measureDepth<Node>(root: Node, partsOf: PartsOf<Node>, limit: number) {
  const waiting: { readonly node: Node; readonly level: number }[] = [{ node: root, level: 1 }];
  let levels = 1;
  let last = root;
  let beyond: Node | undefined;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, level } = next;
    levels = Math.max(levels, level);
    if (level === limit) last = node;
    if (level > limit) beyond ??= last;
    for (const part of partsOf(node)) waiting.push({ node: part, level: level + 1 });
  }
  return { levels, beyond };
}
