import type { Frame } from '../ir/frame.js';
import { makeNode, operationOf } from './make-node.js';
import type { Node } from '../ir/node.js';
import { isAbsent } from './operation.js';
import { mirrored } from '../kernel/comparison.js';
import { compare } from './ops/compare.js';
import { constant } from './ops/constant.js';
import { numeral } from './ops/numeric.js';
import { provided } from './ops/provided.js';
import { asChoice, asComparison, asNot, constantValue, decidingValue, isConstant, isOf } from './shape.js';
import type { Term } from './term.js';

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
