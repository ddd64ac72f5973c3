import { makeNode } from '../../../eval/make-node.js';
import type { Node } from '../../../ir/node.js';
import { numeral } from '../../../eval/ops/numeric.js';
import { quoteText } from '../../diagnostics/quote.js';
import type { Definitions } from '../definitions/definitions.js';
import type { Fault, Report } from '../definitions/report.js';
import type { Layout } from '../definitions/variables.js';
import { deepestFormula } from '../formula/parse.js';
import type { Formula } from '../formula/syntax.js';
import { readConstant } from '../text/constants.js';
import { type Format, plainFormats } from '../text/format.js';
import { lowerCall } from './calls.js';
import { nodeOfContent } from './constant-node.js';
import { describeFormat, equalFormats, formatOfNode } from './formats.js';
import type { Call, FormulaPlace, Lowering } from './lowering.js';
import { lowerElement, lowerName } from './names.js';
import { lowerBinary, lowerNegate, lowerNot } from './operators.js';

/** Expressions that a formula may become when the functions that it calls are expanded. */
export const mostParts = 100_000;

/** Expressions that all formulas of a campaign may become that call functions: each is small, but there may be many. */
export const mostPartsInAll = 3_000_000;

/** What became of a formula; neither a node nor a fault where the reason was told elsewhere. */
export interface Lowered {
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
