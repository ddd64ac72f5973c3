import { type Format, sameFormat } from '../text/format.js';
import { fold } from './fold.js';
import type { Scope } from './scopes.js';

/** What objects of a scope may be said to have: constants that formulas read by `getFact`. */
export interface Fact {
  readonly name: string;
  readonly scope: Scope;
  readonly format: Format;
}

export interface FactTable {
  /** Undefined where the scope has the fact with another format. */
  declare(scope: Scope, name: string, format: Format): Fact | undefined;
  find(scope: Scope, name: string): Fact | undefined;
  spoil(name: string): void;
  isSpoilt(name: string): boolean;
  namesIn(scope: Scope): readonly string[];
}

export function createFacts(): FactTable {
  const facts = new Map<string, Fact>();
  const spoilt = new Set<string>();
  const keyOf = (scope: Scope, name: string): string => `${scope.name}|${fold(name)}`;
  return {
    declare(scope, name, format) {
      const key = keyOf(scope, name);
      const before = facts.get(key);
      if (before !== undefined) return sameFormat(before.format, format) ? before : undefined;
      const fact = { name, scope, format };
      facts.set(key, fact);
      return fact;
    },
    find: (scope, name) => facts.get(keyOf(scope, name)),
    spoil: (name) => {
      spoilt.add(fold(name));
    },
    isSpoilt: (name) => spoilt.has(fold(name)),
    namesIn: (scope) => [...facts.values()].filter((fact) => fact.scope === scope).map(({ name }) => name),
  };
}
