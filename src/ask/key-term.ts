import { makeNode, nodeLike } from '../eval/make-node.js';
import { type Node, sourceSlot } from '../ir/node.js';
import { slot } from '../eval/ops/slot.js';
import { isSlot } from '../eval/shape.js';
import type { Term } from '../eval/term.js';
import { type TermBook, termOf } from '../eval/term-book.js';

/**
 * A term that looks at the object in slot 0 only through another object: its owner, its place. Asked of each such
 * object once, it need not be asked of all that share it.
 */
export interface Keyed {
  /** Gives the other object. */
  readonly key: Term;
  /** The same with the other object itself in slot 0. */
  readonly inner: Term;
}

/** Finds such terms of a book. Answers are kept. */
export function createKeyFinder(book: TermBook): (term: Term) => Keyed | undefined {
  const found = new Map<Term, Keyed | undefined>();
  const keys = new Map<Term, Term | undefined>();
  return (term) => {
    if (found.has(term)) return found.get(term);
    const key = keyOf(term, keys);
    const isOther = key !== undefined && !isSlot(key) && key !== term && !term.draws && !term.runs && !term.sequential;
    const keyed = isOther ? { key, inner: termOf(book, replaced(term, key, new Map())) } : undefined;
    found.set(term, keyed);
    return keyed;
  };
}

/**
 * The outermost object through which a term sees slot 0, which may be slot 0 itself; undefined where it does not see it
 * at all.
 */
function keyOf(term: Term, known: Map<Term, Term | undefined>): Term | undefined {
  if ((term.free & (1 << sourceSlot)) === 0) return undefined;
  if (known.has(term)) return known.get(term);
  let key = isObject(term) ? term : undefined;
  if (key === undefined) {
    for (const arg of term.args) {
      const other = keyOf(arg, known);
      key = key === undefined || other === undefined ? (key ?? other) : shared(key, other, known);
    }
  }
  known.set(term, key);
  return key;
}

/** What leads from one object to another, and nothing beside. */
function isObject(term: Term): boolean {
  return term.type.name === 'entity' && !term.heavy && (isSlot(term) || term.args.length === 1);
}

/** The outermost object through which both of two see slot 0. */
function shared(a: Term, b: Term, known: Map<Term, Term | undefined>): Term {
  const chain = new Set<Term>();
  for (let at: Term | undefined = a; at !== undefined; at = inward(at, known)) chain.add(at);
  for (let at: Term | undefined = b; at !== undefined; at = inward(at, known)) if (chain.has(at)) return at;
  throw new Error('two terms over slot 0 share at least that');
}

function inward({ args }: Term, known: Map<Term, Term | undefined>): Term | undefined {
  return args.length === 0 ? undefined : keyOf(args[0], known);
}

function replaced(term: Term, key: Term, made: Map<Term, Node>): Node {
  if (term === key) return makeNode(slot, { slot: sourceSlot });
  if ((term.free & (1 << sourceSlot)) === 0) return term;
  let node = made.get(term);
  if (node === undefined)
    made.set(
      term,
      (node = nodeLike(
        term,
        term.args.map((arg) => replaced(arg, key, made)),
      )),
    );
  return node;
}
