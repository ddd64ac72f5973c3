import type { Origin } from '../../ir/node.js';
import type { Limits } from '../../kernel/limits.js';
import type { Collector } from '../diagnostics/collector.js';
import { type NameBudget, createNameBudget, nearestName } from '../diagnostics/nearest-name.js';
import { quoteText } from '../diagnostics/quote.js';
import { formatCount } from '../expression/wording.js';
import { type Damage, createDamage } from './damage.js';
import type { Place, Places } from './source-tree.js';

/** What all steps of one load share. */
export interface Loading {
  readonly places: Places;
  readonly damage: Damage;
  readonly collector: Collector;
  readonly budget: NameBudget;
  readonly index: NameIndex;
  readonly limits: Limits;
  /** What the limits have left. */
  readonly left: LoadLeft;
}

/** What a load may still take. */
interface LoadLeft {
  tokens: number;
  operations: number;
}

export function createLoading(places: Places, collector: Collector, limits: Limits): Loading {
  const left = { tokens: limits.loadTokens, operations: limits.loadOperations };
  return {
    places,
    damage: createDamage(),
    collector,
    budget: createNameBudget(),
    index: createNameIndex(),
    limits,
    left,
  };
}

/** A problem: one sentence, and what to do about it. */
export interface Fault {
  readonly code: string;
  readonly message: string;
  readonly suggestion?: string | undefined;
}

/** A fault that takes long to put into words is given as a function: only those that are kept are worked out. */
export function reportError(loading: Loading, place: Place, fault: Fault | (() => Fault)): void {
  if (typeof fault !== 'function') report(loading, 'error', place, fault);
  else if (loading.collector.isFull) report(loading, 'error', place, uncounted);
  else report(loading, 'error', place, fault());
}

/** Stands for one that is only counted. */
export const uncounted: Fault = { code: '', message: '' };

/**
 * Takes operations of what the load has left; false, and reported, with those that pass the limit. `what` needs them.
 */
export function takeOperations(loading: Loading, count: number, what: string, place: () => Place): boolean {
  loading.left.operations -= count;
  if (loading.left.operations >= 0) return true;
  refuse(
    { loading },
    place,
    'too-large',
    `with this ${what} all together need more than ${formatCount(loading.limits.loadOperations)} operations, which is the limit`,
    'keep what functions and flags bring in often in a meter or variable, or raise limits.loadOperations',
  );
  return false;
}

export function reportWarning(loading: Loading, place: Place, fault: Fault): void {
  report(loading, 'warning', place, fault);
}

function report(
  loading: Loading,
  severity: 'error' | 'warning',
  place: Place,
  { code, message, suggestion }: Fault,
): void {
  loading.collector.add({ severity, code, ...place, message, ...(suggestion === undefined ? {} : { suggestion }) });
}

export interface Reporting {
  readonly loading: Loading;
}

/** Whether an error has taken what a name stands for. */
export function isLost({ loading }: Reporting, name: string): boolean {
  return loading.damage.names.has(name);
}

/** Whether an error has taken something from a map or list. */
export function isTorn({ loading }: Reporting, container: object): boolean {
  return loading.damage.containers.has(container);
}

/** A point in a content file, without its text. */
export function originOf({ file, line, column }: Place): Origin {
  return { file, line, column };
}

/** Where something stands: a place, how to find it, a value by its container and key, or a key (`atKey`). */
export type Where = Place | (() => Place) | ValueSpot | { readonly key: ValueSpot };
type ValueSpot = readonly [container: object, key: string | number];

/** Where a key stands, and not its value. */
export function atKey(...key: ValueSpot): Where {
  return { key };
}

export function placeOf({ places }: Loading, where: Where): Place {
  if (typeof where === 'function') return where();
  if ('file' in where) return where;
  return 'key' in where ? places.ofKey(...where.key) : places.ofValue(...where);
}

/** Words that take long to find are given as a function: only those that are kept are worked out. */
type Wording = string | (() => string | undefined);

/** Reports an error. Undefined stands for what would have been lowered. */
export function refuse<Lowered>(
  { loading }: Reporting,
  where: Where,
  code: string,
  message: Wording,
  suggestion?: Wording,
): Lowered | undefined {
  reportError(loading, placeOf(loading, where), () => faultOf(code, message, suggestion));
  return undefined;
}

export function warn({ loading }: Reporting, where: Where, code: string, message: string, suggestion?: Wording): void {
  reportWarning(loading, placeOf(loading, where), faultOf(code, message, suggestion));
}

/** Names that there are: of things in a list, or the keys of a map. */
type Known = readonly Named[] | ReadonlyMap<string, unknown>;

/** Reports a name that nothing has. `otherwise`: what to do where no known one is near. */
export function refuseUnknown<Lowered>(
  { loading }: Reporting,
  where: Where,
  name: string,
  message: string | ((known: readonly string[]) => string),
  known: Known | (() => Known),
  otherwise?: Wording,
): Lowered | undefined {
  reportError(loading, placeOf(loading, where), () => {
    const list = typeof known === 'function' ? known() : known;
    const names = 'length' in list ? list.map(nameOf) : [...list.keys()];
    const words = typeof message === 'string' ? message : message(names);
    return faultOf('unknown-name', words, didYouMean(loading, name, names) ?? otherwise);
  });
  return undefined;
}

function faultOf(code: string, message: Wording, suggestion: Wording | undefined): Fault {
  return { code, message: worded(message) ?? '', suggestion: worded(suggestion) };
}

function worded(words: Wording | undefined): string | undefined {
  return typeof words === 'function' ? words() : words;
}

/** The phrase that proposes the nearest name; undefined when none is near. */
export function didYouMean(loading: Loading, name: string, known: readonly string[]): string | undefined {
  const found =
    nearestName(name, known, loading.budget) ??
    (loading.budget.left <= 0 ? undefined : withSwappedLetters(name, known));
  return found === undefined ? undefined : `did you mean ${quoteText(found)}?`;
}

/** How a message refers to another place: by line, and by file where that is another one. */
export function refer(from: Place, to: Place): string {
  return from.file === to.file ? `in line ${to.line}` : `in ${quoteText(to.file)}, line ${to.line}`;
}

/**
 * The first known name that a misspelt one becomes by two neighbouring letters changing places; in short names that is
 * no near one by edits.
 */
function withSwappedLetters(name: string, known: readonly string[]): string | undefined {
  return known.find((candidate) => isSwapped(name, candidate));
}

function isSwapped(name: string, candidate: string): boolean {
  if (name.length !== candidate.length) return false;
  let at = 0;
  while (at < name.length && name[at] === candidate[at]) at++;
  return (
    at + 1 < name.length &&
    name[at] === candidate[at + 1] &&
    name[at + 1] === candidate[at] &&
    name.slice(at + 2) === candidate.slice(at + 2)
  );
}

/** A thing by its name, or a name by itself. */
type Named = string | { readonly name: string };

function nameOf(named: Named): string {
  return typeof named === 'string' ? named : named.name;
}

/**
 * Finds names in lists that stay as they are. Each list is read once: a search would take time by names times uses, and
 * hostile content has many of both.
 */
interface NameIndex {
  /** The place of the first of a name; -1 where there is none. */
  placeIn(list: readonly Named[], name: string): number;
  /** The first of a name. */
  find<Thing extends Named>(list: readonly Thing[], name: string): Thing | undefined;
}

export function createNameIndex(): NameIndex {
  const places = new WeakMap<readonly Named[], ReadonlyMap<string, number>>();
  const placesOf = (list: readonly Named[]): ReadonlyMap<string, number> => {
    const known = places.get(list) ?? firstPlaces(list);
    places.set(list, known);
    return known;
  };
  const placeIn = (list: readonly Named[], name: string): number => placesOf(list).get(name) ?? -1;
  return { placeIn, find: (list, name) => list.at(placesOf(list).get(name) ?? list.length) };
}

function firstPlaces(list: readonly Named[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [place, each] of list.entries()) {
    const name = nameOf(each);
    if (!places.has(name)) places.set(name, place);
  }
  return places;
}
