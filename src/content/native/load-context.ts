import type { Node, Origin } from '../../ir/node.js';
import type { Limits } from '../../kernel/world-limits.js';
import type { Collector } from '../text/collector.js';
import type { Diagnostic, Fault } from '../text/diagnostic.js';
import { createNameBudget, didYouMean } from '../text/nearest-name.js';
import { quoteText } from '../text/quote.js';
import { grouped } from '../../kernel/grouped.js';
import { createDamage } from './damage.js';
import type { Place, Places } from './source-tree.js';

export function createLoading(places: Places, collector: Collector, limits: Limits) {
  return {
    places,
    damage: createDamage(),
    collector,
    budget: createNameBudget(),
    index: createNameIndex(),
    limits,
    left: { tokens: limits.loadTokens, operations: limits.loadOperations },
    /** How expressions and their parts are written. */
    written: new Map<Node, string>(),
  };
}

export type Loading = Readonly<ReturnType<typeof createLoading>>;

/** Functions are only called for faults that are kept. */
export function reportError(context: Reporting, where: Where, fault: Fault | (() => Fault)): void {
  if (typeof fault !== 'function') report(context, 'error', where, fault);
  else report(context, 'error', where, context.loading.collector.isFull ? uncounted : fault());
}

/** Stands for a fault that is only counted. */
export const uncounted: Fault = { code: '', message: '' };

/** False, and reported, past the limit. */
export function takeOperations(loading: Loading, count: number, what: string, where: Where) {
  loading.left.operations -= count;
  if (loading.left.operations >= 0) return true;
  return refuse(
    { loading },
    where,
    'too-large',
    `with this ${what} all together need more than ${grouped(loading.limits.loadOperations)} operations, which is the limit`,
    'keep what functions and flags bring in often in a meter or variable, or raise limits.loadOperations',
  );
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

/** Warnings beside errors are mostly their consequences. */
export function hasErrors({ loading }: Reporting): boolean {
  return loading.collector.hasErrors;
}

/** Its consequences are not reported. */
export function lose({ loading }: Reporting, name: string): void {
  loading.damage.names.add(name);
}

export function isLost({ loading }: Reporting, name: string): boolean {
  return loading.damage.names.has(name);
}

export function isTorn({ loading }: Reporting, container: unknown): boolean {
  const torn: ReadonlySet<unknown> = loading.damage.containers;
  return torn.has(container);
}

export function originOf({ file, line, column }: Place): Origin {
  return { file, line, column };
}

/** A place, how to find it, the spot of a value, or a key (`atKey`). */
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

type Wording = string | (() => string | undefined);

/** Undefined stands for the lowered part, here and wherever a fault is reported. */
export function refuse<Lowered = false>(
  context: Reporting,
  where: Where,
  code: string,
  message: Wording,
  suggestion?: Wording,
): Lowered | undefined {
  reportError(context, where, () => faultOf(code, message, suggestion));
  return undefined;
}

type KeyFault = readonly [key: string, message: string, suggestion: string, code?: string];

/** `code`: of faults without one. */
export function refuseKeys(
  context: Reporting,
  source: object,
  code: string,
  faults: readonly (KeyFault | false)[],
): void {
  for (const fault of faults) {
    if (fault === false) continue;
    const [key, message, suggestion, own = code] = fault;
    refuse(context, atKey(source, key), own, message, suggestion);
  }
}

export function warn(context: Reporting, where: Where, code: string, message: string, suggestion?: Wording): void {
  report(context, 'warning', where, faultOf(code, message, suggestion));
}

type Names = readonly Named[] | ReadonlyMap<string, unknown>;
export type Known = Names | (() => Names);

/** `otherwise`: advice where no name is near. */
export function refuseUnknown<Lowered = false>(
  context: Reporting,
  where: Where,
  name: string,
  message: string | ((known: readonly string[]) => string),
  known: Known,
  otherwise?: Wording,
  code = 'unknown-name',
): Lowered | undefined {
  reportError(context, where, () => {
    const list = typeof known === 'function' ? known() : known;
    const names = 'length' in list ? namesOf(list) : [...list.keys()];
    return faultOf(
      code,
      typeof message === 'string' ? message : message(names),
      didYouMean(name, names, context.loading.budget) ?? otherwise,
    );
  });
  return undefined;
}

function faultOf(code: string, message: Wording, suggestion: Wording | undefined): Fault {
  return { code, message: worded(message) ?? '', suggestion: worded(suggestion) };
}

function worded(words: Wording | undefined): string | undefined {
  return typeof words === 'function' ? words() : words;
}

const mostShown = 8;

/** `a` needs `b`, which needs `a`. */
export function describeCircle(first: string, rest: readonly Named[], verb: string): string {
  return `${quoteText(first)} ${verb} ${joinFirst(namesOf(rest).map(quoteText), `, which ${verb} `)}`;
}

export function joinFirst(parts: readonly string[], joint: string): string {
  return `${parts.slice(0, mostShown).join(joint)}${parts.length > mostShown ? ' and so on' : ''}`;
}

export function refer(from: Place, to: Place): string {
  return from.file === to.file ? `in line ${to.line}` : `in ${quoteText(to.file)}, line ${to.line}`;
}

export function sound<Part>(parts: readonly (Part | undefined)[]): readonly Part[] {
  return parts.filter((part) => part !== undefined);
}

/** Undefined where one is. */
export function whole<Part>(parts: readonly (Part | undefined)[]): readonly Part[] | undefined {
  return parts.includes(undefined) ? undefined : sound(parts);
}

type Complete<Parts> = { [Key in keyof Parts]: Exclude<Parts[Key], undefined> };

/** Undefined where one of the parts is. */
export function complete<const Parts extends object>(parts: Parts): Complete<Parts> | undefined {
  return Object.values(parts).includes(undefined) ? undefined : (parts as Complete<Parts>);
}

type Given<Options> = { readonly [Key in keyof Options]?: Exclude<Options[Key], undefined> };

/** Without undefined options. */
export function given<Options extends object>(options: Options): Given<Options> {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Given<Options>;
}

type Named = string | { readonly name: string };

function nameOf(named: Named): string {
  return typeof named === 'string' ? named : named.name;
}

export function namesOf(things: readonly Named[]): readonly string[] {
  return things.map(nameOf);
}

/** For lists that do not change. Each is read once: hostile content has many names and uses. */
export function createNameIndex() {
  const places = new WeakMap<readonly Named[], ReadonlyMap<string, number>>();
  const placesOf = (list: readonly Named[]) => {
    // Reversed: of one name the first counts.
    const known = places.get(list) ?? new Map(list.map((each, place) => [nameOf(each), place] as const).reverse());
    places.set(list, known);
    return known;
  };
  return {
    /** -1: none. */
    placeIn: (list: readonly Named[], name: string) => placesOf(list).get(name) ?? -1,
    find: <Thing extends Named>(list: readonly Thing[], name: string) =>
      list.at(placesOf(list).get(name) ?? list.length),
  };
}

/** The last of one name counts. */
export function namesBy<What>(...groups: readonly (readonly [What, readonly Named[]])[]): Map<string, What> {
  return new Map(groups.flatMap(([what, things]) => things.map((thing) => [nameOf(thing), what] as const)));
}
