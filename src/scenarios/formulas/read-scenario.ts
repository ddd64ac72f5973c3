import { z } from 'zod';
import type { Diagnostic } from '../../content/diagnostics/diagnostic.js';
import { type Problem, schemaProblems } from '../../content/diagnostics/schema-problems.js';
import type { Path, SourceDocument } from '../../content/native/source-document.js';
import { diagnosed, placesIn, readValue } from '../../content/native/source-value.js';
import { readExpectation } from './value-text.js';
import { type CaseData, type StepData, scenarioSchema, stepActions, stepSchemas } from './scenario-schema.js';

export interface Scenario {
  readonly file: string;
  readonly cases: readonly CaseData[];
  /** The line of a value in the file, from 1. */
  line(path: Path): number;
}

type ReadScenario =
  | { readonly ok: true; readonly scenario: Scenario }
  | { readonly ok: false; readonly errors: readonly Diagnostic[] };

/** Reads and checks a file of cases, JSON or YAML; the content that it brings is not loaded yet. */
export function readScenario(file: string, text: string): ReadScenario {
  const read = readValue(file, text);
  if (!read.ok) return read;
  const problems = problemsOf(read.value);
  if (problems.length > 0) {
    return { ok: false, errors: diagnosed(file, text, problems) };
  }
  const { cases } = read.value as { readonly cases: readonly CaseData[] };
  let places: SourceDocument | undefined;
  return {
    ok: true,
    scenario: {
      file,
      cases,
      line: (path) => {
        places ??= placesIn(file, text);
        return places?.line(path) ?? 1;
      },
    },
  };
}

function problemsOf(value: unknown): readonly Problem[] {
  const problems = schemaProblems(scenarioSchema, value);
  if (problems.length > 0) return problems;
  const { cases } = value as { readonly cases: readonly RawCase[] };
  const names = new Set<string>();
  return cases.flatMap((each, i) => {
    const path = ['cases', i];
    const message = `two cases are called ${JSON.stringify(each.name)}; give each its own name`;
    const again = names.has(each.name) ? [{ path: [...path, 'name'], code: 'duplicate-name', message }] : [];
    names.add(each.name);
    return [...again, ...caseProblems(each, path)];
  });
}

type RawCase = Omit<CaseData, 'steps'> & { readonly steps?: readonly Readonly<Record<string, unknown>>[] };

function caseProblems({ lst, campaign, objects, steps, loadError }: RawCase, path: Path): readonly Problem[] {
  const source = notOne('a case', 'lst', lst, 'a campaign', campaign);
  if (source !== undefined) return badStructure(path, source);
  if (campaign !== undefined && objects !== undefined)
    return badStructure(path, 'objects stand beside a campaign; declare them in its files', 'objects');
  const aim = notOne('a case', 'steps', steps, 'a loadError', loadError);
  if (aim !== undefined) return badStructure(path, aim);
  if (loadError?.code === 'loop' && loadError.cycle === undefined) {
    const message = 'a loop is expected without its cycle; give the names that are in it';
    return [{ path: [...path, 'loadError'], code: 'missing-key', message }];
  }
  return (steps ?? []).flatMap((step, i) => stepProblems(step, [...path, 'steps', i]));
}

/** What is wrong where there must be just one of two things. */
function notOne(whole: string, one: string, first: unknown, other: string, second: unknown): string | undefined {
  if ((first === undefined) !== (second === undefined)) return undefined;
  const has = first === undefined ? `neither ${one} nor ${other}` : `both ${one} and ${other}`;
  return `${whole} has ${has}; give it one of them`;
}

function badStructure(path: Path, message: string, key?: string): readonly Problem[] {
  return [{ path, ...(key === undefined ? {} : { key }), code: 'bad-structure', message }];
}

function stepProblems(step: Readonly<Record<string, unknown>>, path: Path): readonly Problem[] {
  const actions = stepActions.filter((action) => Object.hasOwn(step, action));
  if (actions.length !== 1) {
    const has = actions.length === 0 ? 'does nothing' : `does several things (${actions.join(', ')})`;
    return badStructure(path, `a step ${has}; give it exactly one of ${stepActions.join(', ')}`);
  }
  // Wrapped, so that messages speak of the step.
  const problems = schemaProblems(z.strictObject({ step: stepSchemas[actions[0]] }), { step }).map((problem) => ({
    ...problem,
    path: [...path, ...problem.path.slice(1)],
  }));
  return problems.length > 0 ? problems : answerProblems(step as StepData, path);
}

function answerProblems(step: StepData, path: Path): readonly Problem[] {
  if ('get' in step || 'eval' in step) {
    const { expect, expectError } = step;
    const whole = 'get' in step ? 'a get' : 'an eval';
    const wrong = notOne(whole, 'expect', expect, 'expectError', expectError);
    if (wrong !== undefined) return badStructure(path, wrong);
    const read = expect && readExpectation(expect);
    if (typeof read === 'string')
      return [{ path: [...path, 'expect'], code: 'bad-value', message: `what is expected is not right: ${read}` }];
  }
  if ('eval' in step && step.format !== undefined && step.expectError === undefined)
    return badStructure(path, 'format goes with expectError; an expected value has a format of its own', 'format');
  if ('write' in step && step.expectError !== undefined && (step.changed !== undefined || step.solves !== undefined))
    return badStructure(path, 'a write that fails changes nothing; leave out changed and solves');
  return [];
}
