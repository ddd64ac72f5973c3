import type { z } from 'zod';
import { mostKept } from '../text/collector.js';
import { nearestName } from '../text/nearest-name.js';
import { listTexts, quoteText } from '../text/quote.js';
import { loseSection } from './damage.js';
import { emptyAtFirst } from './sets.js';
import {
  type Fault,
  type Loading,
  type Reporting,
  didYouMean,
  isTorn,
  reportError,
  sound,
  uncounted,
} from './loading.js';
import { mostCapacity } from './schema-environment.js';
import { type ContentSource, contentSchema } from './schema.js';
import {
  type Path,
  chooseOption,
  expectationOf,
  headKey,
  keysOf,
  optionsOf,
  pathText,
  schemaAt,
  valueAt,
} from './schema-path.js';
import { type Place, type SourceMap, type SourceValue, createMap, isContainer, isList, isMap } from './source-tree.js';
import { writtenForm } from './written-form.js';
import { type WrongPart, surplusOfWrongParts } from './wrong-parts.js';

type Issue = z.core.$ZodIssue;

/** What the schema refuses: what to say about it, and what to take out so that the rest can be used. */
interface Refusal {
  /** What goes. */
  readonly path: Path;
  readonly fault: Fault;
  /** What is shown: a part of it. */
  readonly shown?: Path;
  /** The key itself is wrong, not its value. */
  readonly atKey?: boolean;
  /** A key that should be there, at the end of the path. */
  readonly missing?: boolean;
  /** What an unknown key was most likely meant to be. */
  readonly near?: string | undefined;
}

interface Checking extends Reporting {
  readonly data: SourceMap;
}

/** Rounds take out one level at least each; content has fewer. */
const mostRounds = 64;

/**
 * Checks data against the schema, reports all that it refuses, and takes that out, so that the rest can be checked.
 * What goes and what hangs on it is noted as damage.
 */
export function validate(data: SourceMap, loading: Loading): ContentSource {
  const checking: Checking = { data, loading };
  const surplus = surplusOfWrongParts(contentSchema, data).map(refusalOfPart);
  const places = surplus.slice(0, mostKept).map((refusal) => placeOf(refusal, checking));
  takeOut(surplus, checking);
  for (let round = 0; round < mostRounds; round++) {
    const { error } = contentSchema.safeParse(data);
    if (error === undefined) return data;
    const refusals = refusalsOf(error.issues, [], checking);
    // What is refused in later rounds lacks what the first has taken out.
    if (round === 0) {
      for (const refusal of firstCauses(refusals, checking))
        reportError(checking, placeOf(refusal, checking), refusal.fault);
      for (const [i, { fault }] of surplus.entries()) reportError(checking, places[i] ?? places[0], fault);
    }
    takeOut(refusals, checking);
  }
  throw new Error('edict: the content schema refuses what it accepts nothing of');
}

/** One of very many: mostly it is only counted. */
function refusalOfPart({ path, schema }: WrongPart, index: number): Refusal {
  if (index >= mostKept) return { path, fault: uncounted };
  const { expected, code = 'wrong-type' } = expectationOf(schema);
  return { path, fault: { code, message: `${quotePath(path)} is something else, expected ${expected}` } };
}

// --- what is refused

function refusalsOf(issues: readonly Issue[], prefix: Path, checking: Checking): readonly Refusal[] {
  const refusals = new Map<string, Refusal>();
  for (const issue of issues) {
    for (const refusal of refusalsOfIssue(issue, [...prefix, ...issue.path], checking)) {
      const key = JSON.stringify(refusal.path);
      if (!refusals.has(key)) refusals.set(key, refusal);
    }
  }
  return [...refusals.values()];
}

/** Without the missing keys that are there, but misspelt, or were refused already. */
function firstCauses(refusals: readonly Refusal[], { data, loading }: Checking): readonly Refusal[] {
  const unknown = new Map<string, Refusal[]>();
  for (const refusal of refusals) {
    if (refusal.fault.code !== 'unknown-key') continue;
    const container = pathText(refusal.path.slice(0, -1));
    const others = unknown.get(container) ?? [];
    others.push(refusal);
    unknown.set(container, others);
  }
  // A key that is like none of those known stands for the one that is missing, if it is the only one.
  const isMisspelt = ({ path, missing }: Refusal): boolean => {
    const beside = missing === true ? (unknown.get(pathText(path.slice(0, -1))) ?? []) : [];
    return beside.some(({ near }) => near === path.at(-1)) || (beside.length === 1 && beside[0].near === undefined);
  };
  const isLost = ({ path, missing, fault }: Refusal): boolean => {
    const container = valueAt(data, missing === true ? path.slice(0, -1) : path);
    const isIncomplete = missing === true || fault.code === 'unknown-form';
    return isIncomplete && isContainer(container) && isTorn({ loading }, container);
  };
  return refusals.filter((refusal) => !isMisspelt(refusal) && !isLost(refusal));
}

function refusalsOfIssue(issue: Issue, path: Path, checking: Checking): readonly Refusal[] {
  const { data, loading } = checking;
  const value = valueAt(data, path);
  const first = firstValueOfNone(data, path);
  if (first !== undefined) return [first];
  const schema = schemaAt(contentSchema, data, path) ?? contentSchema;
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => unknownKey(key, path, keysOf(schema, value), loading));
  if (issue.code === 'invalid_union') {
    const options = optionsOf(schema);
    const chosen = chooseOption(options, value);
    const inside = chosen < 0 ? [] : (issue.errors[chosen] ?? []);
    if (inside.length > 0) return refusalsOf(inside, path, checking);
    const heads = sound(options.map(headKey));
    if (isMap(value) && heads.length > 0) return [unlikeAny(heads, schema, value, path, loading)];
  }
  return [refused(issue, schema, value, path, checking)];
}

/** A first value of a set or list: no value is right. */
function firstValueOfNone(data: SourceMap, path: Path): Refusal | undefined {
  const [section, name, key] = path;
  if (section !== 'properties' || key !== 'default' || typeof name !== 'string') return undefined;
  const type = valueAt(data, [section, name, 'type']);
  return type === 'set' || type === 'list'
    ? { path: [section, name, key], atKey: true, fault: emptyAtFirst(name, type) }
    : undefined;
}

function unknownKey(key: string, path: Path, known: readonly string[], loading: Loading): Refusal {
  const near = nearestName(key, known, loading.budget);
  return { path: [...path, key], atKey: true, near, fault: unlikeKey(key, near, path, known, 25) };
}

function unlikeKey(key: string, near: string | undefined, path: Path, known: readonly string[], most: number): Fault {
  const suggestion = near === undefined ? 'remove it, or write one of these' : `did you mean ${quoteText(near)}?`;
  const message = `${quoteText(key)} is no key of ${quotePath(path)}, expected ${listTexts(known, most)}`;
  return { code: 'unknown-key', message, suggestion };
}

function unlikeAny(
  heads: readonly string[],
  schema: z.core.$ZodType,
  value: SourceMap,
  path: Path,
  loading: Loading,
): Refusal {
  const keys = Object.keys(value);
  for (const key of keys) {
    const near = nearestName(key, heads, loading.budget);
    // A map may have very many keys: words for the one that is told.
    if (near !== undefined)
      return { path, shown: [...path, key], atKey: true, fault: unlikeKey(key, near, path, heads, 12) };
  }
  const { expected, code = 'unknown-form' } = expectationOf(schema);
  const what = keys.length === 0 ? 'an empty map' : `a map with ${listTexts(keys, 8, 'and')}`;
  return { path, fault: { code, message: `${quotePath(path)} is ${what}, expected ${expected}` } };
}

function refused(
  issue: Issue,
  schema: z.core.$ZodType,
  value: SourceValue | undefined,
  path: Path,
  checking: Checking,
): Refusal {
  const { expected, code } = expectationOf(schema);
  if (value === undefined) {
    const where = quotePath(path.slice(0, -1));
    const key = quoteText(String(path.at(-1)));
    const message = `${where} has no ${key}, expected ${expected}`;
    return { path, atKey: true, missing: true, fault: { code: 'missing-key', message, suggestion: `add ${key}` } };
  }
  const message = `${quotePath(path)} is ${describe(value)}, expected ${expected}`;
  const suggestion = mend(issue, schema, value, checking);
  return { path, fault: { code: code ?? codeOf(issue, value), message, suggestion } };
}

function quotePath(path: Path): string {
  return path.length === 0 ? 'content' : quoteText(pathText(path));
}

function codeOf(issue: Issue, value: SourceValue): string {
  if (typeof value !== 'number') return 'wrong-type';
  if (!Number.isFinite(value)) return 'not-finite';
  const isRange =
    issue.code === 'too_small' ||
    issue.code === 'too_big' ||
    (issue.code === 'invalid_type' && issue.expected === 'int');
  return isRange ? 'out-of-range' : 'wrong-type';
}

function mend(issue: Issue, schema: z.core.$ZodType, value: SourceValue, checking: Checking): string | undefined {
  const { data } = checking;
  const words = issue.code === 'invalid_value' ? issue.values : optionsOf(schema).flatMap(wordsOf);
  const isText = typeof value === 'string';
  if (isText && words.length > 0)
    return didYouMean(checking, value, words.map(String)) ?? writtenForm(value, schema, data);
  const wanted = issue.code === 'invalid_type' ? issue.expected : '';
  const isNumeric = isText && value.trim() !== '' && Number.isFinite(Number(value));
  if (wanted === 'string' && !isContainer(value)) return 'write it in quotes';
  if (wanted === 'array' && !isContainer(value)) return 'write it in brackets';
  if ((wanted === 'number' || wanted === 'int') && isNumeric) return 'write it without quotes';
  return (wanted === 'boolean' ? booleanFor(value) : undefined) ?? writtenForm(value, schema, data);
}

function booleanFor(value: SourceValue): string | undefined {
  if (value === 'yes' || value === 'on') return 'write `true`';
  return value === 'no' || value === 'off' ? 'write `false`' : undefined;
}

function wordsOf(schema: z.core.$ZodType): readonly unknown[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === 'enum' ? Object.values(def.entries) : [];
}

function describe(value: SourceValue): string {
  if (value === null) return 'empty';
  if (isList(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (isMap(value)) return 'a map';
  if (typeof value === 'number' && !Number.isFinite(value)) return Number.isNaN(value) ? 'not a number' : 'infinite';
  return typeof value === 'string' ? `the text ${quoteText(value)}` : quoteText(String(value));
}

// --- where, and what goes

function placeOf({ path, shown = path, atKey, missing }: Refusal, { data, loading: { places } }: Checking): Place {
  const at = missing === true ? path.slice(0, -1) : shown;
  const [container, key] = [valueAt(data, at.slice(0, -1)), at.at(-1)];
  if (!isContainer(container) || key === undefined || typeof key === 'symbol') return places.ofContainer(data);
  return atKey === true && typeof key === 'string' ? places.ofKey(container, key) : places.ofValue(container, key);
}

function takeOut(refusals: readonly Refusal[], checking: Checking): void {
  const { data, loading } = checking;
  const elements = new Map<SourceValue[], Set<number>>();
  for (const { path, missing } of refusals) {
    if (missing === true && patch(path, checking)) continue;
    const at = missing === true ? path.slice(0, -1) : path;
    const [container, key] = [valueAt(data, at.slice(0, -1)), at.at(-1)];
    if (key === undefined || !isContainer(container)) continue;
    noteLoss(at, checking);
    loading.damage.containers.add(container);
    if (isMap(container)) Reflect.deleteProperty(container, key);
    else if (typeof key === 'number') elements.set(container, (elements.get(container) ?? new Set()).add(key));
  }
  for (const [list, indices] of elements) {
    loading.places.dropElements(list, indices);
    list.splice(0, list.length, ...list.filter((_, index) => !indices.has(index)));
  }
}

/** Stands in for a required key, so that its lack does not cost all that is beside it. False where nothing can. */
function patch(path: Path, { data, loading }: Checking): boolean {
  const container = valueAt(data, path.slice(0, -1));
  const value = standIn(path);
  if (!isMap(container) || value === undefined) return false;
  container[String(path.at(-1))] = value;
  loading.damage.containers.add(container);
  return true;
}

function standIn([section, ...rest]: Path): SourceValue | undefined {
  const [first, second, third, fourth] = rest;
  if (section === 'classes' && rest.length === 2 && second === 'kind') return missingKind;
  if (section === 'classes' && rest.length === 4 && second === 'groups' && fourth === 'effects') return [];
  if (section !== 'environment') return undefined;
  if (rest.length === 1) return environmentStandIns.get(first)?.();
  if (rest.length === 2 && first === 'agents') return second === 'of' ? missingKind : 1;
  return rest.length === 3 && first === 'observation' && third === 'values' ? createMap() : undefined;
}

const environmentStandIns: ReadonlyMap<PropertyKey, () => SourceValue> = new Map<PropertyKey, () => SourceValue>([
  ['name', () => 'environment'],
  ['capacity', () => mostCapacity],
  ['observation', createMap],
  ['actions', createMap],
  ['reward', () => 0],
]);

/** The kind of a class, or of agents, that names none; no kind can have this name. */
export const missingKind = '';

function noteLoss(path: Path, { data, loading: { damage } }: Checking): void {
  const [section, name, key] = path;
  // Nothing is called by its keys.
  if (section === 'environment') return;
  const value = valueAt(data, path);
  const isListing = path.length === 1 || (section === 'enumerations' && path.length > 2);
  if (isListing && value !== undefined) loseSection(damage, value);
  const isColumn = section === 'meters' || section === 'properties' || section === 'variables';
  // Of a column whose type is not said the lost key may have said it.
  const isType =
    isColumn &&
    path.length === 3 &&
    (key === 'type' || (valueAt(data, [section, name, 'type']) === undefined && !columnKeys.has(String(key))));
  if ((path.length === 2 || isType) && typeof name === 'string') damage.names.add(name);
}

const columnKeys: ReadonlySet<string> = new Set([
  'default',
  'bounds',
  'max',
  'target',
  'growth',
  'reset',
  'input',
  'explanation',
]);
