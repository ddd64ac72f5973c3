/** A name as it is compared: names ignore case everywhere. */
export function fold(name: string): string {
  return name.toLowerCase();
}

/** Names of what is in error: it is not missed a second time. They ignore case. */
export interface Spoilt {
  spoil(name: string): void;
  isSpoilt(name: string): boolean;
}

export function createSpoilt(): Spoilt {
  const names = new Set<string>();
  return {
    spoil(name) {
      names.add(fold(name));
    },
    isSpoilt: (name) => names.has(fold(name)),
  };
}

/** Where variables live: the character (`PC`), or objects of one sort. A kind of the model. */
export interface Scope {
  /** The kind; from 1. */
  readonly index: number;
  readonly name: string;
  /** None of the character. */
  readonly parent: Scope | undefined;
}

/** Scopes by name. */
export interface ScopeTable {
  /** The character. */
  readonly root: Scope;
  /** In the order of their kinds, the character first. */
  readonly all: readonly Scope[];
  /** A scope of objects; the character's is none. */
  find(name: string): Scope | undefined;
  names(): readonly string[];
  /** What `PART` makes on objects of a scope. */
  partOf(scope: Scope): Scope | undefined;
}

/** How the character is written where a scope is asked for. */
export const rootName = 'PC';

/** Scopes of objects that every campaign has. */
export const fixedScopes: readonly string[] = ['EQUIPMENT', 'EQUIPMENT.PART', 'SAVE', 'SIZE', 'SKILL', 'STAT'];

/** Kinds are stored in a byte. */
export const mostScopes = 254;

/** `dynamic`: names of further scopes of objects, in any order. */
export function createScopes(dynamic: Iterable<string>): ScopeTable {
  const root: Scope = { index: 1, name: rootName, parent: undefined };
  const all: Scope[] = [root];
  const byName = new Map<string, Scope>();
  const parts = new Map<Scope, Scope>();
  // Sorted, so that kinds do not depend on the order of lines.
  for (const name of [...fixedScopes, ...[...dynamic].sort((a, b) => (fold(a) < fold(b) ? -1 : 1))]) {
    const parent = byName.get(fold(name.slice(0, Math.max(0, name.lastIndexOf('.'))))) ?? root;
    const scope: Scope = { index: all.length + 1, name, parent };
    all.push(scope);
    byName.set(fold(name), scope);
    if (parent !== root) parts.set(parent, scope);
  }
  return {
    root,
    all,
    find: (name) => byName.get(fold(name)),
    names: () => all.slice(1).map(({ name }) => name),
    partOf: (scope) => parts.get(scope),
  };
}

/** Whether what lives in the scope of a kind is seen from another. */
export function isVisible(outer: number, inner: Scope): boolean {
  for (let scope: Scope | undefined = inner; scope !== undefined; scope = scope.parent) {
    if (scope.index === outer) return true;
  }
  return false;
}

/** For people. */
export function describeScope(scope: Scope): string {
  return scope.parent === undefined ? 'the character' : `${scope.name} objects`;
}
