import type { Frame } from '../ir/frame.js';
import { makeNode, operationOf } from './make-node.js';
import type { Node } from '../ir/node.js';
import { isAbsent } from './operation.js';
import { type Comparison, mirrored } from '../kernel/comparison.js';
import { compare } from './ops/compare.js';
import { constant } from './ops/constant.js';
import { numeral } from './ops/numeric.js';
import type { Term } from './term.js';

/**
 * The simplest form of a node whose arguments are simple: constants folded, nested `and` and `or` made one, constants
 * on the right of comparisons. Every step keeps the value, absences included, to the last bit; nothing is ever
 * multiplied out, so the result is never larger than what it was made of.
 */
export function simplify(node: Node, args: readonly Term[]): Node {
  // Not even what is asked before or behind it may change.
  if (args.some((arg) => arg.sequential)) return withArgs(node, args);
  switch (node.op) {
    case 'and':
      return simpleLogic(node, args, 0);
    case 'or':
      return simpleLogic(node, args, 1);
    case 'not':
      return args[0].node.op === 'not' ? args[0].args[0].node : folded(withArgs(node, args));
    case 'compare':
      return folded(constantOnTheRight(withArgs(node, args)));
    case 'choose':
      return simpleChoice(withArgs(node, args));
    case 'provided':
      return constantValue(args[1].node) === 1 ? args[0].node : withArgs(node, args);
    default:
      return folded(withArgs(node, args));
  }
}

function simpleChoice(node: Node): Node {
  const condition = constantValue(node.args[0]);
  return condition === undefined ? node : node.args[condition === 1 ? 1 : 2];
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
  for (const arg of args) for (const part of isMerged(arg, node.op) ? arg.args : [arg]) parts.set(part.id, part);
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

function isMerged({ node, args }: Term, op: string): boolean {
  return node.op === op && args.length <= mostMerged;
}

function constantOnTheRight(node: Node): Node {
  const [left, right] = node.args;
  if (left.op !== 'constant' || right.op === 'constant') return node;
  const { comparison } = node.data as { readonly comparison: Comparison };
  return makeNode(compare, { comparison: mirrored(comparison) }, right, left);
}

function folded(node: Node): Node {
  if (operationOf(node).pure !== true || node.args.length === 0 || !node.args.every(isConstant)) return node;
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

function isConstant({ op }: Node): boolean {
  return op === 'constant' || op === 'numeral';
}

/** The value of a constant; undefined for other nodes. */
export function constantValue(node: Node): number | undefined {
  return node.op === 'constant' ? (node.data as { readonly value: number }).value : undefined;
}

function booleanConstant(value: number): Node {
  return makeNode(constant, { value, type: { name: 'boolean' } });
}
