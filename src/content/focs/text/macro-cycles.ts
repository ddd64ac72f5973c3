/** Which macros call which, as they are written; those that call none need not be there. */
export type MacroCalls = ReadonlyMap<string, ReadonlyMap<string, number>>;

const noCalls: ReadonlyMap<string, number> = new Map();

/** The macros of a circle of calls, each calling the next and the last the first. */
export type Cycle = readonly string[];

/**
 * Macros that call themselves, directly or by way of others, in groups whose members all call each other; a circle of
 * each group.
 * Without recursion: a chain of macros may be long.
 */
export function findCycles(calls: MacroCalls): {
  readonly cyclic: ReadonlySet<string>;
  readonly cycles: readonly Cycle[];
} {
  const cyclic = new Set<string>();
  const cycles: Cycle[] = [];
  for (const group of stronglyConnected(calls)) {
    const [first] = group;
    if (group.length === 1 && calls.get(first)?.has(first) !== true) continue;
    for (const key of group) cyclic.add(key);
    cycles.push(circleOf(group, calls));
  }
  return { cyclic, cycles };
}

interface Visit {
  readonly key: string;
  readonly next: Iterator<string>;
}

/** Tarjan's algorithm with a stack of its own. */
function stronglyConnected(calls: MacroCalls): string[][] {
  const groups: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const visits: Visit[] = [];
  const lower = (key: string, to: number): void => {
    lowest.set(key, Math.min(lowest.get(key) ?? to, to));
  };
  const enter = (key: string): void => {
    lower(key, order.size);
    order.set(key, order.size);
    open.push(key);
    isOpen.add(key);
    visits.push({ key, next: (calls.get(key) ?? noCalls).keys() });
  };
  const leave = (key: string): void => {
    visits.pop();
    const parent = visits.at(-1);
    const least = lowest.get(key) ?? 0;
    if (parent !== undefined) lower(parent.key, least);
    if (least !== order.get(key)) return;
    const group = open.splice(open.lastIndexOf(key));
    for (const member of group) isOpen.delete(member);
    groups.push(group);
  };
  for (const start of calls.keys()) {
    if (order.has(start)) continue;
    enter(start);
    for (let visit = visits.at(-1); visit !== undefined; visit = visits.at(-1)) {
      const step = visit.next.next();
      if (step.done === true) leave(visit.key);
      else if (!order.has(step.value)) {
        if (calls.has(step.value)) enter(step.value);
      } else if (isOpen.has(step.value)) lower(visit.key, order.get(step.value) ?? 0);
    }
  }
  return groups;
}

/** A shortest way from the first of a group back to it. */
function circleOf(group: readonly string[], calls: MacroCalls): Cycle {
  const start = group.toSorted((a, b) => (a < b ? -1 : 1))[0];
  const members = new Set(group);
  const before = new Map<string, string>();
  let front = [start];
  while (front.length > 0) {
    const next: string[] = [];
    for (const key of front) {
      for (const called of (calls.get(key) ?? noCalls).keys()) {
        if (called === start) return pathTo(key, start, before);
        if (!members.has(called) || before.has(called)) continue;
        before.set(called, key);
        next.push(called);
      }
    }
    front = next;
  }
  return [start];
}

function pathTo(key: string, start: string, before: ReadonlyMap<string, string>): string[] {
  const path = [key];
  for (let at: string | undefined = key; at !== undefined && at !== start; ) {
    at = before.get(at);
    if (at !== undefined) path.unshift(at);
  }
  return path;
}
