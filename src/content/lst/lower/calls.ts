import { makeNode } from '../../../eval/make-node.js';
import type { Operation } from '../../../eval/operation.js';
import * as arrays from '../../../eval/ops/texts.js';
import { running } from '../../../eval/ops/time.js';
import { heed } from '../../../eval/ops/read.js';
import { choose } from '../../../eval/ops/logic.js';
import * as numeric from '../../../eval/ops/numeric-arithmetic.js';
import type { Node } from '../../../ir/node.js';
import { quoteText } from '../../text/quote.js';
import { fold } from '../definitions/scopes.js';
import type { Formula } from '../syntax.js';
import { type Format, plainFormats, sameFormat, typeOfFormat } from '../parse/value-format.js';
import {
  lowerGet,
  lowerGetFact,
  variableNamed,
  type Call,
  type Lowered,
  type Lowering,
  type CallFormula,
  describeFormat,
  lowerAs,
  quoted,
  substituted,
} from './lowering.js';

type LowerCall = (lowering: Lowering, formula: CallFormula, asserted: Format | undefined) => Lowered;

interface Arity {
  readonly least: number;
  readonly most: number;
}

interface BuiltIn extends Arity {
  readonly name: string;
  readonly lower: LowerCall;
}

const { NUMBER, BOOLEAN } = plainFormats;

const builtIns: readonly (readonly [name: string, least: number, most: number, lower: LowerCall])[] = [
  ['abs', 1, 1, ofOneNumber(numeric.numericAbsolute)],
  ['ceil', 1, 1, ofOneNumber(numeric.numericCeiling)],
  ['floor', 1, 1, ofOneNumber(numeric.numericFloor)],
  ['round', 1, 1, ofOneNumber(numeric.numericRound)],
  ['max', 2, Infinity, overNumbers(numeric.numericMaximum)],
  ['min', 2, Infinity, overNumbers(numeric.numericMinimum)],
  ['if', 3, 3, lowerIf],
  ['value', 0, 0, lowerValue],
  ['length', 1, 1, lowerLength],
  ['isEmpty', 1, 1, lowerIsEmpty],
  ['slice', 2, 3, lowerSlice],
  ['input', 1, 1, lowerInput],
  ['get', 2, 2, lowerGet],
  ['getFact', 3, 3, lowerGetFact],
  ['arg', 1, 1, lowerArgument],
];

export const builtInFunctions: ReadonlyMap<string, BuiltIn> = new Map(
  builtIns.map(([name, least, most, lower]) => [fold(name), { name, least, most, lower }]),
);

/** Suggestions for functions of other dialects of this family. */
const foreignFunctions: ReadonlyMap<string, string> = new Map(
  (
    [
      ['tables are', ', as `lookup`', ['lookup']],
      ['variables of other objects are read', ', by a path such as `self.owner.load`', ['getother', 'dropintocontext']],
      ['lists of objects are', ', as collections', ['listall', 'group', 'key', 'count']],
      ['what may be absent is', '', ['getoptional', 'ispresent']],
    ] as const
  ).flatMap(([what, how, names]) =>
    names.map((name): [string, string] => [name, `${what} in Edict's own content format only${how}`]),
  ),
);

export function describeArity({ least, most }: Arity): string {
  if (most === Infinity) return `${least} or more arguments`;
  return `${least === most ? least : `${least} or ${most}`} argument${most === 1 ? '' : 's'}`;
}

export function arityFault(name: string, arity: Arity, count: number): string | undefined {
  if (count >= arity.least && count <= arity.most) return undefined;
  return `${quoteText(name)} takes ${describeArity(arity)}, not ${count}`;
}

export function lowerCall(lowering: Lowering, formula: CallFormula, asserted: Format | undefined): Lowered {
  const known = builtInFunctions.get(fold(formula.name));
  if (known === undefined) return lowerUserCall(lowering, formula, asserted);
  // `arg` exists only in functions: its arguments are not counted first.
  const wrong = known.name === 'arg' ? undefined : arityFault(known.name, known, formula.args.length);
  return wrong === undefined ? known.lower(lowering, formula, asserted) : lowering.fail(formula, 'arity', wrong);
}

function ofOneNumber(operation: Operation<undefined>): LowerCall {
  return (lowering, { name, args }) => {
    const only = lowerAs(lowering, args[0], NUMBER, `the argument of ${quoteText(name)}`, true);
    return only && makeNode(operation, undefined, only);
  };
}

function overNumbers(operation: Operation<undefined>): LowerCall {
  return (lowering, { name, args }) => {
    let result: Lowered;
    // From the left, two at a time: the first lies deepest.
    let levels = args.length;
    for (const arg of args) {
      const next = lowerAs(lowering, arg, NUMBER, `each argument of ${quoteText(name)}`, true, levels--);
      if (next === undefined) return undefined;
      result = result === undefined ? next : makeNode(operation, undefined, result, next);
    }
    return result;
  };
}

function lowerIf(lowering: Lowering, formula: CallFormula, asserted: Format | undefined): Lowered {
  const [first, second, third] = formula.args;
  const condition = lowerAs(lowering, first, BOOLEAN, 'the condition of `if`', true);
  const then = condition && lowering.lower(second, asserted);
  const otherwise = then && lowering.lower(third, asserted);
  if (condition === undefined || then === undefined || otherwise === undefined) return undefined;
  const [one, other] = [lowering.formatOf(then), lowering.formatOf(otherwise)];
  if (sameFormat(one, other)) return makeNode(choose, undefined, condition, then, otherwise);
  return lowering.fail(
    formula,
    'format',
    `both values of \`if\` have one format, not ${describeFormat(one)} and ${describeFormat(other)}`,
  );
}

function lowerValue(lowering: Lowering, formula: CallFormula): Lowered {
  const { running: format } = lowering.place;
  if (format !== undefined) return makeNode(running, { type: typeOfFormat(format) });
  return lowering.fail(
    formula,
    'unknown-function',
    '`value()` is the value before a modifier, and this formula is none of a modifier',
  );
}

function arrayArgument(lowering: Lowering, { name, args: [first] }: CallFormula): Lowered {
  const array = lowering.lower(first);
  if (array === undefined || array.type.name === 'array') return array;
  const found = describeFormat(lowering.formatOf(array));
  return lowering.fail(first, 'format', `${quoteText(name)} takes an array, not ${found}`);
}

function lowerLength(lowering: Lowering, formula: CallFormula): Lowered {
  const array = arrayArgument(lowering, formula);
  return array && makeNode(arrays.length, undefined, array);
}

function lowerIsEmpty(lowering: Lowering, formula: CallFormula): Lowered {
  const length = lowerLength(lowering, formula);
  const none = makeNode(numeric.numeral, { value: 0, whole: true });
  return length && makeNode(numeric.numericCompare, { comparison: '==' }, length, none);
}

function lowerSlice(lowering: Lowering, formula: CallFormula): Lowered {
  const array = arrayArgument(lowering, formula);
  if (array === undefined) return undefined;
  const [, ...given] = formula.args;
  const bounds: Node[] = [];
  for (const arg of given) {
    const bound = lowerAs(lowering, arg, NUMBER, 'where `slice` starts and ends', false);
    if (bound === undefined) return undefined;
    bounds.push(bound);
  }
  const [start, end] = given.map((arg) => literalOf(arg, lowering.call));
  if (start !== undefined && start < 0)
    return lowering.fail(given[0], 'format', `\`slice\` starts at 0 or later, not at ${start}`);
  if (start !== undefined && end !== undefined && end <= start)
    return lowering.fail(given[1], 'format', `\`slice\` must end after its start: ${end} is not above ${start}`);
  return makeNode(arrays.slice, undefined, array, ...bounds);
}

/** An argument stands for its value in the call. */
function literalOf(written: Formula, place: Call | undefined): number | undefined {
  const { formula, call } = substituted(written, place);
  if (formula.kind === 'negate') {
    const value = literalOf(formula.operand, call);
    return value === undefined ? undefined : -value;
  }
  return formula.kind === 'number' ? Number(formula.text) : undefined;
}

function lowerInput(lowering: Lowering, { args: [named] }: CallFormula): Lowered {
  const text = quoted(lowering, named, 'the channel of `input`');
  const channel = text === undefined ? undefined : variableNamed(lowering, named, 'channel', text);
  return channel && lowering.layout.read(channel);
}

function lowerArgument(lowering: Lowering, formula: CallFormula, asserted: Format | undefined): Lowered {
  if (lowering.call === undefined)
    return lowering.fail(
      formula,
      'unknown-function',
      '`arg` is an argument of a function, and exists only in the `VALUE:` of a `FUNCTION:`',
    );
  const given = substituted(formula, lowering.call);
  // The argument replaces the call, so it is no deeper.
  return lowering.within(given.call, given.formula, asserted, 0);
}

function lowerUserCall(lowering: Lowering, formula: CallFormula, asserted: Format | undefined): Lowered {
  const { name, args, start } = formula;
  const { functions, report } = lowering.definitions;
  const made = functions.find(name);
  if (made === undefined) {
    if (functions.isSpoilt(name)) return undefined;
    const names = [...builtIns.map(([each]) => each).filter((each) => each !== 'arg'), ...functions.names()];
    const suggestion = foreignFunctions.get(fold(name)) ?? report.nearest(name, names);
    return lowering.fail(formula, 'unknown-function', `there is no function ${quoteText(name)}`, suggestion);
  }
  const { arity, body, unused } = made;
  if (body === undefined) return undefined;
  const wrong = arityFault(made.name, { least: arity, most: arity }, args.length);
  if (wrong !== undefined) return lowering.fail(formula, 'arity', wrong);
  const others: Node[] = [];
  for (const place of unused) {
    const node = lowering.lower(args[place]);
    if (node === undefined) return undefined;
    others.push(node);
  }
  const { call } = lowering;
  const value = lowering.within({ name: made.name, args, outer: call, at: call?.at ?? start }, body, asserted);
  return value === undefined || others.length === 0 ? value : makeNode(heed, undefined, value, ...others);
}
