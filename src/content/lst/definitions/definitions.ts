import { arrayText } from '../../../components/compounds.js';
import type { Class, Content, Home } from '../../../model/model.js';
import { type Formula, partsWithin } from '../parse/syntax.js';
import type { ObjectText } from '../parse/campaign-text.js';
import { type Format, formatName, sameFormat } from '../parse/format.js';
import type { SourceText } from '../parse/line.js';
import type { Ranked, Report } from './report.js';
import { type Scope, type ScopeTable, type Spoilt, createSpoilt, fold, type NameTable } from './scopes.js';

export interface Definitions {
  readonly report: Report;
  readonly scopes: ScopeTable;
  readonly defaults: Defaults;
  readonly variables: NameTable;
  readonly channels: NameTable;
  readonly facts: FactTable;
  readonly functions: FunctionTable;
  readonly objects: ObjectTable;
}

const emptyArray: Content = { text: arrayText({ name: 'numeric' }, []) };

/** Values of variables before the first modifier, by format. */
export interface Defaults {
  /** Where the format got another default first. */
  give(format: Format, value: Content, source: SourceText): SourceText | undefined;
  /** A format whose default is in error, which has been reported. */
  spoil(format: Format): void;
  /** Undefined where content gave none. */
  of(format: Format): Content | undefined;
}

export function createDefaults(): Defaults {
  const given = new Map<string, { readonly value: Content; readonly source: SourceText }>();
  const spoilt = createSpoilt();
  return {
    give(format, value, source) {
      const name = formatName(format);
      const before = given.get(name);
      if (before === undefined) given.set(name, { value, source });
      return before === undefined || sameContent(before.value, value) ? undefined : before.source;
    },
    spoil: (format) => spoilt.spoil(formatName(format)),
    of(format) {
      if (format.name === 'ARRAY') return emptyArray;
      const name = formatName(format);
      return given.get(name)?.value ?? (spoilt.isSpoilt(name) ? { value: 0 } : undefined);
    },
  };
}

export function sameContent(one: Content, other: Content): boolean {
  if ('text' in one || 'text' in other) return 'text' in one && 'text' in other && one.text === other.text;
  return Object.is(one.value, other.value) && one.whole === other.whole;
}

/** A constant of each object of a scope, which formulas read by `getFact`. */
export interface Fact {
  readonly name: string;
  readonly scope: Scope;
  readonly format: Format;
}

interface FactTable extends Spoilt {
  /** Undefined where the scope has the fact with another format. */
  declare(scope: Scope, name: string, format: Format): Fact | undefined;
  find(scope: Scope, name: string): Fact | undefined;
  namesIn(scope: Scope): readonly string[];
}

export function createFacts(): FactTable {
  const facts = new Map<string, Fact>();
  const keyOf = (scope: Scope, name: string) => `${scope.name}|${fold(name)}`;
  return {
    ...createSpoilt(),
    declare(scope, name, format) {
      const key = keyOf(scope, name);
      const before = facts.get(key);
      if (before !== undefined) return sameFormat(before.format, format) ? before : undefined;
      const fact = { name, scope, format };
      facts.set(key, fact);
      return fact;
    },
    find: (scope, name) => facts.get(keyOf(scope, name)),
    namesIn: (scope) => [...facts.values()].filter((fact) => fact.scope === scope).map(({ name }) => name),
  };
}

export interface UserFunction {
  readonly name: string;
  readonly where: Ranked;
  /** Undefined where it is in error, which has been reported. */
  readonly body: Formula | undefined;
  readonly bodyAt: number;
  /** Arguments that it takes: one more than the highest `arg`. */
  readonly arity: number;
  /** Numbers of arguments that the body does not mention. */
  readonly unused: readonly number[];
}

export interface FunctionTable extends Spoilt {
  find(name: string): UserFunction | undefined;
  declare(made: UserFunction): void;
  readonly all: Iterable<UserFunction>;
  names(): readonly string[];
  /** A function that is in error, which has been reported, loses its body. */
  spoil(name: string): void;
}

export function createFunctions(): FunctionTable {
  const byName = new Map<string, UserFunction>();
  const spoilt = createSpoilt();
  return {
    ...spoilt,
    find: (name) => byName.get(fold(name)),
    declare(made) {
      byName.set(fold(made.name), made);
    },
    get all() {
      return byName.values();
    },
    names: () => [...byName.values()].map(({ name }) => name),
    spoil(name) {
      const made = byName.get(fold(name));
      if (made !== undefined) byName.set(fold(name), { ...made, body: undefined });
      spoilt.spoil(name);
    },
  };
}

/** Circles of functions that call one another, in the order of calls; a function is in one at most. */
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

/** The first one last. */
function callsOf({ body }: UserFunction, functions: FunctionTable): UserFunction[] {
  if (body === undefined) return [];
  const called = new Set<UserFunction>();
  for (const part of partsWithin(body)) {
    const made = part.kind === 'call' ? functions.find(part.name) : undefined;
    if (made !== undefined) called.add(made);
  }
  return [...called].reverse();
}

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

/** Objects by `SCOPE|key`. */
export interface ObjectTable extends Spoilt {
  readonly all: readonly DeclaredObject[];
  /** Undefined where the scope has an object of that key. */
  declare(scope: Scope, key: string, where: Ranked, text: ObjectText | undefined): DeclaredObject | undefined;
  find(scope: Scope, key: string): DeclaredObject | undefined;
  /** By `SCOPE|key`. */
  named(reference: string): DeclaredObject | undefined;
  keysIn(scope: Scope): Iterable<string>;
  /** A group as it was first spelt. */
  group(name: string): string;
  join(object: DeclaredObject, group: string): void;
  /** Groups that objects of a scope are in. */
  groupsIn(scope: Scope): ReadonlySet<string>;
}

const noGroups: ReadonlySet<string> = new Set();

export function createObjects(): ObjectTable {
  const all: DeclaredObject[] = [];
  const byName = new Map<string, DeclaredObject>();
  const spellings = new Map<string, string>();
  const members = new Map<Scope, Set<string>>();

  function group(name: string): string {
    const key = fold(name);
    const known = spellings.get(key) ?? name;
    spellings.set(key, known);
    return known;
  }

  return {
    ...createSpoilt(),
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

export function classOfObject({ index, name, scope, groups, home }: DeclaredObject): Class {
  return {
    index,
    name,
    kind: scope.index,
    duration: 0,
    invisible: false,
    initial: nothing,
    groups,
    home,
  };
}
