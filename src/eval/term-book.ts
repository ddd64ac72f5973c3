import { mirrored } from '../kernel/comparison.js';
import type { Frame, Node } from '../ir/node.js';
import { type Fact, columnStamp, fact } from '../model/stamps.js';
import { absenceOf, freeOf, isDraw, makeNodeOf, operationNumber, operationOf } from './make-node.js';
import { type Operation, booleanType, isAbsent } from './operation.js';
import { compare } from './ops/compare-values.js';
import { constant } from './ops/constants.js';
import { numeral } from './ops/numeric-arithmetic.js';
import { provided } from './ops/logic.js';
import { supposed } from './ops/supposed.js';
import {
  asChoice,
  asComparison,
  asFollow,
  asNot,
  asRead,
  constantValue,
  decidingValue,
  isConstant,
  isOf,
  partsIn,
  slotOf,
} from './node-shape.js';
import type { Term } from './term.js';
import type { Absence } from './data.js';
import { type Model, type Type, keepsOwner } from '../model/model.js';

/** Equal expressions are one object. */
export interface TermBook {
  readonly terms: Term[];
  readonly byText: Map<string, Term>;
  readonly byNode: Map<Node, Term>;
  /** Its terms may be evaluated under hypotheticals; else the term of `supposed` is that of its answer. */
  readonly supposing: boolean;
}

/** One for the actual world need not look for hypotheticals. */
export function createTermBook({ supposing = true }: { readonly supposing?: boolean } = {}): TermBook {
  return { terms: [], byText: new Map(), byNode: new Map(), supposing };
}

/** Throws where the type rule refuses. */
export function makeTerm<Data>(
  book: TermBook,
  operation: Operation<Data>,
  data: Data,
  args: readonly Term[],
): Term<Data> {
  const text = textOf(operation, data, args);
  return (book.byText.get(text) ?? addTerm(book, text, makeNodeOf(operation, data, args), args)) as Term<Data>;
}

/** Throws for a node that was not made in the book. */
export function termIn(book: TermBook, node: Node): Term {
  const term = book.terms.at((node as Partial<Term>).id ?? book.terms.length);
  if (term !== node) throw new Error('edict: the node is of another book');
  return term;
}

/** In its simplest form; nodes of the same form are one term. */
export function termOf(book: TermBook, node: Node): Term {
  const known = book.byNode.get(node);
  if (known !== undefined) return known;
  const term =
    !book.supposing && isOf(node, supposed)
      ? termOf(book, node.args[1])
      : simplified(
          book,
          node,
          node.args.map((arg) => termOf(book, arg)),
        );
  book.byNode.set(node, term);
  book.byNode.set(term, term);
  return term;
}

function termWith(book: TermBook, node: Node, args: readonly Term[]): Term {
  const text = textOf(operationOf(node), node.data, args);
  return book.byText.get(text) ?? addTerm(book, text, node, args);
}

function textOf<Data>(operation: Operation<Data>, data: Data, args: readonly Term[]): string {
  let text = `${operation.name} ${operation.text?.(data) ?? ''}`;
  for (const { id } of args) text += ` ${id}`;
  return text;
}

function addTerm(book: TermBook, text: string, node: Node, args: readonly Term[]): Term {
  const term = createTerm(book.terms.length, node, args);
  book.terms.push(term);
  book.byText.set(text, term);
  return term;
}

/** Unchanged, of no book: for code that follows the interpreter step by step. */
export function plainTerm(node: Node, known = new Map<Node, Term>()): Term {
  const found = known.get(node);
  if (found !== undefined) return found;
  const args = node.args.map((arg) => plainTerm(arg, known));
  const term = createTerm(known.size, node, args);
  known.set(node, term);
  return term;
}

function createTerm(id: number, { op, type, data }: Node, args: readonly Term[]): Term {
  return new BookTerm({ op, type, args, data }, id, args);
}

/** A class for one hidden class: V8 reads object literals with getters as tables. */
class BookTerm implements Term {
  readonly op: string;
  readonly type: Type;
  readonly args: readonly Term[];
  readonly data: unknown;
  readonly operation: number;
  readonly free: number;
  readonly draws: boolean;
  readonly sequential: boolean;
  readonly runs: boolean;
  readonly heavy: boolean;
  readonly absence: Absence;
  readonly size: number;
  readonly depth: number;
  private known: readonly number[] | undefined = undefined;

  constructor(
    node: Node,
    readonly id: number,
    args: readonly Term[],
  ) {
    const operation = operationOf(node);
    this.op = node.op;
    this.type = node.type;
    this.args = args;
    this.data = node.data;
    this.operation = operationNumber(node);
    this.free = freeOf(node, args);
    this.draws = isDraw(node) || args.some((arg) => arg.draws);
    this.sequential = operation.sequential === true || args.some((arg) => arg.sequential);
    this.runs = operation.runs === true || args.some((arg) => arg.runs);
    this.heavy = operation.heavy === true || args.some((arg) => arg.heavy);
    this.absence = absenceOf(
      node,
      args.map((arg) => arg.absence),
    );
    this.size = args.reduce((sum, arg) => sum + arg.size, 1);
    this.depth = args.reduce((most, arg) => Math.max(most, arg.depth + 1), 1);
  }

  // Only terms whose stamps are read keep a list: planning long expressions would be quadratic.
  get stamps(): readonly number[] {
    return (this.known ??= stampsIn(this));
  }
}

/**
 * Ascending, by the known kinds of objects in slots (0: unknown). A lookup along attachment ignores places where the
 * object itself has the value.
 */
export function stampsKnowing(term: Term, kinds: readonly number[], model: Model): readonly number[] {
  const stamps = new Set<number>();
  for (const each of partsIn(term)) {
    const isFixed = isFound(each, kinds, model);
    for (const stamp of ownStamps(each)) if (!isFixed || stamp !== fact.place) stamps.add(stamp);
  }
  return [...stamps].sort((a, b) => a - b);
}

/** An object of a known kind itself has the value looked up from it. */
function isFound(term: Term, kinds: readonly number[], model: Model): boolean {
  const { args } = term;
  if (args.length !== 1) return false;
  const kind = kinds.at(slotOf(args[0]) ?? kinds.length) ?? 0;
  if (kind === 0) return false;
  const read = asRead(term);
  if (read !== undefined) return model.columns[read.column].kinds[kind] === 1;
  const follow = asFollow(term);
  if (follow === undefined) return false;
  return follow.relation === 'owner' ? keepsOwner(model, kind) : follow.relation === 'ancestor' && follow.kind === kind;
}

/** At any depth, ascending. */
export function stampsIn(node: Node): readonly number[] {
  const stamps = new Set<number>();
  for (const part of partsIn(node)) for (const stamp of ownStamps(part)) stamps.add(stamp);
  return [...stamps].sort((a, b) => a - b);
}

export function ownStamps(node: Node): readonly number[] {
  const operation = operationOf(node);
  return stampsOf(operation.reads?.(node.data), operation.facts?.(node.data));
}

export function stampsOf(columns: readonly number[] = [], facts: readonly Fact[] = []): readonly number[] {
  return [...columns.map(columnStamp), ...facts.map((name) => fact[name])];
}

/**
 * Constants folded, nested `and` and `or` flattened, constants on the right of comparisons. Arguments are simple
 * already. Keeps value and absences bit for bit; the node never grows.
 */
function simplified(book: TermBook, node: Node, args: readonly Term[]): Term {
  // The evaluations before and after a sequential one must not change either.
  if (args.some((arg) => arg.sequential)) return termWith(book, node, args);
  const deciding = decidingValue(node);
  if (deciding !== undefined) return simpleLogic(book, node, args, deciding);
  return (
    simplerPart(node, args) ??
    folded(book, node, args) ??
    constantOnTheRight(book, node, args) ??
    termWith(book, node, args)
  );
}

function simplerPart(node: Node, args: readonly Term[]): Term | undefined {
  if (asNot(node) !== undefined) return asNot(args[0]);
  if (isOf(node, provided)) return constantValue(args[1]) === 1 ? args[0] : undefined;
  const value = asChoice(node) === undefined ? undefined : constantValue(args[0]);
  return value === undefined ? undefined : value === 1 ? args[1] : args[2];
}

/**
 * Order, repetition and neutral operands make no difference to `and` and `or`, absences included; a decisive one
 * decides.
 */
function simpleLogic(book: TermBook, node: Node, args: readonly Term[], deciding: number): Term {
  const parts = new Map<number, Term>();
  for (const arg of args) for (const part of isMerged(arg, deciding) ? arg.args : [arg]) parts.set(part.id, part);
  const kept: Term[] = [];
  for (const part of parts.values()) {
    const value = constantValue(part);
    if (value === deciding) return part;
    if (value === undefined) kept.push(part);
  }
  if (kept.length === 0) return makeTerm(book, constant, { value: 1 - deciding, type: booleanType }, []);
  if (kept.length === 1) return kept[0];
  return termWith(
    book,
    node,
    kept.sort((a, b) => a.id - b.id),
  );
}

/** Longer `and` and `or` are not merged into the outer one: every level would copy all below it. */
const mostMerged = 32;

function isMerged(term: Term, deciding: number): boolean {
  return decidingValue(term) === deciding && term.args.length <= mostMerged;
}

function constantOnTheRight(book: TermBook, node: Node, [left, right]: readonly Term[]): Term | undefined {
  const compared = asComparison(node);
  if (compared === undefined || !isConstant(left) || isConstant(right)) return undefined;
  return makeTerm(book, compare, { comparison: mirrored(compared.comparison) }, [right, left]);
}

function folded(book: TermBook, { op, type, data }: Node, args: readonly Term[]): Term | undefined {
  const node = { op, type, args, data };
  if (args.length === 0 || operationOf(node).pure !== true) return undefined;
  if (!args.every((arg) => isConstant(arg) || isOf(arg, numeral))) return undefined;
  // A frame without a world: folding reads none.
  const mishaps = { overflows: 0, zeroDivisions: 0 };
  const frame = { whole: false, mishaps, evaluate: (arg: Node) => operationOf(arg).evaluate(arg, frame) } as Frame;
  const value = frame.evaluate(node);
  // Mishaps are left to be counted at each evaluation.
  if (isAbsent(value) || mishaps.overflows + mishaps.zeroDivisions > 0) return undefined;
  return type.name === 'numeric'
    ? makeTerm(book, numeral, { value, whole: frame.whole }, [])
    : makeTerm(book, constant, { value, type }, []);
}
