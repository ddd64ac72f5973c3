import { makeNode } from '../../../eval/make-node.js';
import type { Operation } from '../../../eval/operation.js';
import * as arrays from '../../../eval/ops/texts.js';
import { both, either, not } from '../../../eval/ops/logic.js';
import * as numeric from '../../../eval/ops/numeric-arithmetic.js';
import { dataOf } from '../../../eval/node-shape.js';
import type { Node } from '../../../ir/node.js';
import { greatestInt } from '../../../kernel/numeric-value.js';
import { quoteText } from '../../text/quote.js';
import type { Definitions } from '../definitions/definitions.js';
import type { Fault } from '../parse/campaign-problem.js';
import type { Layout } from '../definitions/scopes.js';
import { deepestFormula } from '../parse/parse-formula.js';
import type { BinaryOperator, Formula, FormulaProblem } from '../syntax.js';
import { readConstant, type Format, plainFormats, sameFormat } from '../parse/value-format.js';
import { lowerCall } from './calls.js';
import {
  type Call,
  type FormulaOf,
  type FormulaPlace,
  type Lowered,
  type Lowering,
  describeFormat,
  formatOfNode,
  nodeOfContent,
  lowerElement,
  lowerName,
} from './lowering.js';

/** Most parts of a formula, with functions expanded. */
const mostParts = 100_000;

const mostPartsInAll = 3_000_000;

export type FormulaLowerer = ReturnType<typeof createFormulaLowerer>;

export function createFormulaLowerer(definitions: Definitions, layout: Layout) {
  let place: FormulaPlace = { scope: definitions.scopes.root, running: undefined };
  let call: Call | undefined;
  let fault: Fault | undefined;
  let depth = 0;
  let parts = 0;
  let calledParts = 0;
  const warnings: Fault[] = [];
  const formatOf = (node: Node) => formatOfNode(node, definitions.objects);

  const lowering: Lowering = {
    definitions,
    layout,
    get place() {
      return place;
    },
    get call() {
      return call;
    },
    lower(formula, asserted, levels = 1) {
      parts += 1;
      if (call !== undefined) calledParts += 1;
      depth += levels;
      const over = excess();
      const node = over === undefined ? lowerOne(lowering, formula, asserted) : lowering.fail(formula, 'syntax', over);
      depth -= levels;
      return node;
    },
    within(inner, formula, asserted, levels) {
      const outer = call;
      call = inner;
      const node = lowering.lower(formula, asserted, levels);
      call = outer;
      return node;
    },
    formatOf,
    fail(formula, code, message, suggestion) {
      fault ??= { code, ...placed(formula, call, message), suggestion };
      return undefined;
    },
    warn(formula, message) {
      warnings.push({ code: 'arithmetic', ...placed(formula, call, message) });
    },
  };

  function excess(): string | undefined {
    const expanded = 'when functions are expanded';
    // A leaf is below the last operator.
    if (depth > deepestFormula + 1)
      return `more than ${deepestFormula} nested operators and calls ${expanded}: split the formula into variables`;
    if (parts > mostParts) return `the formula has more than ${mostParts} parts ${expanded}: split it into variables`;
    return calledParts > mostPartsInAll
      ? `the formulas of the campaign have more than ${mostPartsInAll} parts ${expanded}: call fewer or smaller functions`
      : undefined;
  }

  return {
    /**
     * Over slot 0, with functions expanded. `asserted`: the format that its place asserts; `wanted`: the one it must
     * have. Neither node nor fault: the error has been reported.
     */
    lower(
      formula: Formula,
      at: FormulaPlace,
      asserted: Format | undefined,
      wanted: Format | undefined,
    ): { readonly node: Lowered; readonly fault: Fault | undefined } {
      place = at;
      call = undefined;
      fault = undefined;
      depth = 0;
      parts = 0;
      if (warnings.length > 0) warnings.length = 0;
      const node = lowering.lower(formula, asserted);
      if (node !== undefined && wanted !== undefined && !sameFormat(formatOf(node), wanted)) {
        lowering.fail(
          formula,
          'format',
          `the formula is ${describeFormat(formatOf(node))}, and ${describeFormat(wanted)} is needed here`,
        );
      }
      return { node: fault === undefined ? node : undefined, fault };
    },
    formatOf,
    warnings,
  };
}

/** A fault in the body of a function is shown at the call. */
function placed({ start }: Formula, call: Call | undefined, message: string): FormulaProblem {
  return call === undefined
    ? { at: start, message }
    : { at: call.at, message: `in the function ${quoteText(call.name)}: ${message}` };
}

function lowerOne(lowering: Lowering, formula: Formula, asserted: Format | undefined): Lowered {
  switch (formula.kind) {
    case 'number':
      return lowerNumber(formula.text);
    case 'text':
      return lowerText(lowering, formula, asserted);
    case 'name':
      return lowerName(lowering, formula);
    case 'element':
      return lowerElement(lowering, formula);
    case 'call':
      return lowerCall(lowering, formula, asserted);
    case 'negate':
    case 'not':
      return lowerPrefix(lowering, formula);
    case 'binary':
      return lowerBinary(lowering, formula, asserted);
  }
}

function lowerNumber(text: string): Node {
  return text.length === 1 ? digits[Number(text)] : numeralOf(text);
}

function numeralOf(text: string): Node {
  const value = Number(text);
  return makeNode(numeric.numeral, { value, whole: value <= greatestInt && !text.includes('.') });
}

/** Most numbers have one digit, and there may be millions of them. */
const digits: readonly Node[] = Array.from({ length: 10 }, (_, digit) => numeralOf(String(digit)));

function lowerText(lowering: Lowering, formula: FormulaOf<'text'>, asserted: Format = plainFormats.STRING): Lowered {
  const { text } = formula;
  const content = asserted.name === 'STRING' ? { text } : readConstant(asserted, text);
  if (content !== undefined) return nodeOfContent(asserted, content);
  return lowering.fail(
    formula,
    'format',
    `${quoteText(`"${text}"`)} is not a constant of ${describeFormat(asserted)}, which is needed here`,
  );
}

const arithmetic: Readonly<Record<'+' | '-' | '*' | '/' | '%' | '^', Operation<undefined>>> = {
  '+': numeric.numericAdd,
  '-': numeric.numericSubtract,
  '*': numeric.numericMultiply,
  '/': numeric.numericDivide,
  '%': numeric.numericRemainder,
  '^': numeric.numericPower,
};

function lowerBinary(lowering: Lowering, formula: FormulaOf<'binary'>, asserted: Format | undefined): Lowered {
  const { operator } = formula;
  const left = lowering.lower(formula.left);
  const right = left && lowering.lower(formula.right);
  if (left === undefined || right === undefined) return undefined;
  const made = combine(lowering, operator, left, right, asserted);
  if (made !== undefined) {
    if ((operator === '/' || operator === '%') && isZero(right)) lowering.warn(formula, divisionByZero(operator));
    return made;
  }
  const [one, other] = [lowering.formatOf(left), lowering.formatOf(right)];
  const isArrayWork = (operator === '+' || operator === '-') && one.name === 'ARRAY' && asserted === undefined;
  return lowering.fail(
    formula,
    'format',
    `${quoteText(operator)} takes ${expected(operator)}, not ${describeFormat(one)} and ${describeFormat(other)}`,
    isArrayWork
      ? 'arrays are joined by `+` and `-` only where the place of the formula asks for an array: at the top of what a variable is SET to'
      : undefined,
  );
}

function combine(
  lowering: Lowering,
  operator: BinaryOperator,
  left: Node,
  right: Node,
  asserted: Format | undefined,
): Lowered {
  const bothAre = (name: Node['type']['name']) => left.type.name === name && right.type.name === name;
  switch (operator) {
    case '||':
    case '&&':
      return bothAre('boolean') ? makeNode(operator === '||' ? either : both, undefined, left, right) : undefined;
    case '==':
    case '!=':
    case '<':
    case '>':
    case '<=':
    case '>=':
      if (bothAre('numeric')) return makeNode(numeric.numericCompare, { comparison: operator }, left, right);
      return operator === '==' || operator === '!=' ? compareEqual(lowering, operator, left, right) : undefined;
    default:
      if (bothAre('numeric')) return makeNode(arithmetic[operator], undefined, left, right);
      if (operator !== '+' && operator !== '-') return undefined;
      if (operator === '+' && bothAre('text')) return makeNode(arrays.join, undefined, left, right);
      return asserted?.name === 'ARRAY' ? combineArrays(lowering, operator, left, right, asserted) : undefined;
  }
}

function compareEqual(lowering: Lowering, operator: '==' | '!=', left: Node, right: Node): Lowered {
  if (!sameFormat(lowering.formatOf(left), lowering.formatOf(right))) return undefined;
  const equal = makeNode(left.type.name === 'array' ? arrays.sameElements : arrays.identical, undefined, left, right);
  return operator === '==' ? equal : makeNode(not, undefined, equal);
}

/** An array and another or an element, where an array of that format is asserted. */
function combineArrays(
  lowering: Lowering,
  operator: '+' | '-',
  left: Node,
  right: Node,
  asserted: Extract<Format, { readonly name: 'ARRAY' }>,
): Lowered {
  if (!sameFormat(lowering.formatOf(left), asserted)) return undefined;
  const other = lowering.formatOf(right);
  if (sameFormat(other, asserted))
    return makeNode(operator === '+' ? arrays.concatenate : arrays.without, undefined, left, right);
  return sameFormat(other, asserted.of)
    ? makeNode(operator === '+' ? arrays.append : arrays.withoutElement, undefined, left, right)
    : undefined;
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

function lowerPrefix(lowering: Lowering, formula: FormulaOf<'negate' | 'not'>): Lowered {
  const operand = lowering.lower(formula.operand);
  if (operand === undefined) return undefined;
  const isNot = formula.kind === 'not';
  if (operand.type.name === (isNot ? 'boolean' : 'numeric'))
    return makeNode(isNot ? not : numeric.numericNegate, undefined, operand);
  const [sign, wanted] = isNot ? ['`!`', 'BOOLEAN'] : ['`-`', 'NUMBER'];
  return lowering.fail(
    formula,
    'format',
    `${sign} takes a ${wanted}, not ${describeFormat(lowering.formatOf(operand))}`,
    isNot ? '`!` binds tighter than comparisons: put what it negates in brackets' : undefined,
  );
}

export function isZero(node: Node): boolean {
  return dataOf(node, numeric.numeral)?.value === 0;
}

export function divisionByZero(operator: '/' | '%' | 'DIVIDE'): string {
  return `${quoteText(operator)} by zero, always: the result is ${operator === '%' ? 'NaN' : 'an infinity, or NaN'}`;
}
