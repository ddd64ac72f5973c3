import { type Column, type Model, type Type, kindAt } from '../components/model.js';
import type { AggregateData } from '../eval/ops/aggregate.js';
import type { Comparison } from '../kernel/comparison.js';
import type { FollowData } from '../eval/ops/follow.js';
import type { HoldsData } from '../eval/ops/holds.js';
import { hasAnchor } from '../eval/ops/members.js';
import type { ReadData } from '../eval/ops/read.js';
import { constantValue } from '../eval/simplify.js';
import { contradicts } from './contradiction.js';
import { type Possible, mayBeFalse, mayBeTrue } from './possibility.js';
import type { Term } from '../eval/term.js';

/** What is known of the objects that an expression is about. */
export interface Assumed {
  readonly model: Model;
  /** Kinds by slot; a slot that is not there holds an object of any kind. */
  readonly kinds: ReadonlyMap<number, number>;
  /** Classes by slot, where they are known. */
  readonly classes?: ReadonlyMap<number, number>;
  /** Slots that may hold nobody. */
  readonly nobody?: ReadonlySet<number>;
}

/**
 * What an expression can be, each part looked at once. Never less than it can be: what is not understood may be
 * anything.
 */
export function possibleOf(term: Term, assumed: Assumed): Possible {
  const known = new Map<Term, Possible>();
  const of = (each: Term): Possible => {
    const before = known.get(each);
    if (before !== undefined) return before;
    const possible = (rules[each.node.op] ?? anything)(each, of, assumed);
    known.set(each, possible);
    return possible;
  };
  return of(term);
}

type Rule = (term: Term, of: (term: Term) => Possible, assumed: Assumed) => Possible;

const never: Possible = { least: 1, most: 0, absent: false };
/** What is no number is between no bounds, and yet there. */
const certainly = (value: number): Possible =>
  Number.isNaN(value)
    ? { least: -Infinity, most: Infinity, absent: false }
    : { least: value, most: value, absent: false };
const absence: Possible = { ...never, absent: true };

/** The values of a type. */
function valuesOf(type: Type, { kinds, classes, enumerations }: Model): Possible {
  switch (type.name) {
    case 'boolean':
      return { least: 0, most: 1, absent: true };
    case 'kind':
      return { least: 1, most: kinds.length, absent: true };
    case 'class':
      return { least: 0, most: classes.length, absent: true };
    case 'enumeration':
      return { least: 0, most: enumerations[type.index].members.length, absent: true };
    default:
      return { least: -Infinity, most: Infinity, absent: true };
  }
}

function anything({ node }: Term, _of: unknown, { model }: Assumed): Possible {
  return valuesOf(node.type, model);
}

function someone(): Possible {
  return { least: 1, most: Infinity, absent: true };
}

function condition(mayTrue: boolean, mayFalse: boolean, absent: boolean): Possible {
  return { least: mayFalse ? 0 : 1, most: mayTrue ? 1 : 0, absent };
}

function either(...parts: readonly Possible[]): Possible {
  const there = parts.filter(({ least, most }) => least <= most);
  const absent = parts.some((part) => part.absent);
  if (there.length === 0) return { ...never, absent };
  return {
    least: Math.min(...there.map(({ least }) => least)),
    most: Math.max(...there.map(({ most }) => most)),
    absent,
  };
}

function isThere({ least, most }: Possible): boolean {
  return least <= most;
}

const rules: Readonly<Record<string, Rule | undefined>> = {
  constant: ({ node }) => certainly(constantValue(node) ?? 0),
  slot: (term, _of, assumed) => ({ least: isSomebody(term, assumed) ? 1 : 0, most: Infinity, absent: false }),
  role: someone,
  supposed: ({ args }, of) => of(args[1]),
  controller: someone,
  occurring: (term, of, assumed) => (term.node.type.name === 'entity' ? someone() : anything(term, of, assumed)),
  step: ({ node }, _of, { model }) => ({ ...valuesOf(node.type, model), least: 1 }),
  // What was absent is missing, and so is a number that was none; an object may be gone since.
  remembered: ({ node, args }, of) =>
    either(of(args[0]), absence, ...(node.type.name === 'entity' ? [certainly(0)] : [])),
  applies: ({ args }, of) => {
    const [arg] = args.map(of);
    return condition(mayBeTrue(arg), mayBeFalse(arg) || arg.absent, false);
  },
  present: ({ args }, of) => {
    const [arg] = args.map(of);
    return condition(isThere(arg), arg.absent, false);
  },
  otherwise: ({ args }, of) => {
    const [first, second] = args.map(of);
    return first.absent ? either({ ...first, absent: false }, second) : first;
  },
  not: ({ args }, of) => {
    const [{ least, most, absent }] = args.map(of);
    return least > most ? absence : { least: 1 - most, most: 1 - least, absent };
  },
  choose: ({ args }, of) => {
    const [asked, then, otherwise] = args.map(of);
    return either(
      ...(mayBeTrue(asked) ? [then] : []),
      ...(mayBeFalse(asked) ? [otherwise] : []),
      ...(asked.absent ? [absence] : []),
    );
  },
  provided: ({ args }, of) => {
    const [value, asked] = args.map(of);
    return either(...(mayBeTrue(asked) ? [value] : []), ...(mayBeFalse(asked) || asked.absent ? [absence] : []));
  },
  countTrue: ({ args }, of) => {
    const parts = args.map(of);
    return {
      least: parts.filter((part) => mayBeTrue(part) && !mayBeFalse(part) && !part.absent).length,
      most: parts.filter(mayBeTrue).length,
      absent: false,
    };
  },
  and: ({ args }, of, { model }) => {
    const parts = args.map(of);
    const mayTrue = parts.every(mayBeTrue) && !contradicts(args, of, model);
    return condition(
      mayTrue,
      parts.some(mayBeFalse),
      parts.some((part) => part.absent),
    );
  },
  or: ({ args }, of) => {
    const parts = args.map(of);
    return condition(
      parts.some(mayBeTrue),
      parts.every(mayBeFalse),
      parts.some((part) => part.absent),
    );
  },
  compare: compared,
  add: ({ args }, of) => numbers(args.map(of), ([a, b]) => [a.least + b.least, a.most + b.most]),
  subtract: ({ args }, of) => numbers(args.map(of), ([a, b]) => [a.least - b.most, a.most - b.least]),
  negate: ({ args }, of) => numbers(args.map(of), ([a]) => [-a.most, -a.least]),
  minimum: ({ args }, of) => numbers(args.map(of), ([a, b]) => [Math.min(a.least, b.least), Math.min(a.most, b.most)]),
  maximum: ({ args }, of) => numbers(args.map(of), ([a, b]) => [Math.max(a.least, b.least), Math.max(a.most, b.most)]),
  truncate: ({ args }, of) => numbers(args.map(of), ([a]) => [Math.trunc(a.least), Math.trunc(a.most)]),
  floor: ({ args }, of) => numbers(args.map(of), ([a]) => [Math.floor(a.least), Math.floor(a.most)]),
  ceiling: ({ args }, of) => numbers(args.map(of), ([a]) => [Math.ceil(a.least), Math.ceil(a.most)]),
  kindOf: ({ args }, _of, assumed) => {
    const kind = kindIn(args[0], assumed);
    return kind === undefined
      ? { least: 1, most: assumed.model.kinds.length, absent: true }
      : { ...certainly(kind), absent: !isSomebody(args[0], assumed) };
  },
  classOf: ({ args }, _of, assumed) => {
    const kind = kindIn(args[0], assumed);
    const absent = !isSomebody(args[0], assumed);
    const known = args[0].node.op === 'slot' ? assumed.classes?.get(slotOf(args[0])) : undefined;
    if (known !== undefined) return { ...certainly(known), absent };
    const classes = assumed.model.classes
      .filter((each) => kind === undefined || each.kind === kind)
      .map(({ index }) => index);
    return { least: 0, most: Math.max(0, ...classes), absent };
  },
  holds: ({ node, args }, _of, assumed) => {
    const { holding } = node.data as HoldsData;
    const kind = kindIn(args[0], assumed);
    const has = kind === undefined || assumed.model.holdings[holding].kinds.includes(kind);
    return { least: 0, most: has ? 1 : 0, absent: !isSomebody(args[0], assumed) };
  },
  read: readPossible,
  aggregate: aggregatePossible,
  turn: () => ({ least: 0, most: Infinity, absent: false }),
  time: () => ({ least: -(2 ** 31), most: 2 ** 31 - 1, absent: false }),
};

/** The kind of the object that a term gives, where it is one of a known kind or none. */
function kindIn({ node }: Term, { kinds, model }: Assumed): number | undefined {
  if (node.op === 'slot') return kinds.get((node.data as { readonly slot: number }).slot);
  if (node.op === 'follow') {
    const { relation, kind } = node.data as FollowData;
    return relation === 'ancestor' ? kind : undefined;
  }
  if (node.op !== 'aggregate') return undefined;
  const { range } = node.data as AggregateData;
  return range.over === 'class' ? model.classes[range.class - 1]?.kind : range.kind === 0 ? undefined : range.kind;
}

/** Whether a term gives an object whatever the world is like. */
function isSomebody(term: Term, { nobody }: Assumed): boolean {
  return term.node.op === 'slot' && nobody?.has(slotOf(term)) !== true;
}

function slotOf({ node }: Term): number {
  return (node.data as { readonly slot: number }).slot;
}

/** Bounds of a number from those of its arguments; without an end where that cannot be said. */
function numbers(
  args: readonly Possible[],
  bounds: (args: readonly Possible[]) => readonly [number, number],
): Possible {
  const absent = args.some((arg) => arg.absent);
  if (!args.every(isThere)) return { ...never, absent };
  const [least, most] = bounds(args);
  return { least: Number.isNaN(least) ? -Infinity : least + 0, most: Number.isNaN(most) ? Infinity : most + 0, absent };
}

function compared({ node, args }: Term, of: (term: Term) => Possible): Possible {
  const [a, b] = args.map(of);
  const absent = a.absent || b.absent;
  if (!isThere(a) || !isThere(b)) return { ...never, absent };
  const { comparison } = node.data as { readonly comparison: Comparison };
  if (args[0] === args[1] || readAlike(args[0], args[1])) {
    const holds = comparison === '==' || comparison === '<=' || comparison === '>=';
    return condition(holds, !holds, absent);
  }
  const isOne = a.least === a.most && b.least === b.most && a.least === b.least;
  const overlap = a.least <= b.most && b.least <= a.most;
  const meet = overlap && !(isCount(args[0]) && isBetween(b)) && !(isCount(args[1]) && isBetween(a));
  switch (comparison) {
    case '==':
      return condition(meet, !isOne, absent);
    case '!=':
      return condition(!isOne, meet, absent);
    case '<':
      return condition(a.least < b.most, a.most >= b.least, absent);
    case '<=':
      return condition(a.least <= b.most, a.most > b.least, absent);
    case '>':
      return condition(a.most > b.least, a.least <= b.most, absent);
    case '>=':
      return condition(a.most >= b.least, a.least < b.most, absent);
  }
}

/**
 * Whether two terms read one cell, so that they are equal wherever it is there, and elsewhere one of them is absent.
 */
function readAlike(a: Term, b: Term): boolean {
  if (a.node.op !== 'read' || b.node.op !== 'read' || a.args[0] !== b.args[0]) return false;
  const [one, other] = [a.node.data as ReadData, b.node.data as ReadData];
  const isTested = [one, other].some(({ absent }) => absent === 'missing' || absent === 'notFound');
  return isTested && one.column === other.column && one.climb === other.climb;
}

/** Whether a number is whole whatever the world is like. */
function isCount({ node }: Term): boolean {
  return (
    node.op === 'time' ||
    node.op === 'turn' ||
    node.op === 'countTrue' ||
    (node.op === 'aggregate' && (node.data as AggregateData).fold === 'count')
  );
}

/** Whether a number is known, and between two whole ones. */
function isBetween({ least, most }: Possible): boolean {
  return least === most && !Number.isInteger(least);
}

function readPossible({ node, args }: Term, _of: unknown, assumed: Assumed): Possible {
  const { column: index, climb, absent } = node.data as ReadData;
  const { model } = assumed;
  const column = model.columns[index];
  const kind = kindIn(args[0], assumed);
  const isSure = kind !== undefined && column.kinds[kind] === 1 && isSomebody(args[0], assumed);
  const values = { ...valuesOf(column.type, model), absent: false };
  if (isSure) return values;
  const otherwise = absent === 'zero' ? certainly(0) : absent === 'initial' ? certainly(column.initial) : absence;
  return canHave(column, kind, climb, model) ? either(values, otherwise) : otherwise;
}

/** Whether an object of a kind, or for what is looked up anything that it may hang on, can have a column. */
function canHave(column: Column, kind: number | undefined, climb: boolean, model: Model): boolean {
  const reached = new Set(kind === undefined ? model.kinds.map(({ index }) => index) : [kind]);
  for (const index of reached) {
    if (column.kinds[index] === 1) return true;
    if (climb) for (const above of kindAt(model, index).attachesTo) reached.add(above);
  }
  return false;
}

function aggregatePossible(term: Term, _of: (term: Term) => Possible, assumed: Assumed): Possible {
  const { fold, range, slot } = term.node.data as AggregateData;
  const filter = term.args[hasAnchor(range) ? 1 : 0];
  const kind = range.over === 'class' ? assumed.model.classes[range.class - 1]?.kind : range.kind;
  const kinds = new Map(assumed.kinds);
  kinds.delete(slot);
  if (kind !== undefined && kind !== 0) kinds.set(slot, kind);
  const classes = new Map(assumed.classes);
  classes.delete(slot);
  const isEmpty = fold !== 'all' && !mayBeTrue(possibleOf(filter, { ...assumed, kinds, classes }));
  switch (fold) {
    case 'any':
      return { least: 0, most: isEmpty ? 0 : 1, absent: false };
    case 'all':
      return { least: 0, most: 1, absent: false };
    case 'count':
      return { least: 0, most: isEmpty ? 0 : Infinity, absent: false };
    case 'first':
      return { least: 0, most: isEmpty ? 0 : Infinity, absent: false };
    case 'sum':
    case 'integerSum':
    case 'integerMean':
      return isEmpty ? certainly(0) : { least: -Infinity, most: Infinity, absent: false };
    case 'mean':
    case 'least':
    case 'greatest':
      return isEmpty ? absence : { least: -Infinity, most: Infinity, absent: true };
  }
}
