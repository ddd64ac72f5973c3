import { cellClass } from '../components/cell-class.js';
import { type Code, js, lines, nameOf, refuse } from '../eval/emit/code.js';
import { applySkip, opcode, operandsOf } from './opcodes.js';
import type { Shape } from './shape-book.js';

/**
 * The code of a shape as JavaScript: straight lines over the inputs and constants of a cell, with the classes that are
 * known when it is made left out. It says what the machine does, and tests hold the two together.
 */
export interface EmittedShape {
  /** Statements; they look at `cell`, `firstInput` and `firstConstant`. */
  readonly statements: Code;
  readonly value: Code;
  readonly kind: Code;
}

/** A value on the stack. A class that is a number is known. */
interface Held {
  readonly value: Code;
  readonly kind: Code | number;
}

const { plain, whole, failed } = cellClass;

/** Longer code is left to the machine: making a function of it would take longer than it saves. */
const mostCode = 2_000;

/** Refuses (see generate/code.ts) what only the machine can do. */
export function emitShape({ code }: Shape): EmittedShape {
  if (code.length > mostCode) return refuse('a formula that long');
  const statements: Code[] = [];
  let names = 0;
  let into = statements;
  let [input, constant] = [0, 0];
  let running: Held = { value: js`0`, kind: plain };
  const stack: Held[] = [];

  emitRange(0, code.length);
  return { statements: lines(statements), value: running.value, kind: codeOf(running.kind) };

  function keep(value: Code): Code {
    const name = nameOf('value', names++);
    into.push(js`const ${name} = ${value};`);
    return name;
  }

  function pop(): Held {
    return stack.pop() ?? refuse('an operation without operands');
  }

  function emitRange(start: number, end: number): void {
    for (let at = start; at < end; ) {
      const step = code[at];
      if (step === opcode.branch) at = emitBranch(at);
      else if (step === opcode.jump) {
        // Only inputs that are listed and not read: the jumps of branches are not part of their ways.
        input += code[at + 2];
        constant += code[at + 3];
        at += code[at + 1];
      } else {
        emitStep(step);
        at += 1 + operandsOf(step);
      }
    }
  }

  function emitStep(step: number): void {
    switch (step) {
      case opcode.end:
        return;
      case opcode.keep:
      case opcode.fold:
        refuse('modifiers that cells share');
      case opcode.constantPlain:
      case opcode.constantWhole:
        stack.push({ value: nextConstant(), kind: step === opcode.constantWhole ? whole : plain });
        return;
      case opcode.beginPlain:
      case opcode.beginWhole:
        running = { value: nextConstant(), kind: step === opcode.beginWhole ? whole : plain };
        return;
      case opcode.load: {
        const cell = keep(js`inputs[firstInput + ${input++}]`);
        stack.push({ value: keep(js`values[${cell}]`), kind: keep(js`classes[${cell}]`) });
        return;
      }
      case opcode.running:
        stack.push(running);
        return;
      default:
        if (step >= opcode.setPlain) apply(step);
        else if (step >= opcode.numericAdd) emitNumeric(step);
        else emitPlain(step);
    }
  }

  function nextConstant(): Code {
    return keep(js`constants[firstConstant + ${constant++}]`);
  }

  /** Both ways, of which one is gone; returns where the code goes on. */
  function emitBranch(at: number): number {
    const condition = pop();
    const [value, kind] = [nameOf('value', names++), nameOf('value', names++)];
    into.push(js`let ${value} = 0; let ${kind} = ${failed};`);
    const [otherwise, end] = [at + code[at + 1], at + code[at + 4]];
    const before = into;
    const isThere = codeOf(condition.kind);
    const ways = [
      [at + 7, otherwise - 4],
      [otherwise, end],
    ].map(([from, to]) => {
      into = [];
      emitRange(from, to);
      const result = pop();
      into.push(js`${value} = ${result.value}; ${kind} = ${codeOf(result.kind)};`);
      return lines(into);
    });
    into = before;
    into.push(js`if (${isThere} !== ${failed}) {
if (${condition.value} === 1) {
${ways[0]}
} else {
${ways[1]}
}
}`);
    stack.push({ value, kind });
    return end;
  }

  function emitNumeric(step: number): void {
    if (step >= opcode.numericNegate && step <= opcode.numericRound) {
      stack.push(monadic(step, pop()));
      return;
    }
    const b = pop();
    const a = pop();
    stack.push(dyadic(step, a, b));
  }

  /** Failed where one is, whole where both are. */
  function joined(a: Held, b: Held): Code | number {
    if (typeof a.kind === 'number' && typeof b.kind === 'number')
      return ((a.kind | b.kind) & failed) | (a.kind & b.kind);
    const [known, other] = typeof a.kind === 'number' ? [a.kind, b.kind] : [b.kind, a.kind];
    if (known === whole) return other;
    if (known === plain) return keep(js`${codeOf(other)} & ${failed}`);
    return keep(js`((${codeOf(a.kind)} | ${codeOf(b.kind)}) & ${failed}) | (${codeOf(a.kind)} & ${codeOf(b.kind)})`);
  }

  /** A value by whether the class is whole. */
  function byClass(kind: Code | number, ifWhole: Code, ifNot: Code): Code {
    if (typeof kind === 'number') return keep(kind === whole ? ifWhole : ifNot);
    return keep(js`${kind} === ${whole} ? ${ifWhole} : ${ifNot}`);
  }

  function dyadic(step: number, a: Held, b: Held): Held {
    const kind = joined(a, b);
    switch (step) {
      case opcode.numericAdd:
        return { value: byClass(kind, js`(${a.value} + ${b.value}) | 0`, js`${a.value} + ${b.value}`), kind };
      case opcode.numericSubtract:
        return { value: byClass(kind, js`(${a.value} - ${b.value}) | 0`, js`${a.value} - ${b.value}`), kind };
      case opcode.numericMultiply: {
        const made = keep(
          js`${codeOf(kind)} === ${failed} ? ${failed} : ${a.value} === 0 || ${b.value} === 0 ? ${whole} : ${codeOf(kind)}`,
        );
        return {
          value: keep(js`${made} === ${whole} ? Math.imul(${a.value}, ${b.value}) : ${a.value} * ${b.value}`),
          kind: made,
        };
      }
      case opcode.numericDivide:
        return divided(a, b, kind);
      case opcode.numericRemainder: {
        const made = keep(js`${codeOf(kind)} === ${whole} && ${b.value} === 0 ? ${plain} : ${codeOf(kind)}`);
        return {
          value: keep(js`${made} === ${whole} ? ${a.value} % ${b.value} | 0 : ${a.value} % ${b.value}`),
          kind: made,
        };
      }
      case opcode.numericPower:
        return { value: keep(js`power(${a.value}, ${b.value})`), kind: keep(js`${codeOf(kind)} & ${failed}`) };
      case opcode.numericMinimum:
        return chosen(js`${b.value} < ${a.value}`, b, a);
      case opcode.numericMaximum:
        return chosen(js`${a.value} > ${b.value}`, a, b);
    }
    return compared(step, a, b);
  }

  function divided(a: Held, b: Held, kind: Code | number): Held {
    const quotient = keep(js`${a.value} / ${b.value}`);
    if (kind === plain) return { value: quotient, kind };
    const exact = keep(js`${codeOf(kind)} === ${whole} && ${b.value} !== 0 && Math.floor(${quotient}) === ${quotient}`);
    return {
      value: keep(js`${exact} ? ${quotient} | 0 : ${quotient}`),
      kind: keep(js`${exact} ? ${whole} : ${codeOf(kind)} & ${failed}`),
    };
  }

  /** The first where a condition holds, else the second; failed where one is. */
  function chosen(condition: Code, first: Held, second: Held): Held {
    const test = keep(condition);
    const value = keep(js`${test} ? ${first.value} : ${second.value}`);
    const lost = failure(first, second);
    if (lost === undefined && first.kind === second.kind) return { value, kind: first.kind };
    const kind = js`${test} ? ${codeOf(first.kind)} : ${codeOf(second.kind)}`;
    return { value, kind: keep(lost === undefined ? kind : js`${lost} ? ${failed} : ${kind}`) };
  }

  /** Whether one of two has failed; undefined where none can have. */
  function failure(a: Held, b: Held): Code | undefined {
    const unknown = [a.kind, b.kind].filter((kind) => typeof kind !== 'number');
    if (unknown.length === 0) return a.kind === failed || b.kind === failed ? js`true` : undefined;
    return unknown.length === 1
      ? js`${unknown[0]} === ${failed}`
      : js`((${codeOf(a.kind)} | ${codeOf(b.kind)}) & ${failed}) !== 0`;
  }

  function compared(step: number, a: Held, b: Held): Held {
    const equal = (): Code => {
      const bits = js`(${a.value} === ${b.value} ? ${a.value} !== 0 || 1 / ${a.value} === 1 / ${b.value} : ${a.value} !== ${a.value} && ${b.value} !== ${b.value})`;
      // Ints have one zero and no NaN; an int and a double are compared as doubles.
      if (a.kind === whole || b.kind === whole) return js`${a.value} === ${b.value}`;
      return js`(${codeOf(a.kind)} === ${codeOf(b.kind)} && ${codeOf(a.kind)} !== ${whole} ? ${bits} : ${a.value} === ${b.value})`;
    };
    const test = ((): Code => {
      switch (step) {
        case opcode.numericEqual:
          return equal();
        case opcode.numericUnequal:
          return js`!(${equal()})`;
        case opcode.numericLess:
          return js`${a.value} < ${b.value}`;
        case opcode.numericLessOrEqual:
          return js`${a.value} <= ${b.value}`;
        case opcode.numericGreater:
          return js`${a.value} > ${b.value}`;
        case opcode.numericGreaterOrEqual:
          return js`${a.value} >= ${b.value}`;
        default:
          return refuse('an operation that only the machine knows');
      }
    })();
    return { value: keep(js`${test} ? 1 : 0`), kind: failedKind(a, b) };
  }

  /** Plain, or failed where one is. */
  function failedKind(a: Held, b: Held): Code | number {
    const lost = failure(a, b);
    return lost === undefined ? plain : keep(js`${lost} ? ${failed} : ${plain}`);
  }

  function monadic(step: number, a: Held): Held {
    const { kind } = a;
    const clamped = (value: Code): Code => {
      const name = keep(value);
      return js`${name} > 2147483647 ? 2147483647 : ${name} < (-2147483648) ? (-2147483648) : ${name} | 0`;
    };
    const asWhole =
      typeof kind === 'number' ? (kind === failed ? failed : whole) : keep(js`${kind} | 1 - (${kind} >> 1)`);
    switch (step) {
      case opcode.numericNegate:
        return { value: byClass(kind, js`(0 - ${a.value}) | 0`, js`-${a.value}`), kind };
      case opcode.numericAbsolute:
        return { value: byClass(kind, js`Math.abs(${a.value}) | 0`, js`Math.abs(${a.value})`), kind };
      case opcode.numericFloor:
        return { value: keep(clamped(js`Math.floor(${a.value})`)), kind: asWhole };
      case opcode.numericCeiling:
        return { value: keep(clamped(js`Math.ceil(${a.value})`)), kind: asWhole };
      case opcode.numericRound:
        return { value: keep(js`rounded(${a.value})`), kind: asWhole };
      default:
        return refuse('an operation that only the machine knows');
    }
  }

  function emitPlain(step: number): void {
    const b = pop();
    if (step === opcode.not) {
      stack.push({ value: keep(js`1 - ${b.value}`), kind: b.kind });
      return;
    }
    const made = plainMonadic(step, b.value);
    if (made !== undefined) {
      stack.push({ value: keep(made), kind: b.kind });
      return;
    }
    const a = pop();
    stack.push({ value: keep(plainDyadic(step, a.value, b.value)), kind: failedKind(a, b) });
  }

  function apply(step: number): void {
    const amount = pop();
    const skips = step >= opcode.setPlain + applySkip;
    const before = running;
    const made = modified(skips ? step - applySkip : step, before, amount);
    if (!skips) {
      running = made;
      return;
    }
    if (typeof amount.kind === 'number' && amount.kind !== failed) {
      running = made;
      return;
    }
    const isThere = keep(js`${codeOf(amount.kind)} !== ${failed}`);
    running = {
      value: keep(js`${isThere} ? ${made.value} : ${before.value}`),
      kind: keep(js`${isThere} ? ${codeOf(made.kind)} : ${codeOf(before.kind)}`),
    };
  }

  function modified(step: number, before: Held, amount: Held): Held {
    switch (step) {
      case opcode.setNumeric:
      case opcode.setOther:
        return settled(before, amount);
      case opcode.addNumeric:
        return dyadic(opcode.numericAdd, before, amount);
      case opcode.multiplyNumeric: {
        const kind = joined(before, amount);
        return {
          value: byClass(kind, js`Math.imul(${before.value}, ${amount.value})`, js`${before.value} * ${amount.value}`),
          kind,
        };
      }
      case opcode.divideNumeric:
        return divided(before, amount, joined(before, amount));
      case opcode.maximumNumeric:
        return chosen(js`${before.value} > ${amount.value}`, before, amount);
      case opcode.minimumNumeric:
        return chosen(js`${before.value} < ${amount.value}`, before, amount);
      case opcode.setPlain:
        return finite(settled(before, amount));
      case opcode.addPlain:
        return finite({ value: keep(js`${before.value} + ${amount.value}`), kind: failedKind(before, amount) });
      case opcode.multiplyPlain:
        return finite({ value: keep(js`${before.value} * ${amount.value}`), kind: failedKind(before, amount) });
      case opcode.dividePlain:
        return finite({
          value: keep(js`${amount.value} === 0 ? 0 : ${before.value} / ${amount.value}`),
          kind: failedKind(before, amount),
        });
      case opcode.maximumPlain:
        return finite({
          value: keep(js`${amount.value} > ${before.value} ? ${amount.value} : ${before.value}`),
          kind: failedKind(before, amount),
        });
      case opcode.minimumPlain:
        return finite({
          value: keep(js`${amount.value} < ${before.value} ? ${amount.value} : ${before.value}`),
          kind: failedKind(before, amount),
        });
      default:
        return refuse('a modification that only the machine knows');
    }
  }

  /** The amount; failed where what was there has failed. */
  function settled(before: Held, amount: Held): Held {
    if (typeof before.kind === 'number' && before.kind !== failed) return amount;
    return {
      value: amount.value,
      kind: keep(js`${codeOf(before.kind)} === ${failed} ? ${failed} : ${codeOf(amount.kind)}`),
    };
  }

  /** Numbers of native content are finite, and −0 is the 0 that it equals. */
  function finite({ value, kind }: Held): Held {
    const made = keep(js`${value} + 0`);
    return { value: made, kind: keep(js`${made} - ${made} !== 0 ? ${failed} : ${codeOf(kind)}`) };
  }
}

function plainMonadic(step: number, a: Code): Code | undefined {
  switch (step) {
    case opcode.negate:
      return js`-${a}`;
    case opcode.absolute:
      return js`Math.abs(${a})`;
    case opcode.floor:
      return js`Math.floor(${a})`;
    case opcode.ceiling:
      return js`Math.ceil(${a})`;
    case opcode.round:
      return js`${a} < 0 ? -Math.round(-${a}) : Math.round(${a})`;
    case opcode.truncate:
      return js`Math.trunc(${a})`;
    default:
      return undefined;
  }
}

function plainDyadic(step: number, a: Code, b: Code): Code {
  switch (step) {
    case opcode.both:
      return js`${a} & ${b}`;
    case opcode.either:
      return js`${a} | ${b}`;
    case opcode.add:
      return js`${a} + ${b}`;
    case opcode.subtract:
      return js`${a} - ${b}`;
    case opcode.multiply:
      return js`${a} * ${b}`;
    case opcode.minimum:
      return js`${a} < ${b} ? ${a} : ${b}`;
    case opcode.maximum:
      return js`${a} > ${b} ? ${a} : ${b}`;
    case opcode.divideZero:
      return js`${b} === 0 ? 0 : ${a} / ${b}`;
    case opcode.divideDividend:
      return js`${b} === 0 ? ${a} : ${a} / ${b}`;
    case opcode.divideIeee:
      return js`${a} / ${b}`;
    case opcode.remainderZero:
      return js`${b} === 0 ? 0 : ${a} % ${b}`;
    case opcode.remainderDividend:
      return js`${b} === 0 ? ${a} : ${a} % ${b}`;
    case opcode.power:
      return js`power(${a}, ${b})`;
    case opcode.identical:
    case opcode.equal:
      return js`${a} === ${b} ? 1 : 0`;
    case opcode.unequal:
      return js`${a} !== ${b} ? 1 : 0`;
    case opcode.less:
      return js`${a} < ${b} ? 1 : 0`;
    case opcode.lessOrEqual:
      return js`${a} <= ${b} ? 1 : 0`;
    case opcode.greater:
      return js`${a} > ${b} ? 1 : 0`;
    case opcode.greaterOrEqual:
      return js`${a} >= ${b} ? 1 : 0`;
    // `and` and `or` of what may have failed, among others.
    default:
      return refuse('an operation that only the machine knows');
  }
}

function codeOf(kind: Code | number): Code {
  return typeof kind === 'number' ? js`${kind}` : kind;
}
