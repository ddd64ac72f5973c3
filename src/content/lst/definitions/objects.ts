import type { Class, Content, Home } from '../../../model/model.js';
import type { ObjectText } from '../text/campaign-text.js';
import { fold } from './fold.js';
import type { Ranked } from './report.js';
import type { Scope } from './scopes.js';

/** An object that content declares, or a part that one of its tokens makes. */
export interface DeclaredObject {
  /** Of its class, from 1. */
  readonly index: number;
  readonly scope: Scope;
  readonly key: string;
  /** `SCOPE|key` */
  readonly name: string;
  readonly where: Ranked;
  /** Undefined for a part. */
  readonly text: ObjectText | undefined;
  /** By folded name. */
  readonly facts: Map<string, Content>;
  readonly groups: Set<string>;
  home: Home | undefined;
}

export interface ObjectTable {
  readonly all: readonly DeclaredObject[];
  /** Undefined where the scope has an object of that key. */
  declare(scope: Scope, key: string, where: Ranked, text: ObjectText | undefined): DeclaredObject | undefined;
  find(scope: Scope, key: string): DeclaredObject | undefined;
  /** By `SCOPE|key`. */
  named(reference: string): DeclaredObject | undefined;
  /** A reference whose object is in error, which has been said. */
  spoil(reference: string): void;
  isSpoilt(reference: string): boolean;
  /** Keys of a scope. */
  keysIn(scope: Scope): Iterable<string>;
  /** A group as it was first spelt. */
  group(name: string): string;
  /** Puts an object into a group. */
  join(object: DeclaredObject, group: string): void;
  /** Groups that some object of a scope is in. */
  groupsIn(scope: Scope): ReadonlySet<string>;
}

const noGroups: ReadonlySet<string> = new Set();

export function createObjects(): ObjectTable {
  const all: DeclaredObject[] = [];
  const byName = new Map<string, DeclaredObject>();
  const spoilt = new Set<string>();
  const spellings = new Map<string, string>();
  const members = new Map<Scope, Set<string>>();

  function group(name: string): string {
    const key = fold(name);
    const known = spellings.get(key) ?? name;
    spellings.set(key, known);
    return known;
  }

  return {
    all,
    declare(scope, key, where, text) {
      const name = `${scope.name}|${key}`;
      const folded = fold(name);
      if (byName.has(folded)) return undefined;
      const object: DeclaredObject = {
        index: all.length + 1,
        scope,
        key,
        name,
        where,
        text,
        facts: new Map(),
        groups: new Set(),
        home: undefined,
      };
      all.push(object);
      byName.set(folded, object);
      return object;
    },
    find: (scope, key) => byName.get(fold(`${scope.name}|${key}`)),
    named: (reference) => byName.get(fold(reference)),
    spoil: (reference) => {
      spoilt.add(fold(reference));
    },
    isSpoilt: (reference) => spoilt.has(fold(reference)),
    *keysIn(scope) {
      for (const object of all) {
        if (object.scope === scope) yield object.key;
      }
    },
    group,
    join(object, name) {
      const spelt = group(name);
      object.groups.add(spelt);
      const known = members.get(object.scope) ?? new Set();
      members.set(object.scope, known.add(spelt));
    },
    groupsIn: (scope) => members.get(scope) ?? noGroups,
  };
}

const nothing: ReadonlyMap<number, number> = new Map();

/** The class of an object. */
export function classOfObject({ index, name, scope, groups, home }: DeclaredObject): Class {
  return {
    index,
    name,
    kind: scope.index,
    duration: 0,
    invisible: false,
    initial: nothing,
    ...(groups.size === 0 ? {} : { groups }),
    ...(home === undefined ? {} : { home }),
  };
}
