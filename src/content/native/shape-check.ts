import { type NameBudget, nearestName } from '../text/nearest-name.js';
import { listTexts, quoteText } from '../text/quote.js';
import type { Fault } from '../text/diagnostic.js';
import { type FormFault, type FormShape, type Shape, fits, headOf, resolved } from './document-shape.js';
import { type Container, type SourceList, type SourceMap, type SourceValue, isList, isMap } from './source-tree.js';
import { describeValue, formMeant } from './written-form.js';

/** Undefined: the whole document. */
export interface Way {
  readonly up: Way | undefined;
  readonly container: Container;
  readonly key: string | number;
}

export interface Checker {
  readonly whole: string;
  readonly data: SourceMap;
  readonly budget: NameBudget;
  /** `isKey`: the key itself is wrong. */
  report(way: Way | undefined, isKey: boolean, fault: () => Fault): void;
  /** An error has taken something from it. */
  isTorn(container: Container): boolean;
  /** Called before a part is taken out. */
  lose(way: Way): void;
  dropElements(list: SourceList, indices: ReadonlySet<number>): void;
}

/** Reports what does not fit, in document order, and takes it out, in linear time. */
export function checkShape(shape: Shape, checker: Checker): void {
  check(shape, checker.data, undefined, checker);
}

/** `said`: the shape for messages. Reading has limited the depth. */
function check(shape: Shape, value: SourceValue, way: Way | undefined, checker: Checker, said = shape): boolean {
  const found = resolved(shape);
  switch (found.type) {
    case 'list':
      if (!isList(value)) break;
      if (value.length < found.least && !checker.isTorn(value)) reportEmpty(way, checker);
      checkElements(value, () => found.of, way, checker);
      return true;
    case 'pair':
      if (!isList(value) || value.length !== found.of.length) break;
      checkElements(value, (index) => found.of[index], way, checker);
      return value.length === found.of.length;
    case 'record':
      if (!isMap(value)) break;
      for (const key of Object.keys(value)) {
        if (found.keys === undefined || fits(found.keys, key)) checkEntry(found.of, value, key, way, checker);
        else refuseKey(found.keys, value, key, way, checker);
      }
      return true;
    case 'form':
      if (!isMap(value)) break;
      return checkForm(found, value, way, checker);
    case 'either':
      return checkEither(found, value, way, checker);
    case 'foreign':
      if (!isMap(value)) break;
      return true;
    default:
      if (fits(found, value)) return true;
  }
  return refuse(resolved(said), value, way, checker);
}

function checkElements(
  list: SourceList,
  shapeAt: (index: number) => Shape,
  up: Way | undefined,
  checker: Checker,
): void {
  const wrong = new Set<number>();
  for (let key = 0; key < list.length; key++) {
    const way = { up, container: list, key };
    if (check(shapeAt(key), list[key], way, checker)) continue;
    checker.lose(way);
    wrong.add(key);
  }
  if (wrong.size === 0) return;
  checker.dropElements(list, wrong);
  list.splice(0, list.length, ...list.filter((_, index) => !wrong.has(index)));
}

function checkEntry(shape: Shape, map: SourceMap, key: string, up: Way | undefined, checker: Checker): void {
  const way = { up, container: map, key };
  if (!check(shape, map[key], way, checker)) takeOut(map, key, way, checker);
}

function refuseKey({ expected }: Shape, map: SourceMap, key: string, up: Way | undefined, checker: Checker): void {
  const way = { up, container: map, key };
  checker.report(way, true, () => ({
    code: 'bad-name',
    message: `a key of ${wayText(up, checker)} is ${describeValue(key)}, expected ${expected}`,
  }));
  takeOut(map, key, way, checker);
}

function takeOut(map: SourceMap, key: string, way: Way, checker: Checker): void {
  checker.lose(way);
  Reflect.deleteProperty(map, key);
}

function checkForm({ keys, rules }: FormShape, map: SourceMap, up: Way | undefined, checker: Checker): boolean {
  const isTorn = checker.isTorn(map);
  const given = Object.keys(map);
  const unknown: string[] = [];
  for (const key of given) {
    if (!Object.hasOwn(keys, key)) {
      unknown.push(key);
      continue;
    }
    const { shape, against } = keys[key];
    const fault = against?.(map, String(up?.key));
    if (fault === undefined) checkEntry(shape, map, key, up, checker);
    else checker.report({ up, container: map, key }, true, () => fault);
  }
  const meant = unknown.map((key) => reportUnknown(key, map, Object.keys(keys), up, checker));
  // A single key that is like no known one stands for the missing one.
  const isMisspelt = (key: string): boolean => meant.includes(key) || (meant.length === 1 && meant[0] === undefined);
  let isWhole = true;
  for (const key in keys) {
    const { needed, shape, standIn } = keys[key];
    if (!needed || map[key] !== undefined) continue;
    const wasGiven = given.includes(key);
    if (!wasGiven && !isMisspelt(key) && !isTorn)
      checker.report(up, true, () => ({
        code: 'missing-key',
        message: `${wayText(up, checker)} has no ${quoteText(key)}, expected ${resolved(shape).expected}`,
        suggestion: `add ${quoteText(key)}`,
      }));
    if (standIn === undefined) isWhole = false;
    else {
      checker.lose({ up, container: map, key });
      map[key] = standIn();
    }
  }
  if (isWhole && !checker.isTorn(map))
    for (const { fault } of rules) reportRule(fault(map, String(up?.key)), map, up, checker);
  return isWhole;
}

function reportRule(fault: FormFault | undefined, map: SourceMap, up: Way | undefined, checker: Checker): void {
  if (fault === undefined) return;
  const { key, atName = key !== undefined } = fault;
  checker.report(key === undefined ? up : { up, container: map, key }, atName, () => fault);
}

/** Returns the likeliest key. */
function reportUnknown(
  key: string,
  map: SourceMap,
  known: readonly string[],
  up: Way | undefined,
  checker: Checker,
): string | undefined {
  const way = { up, container: map, key };
  const near = nearestName(key, known, checker.budget);
  checker.report(way, true, () => unlikeKey(key, near, up, known, 40, checker));
  takeOut(map, key, way, checker);
  return near;
}

function unlikeKey(
  key: string,
  near: string | undefined,
  way: Way | undefined,
  known: readonly string[],
  most: number,
  checker: Checker,
): Fault {
  const suggestion = near === undefined ? 'remove it, or write one of these' : `did you mean ${quoteText(near)}?`;
  const message = `${quoteText(key)} is not a key of ${wayText(way, checker)}, expected ${listTexts(known, most)}`;
  return { code: 'unknown-key', message, suggestion };
}

type EitherShape = Extract<Shape, { readonly type: 'either' }>;

function checkEither(shape: EitherShape, value: SourceValue, way: Way | undefined, checker: Checker): boolean {
  const { options } = shape;
  if (!isList(value) && !isMap(value))
    return options.some((option) => fits(option, value)) || refuse(shape, value, way, checker);
  const chosen = optionFor(options, value);
  if (chosen !== undefined) return check(chosen, value, way, checker, shape);
  const heads = options.flatMap((option) => headOf(option) ?? []);
  return isMap(value) && heads.length > 0
    ? refuseUnlikeAny(shape, heads, value, way, checker)
    : refuse(shape, value, way, checker);
}

/** By its type and first required key. */
function optionFor(options: readonly Shape[], value: Container): Shape | undefined {
  if (isList(value)) return options.find((option) => ['list', 'pair'].includes(resolved(option).type));
  const fitting: FormShape[] = [];
  for (const option of options) {
    const form = resolved(option);
    const head = headOf(form);
    if (form.type === 'form' && head !== undefined && value[head] !== undefined) fitting.push(form);
  }
  // A head that is also a key of another form says less.
  const known = fitting.filter(
    (form) => !fitting.some((other) => other !== form && Object.hasOwn(other.keys, headOf(form) ?? '')),
  );
  if (fitting.length < 2) return fitting.at(0) ?? options.find(isAnyMap) ?? onlyForm(options, value);
  const keys = Object.keys(value);
  const rank = (form: Shape): number => keys.indexOf(headOf(form) ?? '');
  return (known.length === 0 ? fitting : known).reduce((a, b) => (rank(b) < rank(a) ? b : a));
}

/** Needs no head. */
function isAnyMap(option: Shape): boolean {
  const { type } = resolved(option);
  return type === 'record' || type === 'foreign' || (type === 'form' && headOf(option) === undefined);
}

function onlyForm(options: readonly Shape[], value: SourceMap): Shape | undefined {
  const [form, other] = options.map(resolved).filter((option) => option.type === 'form');
  const isMeant = form?.type === 'form' && Object.keys(value).every((key) => Object.hasOwn(form.keys, key));
  return other === undefined && isMeant ? form : undefined;
}

function refuseUnlikeAny(
  { expected, code = 'unknown-form' }: EitherShape,
  heads: readonly string[],
  value: SourceMap,
  way: Way | undefined,
  checker: Checker,
): false {
  const keys = Object.keys(value);
  for (const key of keys) {
    const near = nearestName(key, heads, checker.budget);
    if (near === undefined) continue;
    checker.report({ up: way, container: value, key }, true, () => unlikeKey(key, near, way, heads, 12, checker));
    return false;
  }
  const what = keys.length === 0 ? 'an empty map' : `a map with ${listTexts(keys, 8, 'and')}`;
  if (!checker.isTorn(value))
    checker.report(way, false, () => ({
      code,
      message: `${wayText(way, checker)} is ${what}, expected ${expected}`,
    }));
  return false;
}

function reportEmpty(way: Way | undefined, checker: Checker): void {
  checker.report(way, false, () => ({
    code: 'missing-key',
    message: `${wayText(way, checker)} is an empty list, expected at least one thing in it`,
    suggestion: 'write one, or remove the key',
  }));
}

function refuse(shape: Shape, value: SourceValue, way: Way | undefined, checker: Checker): false {
  checker.report(way, false, () => ({
    code: shape.code ?? codeOf(shape, value),
    message: `${wayText(way, checker)} is ${describeValue(value)}, expected ${shape.expected}`,
    suggestion: shape.mend?.(value) ?? formMeant(value, shape, checker),
  }));
  return false;
}

function codeOf({ type }: Shape, value: SourceValue): string {
  if (typeof value !== 'number') return 'wrong-type';
  if (!Number.isFinite(value)) return 'not-finite';
  return type === 'number' ? 'out-of-range' : 'wrong-type';
}

/** `classes.farm.groups[0]` */
function wayText(way: Way | undefined, { whole }: Checker): string {
  if (way === undefined) return whole;
  const path = pathOf(way).map((key, i) => (typeof key === 'number' ? `[${key}]` : `${i === 0 ? '' : '.'}${key}`));
  return quoteText(path.join(''));
}

export function pathOf(way: Way | undefined): readonly (string | number)[] {
  const path: (string | number)[] = [];
  for (let at = way; at !== undefined; at = at.up) path.push(at.key);
  return path.reverse();
}
