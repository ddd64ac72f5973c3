import { type Ask, type Asking, type Supposed, askingOf } from './asking.js';
import { type Facts, type Type, type WorldData, factsOf, types } from './facts.js';
import type { Issue } from './issues.js';
import { loadLenient } from './load-lenient.js';
import { loadStrict } from './load-strict.js';
import { readTree } from './xml.js';

/** A case as a document states it. */
export interface CaseData {
  readonly name: string;
  readonly policy: 'intended' | 'compat';
  readonly xml: string;
  readonly type: 'bool' | 'int';
  readonly on?: readonly string[];
  readonly scope?: Type | readonly Type[];
  readonly register?: readonly string[];
  readonly whatIf?: { readonly overrides: readonly Supposed[] };
}

type Value = number | boolean;

/** What the rules say of a case. */
export interface Verdict {
  readonly issues: readonly Issue[];
  /** Absent where it does not load, or nobody is asked. */
  readonly values?: readonly Value[];
  readonly diagnostics?: Asking['counts'];
  readonly whatIf?: readonly { readonly before: Value; readonly after: Value }[];
}

/** Decides a case. */
export function decideCase(world: WorldData, data: CaseData): Verdict {
  const facts = factsOf(world);
  const { issues, ask } = load(facts, data);
  if (ask === undefined || data.on === undefined) return { issues };
  const before = askingOf(facts);
  const values = answers(before, ask, data);
  if (data.whatIf === undefined) return { issues, values, diagnostics: before.counts };
  const after = answers(askingOf(facts, data.whatIf.overrides), ask, data);
  return {
    issues,
    values,
    diagnostics: before.counts,
    whatIf: values.map((value, i) => ({ before: value, after: after[i] })),
  };
}

function load(
  facts: Facts,
  { policy, xml, type, register = [], whatIf, ...data }: CaseData,
): { readonly issues: readonly Issue[]; readonly ask: Ask | undefined } {
  const holder = readTree(xml);
  if (policy === 'compat') return { issues: [], ask: loadLenient(holder, type, facts) };
  return loadStrict(holder, type, scopeOf(facts, data), { facts, registered: register, pure: whatIf !== undefined });
}

function scopeOf(facts: Facts, { scope, on = [] }: Pick<CaseData, 'scope' | 'on'>): readonly Type[] {
  return scope === undefined ? types.filter((type) => on.some((id) => facts.thing(id).type === type)) : [scope].flat();
}

function answers(asking: Asking, ask: Ask, { on = [], type }: CaseData): readonly Value[] {
  return on.map((id) => {
    const value = ask(asking.facts.thing(id), asking);
    return type === 'bool' ? value === 1 : value;
  });
}
