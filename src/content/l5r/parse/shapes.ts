import { createNameBudget, nearHint, type NameBudget } from '../../text/nearest-name.js';
import { labelOf, nameOf, type Path, type Problem } from '../../text/problem.js';

/*
 * Codes of problems here: `unknown-key`, `missing-key`, `wrong-type`, `bad-value`, `bad-structure`, `unknown-name`,
 * `duplicate-name`, `depth`.
 */

/** What checks have found, and what looking for near names may cost. */
interface Findings {
  readonly problems: Problem[];
  readonly names: NameBudget;
}

export interface Spot {
  readonly findings: Findings;
  readonly path: Path;
}

export interface Field extends Spot {
  /** Undefined: it is not there. */
  readonly value: unknown;
}

export function topField(value: unknown, path: Path = []): Field {
  return { findings: { problems: [], names: createNameBudget() }, path, value };
}

export type Check = (of: Field) => void;

/** So many problems help nobody. */
const mostKept = 200;

/** `said`: a sentence whose subject is the path. */
export function report(of: Spot, code: string, said: string, suggestion?: string): void {
  keep(of, { path: of.path, code, message: `${labelOf(of.path)} ${said}`, ...(suggestion && { suggestion }) });
}

function keep({ findings: { problems } }: Spot, problem: Problem): void {
  if (problems.length < mostKept) problems.push(problem);
}

export function misfit(of: Field, expected: string, code = 'wrong-type', suggestion?: string): void {
  if (of.value === undefined) report(of, 'missing-key', `is missing, expected ${expected}`, suggestion);
  else report(of, code, `is ${nameOf(of.value)}, expected ${expected}`, suggestion);
}

const mostShown = 12;

/** A near name, else those that are known. */
export function suggestionFor({ findings }: Spot, name: string, known: Iterable<string>): string {
  const all = [...known];
  const near = nearHint(name, all, findings.names);
  if (near !== undefined) return near;
  if (all.length === 0) return 'there are none';
  return `known are ${all.slice(0, mostShown).join(', ')}${all.length > mostShown ? ', …' : ''}`;
}

export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function partOf({ findings, path, value }: Field, key: string | number): Field {
  const holder = value as Readonly<Record<string | number, unknown>>;
  return { findings, path: [...path, key], value: Object.hasOwn(holder, key) ? holder[key] : undefined };
}

function valueOf(expected: string, fits: (value: unknown) => boolean): Check {
  return (of) => {
    if (!fits(of.value)) misfit(of, expected);
  };
}

export const anything: Check = () => {};
export const text = valueOf('text', (value) => typeof value === 'string');
export const flag = valueOf('true or false', (value) => typeof value === 'boolean');

export const name = valueOf('a name', (value) => typeof value === 'string' && value !== '');

export const number = valueOf('a number', Number.isFinite);

export const amount = valueOf('a number of at least 0', (value) => Number.isFinite(value) && Number(value) >= 0);

export const count = valueOf(
  'a whole number of at least 0',
  (value) => Number.isSafeInteger(value) && Number(value) >= 0,
);

export const scalar = valueOf(
  'text, a number, true, false or null',
  (value) => value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value),
);

export function orNull(check: Check): Check {
  return (of) => {
    if (of.value !== null) check(of);
  };
}

/** True alone: false would say nothing. */
export const only: Check = (of) => {
  if (of.value !== true) misfit(of, 'true', 'bad-value', 'leave it out where it is not meant');
};

export function oneOf(words: readonly string[]): Check {
  const wanted = words.map((word) => JSON.stringify(word)).join(' or ');
  return (of) => {
    const { value } = of;
    if (typeof value !== 'string') misfit(of, wanted);
    else if (!words.includes(value)) misfit(of, wanted, 'bad-value', nearHint(value, words, of.findings.names));
  };
}

export function listOf(check: Check, least = 0): Check {
  return (of) => {
    if (!Array.isArray(of.value)) misfit(of, 'a list');
    else if (of.value.length < least) report(of, 'bad-value', 'is empty, expected one entry at least');
    else for (let i = 0; i < of.value.length; i++) check(partOf(of, i));
  };
}

export function oneOrMore(check: Check): Check {
  const several = listOf(check, 1);
  return (of) => (Array.isArray(of.value) ? several : check)(of);
}

export function mappingOf(check: Check): Check {
  return (of) => {
    if (fitsMapping(of)) for (const key of Object.keys(of.value)) check(partOf(of, key));
  };
}

function fitsMapping(of: Field): of is Field & { readonly value: Readonly<Record<string, unknown>> } {
  if (isMapping(of.value)) return true;
  misfit(of, 'a mapping (keys with values)');
  return false;
}

/** A mapping: keys that must be there, keys that may, and what others hold, where there may be any. */
export interface Shape {
  readonly needs?: Readonly<Record<string, Check>>;
  readonly takes?: Readonly<Record<string, Check>>;
  readonly others?: Check;
}

export function shapeOf(shape: Shape): Check {
  return (of) => {
    fits(of, shape);
  };
}

/** Whether a field is a mapping at all; its keys are checked. */
export function fits(of: Field, { needs = {}, takes = {}, others }: Shape): boolean {
  if (!fitsMapping(of)) return false;
  for (const [key, check] of Object.entries(needs)) check(partOf(of, key));
  const known = [...Object.keys(needs), ...Object.keys(takes)];
  for (const key of Object.keys(of.value)) {
    if (Object.hasOwn(needs, key) || of.value[key] === undefined) continue;
    const check = Object.hasOwn(takes, key) ? takes[key] : others;
    if (check === undefined) refuseKey(of, key, known);
    else check(partOf(of, key));
  }
  return true;
}

function refuseKey(of: Field, key: string, known: readonly string[]): void {
  const { path } = of;
  const message = `there is no key ${JSON.stringify(key)} in ${labelOf(path)}`;
  keep(of, { path, key, code: 'unknown-key', message, suggestion: suggestionFor(of, key, known) });
}

/** A mapping that says one of several things, by a key; some have further keys with it. */
export function choiceOf(what: string, choices: Readonly<Record<string, Shape>>): Check {
  const keys = Object.keys(choices);
  const expected = `one of ${keys.join(', ')}`;
  return (of) => {
    if (!isMapping(of.value)) {
      misfit(of, `a mapping with ${expected}`);
      return;
    }
    const given = Object.keys(of.value);
    const chosen = keys.filter((key) => given.includes(key));
    if (chosen.length === 1) fits(of, choices[chosen[0]]);
    else if (chosen.length > 1)
      report(of, 'bad-structure', `has ${chosen.join(' and ')}, expected one of them`, `make ${what} of each`);
    else if (given.length > 0) refuseKey(of, given[0], keys);
    else report(of, 'missing-key', `does nothing, expected ${expected}`);
  };
}
