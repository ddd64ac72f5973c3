import type { Aggregator } from '../../../model/aggregator.js';
import type { Step } from '../../../model/connection.js';
import { aggregate } from '../../../eval/ops/aggregate.js';
import { collect } from '../../../eval/ops/collect.js';
import { connectionRange } from '../../../eval/ops/connection-range.js';
import { foldBy } from '../../../eval/ops/fold-by.js';
import type { Node } from '../../../ir/node.js';
import { EdictError } from '../../../kernel/errors.js';
import { defaultLimits } from '../../../kernel/limits.js';
import { quoteText } from '../../diagnostics/quote.js';
import { type CivExpression, type Integrator, type Place, operandsOf } from '../expression/syntax.js';
import type { Policy } from '../policy.js';
import { relationSteps } from './relations.js';
import { type Subject, byType, foldOf, memberOf, numberNode, truthNode } from './subject.js';

/** Aggregators that are folds of the kernel. */
const folds: ReadonlyMap<string, 'all' | 'any' | 'count' | 'integerSum' | 'integerMean'> = new Map([
  ['AND', 'all'],
  ['OR', 'any'],
  ['NUM', 'count'],
  ['SUM', 'integerSum'],
  ['MEAN', 'integerMean'],
]);

/** Those of which the answer can be certain before all are asked. */
const stopping: ReadonlySet<string> = new Set(['AND', 'OR']);

/** A fold over related objects; `lower` makes the operand's node, asked of a member. */
export function integratorNode(
  subject: Subject,
  integrator: Integrator & Place,
  policy: Policy,
  lower: (member: Subject) => Node,
): Node {
  const { civ, free } = subject;
  checkLevels(integrator, free);
  const { aggregator, relation, objectType, distance } = integrator;
  const operand = lower(memberOf(subject, objectType));
  const stops = integrator.wholly !== true || !integrator.operands.some(isNoticed);
  return byType(subject, (type) => {
    const steps = relationSteps(civ, relation, type, objectType, distance, policy);
    return steps === undefined ? ofNothing(subject, aggregator) : folded(subject, aggregator, steps, operand, stops);
  });
}

/** What counts what happens to integers, or draws; whether anything else is asked nobody can tell. */
const noticed: ReadonlySet<CivExpression['node']> = new Set<CivExpression['node']>([
  'plus',
  'mult',
  'minus',
  'div',
  'modulo',
  'abs',
  'adapt',
  'random',
]);
const unnoticedFolds: ReadonlySet<string> = new Set([...stopping, 'NUM']);

function isNoticed(expression: CivExpression): boolean {
  const isItself =
    expression.node === 'integrate' ? !unnoticedFolds.has(expression.aggregator) : noticed.has(expression.node);
  return isItself || operandsOf(expression).some(isNoticed);
}

/** `stops`: it may stop where the answer is certain. */
function folded(subject: Subject, aggregator: string, steps: readonly Step[], operand: Node, stops: boolean): Node {
  const { civ, object, free } = subject;
  const fold = stops || !stopping.has(aggregator) ? folds.get(aggregator) : undefined;
  const range = connectionRange(civ.model, steps);
  switch (fold) {
    case undefined: {
      const named = aggregatorNamed(subject, aggregator);
      const { input, output } = named;
      return civ.nodes.make(
        collect,
        { aggregator: civ.model.aggregators.indexOf(named), input, output, range, slot: free },
        object,
        operand,
      );
    }
    case 'integerSum':
    case 'integerMean':
      return civ.nodes.make(aggregate, { fold, range, slot: free }, object, truthNode(civ, true), operand);
    default:
      return foldOf(subject, fold, steps, operand);
  }
}

/** What a fold over no objects gives. */
function ofNothing(subject: Subject, name: string): Node {
  const aggregator = aggregatorNamed(subject, name);
  const value = foldBy(aggregator, new Float64Array(0), 0);
  return aggregator.output === 'boolean' ? truthNode(subject.civ, value === 1) : numberNode(subject.civ, value);
}

function aggregatorNamed({ civ }: Subject, name: string): Aggregator {
  const found = civ.model.aggregators.find((each) => each.name === name);
  if (found === undefined)
    throw new EdictError(
      'civ-unknown',
      `an expression names the aggregator ${quoteText(name)}, which is not registered; register it before the world's model is made`,
      name,
    );
  return found;
}

/** Each level multiplies the work, and takes a slot. The slots before the first are those of the object asked. */
function checkLevels({ line, column }: Place, free: number): void {
  const { aggregateDepth } = defaultLimits;
  if (free > aggregateDepth) {
    throw new EdictError(
      'aggregate-depth',
      `line ${line}, column ${column}: integrators stand more than ${aggregateDepth} deep inside one another; keep an inner result in a property`,
    );
  }
}
