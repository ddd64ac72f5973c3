import { type Fact, columnStamp, fact } from '../components/stamps.js';
import { freeOf, operationNumber, operationOf } from './make-node.js';
import type { Node } from '../ir/node.js';
import { simplify } from './simplify.js';
import { supposed } from './ops/supposed.js';
import { constantValue, isOf, partsIn } from './shape.js';
import type { Term } from './term.js';

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
