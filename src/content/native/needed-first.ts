interface Need {
  readonly name: string;
}

interface Open<Each> extends Need {
  readonly needs: readonly Each[];
  next: number;
}

/**
 * In time linear in their needs. `needsOf` is asked once for each part; `reportCircle` gets each circle once, with the
 * need that closes it.
 */
export function neededFirst<Each extends Need>(
  parts: Iterable<string>,
  needsOf: (name: string) => readonly Each[],
  reportCircle: (closing: Each, needs: readonly Each[]) => void,
) {
  const done = new Set<string>();
  /** In circles, and those that need such. */
  const lost = new Set<string>();
  const order: string[] = [];
  // A stack of its own: parts may need one another in very long rows.
  const path: Open<Each>[] = [];
  const levels = new Map<string, number>();
  const enter = (name: string): void => {
    levels.set(name, path.length);
    path.push({ name, needs: needsOf(name), next: 0 });
  };
  for (const start of parts) {
    if (!done.has(start)) enter(start);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const need = top.needs.at(top.next++);
      if (need === undefined) {
        path.pop();
        levels.delete(top.name);
        done.add(top.name);
        const needing = path.at(-1);
        if (!lost.has(top.name)) order.push(top.name);
        // So it goes down the path, through the rest of a circle too.
        else if (needing !== undefined) lost.add(needing.name);
        continue;
      }
      const level = levels.get(need.name);
      if (level !== undefined) {
        reportCircle(
          need,
          path.slice(level).map((open) => open.needs[open.next - 1]),
        );
        lost.add(top.name);
      } else if (!done.has(need.name)) {
        enter(need.name);
      } else if (lost.has(need.name)) {
        lost.add(top.name);
      }
    }
  }
  return { order, lost };
}
