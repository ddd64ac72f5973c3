import { asChoice, asComparison, asNot, conjuncts, constantValue, disjuncts } from '../../../eval/shape.js';
import { booleanType } from '../../../eval/operation.js';
import { compare } from '../../../eval/ops/compare.js';
import { type Comparison, isEquality, opposite, testOf } from '../../../kernel/comparison.js';
import { constant } from '../../../eval/ops/constant.js';
import * as logic from '../../../eval/ops/logic.js';
import type { Node } from '../../../ir/node.js';
import type { Interner } from './interner.js';

/** Makes conditions. They may be absent, which means false; where that would make a difference they are settled. */
export interface LogicKit {
  readonly yes: Node;
  readonly no: Node;
  all(parts: readonly Node[]): Node;
  any(parts: readonly Node[]): Node;
  not(part: Node): Node;
  /** The first value where the condition holds, else the second. */
  choose(condition: Node, then: Node, otherwise: Node): Node;
  compare(comparison: Comparison, left: Node, right: Node): Node;
  /** Whether a node is one of several. */
  oneOf(node: Node, others: readonly Node[]): Node;
  present(node: Node): Node;
}

export function createLogicKit(interner: Interner): LogicKit {
  const { make } = interner;
  const yes = make(constant, { value: 1, type: booleanType });
  const no = make(constant, { value: 0, type: booleanType });

  const settled = (node: Node): Node => (interner.mayLack(node) ? make(logic.applies, {}, node) : node);

  function joined(parts: readonly Node[], name: 'and' | 'or', deciding: Node, neutral: Node): Node {
    const kept = new Set<Node>();
    const inner = name === 'and' ? conjuncts : disjuncts;
    for (const part of parts) for (const each of inner(part)) kept.add(each);
    kept.delete(neutral);
    if (kept.has(deciding)) return deciding;
    const nodes = [...kept];
    return nodes.length === 0 ? neutral : nodes.length === 1 ? nodes[0] : make(logic[name], {}, ...nodes);
  }

  function not(part: Node): Node {
    if (part === yes) return no;
    if (part === no) return yes;
    if (!interner.mayLack(part)) {
      const denied = asNot(part);
      if (denied !== undefined) return denied;
      const compared = asComparison(part);
      if (compared !== undefined && isEquality(compared.comparison))
        return make(compare, { comparison: opposite(compared.comparison) }, ...part.args);
    }
    return make(logic.not, {}, settled(part));
  }

  function compared(comparison: Comparison, left: Node, right: Node): Node {
    const holds = testOf(comparison);
    const [a, b] = [constantValue(left), constantValue(right)];
    if (a !== undefined && b !== undefined) return holds(a, b) ? yes : no;
    if (left === right && left.type.name !== 'number' && isEquality(comparison) && !interner.mayLack(left))
      return comparison === '==' ? yes : no;
    // One of two constants is compared with a third: which of them it is.
    const choice = asChoice(left);
    if (choice !== undefined && b !== undefined) {
      const [then, otherwise] = [constantValue(choice[1]), constantValue(choice[2])];
      if (then !== undefined && otherwise !== undefined) return chosen(choice[0], holds(then, b), holds(otherwise, b));
    }
    return make(compare, { comparison }, left, right);
  }

  function chosen(condition: Node, then: boolean, otherwise: boolean): Node {
    if (then === otherwise) return then ? yes : no;
    return then ? condition : not(condition);
  }

  return {
    yes,
    no,
    not,
    all: (parts) => joined(parts, 'and', no, yes),
    any: (parts) => joined(parts, 'or', yes, no),
    choose(condition, then, otherwise) {
      if (condition === yes || then === otherwise) return then;
      return condition === no ? otherwise : make(logic.choose, {}, settled(condition), then, otherwise);
    },
    compare: compared,
    oneOf: (node, others) =>
      joined(
        others.map((other) => compared('==', node, other)),
        'or',
        yes,
        no,
      ),
    present: (node) => (interner.mayLack(node) ? make(logic.present, {}, node) : yes),
  };
}
