import type { Scenario } from '../syntax.js';
import { checkScenario } from './check-scenario.js';
import { type Field, createFindings, partOf, report } from './field.js';
import { type Problem, labelOf, nameOf } from './problem.js';
import { fileShape, play } from './scenario-shape.js';
import { fits } from './shapes.js';

export type { Path, Problem } from './problem.js';

export type ReadScenarios =
  | { readonly ok: true; readonly scenarios: readonly Scenario[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** What a file of scenarios says, or all that is wrong with it. `value`: the plain data that its text stands for. */
export function readScenarios(value: unknown): ReadScenarios {
  const top: Field = { findings: createFindings(), path: [], value };
  const { problems } = top.findings;
  fits(top, fileShape);
  if (problems.length > 0) return { ok: false, problems };
  const { scenarios } = value as { readonly scenarios: readonly Scenario[] };
  const all = partOf(top, 'scenarios');
  const ids = new Map<string, number>();
  scenarios.forEach((scenario, i) => {
    const { path } = partOf(all, i);
    const other = ids.get(scenario.id);
    if (other === undefined) ids.set(scenario.id, i);
    else report(top, { path: [...path, 'id'], code: 'duplicate-name', message: `${labelOf([...path, 'id'])} is ${nameOf(scenario.id)}, as that of scenarios[${String(other)}]`, suggestion: 'give each its own id' });
    checkScenario(top.findings, scenario, path);
  });
  return problems.length === 0 ? { ok: true, scenarios } : { ok: false, problems };
}

/** What is wrong with one scenario by itself, which needs no name then. Paths begin at its top. */
export function problemsOf(scenario: unknown): readonly Problem[] {
  const top: Field = { findings: createFindings(), path: [], value: scenario };
  play(top);
  if (top.findings.problems.length === 0) checkScenario(top.findings, scenario as Scenario, []);
  return top.findings.problems;
}
