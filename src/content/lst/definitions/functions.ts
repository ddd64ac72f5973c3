import { partsOf } from '../formula/depth.js';
import type { Formula } from '../formula/syntax.js';
import { type Ranked } from './report.js';
import { fold } from './fold.js';

/** A function of content. */
export interface UserFunction {
  readonly name: string;
  readonly where: Ranked;
  /** Undefined where it is in error, which has been said. */
  readonly body: Formula | undefined;
  /** Where the body begins in its line. */
  readonly bodyAt: number;
  /** Arguments that it takes: the highest `arg` and one. */
  readonly arity: number;
  /** Numbers of arguments below that which the body does not mention. */
  readonly unused: readonly number[];
}

export interface FunctionTable {
  find(name: string): UserFunction | undefined;
  /** False where the name is taken. */
  declare(made: UserFunction): boolean;
  readonly all: Iterable<UserFunction>;
  /**
   * A function that is in error, which has been said: its body is taken from it, and where it is not declared it is not
   * missed.
   */
  spoil(name: string): void;
  isSpoilt(name: string): boolean;
}

export function createFunctions(): FunctionTable {
  const byName = new Map<string, UserFunction>();
  const spoilt = new Set<string>();
  return {
    find: (name) => byName.get(fold(name)),
    declare(made) {
      const key = fold(made.name);
      if (byName.has(key)) return false;
      byName.set(key, made);
      return true;
    },
    get all() {
      return byName.values();
    },
    spoil(name) {
      const made = byName.get(fold(name));
      if (made !== undefined) byName.set(fold(name), { ...made, body: undefined });
      spoilt.add(fold(name));
    },
    isSpoilt: (name) => spoilt.has(fold(name)),
  };
}

/** Visits all formulas that a formula is made of, itself first. Does not recurse. */
export function* partsWithin(root: Formula): Iterable<Formula> {
  const waiting: Formula[] = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    const parts = partsOf(next);
    for (let i = parts.length - 1; i >= 0; i--) waiting.push(parts[i]);
  }
}

/**
 * Circles of functions that call one another, each as its members in the order of their calls; functions on several
 * circles are in one of them.
 */
export function findRecursion(functions: FunctionTable): readonly (readonly UserFunction[])[] {
  const circles: UserFunction[][] = [];
  const done = new Set<UserFunction>();
  for (const start of functions.all) {
    const path: { readonly made: UserFunction; readonly calls: UserFunction[] }[] = [];
    const onPath = new Map<UserFunction, number>();
    const enter = (made: UserFunction): void => {
      onPath.set(made, path.length);
      path.push({ made, calls: callsOf(made, functions) });
    };
    if (!done.has(start)) enter(start);
    while (path.length > 0) {
      const top = path[path.length - 1];
      const called = top.calls.pop();
      if (called === undefined) {
        done.add(top.made);
        onPath.delete(top.made);
        path.pop();
      } else if (onPath.has(called)) {
        circles.push(path.slice(onPath.get(called)).map(({ made }) => made));
      } else if (!done.has(called)) {
        enter(called);
      }
    }
  }
  return circles;
}

/** Functions of content that a body calls, the first one last. */
function callsOf({ body }: UserFunction, functions: FunctionTable): UserFunction[] {
  if (body === undefined) return [];
  const called = new Set<UserFunction>();
  for (const part of partsWithin(body)) {
    const made = part.kind === 'call' ? functions.find(part.name) : undefined;
    if (made !== undefined) called.add(made);
  }
  return [...called].reverse();
}
