import { columnStamp, fact } from '../model/stamps.js';
import { operationOf } from '../eval/make-node.js';
import { heed } from '../eval/ops/read.js';
import { asChoice, asNumber, asSolved, decidingValue, isOf, isSlot, someIn } from '../eval/shape.js';
import { type Node, sourceSlot } from '../ir/node.js';
import { formCode, opcode } from './cell-forms.js';

/** A variable that an amount reads, of the object that an expression names. */
export interface InputReference {
  readonly variable: number;
  readonly of: Node;
  /** The variable of the amount's scope object, or of what that hangs on. */
  readonly isOwn: boolean;
}

/** The amount of a modifier, ready for evaluation in any scope. */
export interface Amount {
  /** False: only the interpreter can evaluate it; there is no code. */
  isCoded: boolean;
  /** It depends on the value before the modifier. */
  usesRunning: boolean;
  readonly code: number[];
  /** All variables that it names, in the order of the code. */
  readonly inputs: InputReference[];
  readonly constants: number[];
  /** Stamps of what else it reads: it is evaluated again when one changes. */
  readonly stamps: Set<number>;
}

type Writing = Pick<Amount, 'code' | 'inputs' | 'constants' | 'usesRunning'>;

/** Plans amounts, one at a time: a result is valid until the next. */
export function amountWriter(): { plan(node: Node): Amount } {
  const amount: Amount = { isCoded: false, usesRunning: false, code: [], inputs: [], constants: [], stamps: new Set() };
  return {
    plan(node) {
      amount.code.length = 0;
      amount.inputs.length = 0;
      amount.constants.length = 0;
      amount.stamps.clear();
      amount.usesRunning = false;
      amount.isCoded = write(node, amount);
      if (!amount.isCoded) {
        amount.usesRunning = someIn(node, (part) => operationOf(part).runs === true);
        amount.inputs.length = 0;
        amount.constants.length = 0;
        collectInputs(node, amount.inputs);
      }
      collectStamps(node, amount.stamps);
      return amount;
    },
  };
}

function write(node: Node, into: Writing): boolean {
  const { code, constants, inputs } = into;
  const number = asNumber(node);
  if (number !== undefined) {
    code.push(number.whole ? opcode.constantWhole : opcode.constantPlain);
    constants.push(number.value);
    return true;
  }
  if (operationOf(node).runs === true) {
    code.push(opcode.running);
    into.usesRunning = true;
    return true;
  }
  const input = inputOf(node);
  if (input !== undefined) {
    code.push(opcode.load);
    inputs.push(input);
    return true;
  }
  if (asChoice(node) !== undefined) return writeChoice(node, into);
  if (isOf(node, heed)) return writeHeeding(node, into);
  const deciding = decidingValue(node);
  if (deciding !== undefined) return writeChain(node, deciding === 0 ? opcode.and : opcode.or, into);
  const known = formCode(node);
  return known !== undefined && writeAll(node, known, into);
}

function writeAll(node: Node, code: number, into: Writing): boolean {
  for (const arg of node.args) if (!write(arg, into)) return false;
  into.code.push(code);
  return true;
}

/** `and` and `or` take any number of conditions. */
function writeChain(node: Node, code: number, into: Writing): boolean {
  if (node.args.length === 0) return false;
  for (const [i, arg] of node.args.entries()) {
    if (!write(arg, into)) return false;
    if (i > 0) into.code.push(code);
  }
  return true;
}

function writeChoice(node: Node, into: Writing): boolean {
  const { code, inputs, constants } = into;
  if (!write(node.args[0], into)) return false;
  const branch = code.length;
  code.push(opcode.branch, 0, 0, 0, 0, 0, 0);
  const [firstInputs, firstConstants] = [inputs.length, constants.length];
  if (!write(node.args[1], into)) return false;
  const jump = code.length;
  code.push(opcode.jump, 0, 0, 0);
  const [thenInputs, thenConstants] = [inputs.length, constants.length];
  const otherwise = code.length;
  if (!write(node.args[2], into)) return false;
  const [elseInputs, elseConstants] = [inputs.length - thenInputs, constants.length - thenConstants];
  // Jumps are relative to the opcode, so that code may stand anywhere.
  code.splice(
    branch + 1,
    6,
    otherwise - branch,
    thenInputs - firstInputs,
    thenConstants - firstConstants,
    code.length - branch,
    elseInputs,
    elseConstants,
  );
  code.splice(jump + 1, 3, code.length - jump, elseInputs, elseConstants);
  return true;
}

/** The others are only listed; the code skips them. */
function writeHeeding(node: Node, into: Writing): boolean {
  const [value, ...others] = node.args;
  if (!write(value, into)) return false;
  const first = into.inputs.length;
  for (const other of others) collectInputs(other, into.inputs);
  into.code.push(opcode.jump, 4, into.inputs.length - first, 0);
  return true;
}

function inputOf(node: Node): InputReference | undefined {
  const solved = asSolved(node);
  const [of] = node.args;
  return solved === undefined ? undefined : { variable: solved.variable, of, isOwn: isSlot(of, sourceSlot) };
}

/** All variables that an expression names, with repetitions. */
export function collectInputs(node: Node, into: InputReference[]): void {
  const input = inputOf(node);
  if (input !== undefined) into.push(input);
  for (const arg of node.args) collectInputs(arg, into);
}

/** Attachments, by which own variables are found, are tracked by the solver. */
function collectStamps(node: Node, into: Set<number>): void {
  const input = inputOf(node);
  if (input !== undefined) {
    if (input.isOwn) return;
    into.add(fact.population);
    into.add(fact.place);
    collectStamps(input.of, into);
    return;
  }
  const operation = operationOf(node);
  for (const column of operation.reads?.(node.data) ?? []) into.add(columnStamp(column));
  for (const name of operation.facts?.(node.data) ?? []) into.add(fact[name]);
  for (const arg of node.args) collectStamps(arg, into);
}
