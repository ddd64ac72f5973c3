import { createNameBudget, nearestName, type NameBudget } from '../../diagnostics/nearest-name.js';
import { type Path, type Problem, labelOf, nameOf } from './problem.js';

/** What checks share: what they have found, and what looking for near names may cost. */
export interface Findings {
  readonly problems: Problem[];
  readonly names: NameBudget;
}

export function createFindings(): Findings {
  return { problems: [], names: createNameBudget() };
}

/** A value that is looked at, with the way to it. */
export interface Field {
  readonly findings: Findings;
  readonly path: Path;
  /** Undefined: it is not there. */
  readonly value: unknown;
}

/** Notes what is wrong with a field. */
export type Check = (of: Field) => void;

/** So many problems help nobody. */
const mostKept = 200;

export function report({ findings: { problems } }: Pick<Field, 'findings'>, problem: Problem): void {
  if (problems.length < mostKept) problems.push(problem);
}

/** Notes that a field holds something else than expected, or nothing. */
export function misfit(of: Field, expected: string, code = 'wrong-type', suggestion?: string): void {
  const { path, value } = of;
  const more = suggestion === undefined ? {} : { suggestion };
  if (value === undefined)
    report(of, { path, code: 'missing-key', message: `${labelOf(path)} is missing, expected ${expected}`, ...more });
  else report(of, { path, code, message: `${labelOf(path)} is ${nameOf(value)}, expected ${expected}`, ...more });
}

/** Names shown where none of them is near. */
const mostShown = 12;

/** `did you mean …`, where a known name is near. */
export function nearSuggestion({ names }: Findings, name: string, known: Iterable<string>): string | undefined {
  const near = nearestName(name, known, names);
  return near === undefined ? undefined : `did you mean ${near}?`;
}

/** What to say of a name that is not known: a near one, else those that are. */
export function suggestionFor(findings: Findings, name: string, known: Iterable<string>): string {
  const all = [...known];
  const near = nearSuggestion(findings, name, all);
  if (near !== undefined) return near;
  if (all.length === 0) return 'there are none';
  return `known are ${all.slice(0, mostShown).join(', ')}${all.length > mostShown ? ', …' : ''}`;
}

export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A part of a field that is a mapping or a list. */
export function partOf({ findings, path, value }: Field, key: string | number): Field {
  const holder = value as Readonly<Record<string | number, unknown>>;
  return { findings, path: [...path, key], value: Object.hasOwn(holder, key) ? holder[key] : undefined };
}
