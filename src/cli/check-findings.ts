import { resolve } from 'node:path';
import type { Diagnostic } from '../content/diagnostics/diagnostic.js';
import { listTexts } from '../content/diagnostics/quote.js';

/** A problem, with the cases of a scenario file that it is of; without them where it is of the whole. */
export interface Finding extends Diagnostic {
  readonly cases?: readonly string[];
}

/** What was found in one case. */
export interface CaseFindings {
  readonly name: string;
  readonly found: readonly Diagnostic[];
}

/** The problems of all cases, each once, in the order of the cases; what only some of them have names those. */
export function ofCases(cases: readonly CaseFindings[]): readonly Finding[] {
  const byKey = new Map<string, { readonly found: Diagnostic; readonly names: Set<string> }>();
  for (const { name, found } of cases) {
    for (const each of found) {
      const known = byKey.get(keyOf(each));
      if (known === undefined) byKey.set(keyOf(each), { found: each, names: new Set([name]) });
      else known.names.add(name);
    }
  }
  return [...byKey.values()].map(({ found, names }) =>
    names.size === cases.length ? found : { ...found, cases: [...names] },
  );
}

/**
 * Each problem once: a content file says the same again for every scenario that brings it. What one content has as a
 * whole is not of a case.
 */
export function eachOnce(findings: readonly Finding[]): readonly Finding[] {
  const byKey = new Map<string, Finding>();
  for (const found of findings) {
    const known = byKey.get(keyOf(found));
    if (known === undefined || (known.cases !== undefined && found.cases === undefined)) byKey.set(keyOf(found), found);
  }
  return [...byKey.values()];
}

function keyOf({ file, line, column, code, message }: Diagnostic): string {
  return JSON.stringify([resolve(file), line, column, code, message]);
}

/** The problem as it is shown: its message names the cases. */
export function withCases({ cases, ...found }: Finding): Diagnostic {
  if (cases === undefined) return found;
  return {
    ...found,
    message: `${found.message} (in the ${cases.length === 1 ? 'case' : 'cases'} ${listTexts(cases, 8, 'and')})`,
  };
}
