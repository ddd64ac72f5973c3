import type { Expression, Node } from '../../../ir/node.js';
import {
  integerAbsolute,
  integerAdd,
  integerDivide,
  integerMultiply,
  integerRemainder,
  integerSubtract,
} from '../../../eval/ops/integers.js';
import { type LeftFoldData, aggregate, collect, leftFold } from '../../../eval/ops/member-folds.js';
import { maximum, minimum } from '../../../eval/ops/arithmetic.js';
import { streamDraw } from '../../../eval/ops/draws.js';
import type { Operation } from '../../../eval/operation.js';
import { EdictError } from '../../../kernel/errors.js';
import { defaultLimits } from '../../../kernel/world-limits.js';
import { knownAggregators, printExpression } from '../parse/operators.js';
import {
  type CivExpression,
  type Operands,
  type OperatorShape,
  nodesOf,
  type Integrator,
  type Place,
  operandsOf,
  type ObjectType,
  type Policy,
} from '../syntax.js';
import { type CivModel, tagKind } from '../world/create-civ-model.js';
import {
  hasNode,
  adaptNode,
  attributeNode,
  optionNode,
  type Subject,
  askedSubject,
  columnNode,
  known,
  supposedNode,
  byType,
  foldOf,
  memberOf,
  relationSteps,
} from './subject.js';
import type { Aggregator } from '../../../model/model.js';
import type { Step } from '../../../model/connection.js';
import { connectionRange } from '../../../eval/ops/members.js';
import { foldBy } from '../../../eval/ops/range.js';
import { quoteText } from '../../text/quote.js';

export interface ExpressionSource {
  readonly expression: CivExpression;
  readonly civ: CivModel;
  readonly scope: readonly ObjectType[];
  readonly policy: Policy;
  /** Unique within a book. */
  readonly name: string;
  readonly index?: number;
  readonly thing?: string;
  readonly file: string;
}

/** An expression for hosts. An And has a clause for each operand, to show the failing ones. */
export function expressionOf(source: ExpressionSource): Expression {
  const { expression, civ, scope, policy, name, index = 0, thing = '', file } = source;
  const clauseOf = (part: CivExpression) => ({
    text: printExpression(part),
    node: lowerExpression(part, civ, scope, policy),
  });
  const parts = expression.node === 'and' ? expression.operands : [expression];
  const { line, column } = expression;
  const { text, node } = clauseOf(expression);
  // Written out: V8 gives each literal with a spread its own shape, and asking thousands takes twice as long.
  return {
    text,
    node,
    index,
    name,
    thing,
    scope: scope.map((type) => civ.kinds[type]),
    clauses: expression.type === 'boolean' ? parts.map(clauseOf) : [],
    origin: { file, line, column },
  };
}

/**
 * Nested nodes for each level of an expression, and nodes for each part of a large one: limits on the work of asking
 * it.
 */
const depthRatio = 4;
const largestSize = 100_000;
const sizeRatio = 100;
/** Operands folded in nested pairs: more would be deeper than `depthRatio` allows. */
const mostInside = depthRatio + 1;

/**
 * Reads slot 0: an object of a type in scope, or of any type if the scope is empty. Never absent. Throws for a node
 * that is too large, or an expression of another world.
 */
export function lowerExpression(
  expression: CivExpression,
  civ: CivModel,
  scope: readonly ObjectType[],
  policy: Policy,
): Node {
  const node = lower(expression, askedSubject(civ, scope, policy));
  const { depth, size } = civ.nodes.extentOf(node);
  const deepest = depthRatio * defaultLimits.expressionDepth;
  if (depth > deepest) throw tooMuch(expression, 'too-deep', `${depth} nested steps; the limit is ${deepest}`);
  if (size > largestSize) {
    const most = Math.max(largestSize, sizeRatio * nodesOf(expression).length);
    if (size > most) throw tooMuch(expression, 'too-large', `${size} operations, the limit is ${most}`);
  }
  return node;
}

function tooMuch(place: Place, code: string, needs: string): EdictError {
  return refusal(place, code, `the expression needs ${needs}; split it over several properties`);
}

function refusal({ line, column }: Place, code: string, message: string): EdictError {
  return new EdictError(code, `line ${line}, column ${column}: ${message}`);
}

function lower(expression: CivExpression, subject: Subject): Node {
  const { civ } = subject;
  switch (expression.node) {
    case 'literal':
      return expression.type === 'boolean'
        ? civ.nodes.boolean(expression.value !== 0)
        : civ.nodes.number(expression.value);
    case 'option':
      return optionNode(subject, expression);
    case 'has':
      return hasNode(subject, expression.kind, expression.id);
    case 'is':
      return hasNode(subject, tagKind, expression.name);
    case 'attribute':
      return attributeNode(subject, expression.name);
    case 'property': {
      const { name } = expression;
      return supposedNode(subject, name, 0, columnNode(subject, known(civ.columns.properties, name)));
    }
    case 'callback':
      return columnNode(subject, known(civ.columns.callbacks, expression.name));
    case 'integrate':
      return integratorNode(subject, expression);
    default:
      return operatorNode(expression, subject);
  }
}

function operatorNode(expression: OperatorShape & Operands, subject: Subject): Node {
  const { nodes } = subject.civ;
  const operands = expression.operands.map((operand) => lower(operand, subject));
  const [first, second, third] = operands;
  switch (expression.node) {
    case 'and':
      return nodes.all(operands);
    case 'or':
      return nodes.any(operands);
    case 'not':
      return nodes.not(first);
    case 'iff':
      return nodes.equal(first, second);
    case 'if':
      return nodes.choose(first, second, third);
    case 'compare':
      return nodes.compare(expression.comparison, first, second);
    case 'plus':
    case 'mult':
    case 'min':
    case 'max':
      return folded(subject.civ, folding[expression.node], operands);
    case 'div':
      return nodes.make(integerDivide, { byZero: subject.policy === 'intended' ? 'zero' : 'dividend' }, operands);
    case 'adapt':
      return adaptNode(subject, expression.id, first);
    case 'minus':
    case 'modulo':
    case 'abs':
    case 'random':
      return nodes.make(plainOperations[expression.node], undefined, operands);
  }
}

const plainOperations = {
  minus: integerSubtract,
  modulo: integerRemainder,
  abs: integerAbsolute,
  random: streamDraw,
};

type Folding = readonly [by: LeftFoldData['by'], operation: Operation<undefined> | Operation];

const folding: Readonly<Record<'plus' | 'mult' | 'min' | 'max', Folding>> = {
  plus: ['add', integerAdd],
  mult: ['multiply', integerMultiply],
  min: ['minimum', minimum],
  max: ['maximum', maximum],
};

function folded({ nodes }: CivModel, [by, operation]: Folding, values: readonly Node[]): Node {
  if (values.length > mostInside) return nodes.make(leftFold, { by }, values);
  return values.reduce((left, right) => nodes.make(operation, undefined, [left, right]));
}

const stopping: ReadonlySet<string> = new Set(['AND', 'OR']);

function integratorNode(subject: Subject, integrator: Integrator & Place): Node {
  const { civ, free, policy } = subject;
  const { aggregateDepth } = defaultLimits;
  // Each level multiplies the work, and takes a slot. The first slots hold the object asked.
  if (free > aggregateDepth) {
    throw refusal(
      integrator,
      'aggregate-depth',
      `more than ${aggregateDepth} nested integrators; keep an inner result in a property`,
    );
  }
  const { aggregator, relation, objectType, distance, operands } = integrator;
  const operand = lower(operands[0], memberOf(subject, objectType));
  const stops = integrator.wholly !== true || !operands.some(isNoticed);
  return byType(subject, (type) => {
    const steps = relationSteps(civ, relation, type, objectType, distance, policy);
    return steps === undefined
      ? ofNothing(subject, aggregator)
      : aggregated(subject, aggregator, steps, operand, stops);
  });
}

/** Operations that count overflows and divisions by zero, or draw. All others have no side effect. */
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

/** `stops`: the fold may stop when its result is certain. */
function aggregated(subject: Subject, aggregator: string, steps: readonly Step[], operand: Node, stops: boolean): Node {
  const { civ, object, free } = subject;
  const fold = stops || !stopping.has(aggregator) ? knownAggregators.get(aggregator)?.fold : undefined;
  const range = connectionRange(civ.model, steps);
  if (fold === undefined) {
    const named = aggregatorNamed(subject, aggregator);
    const { input, output } = named;
    const data = { aggregator: civ.model.aggregators.indexOf(named), input, output, range, slot: free };
    return civ.nodes.make(collect, data, [object, operand]);
  }
  if (fold === 'integerSum' || fold === 'integerMean')
    return civ.nodes.make(aggregate, { fold, range, slot: free }, [object, civ.nodes.boolean(true), operand]);
  return foldOf(subject, fold, steps, operand);
}

function ofNothing(subject: Subject, name: string): Node {
  const aggregator = aggregatorNamed(subject, name);
  const value = foldBy(aggregator, new Float64Array(0), 0);
  return aggregator.output === 'boolean' ? subject.civ.nodes.boolean(value === 1) : subject.civ.nodes.number(value);
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
