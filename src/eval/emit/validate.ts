import type { Model, Type } from '../../components/model.js';
import { checkIndex, checkWord } from '../check.js';
import { freeOf, operationOf } from '../make-node.js';
import { sameType } from '../operation.js';
import type { Term } from '../term.js';
import { refuse } from './code.js';

/** Nodes that one function may have. */
export const mostNodes = 1000;

/**
 * Looks at a term once more before code is made of it, as if nobody had: types, counts, slots, and every number that
 * its data hold. Throws when anything is odd.
 */
export function validate(term: Term, model: Model): void {
  const known = new Map<Term, number>();
  if (nodesIn(term, model, known) > mostNodes) refuse(`more than ${mostNodes} nodes`);
}

function nodesIn(term: Term, model: Model, known: Map<Term, number>): number {
  const before = known.get(term);
  if (before !== undefined) return before;
  if (known.size > mostNodes) return refuse(`more than ${mostNodes} nodes`);
  const { node, args } = term;
  const operation = operationOf(node);
  const type = operation.type(
    args.map((arg) => arg.node.type),
    node.data,
  );
  if (typeof type === 'string' || !sameType(type, node.type))
    return refuse('a node of another type than its arguments make');
  checkType(type, model);
  operation.check?.(node.data, model);
  known.set(term, 0);
  const nodes = args.reduce((sum, arg) => sum + nodesIn(arg, model, known), 1);
  if (freeOf(node, args) !== term.free) return refuse('a term that depends on other slots than it says');
  known.set(term, nodes);
  return nodes;
}

function checkType(type: Type, model: Model): void {
  if (type.name === 'enumeration') checkIndex(type.index, 0, model.enumerations.length);
  else
    checkWord(type.name, ['number', 'boolean', 'entity', 'kind', 'class', 'numeric', 'text', 'pair', 'dice', 'array']);
}
