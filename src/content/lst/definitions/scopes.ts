import { nodes } from '../../../eval/node-kit.js';
import type { Node } from '../../../ir/node.js';
import type { SolvedData } from '../../../eval/data.js';
import { solved } from '../../../eval/ops/solved.js';
import type { Class, Content, Variable } from '../../../model/model.js';
import { type Format, typeOfFormat } from '../parse/value-format.js';

/** Names ignore case everywhere. */
export function fold(name: string): string {
  return name.toLowerCase();
}

/** Names whose errors have been reported. */
export function createSpoilt() {
  const names = new Set<string>();
  return {
    spoil(name: string) {
      names.add(fold(name));
    },
    isSpoilt: (name: string) => names.has(fold(name)),
  };
}

/** The character (`PC`), or objects of one kind. */
export interface Scope {
  readonly index: number;
  readonly name: string;
  readonly parent: Scope | undefined;
}

export type ScopeTable = ReturnType<typeof createScopes>;

export const rootName = 'PC';

export const fixedScopes: readonly string[] = ['EQUIPMENT', 'EQUIPMENT.PART', 'SAVE', 'SIZE', 'SKILL', 'STAT'];

export const mostScopes = 254;

export function createScopes(dynamic: Iterable<string>) {
  const root: Scope = { index: 1, name: rootName, parent: undefined };
  const all: Scope[] = [root];
  const byName = new Map<string, Scope>();
  const parts = new Map<Scope, Scope>();
  // Kinds do not depend on the order of lines.
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
    find: (name: string) => byName.get(fold(name)),
    names: () => all.slice(1).map(({ name }) => name),
    partOf: (scope: Scope) => parts.get(scope),
  };
}

export function isVisible(outer: number, inner: Scope): boolean {
  for (let scope: Scope | undefined = inner; scope !== undefined; scope = scope.parent) {
    if (scope.index === outer) return true;
  }
  return false;
}

export function describeScope(scope: Scope): string {
  return scope.parent === undefined ? 'the character' : `${scope.name} objects`;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** `hidden`: not visible from there; `reported`: in error. */
type Unresolved = { readonly why: 'hidden'; readonly variable: Variable } | { readonly why: 'reported' | 'unknown' };

export type NameTable = ReturnType<typeof createNameTable>;

export function createNameTable(input: boolean, { all: scopes }: ScopeTable) {
  const byName = new Map<string, Variable | Variable[]>();
  const spoilt = createSpoilt();

  function* all(): Iterable<Variable> {
    for (const found of byName.values()) {
      if (Array.isArray(found)) yield* found;
      else yield found;
    }
  }

  return {
    /** `clash`: another name that it would overlap. */
    declare(scope: Scope, name: string, format: Format, initial: Content): Variable | { readonly clash: Variable } {
      const key = fold(name);
      const type = typeOfFormat(format);
      const others = listOf(byName.get(key));
      for (const other of others) {
        if (other.kind === scope.index && other.type === type) return other;
        if (isVisible(other.kind, scope) || isVisible(scope.index, scopes[other.kind - 1])) return { clash: other };
      }
      const variable: Variable = {
        index: -1,
        name,
        kind: scope.index,
        type,
        initial,
        input,
        offset: -1,
        explanation: '',
      };
      byName.set(key, others.length === 0 ? variable : [...others, variable]);
      return variable;
    },
    resolve(name: string, from: Scope): Variable | Unresolved {
      const found = byName.get(fold(name));
      if (found !== undefined) {
        if (!Array.isArray(found) && isVisible(found.kind, from)) return found;
        const seen = Array.isArray(found) ? found.find(({ kind }) => isVisible(kind, from)) : undefined;
        if (seen !== undefined) return seen;
      }
      if (spoilt.isSpoilt(name)) return { why: 'reported' };
      return found === undefined ? { why: 'unknown' } : { why: 'hidden', variable: listOf(found)[0] };
    },
    ...spoilt,
    *namesIn(from: Scope) {
      for (const { name, kind } of all()) {
        if (isVisible(kind, from)) yield name;
      }
    },
    all,
  };
}

function listOf(found: Variable | Variable[] | undefined): readonly Variable[] {
  if (found === undefined) return [];
  return Array.isArray(found) ? found : [found];
}

export function isResolved(found: Variable | Unresolved): found is Variable {
  return !('why' in found);
}

export function explain(variable: Variable, explanation: string): void {
  (variable as Mutable<Variable>).explanation = explanation;
}

export function nameOf({ name, kind }: Variable, of?: Class): string {
  return of?.kind === kind ? `${of.name}|${name}` : name;
}

export type Layout = ReturnType<typeof createLayout>;

/** Gives places in the order in which modifiers mention variables: those that need each other lie together. */
export function createLayout(scopes: number) {
  const variables: Variable[] = [];
  const reads: (Node | undefined)[] = [];
  const heights = new Int32Array(scopes + 1);
  // Shared: a campaign may have a million reads.
  const self = [nodes.slot(0)];

  function mention(variable: Variable): void {
    if (variable.index >= 0) return;
    const open = variable as Mutable<Variable>;
    open.index = variables.length;
    open.offset = heights[variable.kind]++;
    variables.push(variable);
    reads.push(undefined);
  }

  return {
    mention,
    read(variable: Variable): Node {
      mention(variable);
      const { index, type } = variable;
      return (reads[index] ??= {
        op: solved.name,
        type,
        args: self,
        data: { variable: index, type, absent: 'missing' } satisfies SolvedData,
      });
    },
    /** Unmentioned variables come last. */
    finish(tables: readonly NameTable[]): readonly Variable[] {
      const rest: { readonly variable: Variable; readonly key: string }[] = [];
      for (const table of tables) {
        for (const variable of table.all()) {
          if (variable.index < 0) rest.push({ variable, key: keyOf(variable) });
        }
      }
      rest.sort((a, b) => (a.key < b.key ? -1 : 1));
      for (const { variable } of rest) mention(variable);
      return variables;
    },
  };
}

/** A key that differs for any two variables. */
function keyOf({ name, kind, input }: Variable): string {
  return `${String.fromCharCode(kind)}${input ? 'i' : 'v'}${fold(name)}`;
}
