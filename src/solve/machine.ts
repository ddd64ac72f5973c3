import { cellClass } from '../components/cell-class.js';
import { power } from '../kernel/power.js';
import type { CellTables } from './cell-tables.js';
import { applySkip, opcode } from './opcodes.js';
import { isSame } from './same-value.js';
import type { Shape } from './shape-book.js';

/**
 * Runs the code of a cell. Values lie on a stack beside their classes; a value whose class is `failed` makes everything
 * failed that is computed from it. The arithmetic of numeric values is that of kernel/numeric.ts, written out.
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
          if (step >= opcode.setPlain) {
            top--;
            apply(step, cell, stack[top + 1], kinds[top + 1]);
          } else if (step >= opcode.numericAdd) top = numeric(step, top);
          else top = simple(step, top);
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
    } else if (modification >= opcode.setNumeric) applyNumeric(modification, amount, how);
    else {
      // Numbers of native content are finite, and −0 is the 0 that it equals.
      value = modifiedPlain(modification, value, amount) + 0;
      if (value - value !== 0) kind = failed;
    }
  }

  function applyNumeric(modification: number, amount: number, how: number): void {
    const areWhole = (kind & how) === whole;
    switch (modification) {
      case opcode.addNumeric:
        value = areWhole ? (value + amount) | 0 : value + amount;
        kind &= how;
        return;
      case opcode.multiplyNumeric:
        value = areWhole ? Math.imul(value, amount) : value * amount;
        kind &= how;
        return;
      case opcode.divideNumeric: {
        const quotient = value / amount;
        const exact = areWhole && amount !== 0 && Math.floor(quotient) === quotient;
        value = exact ? quotient | 0 : quotient;
        kind = exact ? whole : plain;
        return;
      }
      case opcode.maximumNumeric:
        if (value > amount) return;
        break;
      case opcode.minimumNumeric:
        if (value < amount) return;
    }
    value = amount;
    kind = how;
  }

  /** Operations on two or one plain values. */
  function simple(step: number, top: number): number {
    const b = stack[top];
    switch (step) {
      case opcode.not:
        stack[top] = 1 - b;
        return top;
      case opcode.negate:
        stack[top] = -b;
        return top;
      case opcode.absolute:
        stack[top] = Math.abs(b);
        return top;
      case opcode.floor:
        stack[top] = Math.floor(b);
        return top;
      case opcode.ceiling:
        stack[top] = Math.ceil(b);
        return top;
      case opcode.round:
        stack[top] = b < 0 ? -Math.round(-b) : Math.round(b);
        return top;
      case opcode.truncate:
        stack[top] = Math.trunc(b);
        return top;
    }
    const a = stack[--top];
    const how = (kinds[top] | kinds[top + 1]) & failed;
    if (step === opcode.and || step === opcode.or) {
      const deciding = step === opcode.or ? 1 : 0;
      const decided = (kinds[top] !== failed && a === deciding) || (kinds[top + 1] !== failed && b === deciding);
      stack[top] = decided ? deciding : 1 - deciding;
      kinds[top] = decided ? plain : how;
      return top;
    }
    kinds[top] = how;
    stack[top] = dyadic(step, a, b);
    return top;
  }

  /** Operations on two or one numeric values. */
  function numeric(step: number, top: number): number {
    if (step >= opcode.numericNegate && step <= opcode.numericRound) {
      if (kinds[top] !== failed) monadicNumeric(step, top);
      return top;
    }
    const [a, b] = [top - 1, top];
    if (((kinds[a] | kinds[b]) & failed) !== 0) kinds[a] = failed;
    else if (step >= opcode.numericEqual) compareTop(step, a, b);
    else if (step === opcode.numericMinimum || step === opcode.numericMaximum) {
      // The first is the running result.
      if (step === opcode.numericMinimum ? stack[b] < stack[a] : !(stack[a] > stack[b])) {
        stack[a] = stack[b];
        kinds[a] = kinds[b];
      }
    } else dyadicNumeric(step, a, stack[a], stack[b], (kinds[a] & kinds[b]) === whole);
    return a;
  }

  function dyadicNumeric(step: number, into: number, a: number, b: number, areWhole: boolean): void {
    let isWhole = areWhole;
    switch (step) {
      case opcode.numericAdd:
        stack[into] = areWhole ? (a + b) | 0 : a + b;
        break;
      case opcode.numericSubtract:
        stack[into] = areWhole ? (a - b) | 0 : a - b;
        break;
      case opcode.numericMultiply:
        isWhole = areWhole || a === 0 || b === 0;
        stack[into] = isWhole ? Math.imul(a, b) : a * b;
        break;
      case opcode.numericDivide: {
        const quotient = a / b;
        isWhole = areWhole && b !== 0 && Math.floor(quotient) === quotient;
        stack[into] = isWhole ? quotient | 0 : quotient;
        break;
      }
      case opcode.numericRemainder:
        isWhole = areWhole && b !== 0;
        stack[into] = isWhole ? (a % b) | 0 : a % b;
        break;
      default:
        isWhole = false;
        stack[into] = power(a, b);
    }
    kinds[into] = isWhole ? whole : plain;
  }

  function compareTop(step: number, first: number, second: number): void {
    const [a, b] = [stack[first], stack[second]];
    // Two doubles are equal when their bits are.
    const areDoubles = (kinds[first] | kinds[second]) === plain;
    stack[first] = compared(step, a, b, areDoubles ? isSame(a, b) : a === b) ? 1 : 0;
    kinds[first] = plain;
  }

  function monadicNumeric(step: number, top: number): void {
    const a = stack[top];
    const isWhole = kinds[top] === whole;
    switch (step) {
      case opcode.numericNegate:
        stack[top] = isWhole ? (0 - a) | 0 : -a;
        return;
      case opcode.numericAbsolute:
        stack[top] = isWhole ? Math.abs(a) | 0 : Math.abs(a);
        return;
      case opcode.numericFloor:
        stack[top] = clamped(Math.floor(a));
        break;
      case opcode.numericCeiling:
        stack[top] = clamped(Math.ceil(a));
        break;
      case opcode.numericRound:
        stack[top] = isWhole ? a : rounded(a);
    }
    kinds[top] = whole;
  }
}

function modifiedPlain(modification: number, value: number, amount: number): number {
  switch (modification) {
    case opcode.addPlain:
      return value + amount;
    case opcode.multiplyPlain:
      return value * amount;
    case opcode.dividePlain:
      return amount === 0 ? 0 : value / amount;
    case opcode.maximumPlain:
      return amount > value ? amount : value;
    case opcode.minimumPlain:
      return amount < value ? amount : value;
    default:
      return amount;
  }
}

function dyadic(step: number, a: number, b: number): number {
  switch (step) {
    case opcode.both:
      return a & b;
    case opcode.either:
      return a | b;
    case opcode.add:
      return a + b;
    case opcode.subtract:
      return a - b;
    case opcode.multiply:
      return a * b;
    case opcode.minimum:
      return a < b ? a : b;
    case opcode.maximum:
      return a > b ? a : b;
    case opcode.divideZero:
      return b === 0 ? 0 : a / b;
    case opcode.divideDividend:
      return b === 0 ? a : a / b;
    case opcode.divideIeee:
      return a / b;
    case opcode.remainderZero:
      return b === 0 ? 0 : a % b;
    case opcode.remainderDividend:
      return b === 0 ? a : a % b;
    case opcode.remainderIeee:
      return b === 0 ? a / b : a % b;
    case opcode.power:
      return power(a, b);
    case opcode.identical:
    case opcode.equal:
      return a === b ? 1 : 0;
    case opcode.unequal:
      return a !== b ? 1 : 0;
    case opcode.less:
      return a < b ? 1 : 0;
    case opcode.lessOrEqual:
      return a <= b ? 1 : 0;
    case opcode.greater:
      return a > b ? 1 : 0;
    default:
      return a >= b ? 1 : 0;
  }
}

function compared(step: number, a: number, b: number, equal: boolean): boolean {
  switch (step) {
    case opcode.numericEqual:
      return equal;
    case opcode.numericUnequal:
      return !equal;
    case opcode.numericLess:
      return a < b;
    case opcode.numericLessOrEqual:
      return a <= b;
    case opcode.numericGreater:
      return a > b;
    default:
      return a >= b;
  }
}

/** A whole number within 32 bits; NaN is 0. */
export function clamped(value: number): number {
  return value > 2147483647 ? 2147483647 : value < -2147483648 ? -2147483648 : value | 0;
}

/** Exactly half goes up; then the low 32 bits of what is clamped to 64. */
export function rounded(value: number): number {
  if (value >= 9223372036854775807) return -1;
  if (value <= -9223372036854775808) return 0;
  const down = Math.floor(value);
  return (value - down >= 0.5 ? down + 1 : down) | 0;
}
