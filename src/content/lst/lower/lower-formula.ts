import * as arrays from '../../../eval/ops/arrays.js';
import * as numeric from '../../../eval/ops/numeric.js';
import { makeNode } from '../../../eval/make-node.js';
import type { Node } from '../../../ir/node.js';
import { numeral } from '../../../eval/ops/numeric.js';
import { quoteText } from '../../diagnostics/quote.js';
import type { Definitions } from '../definitions/definitions.js';
import type { Fault, Report } from '../definitions/report.js';
import type { Layout } from '../definitions/variables.js';
import { deepestFormula } from '../formula/parse.js';
import type { Formula, BinaryOperator } from '../formula/syntax.js';
import { readConstant } from '../text/constants.js';
import { type Format, plainFormats } from '../text/format.js';
import { lowerCall } from './calls.js';
import {
  nodeOfContent,
  describeFormat,
  equalFormats,
  formatOfNode,
  type Call,
  type FormulaPlace,
  type Lowering,
} from './lowering.js';
import { lowerElement, lowerName } from './names.js';
import { dataOf } from '../../../eval/shape.js';
import type { Operation } from '../../../eval/operation.js';
import { not } from '../../../eval/ops/logic.js';
import { identical, join } from '../../../eval/ops/pooled.js';
import { both, either } from '../../../eval/ops/strict-logic.js';

/** Expressions that a formula may become when the functions that it calls are expanded. */
const mostParts = 100_000;

/** Expressions that all formulas of a campaign may become that call functions: each is small, but there may be many. */
const mostPartsInAll = 3_000_000;

/** What became of a formula; neither a node nor a fault where the reason was told elsewhere. */
interface Lowered {
  readonly node: Node | undefined;
  readonly fault: Fault | undefined;
}

export interface FormulaLowerer {
  /**
   * Checks a formula and makes it an expression over slot 0, functions expanded.
   *
   * @param asserted the format that its place asserts
   * @param wanted the format that it must have
   */
  lower(formula: Formula, place: FormulaPlace, asserted: Format | undefined, wanted: Format | undefined): Lowered;
  formatOf(node: Node): Format;
  /** What the last formula was warned of. */
  readonly warnings: readonly Fault[];
}

const greatestInt = 2147483647;

export function createFormulaLowerer(definitions: Definitions, layout: Layout, report: Report): FormulaLowerer {
  let place: FormulaPlace = { scope: definitions.scopes.root, running: undefined };
  let fault: Fault | undefined;
  let depth = 0;
  let parts = 0;
  let calledParts = 0;
  const warnings: Fault[] = [];

  const lowering: Lowering = {
    definitions,
    layout,
    report,
    get place() {
      return place;
    },
    lower(formula, call, asserted, levels = 1) {
      parts += 1;
      if (call !== undefined) calledParts += 1;
      depth += levels;
      const node = fits(formula, call) ? lowerOne(lowering, formula, call, asserted) : undefined;
      depth -= levels;
      return node;
    },
    formatOf: (node) => formatOfNode(node, definitions.objects),
    fail(formula, call, code, message, suggestion) {
      fault ??= { code, ...placed(formula, call, message), suggestion };
      return undefined;
    },
    hush: () => undefined,
    warn(formula, call, message) {
      warnings.push({ code: 'arithmetic', ...placed(formula, call, message) });
    },
  };

  function fits(formula: Formula, call: Call | undefined): boolean {
    // A leaf lies below the last operator.
    if (depth > deepestFormula + 1) {
      lowering.fail(
        formula,
        call,
        'syntax',
        `operators and calls lie more than ${String(deepestFormula)} deep within each other when functions are expanded: split the formula into variables`,
      );
    } else if (parts > mostParts) {
      lowering.fail(
        formula,
        call,
        'syntax',
        `the formula has more than ${String(mostParts)} parts when functions are expanded: split it into variables`,
      );
    } else if (calledParts > mostPartsInAll) {
      lowering.fail(
        formula,
        call,
        'syntax',
        `the formulas of the campaign have more than ${String(mostPartsInAll)} parts when functions are expanded: call fewer or smaller functions`,
      );
    } else {
      return true;
    }
    return false;
  }

  return {
    lower(formula, at, asserted, wanted) {
      place = at;
      fault = undefined;
      depth = 0;
      parts = 0;
      if (warnings.length > 0) warnings.length = 0;
      const node = lowering.lower(formula, undefined, asserted);
      if (node !== undefined && wanted !== undefined && !equalFormats(lowering.formatOf(node), wanted)) {
        lowering.fail(
          formula,
          undefined,
          'format',
          `the formula is ${describeFormat(lowering.formatOf(node))}, and ${describeFormat(wanted)} is needed here`,
        );
      }
      return { node: fault === undefined ? node : undefined, fault };
    },
    formatOf: (node) => formatOfNode(node, definitions.objects),
    warnings,
  };
}

/** What is wrong in the body of a function is shown where it is called. */
function placed(
  { start }: Formula,
  call: Call | undefined,
  message: string,
): { readonly at: number; readonly message: string } {
  return call === undefined
    ? { at: start, message }
    : { at: call.at, message: `in the function ${quoteText(call.name)}: ${message}` };
}

function lowerOne(
  lowering: Lowering,
  formula: Formula,
  call: Call | undefined,
  asserted: Format | undefined,
): Node | undefined {
  switch (formula.kind) {
    case 'number':
      return lowerNumber(formula.text);
    case 'text':
      return lowerText(lowering, formula, call, asserted);
    case 'name':
      return lowerName(lowering, formula, call);
    case 'element':
      return lowerElement(lowering, formula, call);
    case 'call':
      return lowerCall(lowering, formula, call, asserted);
    case 'negate':
      return lowerNegate(lowering, formula, call);
    case 'not':
      return lowerNot(lowering, formula, call);
    case 'binary':
      return lowerBinary(lowering, formula, call, asserted);
  }
}

/** An int where there are digits alone and 32 bits hold it. */
function lowerNumber(text: string): Node {
  return text.length === 1 ? digits[Number(text)] : numeralOf(text);
}

function numeralOf(text: string): Node {
  const value = Number(text);
  return makeNode(numeral, { value, whole: value <= greatestInt && !text.includes('.') });
}

/** Most numbers have one digit, and there may be millions. */
const digits: readonly Node[] = Array.from({ length: 10 }, (_, digit) => numeralOf(String(digit)));

/** A STRING, or a constant of the format that the place asserts. */
function lowerText(
  lowering: Lowering,
  formula: Extract<Formula, { readonly kind: 'text' }>,
  call: Call | undefined,
  asserted: Format = plainFormats.STRING,
): Node | undefined {
  const content = asserted.name === 'STRING' ? { text: formula.text } : readConstant(asserted, formula.text);
  if (content !== undefined) return nodeOfContent(asserted, content);
  return lowering.fail(
    formula,
    call,
    'format',
    `${quoteText(`"${formula.text}"`)} is no constant of ${describeFormat(asserted)}, which is needed here`,
  );
}

type Binary = Extract<Formula, { readonly kind: 'binary' }>;

const arithmetic: Readonly<Record<'+' | '-' | '*' | '/' | '%' | '^', Operation<undefined>>> = {
  '+': numeric.numericAdd,
  '-': numeric.numericSubtract,
  '*': numeric.numericMultiply,
  '/': numeric.numericDivide,
  '%': numeric.numericRemainder,
  '^': numeric.numericPower,
};

/** `x operator y` */
function lowerBinary(
  lowering: Lowering,
  formula: Binary,
  call: Call | undefined,
  asserted: Format | undefined,
): Node | undefined {
  const left = lowering.lower(formula.left, call, undefined);
  if (left === undefined) return undefined;
  const right = lowering.lower(formula.right, call, undefined);
  if (right === undefined) return undefined;
  const made = combine(lowering, formula.operator, left, right, asserted);
  if (made !== undefined) {
    if (isDivision(formula.operator) && isZero(right)) lowering.warn(formula, call, divisionByZero(formula.operator));
    return made;
  }
  return refuse(lowering, formula, call, lowering.formatOf(left), lowering.formatOf(right), asserted);
}

/** The expression, if the operator takes values of these formats. */
function combine(
  lowering: Lowering,
  operator: BinaryOperator,
  left: Node,
  right: Node,
  asserted: Format | undefined,
): Node | undefined {
  const bothAre = (name: Node['type']['name']): boolean => left.type.name === name && right.type.name === name;
  switch (operator) {
    case '||':
      return bothAre('boolean') ? makeNode(either, undefined, left, right) : undefined;
    case '&&':
      return bothAre('boolean') ? makeNode(both, undefined, left, right) : undefined;
    case '<':
    case '>':
    case '<=':
    case '>=':
      return bothAre('numeric') ? makeNode(numeric.numericCompare, { comparison: operator }, left, right) : undefined;
    case '==':
    case '!=':
      return compareEqual(lowering, operator, left, right);
    case '+':
    case '-':
      if (bothAre('numeric')) return makeNode(arithmetic[operator], undefined, left, right);
      if (operator === '+' && bothAre('text')) return makeNode(join, undefined, left, right);
      return asserted?.name === 'ARRAY' ? combineArrays(lowering, operator, left, right, asserted) : undefined;
    default:
      return bothAre('numeric') ? makeNode(arithmetic[operator], undefined, left, right) : undefined;
  }
}

function compareEqual(lowering: Lowering, operator: '==' | '!=', left: Node, right: Node): Node | undefined {
  if (left.type.name === 'numeric' && right.type.name === 'numeric')
    return makeNode(numeric.numericCompare, { comparison: operator }, left, right);
  if (!equalFormats(lowering.formatOf(left), lowering.formatOf(right))) return undefined;
  const equal = makeNode(left.type.name === 'array' ? arrays.sameElements : identical, undefined, left, right);
  return operator === '==' ? equal : makeNode(not, undefined, equal);
}

/** An array and another, or an array and an element, where an array of that format is asserted. */
function combineArrays(
  lowering: Lowering,
  operator: '+' | '-',
  left: Node,
  right: Node,
  asserted: Extract<Format, { readonly name: 'ARRAY' }>,
): Node | undefined {
  if (!equalFormats(lowering.formatOf(left), asserted)) return undefined;
  const other = lowering.formatOf(right);
  if (equalFormats(other, asserted))
    return makeNode(operator === '+' ? arrays.concatenate : arrays.without, undefined, left, right);
  return equalFormats(other, asserted.of)
    ? makeNode(operator === '+' ? arrays.append : arrays.withoutElement, undefined, left, right)
    : undefined;
}

function refuse(
  lowering: Lowering,
  formula: Binary,
  call: Call | undefined,
  left: Format,
  right: Format,
  asserted: Format | undefined,
): Node | undefined {
  const { operator } = formula;
  const isArrayWork = (operator === '+' || operator === '-') && left.name === 'ARRAY' && asserted === undefined;
  const suggestion = isArrayWork
    ? `arrays are joined by ${quoteText('+')} and ${quoteText('-')} only where the place of the formula asks for an array: at the top of what a variable is SET to`
    : undefined;
  return lowering.fail(
    formula,
    call,
    'format',
    `${quoteText(operator)} takes ${expected(operator)}, not ${describeFormat(left)} and ${describeFormat(right)}`,
    suggestion,
  );
}

function expected(operator: BinaryOperator): string {
  switch (operator) {
    case '||':
    case '&&':
      return 'two values of BOOLEAN';
    case '==':
    case '!=':
      return 'two values of one format';
    case '+':
      return 'two values of NUMBER or two of STRING';
    default:
      return 'two values of NUMBER';
  }
}

/** `-x` */
function lowerNegate(
  lowering: Lowering,
  formula: Extract<Formula, { readonly operand: Formula }>,
  call: Call | undefined,
): Node | undefined {
  const operand = lowering.lower(formula.operand, call, undefined);
  if (operand === undefined) return undefined;
  if (operand.type.name === 'numeric') return makeNode(numeric.numericNegate, undefined, operand);
  return lowering.fail(
    formula,
    call,
    'format',
    `${quoteText('-')} takes a ${plainFormats.NUMBER.name}, not ${describeFormat(lowering.formatOf(operand))}`,
  );
}

/** `!x` */
function lowerNot(
  lowering: Lowering,
  formula: Extract<Formula, { readonly operand: Formula }>,
  call: Call | undefined,
): Node | undefined {
  const operand = lowering.lower(formula.operand, call, undefined);
  if (operand === undefined) return undefined;
  if (operand.type.name === 'boolean') return makeNode(not, undefined, operand);
  const message = `${quoteText('!')} takes a ${plainFormats.BOOLEAN.name}, not ${describeFormat(lowering.formatOf(operand))}`;
  return lowering.fail(
    formula,
    call,
    'format',
    message,
    `${quoteText('!')} binds tighter than comparisons: put what it negates in brackets`,
  );
}

function isDivision(operator: BinaryOperator): operator is '/' | '%' {
  return operator === '/' || operator === '%';
}

function isZero(node: Node): boolean {
  return dataOf(node, numeric.numeral)?.value === 0;
}

/** What to say of a division by a zero that is written there. */
export function divisionByZero(operator: '/' | '%' | 'DIVIDE'): string {
  return `${quoteText(operator)} by zero, always: the result is ${operator === '%' ? 'NaN' : 'an infinity, or NaN'}`;
}
