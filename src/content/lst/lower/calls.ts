import { quoteText } from '../../diagnostics/quote.js';
import * as arrays from '../../../eval/ops/arrays.js';
import { running } from '../../../eval/ops/clock.js';
import { heed } from '../../../eval/ops/heed.js';
import { choose } from '../../../eval/ops/logic.js';
import * as numeric from '../../../eval/ops/numeric.js';
import type { Operation } from '../../../eval/operation.js';
import { makeNode } from '../../../eval/make-node.js';
import type { Node } from '../../../ir/node.js';
import { type Arity, builtInFunctions, builtInNames, describeArity, foreignFunctions } from '../check/signatures.js';
import { fold } from '../definitions/scopes.js';
import { typeOfFormat, type Format, plainFormats } from '../text/format.js';
import type { Formula } from '../formula/syntax.js';
import { describeFormat, equalFormats, type Call, type Lowering, lowerAs, quoted, substituted } from './lowering.js';
import { lowerGet, lowerGetFact } from './facts.js';
import { findChannel, isFault } from './names.js';

type CallFormula = Extract<Formula, { readonly kind: 'call' }>;
type LowerCall = (
  lowering: Lowering,
  formula: CallFormula,
  call: Call | undefined,
  asserted: Format | undefined,
) => Node | undefined;

const { NUMBER, BOOLEAN } = plainFormats;

/** Built-in functions by folded name. */
const builtIns: ReadonlyMap<string, LowerCall> = new Map<string, LowerCall>([
  ['abs', ofOneNumber(numeric.numericAbsolute)],
  ['ceil', ofOneNumber(numeric.numericCeiling)],
  ['floor', ofOneNumber(numeric.numericFloor)],
  ['round', ofOneNumber(numeric.numericRound)],
  ['max', overNumbers(numeric.numericMaximum)],
  ['min', overNumbers(numeric.numericMinimum)],
  ['if', lowerIf],
  ['value', lowerValue],
  ['length', lowerLength],
  ['isempty', lowerIsEmpty],
  ['slice', lowerSlice],
  ['input', lowerInput],
  ['get', lowerGet],
  ['getfact', lowerGetFact],
  ['arg', lowerArgument],
]);

/** `name(…)` */
export function lowerCall(
  lowering: Lowering,
  formula: CallFormula,
  call: Call | undefined,
  asserted: Format | undefined,
): Node | undefined {
  const key = fold(formula.name);
  const builtIn = builtIns.get(key);
  const arity = builtInFunctions.get(key);
  if (builtIn === undefined || arity === undefined) return lowerUserCall(lowering, formula, call, asserted);
  // `arg` is no function but in a function, so its arguments are not counted first.
  if (key !== 'arg' && !hasArity(formula, arity)) return refuseArity(lowering, formula, call, arity);
  return builtIn(lowering, formula, call, asserted);
}

function hasArity({ args }: CallFormula, { least, most }: Pick<Arity, 'least' | 'most'>): boolean {
  return args.length >= least && args.length <= most;
}

function refuseArity(lowering: Lowering, formula: CallFormula, call: Call | undefined, arity: Arity): Node | undefined {
  return lowering.fail(
    formula,
    call,
    'arity',
    `${quoteText(arity.name)} takes ${describeArity(arity)}, not ${String(formula.args.length)}`,
  );
}

function ofOneNumber(operation: Operation<undefined>): LowerCall {
  return (lowering, formula, call) => {
    const only = lowerAs(lowering, formula.args[0], call, NUMBER, `the argument of ${quoteText(formula.name)}`, true);
    return only === undefined ? undefined : makeNode(operation, undefined, only);
  };
}

function overNumbers(operation: Operation<undefined>): LowerCall {
  return (lowering, formula, call) => {
    let result: Node | undefined;
    // The first argument lies deepest: they are taken from the left, two at a time.
    let levels = formula.args.length;
    for (const arg of formula.args) {
      const next = lowerAs(lowering, arg, call, NUMBER, `each argument of ${quoteText(formula.name)}`, true, levels--);
      if (next === undefined) return undefined;
      result = result === undefined ? next : makeNode(operation, undefined, result, next);
    }
    return result;
  };
}

function lowerIf(
  lowering: Lowering,
  formula: CallFormula,
  call: Call | undefined,
  asserted: Format | undefined,
): Node | undefined {
  const [first, second, third] = formula.args;
  const condition = lowerAs(lowering, first, call, BOOLEAN, `the condition of ${quoteText('if')}`, true);
  if (condition === undefined) return undefined;
  const then = lowering.lower(second, call, asserted);
  if (then === undefined) return undefined;
  const otherwise = lowering.lower(third, call, asserted);
  if (otherwise === undefined) return undefined;
  const [one, other] = [lowering.formatOf(then), lowering.formatOf(otherwise)];
  if (equalFormats(one, other)) return makeNode(choose, undefined, condition, then, otherwise);
  return lowering.fail(
    formula,
    call,
    'format',
    `both values of ${quoteText('if')} have one format, not ${describeFormat(one)} and ${describeFormat(other)}`,
  );
}

function lowerValue(lowering: Lowering, formula: CallFormula, call: Call | undefined): Node | undefined {
  const { running: format } = lowering.place;
  if (format !== undefined) return makeNode(running, { type: typeOfFormat(format) });
  return lowering.fail(
    formula,
    call,
    'unknown-function',
    `${quoteText('value()')} is the value before a modifier, and this formula is none of a modifier`,
  );
}

function arrayArgument(lowering: Lowering, formula: CallFormula, call: Call | undefined): Node | undefined {
  const [first] = formula.args;
  const array = lowering.lower(first, call, undefined);
  if (array === undefined || array.type.name === 'array') return array;
  return lowering.fail(
    first,
    call,
    'format',
    `${quoteText(formula.name)} takes an array, not ${describeFormat(lowering.formatOf(array))}`,
  );
}

function lowerLength(lowering: Lowering, formula: CallFormula, call: Call | undefined): Node | undefined {
  const array = arrayArgument(lowering, formula, call);
  return array === undefined ? undefined : makeNode(arrays.length, undefined, array);
}

function lowerIsEmpty(lowering: Lowering, formula: CallFormula, call: Call | undefined): Node | undefined {
  const length = lowerLength(lowering, formula, call);
  return length === undefined
    ? undefined
    : makeNode(
        numeric.numericCompare,
        { comparison: '==' },
        length,
        makeNode(numeric.numeral, { value: 0, whole: true }),
      );
}

function lowerSlice(lowering: Lowering, formula: CallFormula, call: Call | undefined): Node | undefined {
  const array = arrayArgument(lowering, formula, call);
  if (array === undefined) return undefined;
  const bounds: Node[] = [];
  for (const arg of formula.args.slice(1)) {
    const bound = lowerAs(lowering, arg, call, NUMBER, `where ${quoteText('slice')} starts and ends`, false);
    if (bound === undefined) return undefined;
    bounds.push(bound);
  }
  const [start, end] = formula.args.slice(1).map((arg) => literalOf(arg, call));
  if (start !== undefined && start < 0)
    return lowering.fail(
      formula.args[1],
      call,
      'format',
      `${quoteText('slice')} starts at 0 or later, not at ${String(start)}`,
    );
  if (start !== undefined && end !== undefined && end <= start) {
    return lowering.fail(
      formula.args[2],
      call,
      'format',
      `${quoteText('slice')} ends behind its start: ${String(end)} is not above ${String(start)}`,
    );
  }
  return makeNode(arrays.slice, undefined, array, ...bounds);
}

/**
 * The number that a formula is as it was written, with its sign; an argument is what was given for it. A fact is none,
 * though its value is known as well.
 */
function literalOf(written: Formula, place: Call | undefined): number | undefined {
  const { formula, call } = substituted(written, place);
  if (formula.kind === 'negate') {
    const value = literalOf(formula.operand, call);
    return value === undefined ? undefined : -value;
  }
  return formula.kind === 'number' ? Number(formula.text) : undefined;
}

function lowerInput(lowering: Lowering, formula: CallFormula, call: Call | undefined): Node | undefined {
  const text = quoted(lowering, formula.args[0], call, `the channel of ${quoteText('input')}`);
  if (text === undefined) return undefined;
  const found = findChannel(text, lowering.place.scope, lowering.definitions, lowering.report);
  if (found === undefined) return lowering.hush();
  return isFault(found)
    ? lowering.fail(formula.args[0], call, found.code, found.message, found.suggestion)
    : lowering.layout.read(found);
}

function lowerArgument(
  lowering: Lowering,
  formula: CallFormula,
  call: Call | undefined,
  asserted: Format | undefined,
): Node | undefined {
  if (call === undefined)
    return lowering.fail(
      formula,
      call,
      'unknown-function',
      `${quoteText('arg')} is an argument of a function, and exists only in the ${quoteText('VALUE:')} of a ${quoteText('FUNCTION:')}`,
    );
  const given = substituted(formula, call);
  // It stands in the place of the call, no deeper.
  return lowering.lower(given.formula, given.call, asserted, 0);
}

function lowerUserCall(
  lowering: Lowering,
  formula: CallFormula,
  call: Call | undefined,
  asserted: Format | undefined,
): Node | undefined {
  const { functions } = lowering.definitions;
  const made = functions.find(formula.name);
  if (made === undefined) {
    if (functions.isSpoilt(formula.name)) return lowering.hush();
    const names = [...builtInNames.filter((name) => name !== 'arg'), ...[...functions.all].map(({ name }) => name)];
    const suggestion = foreignFunctions.get(fold(formula.name)) ?? lowering.report.nearest(formula.name, names);
    return lowering.fail(
      formula,
      call,
      'unknown-function',
      `there is no function ${quoteText(formula.name)}`,
      suggestion,
    );
  }
  const { name, arity, body, unused } = made;
  if (body === undefined) return lowering.hush();
  if (formula.args.length !== arity) return refuseArity(lowering, formula, call, { name, least: arity, most: arity });
  const others: Node[] = [];
  for (const place of unused) {
    // It may have any format, but it must be a formula that could be evaluated, and what it names counts as read.
    const node = lowering.lower(formula.args[place], call, undefined);
    if (node === undefined) return undefined;
    others.push(node);
  }
  const value = lowering.lower(
    body,
    { name, args: formula.args, outer: call, at: call?.at ?? formula.start },
    asserted,
  );
  return value === undefined || others.length === 0 ? value : makeNode(heed, undefined, value, ...others);
}
