/** Something that one part needs, by the name of what it needs. */
interface Need {
  readonly name: string;
}

interface NeededFirst {
  /** Parts in an order in which what is needed comes first, without the lost ones. */
  readonly order: readonly string[];
  /** Parts that need one another in a circle, and those that need such. */
  readonly lost: ReadonlySet<string>;
}

interface Open<Each> {
  readonly name: string;
  readonly needs: readonly Each[];
  next: number;
}

/** Parts that need one another, as a message shows them. */
export interface Circle {
  /** The first of them again at the end, unless there are too many to show all. */
  readonly names: readonly string[];
  readonly isCut: boolean;
}

/** Names behind the first that a message shows. */
const mostShown = 8;

/**
 * Orders parts that need one another by name, in time linear in their needs.
 *
 * @param needsOf what a part needs, of the parts; asked once for each
 * @param reportCircle is told each circle once, with the needs along it, of which the last closes it
 */
export function neededFirst<Each extends Need>(
  parts: Iterable<string>,
  needsOf: (name: string) => readonly Each[],
  reportCircle: (circle: Circle, closing: Each, needs: readonly Each[]) => void,
): NeededFirst {
  const done = new Set<string>();
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
        const needs = path.slice(level).map((open) => open.needs[open.next - 1]);
        reportCircle(circleOf(path, level), need, needs);
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

function circleOf(path: readonly Need[], level: number): Circle {
  const names = path.slice(level, level + 1 + mostShown).map(({ name }) => name);
  const isCut = path.length - level > mostShown;
  return { names: isCut ? names : [...names, names[0]], isCut };
}
