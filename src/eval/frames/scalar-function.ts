import type { Model } from '../../components/model.js';
import type { Frame } from '../../ir/frame.js';
import { js } from '../emit/code.js';
import { frameFunction } from '../emit/make-function.js';
import { operationOf } from '../make-node.js';
import type { Node, Value } from '../../ir/node.js';
import { type Hot, hotAfter } from './hot.js';
import { scalarCode } from './scalar-code.js';

/** Evaluates a node in a frame. */
export type Evaluation = (frame: Frame) => Value;

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
  hotAfter(question, () => scalarFunction(node, frame.state.model));
  return operationOf(node).evaluate(node, frame);
}

/**
 * A node as one function of a frame that gives what the interpreter does. Throws where code cannot be made of it, and
 * where the engine makes no functions (an EvalError).
 */
export function scalarFunction(node: Node, model: Model): Evaluation {
  const { body, given } = scalarCode(model, (scalar) => {
    scalar.add(js`return ${scalar.of(node).value};`);
  });
  return frameFunction(body, given) as Evaluation;
}

const questions = new WeakMap<Node, Asked>();

/** Evaluates a node, by its function where it has one. */
export function evaluateHot(node: Node, frame: Frame): Value {
  let question = questions.get(node);
  if (question === undefined) questions.set(node, (question = asked(node)));
  return ask(question, frame);
}
