import type { OrderedAnswers } from '../../ask/asker.js';
import type { Expression } from '../../ir/expression.js';
import { isSequential } from '../../eval/make-node.js';
import type { Handle } from '../../world/api.js';
import type { Override } from '../../world/inquiry-api.js';
import { type Stage, streamOf } from './stage.js';

/** An expression and the objects that are asked, in order. */
export interface Question {
  readonly stage: Stage;
  readonly expression: Expression;
  readonly objects: readonly Handle[];
}

/** Its values, by the world's executor; what draws in sequence draws from the declared stream, from its beginning. */
export function valuesOf(question: Question): Float64Array {
  const { stage, expression, objects } = question;
  return isSequential(expression.node) ? inOrder(question).values : stage.world.askAll(expression, objects);
}

/** The same as the interpreter finds them one after the other, with what happened to integers. */
export function inOrder({ stage, expression, objects }: Question): OrderedAnswers {
  return stage.world.askInOrder(expression, objects, streamOf(stage.civ.declaration.random));
}

/** Its values while some facts are otherwise. */
export function supposedValues({ stage, expression, objects }: Question, overrides: readonly Override[]): Float64Array {
  return stage.world.whatIf(overrides).askAll(expression, objects);
}
