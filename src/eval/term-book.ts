import { type Fact, columnStamp, fact } from '../model/stamps.js';
import { freeOf, operationNumber, operationOf, makeNode } from './make-node.js';
import type { Node } from '../ir/node.js';
import { supposed } from './ops/supposed.js';
import { constantValue, isOf, partsIn, asChoice, asComparison, asNot, decidingValue, isConstant } from './shape.js';
import type { Term } from './term.js';
import type { Frame } from '../ir/frame.js';
import { isAbsent } from './operation.js';
import { mirrored } from '../kernel/comparison.js';
import { compare } from './ops/compare.js';
import { constant } from './ops/constant.js';
import { numeral } from './ops/numeric.js';
import { provided } from './ops/provided.js';

/** All terms of some content, by what they say. */
export interface TermBook {
  readonly terms: Term[];
  readonly byText: Map<string, Term>;
  readonly byNode: Map<Node, Term>;
  /** Its terms may be asked under suppositions; else the term of `supposed` is that of its answer. */
  readonly supposing: boolean;
}

/** A book without terms; one for the world as it is need not look for suppositions. */
export function createTermBook({ supposing = true }: { readonly supposing?: boolean } = {}): TermBook {
  return { terms: [], byText: new Map(), byNode: new Map(), supposing };
}

/** The term of a node in its simplest form; nodes that come to the same are one term. */
export function termOf(book: TermBook, node: Node): Term {
  const known = book.byNode.get(node);
  if (known !== undefined) return known;
  if (!book.supposing && isOf(node, supposed)) return answerTerm(book, node);
  const args = node.args.map((arg) => termOf(book, arg));
  const simple = simplify(node, args);
  const term = simple === node ? internTerm(book, node, args) : simpleTerm(book, simple);
  book.byNode.set(node, term);
  return term;
}

function answerTerm(book: TermBook, node: Node): Term {
  const term = termOf(book, node.args[1]);
  book.byNode.set(node, term);
  return term;
}

/** A simplified node is not simplified again: its arguments are terms already. */
function simpleTerm(book: TermBook, node: Node): Term {
  const known = book.byNode.get(node);
  if (known !== undefined) return known;
  const term = internTerm(
    book,
    node,
    node.args.map((arg) => simpleTerm(book, arg)),
  );
  book.byNode.set(node, term);
  return term;
}

function internTerm(book: TermBook, node: Node, args: readonly Term[]): Term {
  const operation = operationOf(node);
  const said = operation.text?.(node.data) ?? '';
  // Texts of numbers do not tell −0 from 0.
  const text = `${node.op} ${Object.is(constantValue(node), -0) ? `-${said}` : said} ${args.map(({ id }) => id).join(' ')}`;
  const known = book.byText.get(text);
  if (known !== undefined) return known;
  const term = createTerm(book.terms.length, node, args);
  book.terms.push(term);
  book.byText.set(text, term);
  return term;
}

/** The term of a node as it stands, of no book: for code that does what the interpreter does, step by step. */
export function plainTerm(node: Node, known = new Map<Node, Term>()): Term {
  const found = known.get(node);
  if (found !== undefined) return found;
  const args = node.args.map((arg) => plainTerm(arg, known));
  const term = createTerm(known.size, node, args);
  known.set(node, term);
  return term;
}

function createTerm(id: number, node: Node, args: readonly Term[]): Term {
  const operation = operationOf(node);
  let stamps: readonly number[] | undefined;
  const term: Term = {
    id,
    node,
    args,
    operation: operationNumber(node),
    free: freeOf(node, args),
    // Only the terms that somebody asks keep a list: one for each step of a long expression would make planning
    // quadratic.
    get stamps() {
      return (stamps ??= stampsIn(term));
    },
    draws: operation.draws?.(node.data) === true || args.some((arg) => arg.draws),
    sequential: operation.sequential === true || args.some((arg) => arg.sequential),
    runs: operation.runs === true || args.some((arg) => arg.runs),
    heavy: operation.heavy === true || args.some((arg) => arg.heavy),
    size: args.reduce((sum, arg) => sum + arg.size, 1),
  };
  return term;
}

/** Stamps of all that a term reads, ascending. */
function stampsIn(term: Term): readonly number[] {
  const stamps = new Set<number>();
  for (const { node } of partsIn(term)) for (const stamp of ownStamps(node)) stamps.add(stamp);
  return [...stamps].sort((a, b) => a - b);
}

/** Stamps of what a node reads itself, whatever its arguments read. */
export function ownStamps(node: Node): readonly number[] {
  const operation = operationOf(node);
  return stampsOf(operation.reads?.(node.data), operation.facts?.(node.data));
}

export function stampsOf(columns: readonly number[] = [], facts: readonly Fact[] = []): readonly number[] {
  return [...columns.map(columnStamp), ...facts.map((name) => fact[name])];
}

/**
 * The simplest form of a node whose arguments are simple: constants folded, nested `and` and `or` made one, constants
 * on the right of comparisons. Every step keeps the value, absences included, to the last bit; nothing is ever
 * multiplied out, so the result is never larger than what it was made of.
 */
export function simplify(node: Node, args: readonly Term[]): Node {
  // Not even what is asked before or behind it may change.
  if (args.some((arg) => arg.sequential)) return withArgs(node, args);
  const deciding = decidingValue(node);
  if (deciding !== undefined) return simpleLogic(node, args, deciding);
  if (asNot(node) !== undefined) return asNot(args[0])?.node ?? folded(withArgs(node, args));
  const simple = withArgs(node, args);
  const choice = asChoice(simple);
  if (choice !== undefined) return chosen(choice) ?? simple;
  if (isOf(simple, provided)) return constantValue(simple.args[1]) === 1 ? simple.args[0] : simple;
  return folded(constantOnTheRight(simple));
}

/** The one of two values that a constant condition leaves. */
function chosen([condition, then, otherwise]: readonly [Node, Node, Node]): Node | undefined {
  const value = constantValue(condition);
  return value === undefined ? undefined : value === 1 ? then : otherwise;
}

function withArgs(node: Node, args: readonly Term[]): Node {
  return args.every((arg, i) => arg.node === node.args[i]) ? node : { ...node, args: args.map((arg) => arg.node) };
}

/**
 * Order, repetition and neutral operands make no difference to `and` and `or`, absences included; a deciding one
 * decides.
 */
function simpleLogic(node: Node, args: readonly Term[], deciding: number): Node {
  const parts = new Map<number, Term>();
  for (const arg of args) for (const part of isMerged(arg, deciding) ? arg.args : [arg]) parts.set(part.id, part);
  const kept: Term[] = [];
  for (const part of parts.values()) {
    const value = constantValue(part.node);
    if (value === deciding) return booleanConstant(deciding);
    if (value === undefined) kept.push(part);
  }
  if (kept.length === 0) return booleanConstant(1 - deciding);
  if (kept.length === 1) return kept[0].node;
  return { ...node, args: kept.sort((a, b) => a.id - b.id).map((part) => part.node) };
}

/**
 * Parts of a nested `and` or `or` that are taken over into the outer one; with longer ones every level would copy all
 * that is below it.
 */
const mostMerged = 32;

function isMerged(term: Term, deciding: number): boolean {
  return decidingValue(term) === deciding && term.args.length <= mostMerged;
}

function constantOnTheRight(node: Node): Node {
  const compared = asComparison(node);
  if (compared === undefined || !isConstant(compared.left) || isConstant(compared.right)) return node;
  return makeNode(compare, { comparison: mirrored(compared.comparison) }, compared.right, compared.left);
}

function folded(node: Node): Node {
  if (operationOf(node).pure !== true || node.args.length === 0) return node;
  if (!node.args.every((arg) => isConstant(arg) || isOf(arg, numeral))) return node;
  // A frame that knows no world: what is folded asks for none.
  const mishaps = { overflows: 0, zeroDivisions: 0 };
  const frame = { whole: false, mishaps, evaluate: (arg: Node) => operationOf(arg).evaluate(arg, frame) } as Frame;
  const value = frame.evaluate(node);
  // What goes wrong is left to be counted each time that it is asked.
  if (isAbsent(value) || mishaps.overflows + mishaps.zeroDivisions > 0) return node;
  return node.type.name === 'numeric'
    ? makeNode(numeral, { value, whole: frame.whole })
    : makeNode(constant, { value, type: node.type });
}

function booleanConstant(value: number): Node {
  return makeNode(constant, { value, type: { name: 'boolean' } });
}
