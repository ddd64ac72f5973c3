import type { Problem } from '../../diagnostics/problem.js';
import type { Scenario } from '../syntax.js';
import { checkScenario } from './check-scenario.js';
import { fileShape, play, scenario as scenarioShape } from './scenario-shape.js';
import { fits, isMapping, labelOf, nameOf, partOf, report, topField, type Check, type Field } from './shapes.js';

/** A scenario of a file, or all that is wrong with it; the others are played all the same. */
export interface ReadScenario {
  /** Its id, or its place where it has none. */
  readonly name: string;
  /** Undefined where there are problems. */
  readonly scenario: Scenario | undefined;
  readonly problems: readonly Problem[];
}

type ReadScenarios =
  | { readonly ok: true; readonly scenarios: readonly ReadScenario[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** What a file of scenarios, as plain data, says, or why it is none. Paths begin at its top. */
export function readScenarios(value: unknown): ReadScenarios {
  const top = topField(value);
  fits(top, fileShape);
  const { problems } = top.findings;
  if (problems.length > 0) return { ok: false, problems };
  const { scenarios } = value as { readonly scenarios: readonly unknown[] };
  const ids = new Map<string, number>();
  return { ok: true, scenarios: scenarios.map((each, i) => readOne(each, i, ids)) };
}

/** `ids`: those that came before it, with their places. */
function readOne(value: unknown, index: number, ids: Map<string, number>): ReadScenario {
  const of = topField(value, ['scenarios', index]);
  check(of, scenarioShape);
  const id = isMapping(value) ? value.id : undefined;
  if (typeof id === 'string') {
    const other = ids.get(id);
    if (other === undefined) ids.set(id, index);
    else
      report(
        partOf(of, 'id'),
        'duplicate-name',
        `is ${nameOf(id)}, as that of scenarios[${other}]`,
        'give each its own id',
      );
  }
  const { problems } = of.findings;
  return {
    name: typeof id === 'string' ? id : labelOf(of.path),
    scenario: problems.length === 0 ? (value as Scenario) : undefined,
    problems,
  };
}

/** What is wrong with one scenario by itself, which needs no name then. Paths begin at its top. */
export function problemsOf(scenario: unknown): readonly Problem[] {
  const top = topField(scenario);
  check(top, play);
  return top.findings.problems;
}

/** What names stand for is asked where everything is of the right shape. */
function check(of: Field, shape: Check): void {
  shape(of);
  if (of.findings.problems.length === 0) checkScenario(of, of.value as Scenario);
}
