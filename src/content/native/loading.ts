import type { Origin } from '../../ir/node.js';
import type { Limits } from '../../kernel/world-limits.js';
import type { Collector } from '../text/collector.js';
import type { Diagnostic } from '../text/diagnostic.js';
import { type NameBudget, createNameBudget, nearestName } from '../text/nearest-name.js';
import { quoteText } from '../text/quote.js';
import { formatCount } from '../expression/wording.js';
import { type Damage, createDamage } from './damage.js';
import type { Place, Places } from './source-tree.js';

export interface Loading {
  readonly places: Places;
  readonly damage: Damage;
  readonly collector: Collector;
  readonly budget: NameBudget;
  readonly index: NameIndex;
  readonly limits: Limits;
  readonly left: LoadLeft;
}

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

/** A problem, and what to do about it. */
export interface Fault {
  readonly code: string;
  readonly message: string;
  readonly suggestion?: string | undefined;
}

/** A fault that takes long to put into words is given as a function: only those that are kept are worked out. */
export function reportError(context: Reporting, where: Where, fault: Fault | (() => Fault)): void {
  if (typeof fault !== 'function') report(context, 'error', where, fault);
  else report(context, 'error', where, context.loading.collector.isFull ? uncounted : fault());
}

/** Stands for one that is only counted. */
export const uncounted: Fault = { code: '', message: '' };

/**
 * Takes operations of those that are left; false, and reported, at the first that pass the limit. `what` needs them.
 */
export function takeOperations(loading: Loading, count: number, what: string, where: Where): boolean {
  loading.left.operations -= count;
  if (loading.left.operations >= 0) return true;
  refuse(
    { loading },
    where,
    'too-large',
    `with this ${what} all together need more than ${formatCount(loading.limits.loadOperations)} operations, which is the limit`,
    'keep what functions and flags bring in often in a meter or variable, or raise limits.loadOperations',
  );
  return false;
}

function report(
  context: Reporting,
  severity: Diagnostic['severity'],
  where: Where,
  { code, message, suggestion }: Fault,
): void {
  const place = placeOf(context, where);
  context.loading.collector.add({
    severity,
    code,
    ...place,
    message,
    ...(suggestion === undefined ? {} : { suggestion }),
  });
}

export interface Reporting {
  readonly loading: Loading;
}

/** Whether anything is wrong so far: what is odd beside errors is mostly one of their consequences. */
export function hasErrors({ loading }: Reporting): boolean {
  return loading.collector.hasErrors;
}

/** Takes a name for lost to an error: what follows from that is not reported. */
export function lose({ loading }: Reporting, name: string): void {
  loading.damage.names.add(name);
}

/** Whether an error has taken what a name stands for. */
export function isLost({ loading }: Reporting, name: string): boolean {
  return loading.damage.names.has(name);
}

/** Whether an error has taken something from a map or list. */
export function isTorn({ loading }: Reporting, container: unknown): boolean {
  const torn: ReadonlySet<unknown> = loading.damage.containers;
  return torn.has(container);
}

/** A point in a content file, without its text. */
export function originOf({ file, line, column }: Place): Origin {
  return { file, line, column };
}

/** Where something stands: a place, how to find it, a value by its container and key, or a key (`atKey`). */
export type Where = Place | (() => Place) | ValueSpot | { readonly key: ValueSpot };
export type ValueSpot = readonly [container: object, key: string | number];

/** Where a key stands, not its value. */
export function atKey(...key: ValueSpot): Where {
  return { key };
}

export function placeOf({ loading: { places } }: Reporting, where: Where): Place {
  if (typeof where === 'function') return where();
  if ('file' in where) return where;
  return 'key' in where ? places.ofKey(...where.key) : places.ofValue(...where);
}

/** Words that take long to find are given as a function: only those that are kept are worked out. */
type Wording = string | (() => string | undefined);

/** Reports an error. Undefined stands for what would have been lowered. */
export function refuse<Lowered>(
  context: Reporting,
  where: Where,
  code: string,
  message: Wording,
  suggestion?: Wording,
): Lowered | undefined {
  reportError(context, where, () => faultOf(code, message, suggestion));
  return undefined;
}

export function warn(context: Reporting, where: Where, code: string, message: string, suggestion?: Wording): void {
  report(context, 'warning', where, faultOf(code, message, suggestion));
}

/** Things with names, or the keys of a map. */
type Known = readonly Named[] | ReadonlyMap<string, unknown>;

/** Reports a name that nothing has. `otherwise`: what to do where none is near. */
export function refuseUnknown<Lowered>(
  context: Reporting,
  where: Where,
  name: string,
  message: string | ((known: readonly string[]) => string),
  known: Known | (() => Known),
  otherwise?: Wording,
  code = 'unknown-name',
): Lowered | undefined {
  reportError(context, where, () => {
    const list = typeof known === 'function' ? known() : known;
    const names = 'length' in list ? namesOf(list) : [...list.keys()];
    const words = typeof message === 'string' ? message : message(names);
    return faultOf(code, words, didYouMean(context, name, names) ?? otherwise);
  });
  return undefined;
}

function faultOf(code: string, message: Wording, suggestion: Wording | undefined): Fault {
  return { code, message: worded(message) ?? '', suggestion: worded(suggestion) };
}

function worded(words: Wording | undefined): string | undefined {
  return typeof words === 'function' ? words() : words;
}

/** Proposes the nearest name; undefined when none is near. */
export function didYouMean(
  { loading: { budget } }: Reporting,
  name: string,
  known: readonly string[],
): string | undefined {
  const found = nearestName(name, known, budget);
  return found === undefined ? undefined : `did you mean ${quoteText(found)}?`;
}

/** Names of a circle that a message shows behind the first. */
const mostShown = 8;

/** How a circle is told: `a` needs `b`, which needs `a`. */
export function describeCircle(first: string, rest: readonly Named[], verb: string): string {
  const names = namesOf(rest.slice(0, mostShown));
  const shown = names.map(quoteText).join(`, which ${verb} `);
  return `${quoteText(first)} ${verb} ${shown}${rest.length > mostShown ? ' and so on' : ''}`;
}

/** How a message refers to another place: by line, and by file where that is another. */
export function refer(from: Place, to: Place): string {
  return from.file === to.file ? `in line ${to.line}` : `in ${quoteText(to.file)}, line ${to.line}`;
}

/** Without those that have a mistake. */
export function sound<Part>(parts: readonly (Part | undefined)[]): readonly Part[] {
  return parts.filter((part) => part !== undefined);
}

/** All of them; undefined where one is. */
export function whole<Part>(parts: readonly (Part | undefined)[]): readonly Part[] | undefined {
  return parts.includes(undefined) ? undefined : sound(parts);
}

type Complete<Parts> = { [Key in keyof Parts]: Exclude<Parts[Key], undefined> };

/** Undefined where one of the parts is. */
export function complete<const Parts extends object>(parts: Parts): Complete<Parts> | undefined {
  return Object.values(parts).includes(undefined) ? undefined : (parts as Complete<Parts>);
}

export function ascending(numbers: Iterable<number>): readonly number[] {
  return [...numbers].sort((a, b) => a - b);
}

/** A thing by its name, or a name by itself. */
type Named = string | { readonly name: string };

function nameOf(named: Named): string {
  return typeof named === 'string' ? named : named.name;
}

export function namesOf(things: readonly Named[]): readonly string[] {
  return things.map(nameOf);
}

/**
 * Finds names in lists that stay as they are. Each list is read once: searches would take time by names times uses, and
 * hostile content has many of both.
 */
interface NameIndex {
  /** The place of the first; -1: none. */
  placeIn(list: readonly Named[], name: string): number;
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
