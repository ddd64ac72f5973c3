import { type GenerateMode, type Tier, createTier } from '../tier.js';
import type { Frame, Node, Value } from '../../ir/node.js';
import { type Evaluation, evaluationOf } from '../emit/make-function.js';
import { operationOf } from '../make-node.js';

/** Gets a function when it has been used often enough. */
export interface Hot<Made> {
  made: Made | undefined;
  /** Uses without a function; Infinity: it has one, or never will. */
  calls: number;
}

/** Making a function takes as long as some hundred evaluations save. */
const leastCalls = 500;
/** Worlds share nodes with their functions, and so the limit. */
const mostFunctions = 10_000;
let tier: Tier | undefined;

/** Whatever code generation refuses stays without a function. */
export function hotAfter<Made>(hot: Hot<Made>, make: () => Made): void {
  if (hot.calls === Infinity) return;
  tier ??= createTier(mostFunctions);
  if (++hot.calls <= leastFor(tier.mode)) return;
  hot.calls = Infinity;
  hot.made = tier.make(make);
}

function leastFor(mode: GenerateMode): number {
  return mode === 'hot' ? leastCalls : mode === 'always' ? 0 : Infinity;
}

/** Evaluated for one object at a time: interpreted until it is hot. */
export interface Asked extends Hot<Evaluation> {
  readonly node: Node;
}

export function asked(node: Node): Asked {
  return { node, made: undefined, calls: 0 };
}

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

export function evaluateHot(node: Node, frame: Frame): Value {
  let question = questions.get(node);
  if (question === undefined) questions.set(node, (question = asked(node)));
  return ask(question, frame);
}
