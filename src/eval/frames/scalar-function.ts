import type { Frame, Node, Value } from '../../ir/node.js';
import { type Evaluation, evaluationOf } from '../emit/make-function.js';
import { operationOf } from '../make-node.js';
import { type Hot, hotAfter } from './hot.js';

/**
 * A node that is asked of one object at a time: interpreted at first, by a function of its own when it has proved hot.
 */
export interface Asked extends Hot<Evaluation> {
  readonly node: Node;
}

export function asked(node: Node): Asked {
  return { node, made: undefined, calls: 0 };
}

/** What a node comes to. */
export function ask(question: Asked, frame: Frame): Value {
  const { made } = question;
  return made === undefined ? askCold(question, frame) : made(frame);
}

function askCold(question: Asked, frame: Frame): Value {
  const { node } = question;
  hotAfter(question, () => evaluationOf(node, frame.state.model));
  return operationOf(node).evaluate(node, frame);
}

const questions = new WeakMap<Node, Asked>();

/** Evaluates a node, by its function where it has one. */
export function evaluateHot(node: Node, frame: Frame): Value {
  let question = questions.get(node);
  if (question === undefined) questions.set(node, (question = asked(node)));
  return ask(question, frame);
}
