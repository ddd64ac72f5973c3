import { cellClass } from '../model/cell-class.js';
import type { CellTables } from './cell-tables.js';
import { arithmetic, cellForm, modifications } from './cell-forms.js';
import { applySkip, firstForm, opcode } from './opcodes.js';
import type { Shape } from './shape-book.js';

/**
 * Runs the code of a cell. Values lie on a stack beside their classes; a value whose class is `failed` makes everything
 * failed that is computed from it. Its arithmetic is that of the forms of operations.
 */
export interface Machine {
  /** What the last cell came to. */
  value: number;
  class: number;
  run(shape: Shape, cell: number): void;
  /** Amounts that the code of the cell has kept, and their classes. */
  keptValues: Float64Array;
  keptClasses: Uint8Array;
  /** For `Outside.fold`: the running value, which it may replace, and to which it applies an amount by an opcode. */
  running: number;
  runningClass: number;
  apply(step: number, cell: number, amount: number, how: number): void;
}

/** What the machine cannot do by itself. Each answers through `machine.value` and `machine.class`. */
export interface Outside {
  tables(): CellTables;
  values(): Float64Array;
  classes(): Uint8Array;
  /** Asks the interpreter for the amount of a modifier in a scope, with the running value. */
  ask(machine: Machine, modifier: number, scope: number, running: number, runningClass: number): void;
  /** Applies what the cell shares with others to the running value of the machine. */
  fold(machine: Machine, cell: number): void;
  /** Appends to an array what it does not hold. */
  union(machine: Machine, cell: number, array: number, added: number): void;
}

const { plain, whole, failed } = cellClass;

export function createMachine(outside: Outside): Machine {
  let stack = new Float64Array(64);
  let kinds = new Uint8Array(64);
  // The running value.
  let value = 0;
  let kind: number = plain;
  let kept = 0;
  const result = { whole: 0 };
  const machine: Machine = {
    value: 0,
    class: 0,
    run,
    keptValues: new Float64Array(64),
    keptClasses: new Uint8Array(64),
    apply,
    get running() {
      return value;
    },
    set running(given) {
      value = given;
    },
    get runningClass() {
      return kind;
    },
    set runningClass(given) {
      kind = given;
    },
  };
  return machine;

  function keep(amount: number, how: number): void {
    if (kept === machine.keptValues.length) {
      const values = new Float64Array(2 * kept);
      values.set(machine.keptValues);
      machine.keptValues = values;
      const classes = new Uint8Array(2 * kept);
      classes.set(machine.keptClasses);
      machine.keptClasses = classes;
    }
    machine.keptValues[kept] = amount;
    machine.keptClasses[kept++] = how;
  }

  function run(shape: Shape, cell: number): void {
    if (shape.depth > stack.length) {
      stack = new Float64Array(shape.depth * 2);
      kinds = new Uint8Array(shape.depth * 2);
    }
    const { code } = shape;
    const tables = outside.tables();
    const { inputs, constants } = tables;
    const values = outside.values();
    const classes = outside.classes();
    let input = tables.inputStart[cell];
    let constant = tables.constantStart[cell];
    let asked = tables.askStart[cell];
    let top = -1;
    value = 0;
    kind = plain;
    kept = 0;
    for (let at = 0; ; ) {
      const step = code[at++];
      switch (step) {
        case opcode.end:
          machine.value = kind === failed ? 0 : value;
          machine.class = kind;
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
          stack[++top] = value;
          kinds[top] = kind;
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
          outside.ask(machine, tables.asks[asked], tables.asks[asked + 1], value, kind);
          asked += 2;
          input += code[at++];
          stack[++top] = machine.value;
          kinds[top] = machine.class;
          break;
        case opcode.keep:
          keep(stack[top], kinds[top]);
          top--;
          break;
        case opcode.fold:
          outside.fold(machine, cell);
          break;
        case opcode.beginPlain:
          value = constants[constant++];
          kind = plain;
          break;
        case opcode.beginWhole:
          value = constants[constant++];
          kind = whole;
          break;
        default:
          if (step >= firstForm) top = applyForm(step, top);
          else if (step >= opcode.setPlain) {
            top--;
            apply(step, cell, stack[top + 1], kinds[top + 1]);
          } else top = decide(step, top);
      }
    }
  }

  /** Applies an amount to the running value. */
  function apply(step: number, cell: number, amount: number, how: number): void {
    const skips = step >= opcode.setPlain + applySkip;
    if (kind === failed) return;
    if (how === failed) {
      if (!skips) kind = failed;
      return;
    }
    const modification = skips ? step - applySkip : step;
    if (modification === opcode.union) {
      outside.union(machine, cell, value, amount);
      value = machine.value;
      kind = machine.class;
    } else if (modification >= opcode.setNumeric) modify(modification, amount, how);
    else {
      modify(modification, amount, plain);
      // Numbers of native content are finite, and −0 is the 0 that it equals.
      value += 0;
      kind = value - value === 0 ? plain : failed;
    }
  }

  function modify(modification: number, amount: number, how: number): void {
    const known = modifications.get(modification);
    if (known === undefined) {
      value = amount;
      kind = how;
      return;
    }
    const { step, swapped, takesNumeric } = known;
    if (!takesNumeric) value = swapped ? arithmetic.plain(step, amount, value) : arithmetic.plain(step, value, amount);
    else {
      value = swapped
        ? arithmetic.numeric(step, amount, how, value, kind, result)
        : arithmetic.numeric(step, value, kind, amount, how, result);
      kind = result.whole;
    }
  }

  /** Applies a form to what lies on top; what has failed fails it. */
  function applyForm(step: number, last: number): number {
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

  /** `and` and `or`: what decides is the answer, even where the other has failed. */
  function decide(step: number, last: number): number {
    const top = last - 1;
    const deciding = step === opcode.or ? 1 : 0;
    const isDecided =
      (kinds[top] !== failed && stack[top] === deciding) || (kinds[last] !== failed && stack[last] === deciding);
    stack[top] = isDecided ? deciding : 1 - deciding;
    kinds[top] = isDecided ? plain : (kinds[top] | kinds[last]) & failed;
    return top;
  }
}
