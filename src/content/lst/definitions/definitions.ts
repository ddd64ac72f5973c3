import { arrayText } from '../../../components/compounds.js';
import { kept } from '../../../kernel/maps.js';
import type { Class, Content, Home } from '../../../model/model.js';
import type { Formula } from '../syntax.js';
import type { ObjectText } from '../parse/campaign-text.js';
import { type Format, formatName, sameFormat } from '../parse/value-format.js';
import type { SourceText } from '../parse/line.js';
import type { Ranked, Report } from '../parse/campaign-problem.js';
import { type Scope, type ScopeTable, createSpoilt, fold, type NameTable } from './scopes.js';

export interface Definitions {
  readonly report: Report;
  readonly scopes: ScopeTable;
  readonly defaults: ReturnType<typeof createDefaults>;
  readonly variables: NameTable;
  readonly channels: NameTable;
  readonly facts: ReturnType<typeof createFacts>;
  readonly functions: FunctionTable;
  readonly objects: ObjectTable;
}

const emptyArray: Content = { text: arrayText({ name: 'numeric' }, []) };

/** The values, by format, that variables have before the first modifier. */
export function createDefaults() {
  const given = new Map<string, { readonly value: Content; readonly source: SourceText }>();
  const spoilt = createSpoilt();
  return {
    /** Returns the place of an earlier default of the format that differs. */
    give(format: Format, value: Content, source: SourceText) {
      const name = formatName(format);
      const before = given.get(name);
      if (before === undefined) given.set(name, { value, source });
      return before === undefined || sameContent(before.value, value) ? undefined : before.source;
    },
    spoil: (format: Format) => {
      spoilt.spoil(formatName(format));
    },
    of(format: Format): Content | undefined {
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

export interface Fact {
  readonly name: string;
  readonly scope: Scope;
  readonly format: Format;
}

export function createFacts() {
  const facts = new Map<string, Fact>();
  const keyOf = (scope: Scope, name: string) => `${scope.name}|${fold(name)}`;
  return {
    ...createSpoilt(),
    /** Returns undefined if the variable has another format already. */
    declare(scope: Scope, name: string, format: Format) {
      const key = keyOf(scope, name);
      const before = facts.get(key);
      if (before !== undefined) return sameFormat(before.format, format) ? before : undefined;
      const fact: Fact = { name, scope, format };
      facts.set(key, fact);
      return fact;
    },
    find: (scope: Scope, name: string) => facts.get(keyOf(scope, name)),
    namesIn: (scope: Scope) => [...facts.values()].filter((fact) => fact.scope === scope).map(({ name }) => name),
  };
}

export interface UserFunction {
  readonly name: string;
  readonly where: Ranked;
  /** Undefined where its error has been reported. */
  readonly body: Formula | undefined;
  readonly bodyAt: number;
  readonly arity: number;
  /** Arguments that the body does not mention. */
  readonly unused: readonly number[];
}

export type FunctionTable = ReturnType<typeof createFunctions>;

export function createFunctions() {
  const byName = new Map<string, UserFunction>();
  const spoilt = createSpoilt();
  return {
    ...spoilt,
    find: (name: string) => byName.get(fold(name)),
    declare(made: UserFunction) {
      byName.set(fold(made.name), made);
    },
    get all() {
      return byName.values();
    },
    names: () => [...byName.values()].map(({ name }) => name),
    spoil(name: string) {
      const made = byName.get(fold(name));
      if (made !== undefined) byName.set(fold(name), { ...made, body: undefined });
      spoilt.spoil(name);
    },
  };
}

export interface DeclaredObject {
  readonly index: number;
  readonly scope: Scope;
  readonly key: string;
  readonly name: string;
  readonly where: Ranked;
  readonly text: ObjectText | undefined;
  readonly facts: Map<string, Content>;
  readonly groups: Set<string>;
  home: Home | undefined;
}

export type ObjectTable = ReturnType<typeof createObjects>;

export function createObjects() {
  const all: DeclaredObject[] = [];
  const byName = new Map<string, DeclaredObject>();
  const spellings = new Map<string, string>();
  const members = new Map<Scope, Set<string>>();

  /** Returns the name of a group in its first spelling. */
  function group(name: string): string {
    return kept(spellings, fold(name), () => name);
  }

  return {
    ...createSpoilt(),
    all,
    /** Returns undefined for a key that is declared already. */
    declare(scope: Scope, key: string, where: Ranked, text: ObjectText | undefined) {
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
    find: (scope: Scope, key: string) => byName.get(fold(`${scope.name}|${key}`)),
    named: (reference: string) => byName.get(fold(reference)),
    *keysIn(scope: Scope) {
      for (const object of all) {
        if (object.scope === scope) yield object.key;
      }
    },
    group,
    join(object: DeclaredObject, name: string) {
      const spelt = group(name);
      object.groups.add(spelt);
      kept(members, object.scope, () => new Set()).add(spelt);
    },
    groupsIn: (scope: Scope): ReadonlySet<string> => members.get(scope) ?? new Set(),
  };
}

const nothing: Class['initial'] = new Map();

export function classOfObject({ index, name, scope, groups, home }: DeclaredObject): Class {
  return { index, name, kind: scope.index, duration: 0, invisible: false, initial: nothing, groups, home };
}
