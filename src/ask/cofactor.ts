import { makeNode } from '../eval/make-node.js';
import { type Node, sourceSlot } from '../ir/node.js';
import { choose } from '../eval/ops/logic.js';
import { compare } from '../eval/ops/compare.js';
import { constant } from '../eval/ops/constant.js';
import { holds } from '../eval/ops/holds.js';
import { slot } from '../eval/ops/slot.js';
import { supposed } from '../eval/ops/supposed.js';
import { dataOf, isSlot } from '../eval/shape.js';
import { type FactKey, factKey } from './fact-key.js';

/**
 * An expression as it would be if a fact of the very object that is asked (slot 0) were otherwise: where that fact of
 * some object is read, the value stands if it is that object, and else what stood there. So an overlay that differs
 * from row to row needs no overlay: the planner sees a plain expression, and most of it folds away.
 * Sequences of draws and all else stay as they are.
 */
export function cofactor(node: Node, key: FactKey, value: number): Node {
  const made = new Map<Node, Node>();
  const left = [node];
  for (let at = left.at(-1); at !== undefined; at = left.at(-1)) {
    const open = made.has(at) ? [] : at.args.filter((arg) => !made.has(arg));
    if (open.length > 0) {
      for (const arg of open) left.push(arg);
      continue;
    }
    left.pop();
    if (!made.has(at)) made.set(at, replaced(at, made, key, value));
  }
  return made.get(node) ?? node;
}

function replaced(node: Node, made: ReadonlyMap<Node, Node>, key: FactKey, value: number): Node {
  const args = node.args.map((arg) => made.get(arg) ?? arg);
  const same = args.every((arg, i) => arg === node.args[i]) ? node : { ...node, args };
  if (!isFact(node, key)) return same;
  const known = makeNode(constant, { value, type: node.type });
  if (isSlot(args[0], sourceSlot)) return known;
  const asked = makeNode(slot, { slot: sourceSlot });
  return makeNode(choose, undefined, makeNode(compare, { comparison: '==' }, args[0], asked), known, same);
}

function isFact(node: Node, key: FactKey): boolean {
  const question = dataOf(node, supposed);
  if (question !== undefined) return factKey.question(question.question, question.word) === key;
  const held = dataOf(node, holds);
  return held !== undefined && factKey.holding(held.holding, held.word) === key;
}
