import { cellClass } from '../model/model.js';
import { copied } from '../kernel/enlarged.js';
import type { CellTables } from './cell-tables.js';
import { type Shape, applySkip, arithmetic, cellForm, firstForm, modifications, opcode } from './cell-forms.js';

/** Runs the code of a cell. Values and their classes lie on parallel stacks. */
export interface Machine {
  value: number;
  class: number;
  run(shape: Shape, cell: number): void;
  keptValues: Float64Array;
  keptClasses: Uint8Array;
  /** For `Outside.fold`, which may replace it, and applies amounts. */
  running: number;
  runningClass: number;
  apply(step: number, cell: number, amount: number, how: number): void;
}

/** Each returns its result in `machine.value` and `machine.class`. */
export interface Outside {
  tables(): CellTables;
  values(): Float64Array;
  classes(): Uint8Array;
  ask(machine: Machine, modifier: number, scope: number, running: number, runningClass: number): void;
  fold(machine: Machine, cell: number): void;
  union(machine: Machine, cell: number, array: number, added: number): void;
}

const { plain, whole, failed } = cellClass;

interface CodeMachine extends Machine {
  stack: Float64Array;
  kinds: Uint8Array;
  kept: number;
  /** Written by each numeric step, and read at once. */
  readonly result: { whole: number };
}

export function createMachine(outside: Outside): Machine {
  const machine: CodeMachine = {
    value: 0,
    class: 0,
    run: (shape, cell) => runCode(machine, outside, shape, cell),
    keptValues: new Float64Array(64),
    keptClasses: new Uint8Array(64),
    apply: (step, cell, amount, how) => apply(machine, outside, step, cell, amount, how),
    running: 0,
    runningClass: plain,
    stack: new Float64Array(64),
    kinds: new Uint8Array(64),
    kept: 0,
    result: { whole: 0 },
  };
  return machine;
}

function runCode(machine: CodeMachine, outside: Outside, { code, depth }: Shape, cell: number): void {
  if (depth > machine.stack.length) {
    machine.stack = new Float64Array(depth * 2);
    machine.kinds = new Uint8Array(depth * 2);
  }
  const { stack, kinds } = machine;
  const tables = outside.tables();
  const { inputs, constants } = tables;
  const values = outside.values();
  const classes = outside.classes();
  let input = tables.inputStart[cell];
  let constant = tables.constantStart[cell];
  let asked = tables.askStart[cell];
  let top = -1;
  machine.running = 0;
  machine.runningClass = plain;
  machine.kept = 0;
  for (let at = 0; ; ) {
    const step = code[at++];
    switch (step) {
      case opcode.end:
        machine.value = machine.runningClass === failed ? 0 : machine.running;
        machine.class = machine.runningClass;
        return;
      case opcode.constantPlain:
        stack[++top] = constants[constant++];
        kinds[top] = plain;
        break;
      case opcode.constantWhole:
        stack[++top] = constants[constant++];
        kinds[top] = whole;
        break;
      case opcode.load: {
        const read = inputs[input++];
        stack[++top] = values[read];
        kinds[top] = classes[read];
        break;
      }
      case opcode.running:
        stack[++top] = machine.running;
        kinds[top] = machine.runningClass;
        break;
      case opcode.branch: {
        const condition = stack[top];
        const how = kinds[top--];
        if (how === failed) {
          stack[++top] = 0;
          kinds[top] = failed;
          input += code[at + 1] + code[at + 4];
          constant += code[at + 2] + code[at + 5];
          at += code[at + 3] - 1;
        } else if (condition === 0) {
          input += code[at + 1];
          constant += code[at + 2];
          at += code[at] - 1;
        } else at += 6;
        break;
      }
      case opcode.jump:
        input += code[at + 1];
        constant += code[at + 2];
        at += code[at] - 1;
        break;
      case opcode.ask:
        outside.ask(machine, tables.asks[asked], tables.asks[asked + 1], machine.running, machine.runningClass);
        asked += 2;
        input += code[at++];
        stack[++top] = machine.value;
        kinds[top] = machine.class;
        break;
      case opcode.keep:
        keep(machine, stack[top], kinds[top]);
        top--;
        break;
      case opcode.fold:
        outside.fold(machine, cell);
        break;
      case opcode.beginPlain:
        machine.running = constants[constant++];
        machine.runningClass = plain;
        break;
      case opcode.beginWhole:
        machine.running = constants[constant++];
        machine.runningClass = whole;
        break;
      default:
        if (step >= firstForm) top = applyForm(machine, step, top);
        else if (step >= opcode.setPlain) {
          top--;
          apply(machine, outside, step, cell, stack[top + 1], kinds[top + 1]);
        } else top = decide(machine, step, top);
    }
  }
}

function keep(machine: CodeMachine, amount: number, how: number): void {
  const { kept } = machine;
  if (kept === machine.keptValues.length) {
    machine.keptValues = copied(machine.keptValues, new Float64Array(2 * kept));
    machine.keptClasses = copied(machine.keptClasses, new Uint8Array(2 * kept));
  }
  machine.keptValues[kept] = amount;
  machine.keptClasses[kept] = how;
  machine.kept++;
}

function apply(machine: CodeMachine, outside: Outside, step: number, cell: number, amount: number, how: number): void {
  const skips = step >= opcode.setPlain + applySkip;
  if (machine.runningClass === failed) return;
  if (how === failed) {
    if (!skips) machine.runningClass = failed;
    return;
  }
  const modification = skips ? step - applySkip : step;
  if (modification === opcode.union) {
    outside.union(machine, cell, machine.running, amount);
    machine.running = machine.value;
    machine.runningClass = machine.class;
  } else if (modification >= opcode.setNumeric) modify(machine, modification, amount, how);
  else {
    modify(machine, modification, amount, plain);
    // Numbers of native content are finite, and −0 is the 0 that it equals.
    machine.running += 0;
    machine.runningClass = machine.running - machine.running === 0 ? plain : failed;
  }
}

function modify(machine: CodeMachine, modification: number, amount: number, how: number): void {
  const known = modifications.get(modification);
  if (known === undefined) {
    machine.running = amount;
    machine.runningClass = how;
    return;
  }
  const { step, swapped, takesNumeric } = known;
  const { running, runningClass, result } = machine;
  if (!takesNumeric)
    machine.running = swapped ? arithmetic.plain(step, amount, running) : arithmetic.plain(step, running, amount);
  else {
    machine.running = swapped
      ? arithmetic.numeric(step, amount, how, running, runningClass, result)
      : arithmetic.numeric(step, running, runningClass, amount, how, result);
    machine.runningClass = result.whole;
  }
}

/** Applies a form to the top of the stack; failed operands fail it. */
function applyForm({ stack, kinds, result }: CodeMachine, step: number, last: number): number {
  const { operands, takesNumeric } = cellForm(step);
  const top = operands === 1 ? last : last - 1;
  kinds[top] |= kinds[last] & failed;
  if ((kinds[top] & failed) !== 0) kinds[top] = failed;
  else if (takesNumeric) {
    stack[top] = arithmetic.numeric(step, stack[top], kinds[top], stack[last], kinds[last], result);
    kinds[top] = result.whole;
  } else {
    stack[top] = arithmetic.plain(step, stack[top], stack[last]);
    kinds[top] = plain;
  }
  return top;
}

/** `and` and `or`: a deciding value is the result even where the other has failed. */
function decide({ stack, kinds }: CodeMachine, step: number, last: number): number {
  const top = last - 1;
  const deciding = step === opcode.or ? 1 : 0;
  const isDecided =
    (kinds[top] !== failed && stack[top] === deciding) || (kinds[last] !== failed && stack[last] === deciding);
  stack[top] = isDecided ? deciding : 1 - deciding;
  kinds[top] = isDecided ? plain : (kinds[top] | kinds[last]) & failed;
  return top;
}
