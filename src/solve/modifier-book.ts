import type { Model, Type } from '../model/model.js';
import { kept } from '../kernel/maps.js';
import type { CellModification, CellModifier } from '../ir/rule.js';
import { createIntPool, createNumberPool } from './cell-tables.js';
import { type ShapeBook, applySkip, formCode, opcode } from './cell-forms.js';
import { columnStamp, fact } from '../model/stamps.js';
import { operationOf } from '../eval/make-node.js';
import { heed } from '../eval/ops/read.js';
import { asChoice, asNumber, asSolved, decidingValue, isOf, isSlot, someIn } from '../eval/node-shape.js';
import { type Node, sourceSlot } from '../ir/node.js';

export type ModifierBook = ReturnType<typeof createModifierBook>;

export const constancy = {
  /** On nothing. */
  constant: 0,
  /** On variables or other data. */
  varying: 1,
  /** On the value before the modifier too: evaluated at each application. */
  running: 2,
} as const;

/** Parallel arrays: there may be a million modifiers. Each is named by its index. */
export function createModifierBook(model: Model, modifiers: readonly CellModifier[], shapes: ShapeBook) {
  const count = modifiers.length;
  const [step, application, coded] = [new Int32Array(count), new Uint8Array(count), new Uint8Array(count)];
  const [isOfClass, constancyOf] = [new Uint8Array(count), new Uint8Array(count)];
  const [inputStart, constantStart] = [new Int32Array(count + 1), new Int32Array(count + 1)];
  const [inputs, constants] = [createIntPool(), createNumberPool()];
  const references: InputReference[] = [];
  const stamps = new Map<number, readonly number[]>();
  const writer = amountWriter();
  for (let i = 0; i < count; i++) {
    const modifier = modifiers[i];
    const amount = writer.plan(modifier.amount);
    application[i] = applicationOf(model, modifier);
    isOfClass[i] = modifier.carrier.by === 'class' ? 1 : 0;
    constancyOf[i] = amount.usesRunning
      ? constancy.running
      : amount.isCoded && amount.inputs.length === 0 && amount.stamps.size === 0
        ? constancy.constant
        : constancy.varying;
    coded[i] = amount.isCoded ? 1 : 0;
    inputStart[i] = inputs.length;
    constantStart[i] = constants.length;
    for (const reference of amount.inputs) {
      if (!reference.isOwn) references.push(reference);
      inputs.push(reference.isOwn ? reference.variable : -references.length);
    }
    for (const constant of amount.constants) constants.push(constant);
    step[i] = shapes.step(
      amount.isCoded ? amount.code : [opcode.ask, amount.inputs.length],
      application[i],
      amount.inputs.length,
      amount.constants.length,
    );
    if (amount.stamps.size > 0) stamps.set(i, [...amount.stamps]);
  }
  inputStart[count] = inputs.length;
  constantStart[count] = constants.length;
  return {
    modifiers,
    /** The step it adds to a shape when all its inputs exist. */
    step,
    application,
    /** Place by user and inherent priority; equal where both are. */
    rank: ranksOf(modifiers),
    isOfClass,
    constancyOf,
    /** 1: coded for the machine; 0: only the interpreter can evaluate it. */
    coded,
    /** Starts of its inputs and constants, with one more for the end. */
    inputStart,
    constantStart,
    /** Variables read, in the order of the code; below 0 a place in `references`, from -1. */
    inputs: inputs.taken(),
    constants: constants.taken(),
    references,
    /** Of the few that read more than variables: stamps of that. */
    stamps,
    ...listsOf(model, modifiers),
    /** By class: a number for its groups that modifiers of `others` name. The same ones reach equal numbers. */
    audience: audiencesOf(model, modifiers),
  };
}

/** For equal user priority: set, scale, add, bound. */
const inherentPriority: Readonly<Record<CellModification, number>> = {
  set: 0,
  multiply: 1,
  divide: 2,
  add: 3,
  union: 3,
  maximum: 4,
  minimum: 5,
};

function ranksOf(modifiers: readonly CellModifier[]): Int32Array {
  const priorities = new Set(modifiers.map(({ priority }) => priority));
  const places = new Map([...priorities].sort((a, b) => a - b).map((priority, place) => [priority, place]));
  return Int32Array.from(
    modifiers,
    ({ priority, modification }) => (places.get(priority) ?? 0) * inherentRange + inherentPriority[modification],
  );
}

const inherentRange = 8;

function audiencesOf({ kinds, classes }: Model, modifiers: readonly CellModifier[]): Int32Array {
  const groups = kinds.map(() => new Set<string>());
  const named = new Set<number>();
  for (const { others } of modifiers) {
    if (others?.which.by === 'group') groups[others.kind - 1].add(others.which.group);
    else if (others?.which.by === 'class') named.add(others.which.class);
  }
  const audience = new Int32Array(classes.length + 1);
  const known = new Map<string, number>();
  for (const { index, kind, groups: all } of classes) {
    const within = [...(all ?? [])].filter((group) => groups[kind - 1].has(group)).sort();
    const text = JSON.stringify([named.has(index) ? index : 0, within]);
    audience[index] = kept(known, text, () => known.size + 1);
  }
  return audience;
}

function listsOf({ kinds, classes }: Model, modifiers: readonly CellModifier[]) {
  const lists = (count: number): number[][] => Array.from({ length: count + 1 }, () => []);
  const [ownByKind, ownByClass] = [lists(kinds.length), lists(classes.length)];
  const [remoteByKind, remoteByClass] = [lists(kinds.length), lists(classes.length)];
  const reached = new Set<number>();
  modifiers.forEach(({ carrier, others }, i) => {
    if (carrier.by === 'kind') (others === undefined ? ownByKind : remoteByKind)[carrier.kind].push(i);
    else (others === undefined ? ownByClass : remoteByClass)[carrier.class].push(i);
    if (others !== undefined) reached.add(others.kind);
  });
  return { ownByKind, ownByClass, remoteByKind, remoteByClass, reached };
}

function applicationOf(model: Model, { variable, modification, whenAbsent }: CellModifier): number {
  const application = opcodeOf(model.variables[variable].type, modification);
  return whenAbsent === 'skip' ? application + applySkip : application;
}

function opcodeOf({ name }: Type, modification: CellModification): number {
  if (modification === 'union') return opcode.union;
  if (name === 'numeric') return opcode[`${modification}Numeric` as const];
  return name === 'number' ? opcode[`${modification}Plain` as const] : opcode.setOther;
}

/** Of the object that `of` names. */
export interface InputReference {
  readonly variable: number;
  readonly of: Node;
  /** The variable of the amount's scope object, or of what that hangs on. */
  readonly isOwn: boolean;
}

interface Amount {
  /** False: only the interpreter can evaluate it; there is no code. */
  isCoded: boolean;
  usesRunning: boolean;
  readonly code: number[];
  /** In the order of the code. */
  readonly inputs: InputReference[];
  readonly constants: number[];
  /** Stamps of what else it reads: it is evaluated again when one changes. */
  readonly stamps: Set<number>;
}

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

function write(node: Node, into: Amount): boolean {
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
  if (isOf(node, heed)) return writeFirst(node, into);
  const deciding = decidingValue(node);
  if (deciding !== undefined) return writeChain(node, deciding === 0 ? opcode.and : opcode.or, into);
  const known = formCode(node);
  return known !== undefined && writeAll(node, known, into);
}

function writeAll(node: Node, code: number, into: Amount): boolean {
  for (const arg of node.args) if (!write(arg, into)) return false;
  into.code.push(code);
  return true;
}

/** `and` and `or` take any number of conditions. */
function writeChain(node: Node, code: number, into: Amount): boolean {
  if (node.args.length === 0) return false;
  for (const [i, arg] of node.args.entries()) {
    if (!write(arg, into)) return false;
    if (i > 0) into.code.push(code);
  }
  return true;
}

function writeChoice(node: Node, into: Amount): boolean {
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
  // Jumps are relative to the opcode.
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
function writeFirst(node: Node, into: Amount): boolean {
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

function collectInputs(node: Node, into: InputReference[]): void {
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
