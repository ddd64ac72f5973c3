import { EdictError } from '../../../kernel/errors.js';
import { defaultLimits } from '../../../kernel/world-limits.js';
import {
  type XmlElement,
  childText,
  type CivExpression,
  type CivShape,
  type Place,
  type ValueType,
  expressionAt,
  literalAt,
} from '../syntax.js';
import {
  type IntegratorForm,
  integrators,
  objectTypesByText,
  rangeParameters,
  relationsByText,
  type Operator,
  operandType,
  operation,
  operators,
  resultType,
} from './operators.js';
import { gomKindIn } from '../world/gom-kinds.js';
import { namedLeaves } from './expression-loading.js';
import { tooDeep, tooManyAggregates } from './load-intended.js';
import type { Names } from './declared-names.js';

export interface PassedOver {
  readonly element: XmlElement;
  readonly wanted: ValueType;
  readonly stands: string | undefined;
  readonly unknown?: string;
}

export class DepthError extends EdictError {
  readonly line: number;
  readonly column: number;

  constructor(
    { line, column }: Place,
    readonly what: string,
  ) {
    super('too-deep', `line ${line}, column ${column}: ${what}`);
    this.line = line;
    this.column = column;
  }
}

interface Compat {
  readonly names: Names;
  readonly holder: XmlElement;
  readonly note: ((passed: PassedOver) => void) | undefined;
  readonly depth: number;
  readonly aggregates: number;
}

/**
 * Loads the expression in a holder as the shipped game does, which never fails: it skips unknown elements, and gives
 * wrong ones some value. Throws a DepthError beyond the limits, which no file of the game reaches. Calls `note` for
 * every skipped part, whether or not its value is used.
 */
export function loadCompat(
  holder: XmlElement,
  names: Names,
  wanted: ValueType,
  note?: (passed: PassedOver) => void,
): CivExpression {
  return read({ names, holder, note, depth: 0, aggregates: 0 }, holder, wanted);
}

const known: Readonly<Record<ValueType, ReadonlySet<string>>> = {
  boolean: new Set([
    ...['And', 'Or', 'Not', 'BEqual', 'Greater', 'GreaterEqual', 'Equal', 'If'],
    ...['IntegrateOr', 'Has', 'Is', 'Constant'],
  ]),
  number: new Set([
    ...['Random', 'Adapt', 'Plus', 'Mult', 'Minus', 'Div', 'If'],
    ...['IntegrateSum', 'IntegrateAvg', 'IntegrateCount', 'PropertyType', 'AttributeType', 'Python'],
  ]),
};

function read(compat: Compat, start: XmlElement, wanted: ValueType): CivExpression {
  let element = start;
  while (!known[wanted].has(element.name)) {
    const first = element.children.at(0);
    if (element !== compat.holder) compat.note?.({ element, wanted, stands: first?.name });
    if (first === undefined) return literalOf(compat, element, wanted);
    // Any unknown element, even a holder, stands for its first child.
    element = first;
  }
  if (compat.depth >= defaultLimits.expressionDepth) throw new DepthError(element, tooDeep);
  return readKnown({ ...compat, depth: compat.depth + 1 }, element, wanted);
}

function literalOf({ names }: Compat, element: XmlElement, wanted: ValueType): CivExpression {
  return literalAt(compatLiteral(element.text, wanted, names), wanted, element);
}

function readKnown(compat: Compat, element: XmlElement, wanted: ValueType): CivExpression {
  const { name, text } = element;
  const operator = operators.get(name);
  if (operator !== undefined) return readOperator(compat, element, operator, wanted);
  const integrator = integrators.get(name);
  if (integrator !== undefined) return readIntegrator(compat, element, integrator);
  if (name === 'Has') return readHas(compat, element);
  const leaf = namedLeaves.get(name);
  if (leaf === undefined) return literalOf(compat, element, wanted);
  const isKnown = compat.names[leaf.names].has(text);
  return named(compat, element, isKnown ? { node: leaf.node, name: text } : undefined, wanted, text);
}

function named(
  { note }: Compat,
  element: XmlElement,
  shape: CivShape | undefined,
  wanted: ValueType,
  unknown: string,
): CivExpression {
  if (shape !== undefined) return expressionAt(shape, wanted, element);
  note?.({ element, wanted, stands: undefined, unknown });
  return literalAt(0, wanted, element);
}

function readHas(compat: Compat, element: XmlElement): CivExpression {
  const { ids } = compat.names;
  const kindText = childText(element, 'GOMType');
  const kind = gomKindIn(kindText);
  const id = childText(element, 'ID');
  const shape = ids.get(kind)?.has(id) === true ? ({ node: 'has', kind, id } as const) : undefined;
  return named(compat, element, shape, 'boolean', ids.has(kind) ? id : kindText);
}

/**
 * Unary operators read their first child (after the id of an Adapt), or a literal; others pass a lone operand through.
 * Operators of exactly two or three operands are 0, or false, for another count.
 */
function readOperator(compat: Compat, element: XmlElement, operator: Operator, wanted: ValueType): CivExpression {
  const { least, most, shape } = operator;
  const { children } = element;
  const type = resultType(operator, wanted);
  if (least > 1 && children.length !== least) return literalAt(0, type, element);
  const id = shape.node === 'adapt' && children.length > 1 ? children[0].text : undefined;
  const from = id === undefined ? 0 : 1;
  const operands = children
    .slice(from, from + most)
    .map((child, i) => read(compat, child, operandType(operator, i, wanted)));
  if (operands.length === 0) {
    const literal = literalOf(compat, element, type);
    // A literal keeps its value unless negated or folded.
    if (shape.node !== 'random' && shape.node !== 'adapt') return literal;
    operands.push(literal);
  }
  if (most === Infinity && operands.length === 1) return operands[0];
  return operation(operator, operands, wanted, element, id);
}

/** IntegrateOr reads true without an operand; the others skip their first child. */
function readIntegrator(compat: Compat, element: XmlElement, form: IntegratorForm): CivExpression {
  const { aggregator, input, output } = form;
  const isOr = aggregator === 'OR';
  const relation = relationsByText.get(childText(element, 'RelationType'));
  const objectType = objectTypesByText.get(childText(element, 'GameObjectType'));
  const child = element.children.slice(isOr ? 0 : 1).find(({ name }) => !rangeParameters.includes(name));
  // Without operands, OR is false, and the others are 0.
  if (relation === undefined || objectType === undefined || (child === undefined && !isOr))
    return literalAt(0, output, element);
  const { aggregates } = compat;
  if (aggregates >= defaultLimits.aggregateDepth) throw new DepthError(element, tooManyAggregates);
  const inside = { ...compat, aggregates: aggregates + 1 };
  const operand = child === undefined ? literalAt(1, input, element) : read(inside, child, input);
  // The game ignores the distance of NEAR.
  return expressionAt(
    { node: 'integrate', aggregator, relation, objectType, distance: 0, operands: [operand] },
    output,
    element,
  );
}

export function compatLiteral(text: string, wanted: ValueType, names: Names): number {
  if (wanted === 'number') return leadingInteger(text);
  const define = names.defines.get(text);
  return Number(define === undefined ? text === '1' || text === 'true' : define !== 0);
}

const zero = 0x30;

/** The digits at the start, with their sign; else 0. Wraps at 32 bits, digit by digit. */
export function leadingInteger(text: string): number {
  const signed = text.startsWith('-') || text.startsWith('+');
  let value = 0;
  for (let i = signed ? 1 : 0; i < text.length; i++) {
    const digit = text.charCodeAt(i) - zero;
    if (digit < 0 || digit > 9) break;
    value = (Math.imul(value, 10) + digit) | 0;
  }
  return text.startsWith('-') ? (0 - value) | 0 : value;
}
