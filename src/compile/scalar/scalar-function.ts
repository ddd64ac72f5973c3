import type { Model } from '../../components/model.js';
import type { Frame } from '../frame.js';
import { frameFunction } from '../generate/make-function.js';
import { type GenerateMode, generateMode } from '../generate/mode.js';
import { operationOf } from '../make-node.js';
import type { Node, Value } from '../node.js';
import { scalarCode } from './scalar-code.js';

/** Evaluates a node in a frame. */
export type Evaluation = (frame: Frame) => Value;

/** A node that is asked of one object at a time: interpreted at first, by a function of its own when it has proved hot. */
export interface Asked {
  readonly node: Node;
  /** The function, once it is made. */
  run: Evaluation | undefined;
  /** How often it was interpreted; Infinity: no function is made of it. */
  calls: number;
}

/** A node is interpreted so often before a function is made of it: that takes as long as some hundred evaluations. */
const leastCalls = 100;
/** Functions that are made at most: content decides how many nodes there are. */
const mostFunctions = 10_000;
let functions = 0;
/** Calls from which on a function is made in this process. */
let least: number | undefined;
/** An engine that makes no functions will make none later. */
let isOff = false;

export function asked(node: Node): Asked {
  return { node, run: undefined, calls: 0 };
}

/** What a node comes to. */
export function ask(question: Asked, frame: Frame): Value {
  const { run } = question;
  return run === undefined ? askCold(question, frame) : run(frame);
}

function askCold(question: Asked, frame: Frame): Value {
  const { node } = question;
  least ??= leastFor(generateMode());
  if (question.calls !== Infinity && ++question.calls > least) {
    question.calls = Infinity;
    question.run = functionFor(node, frame.state.model);
  }
  return operationOf(node).evaluate(node, frame);
}

function leastFor(mode: GenerateMode): number {
  return mode === 'hot' ? leastCalls : mode === 'always' ? 0 : Infinity;
}

/** The function of a node; undefined where there is none. Throws nothing. */
function functionFor(node: Node, model: Model): Evaluation | undefined {
  if (isOff || functions >= mostFunctions) return undefined;
  try {
    const made = scalarFunction(node, model);
    functions++;
    return made;
  } catch (error) {
    // What cannot be emitted is interpreted for good.
    isOff = error instanceof EvalError;
    return undefined;
  }
}

/** A node as one function of a frame that gives what the interpreter does. Throws where code cannot be made of it, and where the engine makes no functions (an EvalError). */
export function scalarFunction(node: Node, model: Model): Evaluation {
  const { body, given } = scalarCode(node, model);
  return frameFunction(body, given) as Evaluation;
}

const questions = new WeakMap<Node, Asked>();

/** Evaluates a node, by its function where it has one. */
export function evaluateHot(node: Node, frame: Frame): Value {
  let question = questions.get(node);
  if (question === undefined) questions.set(node, question = asked(node));
  return ask(question, frame);
}
