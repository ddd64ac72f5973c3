import type { Mishaps } from '../../ir/node.js';
import { keptBy } from '../../kernel/maps.js';
import { type Code, compiledOr, compiledWith, js, lines, nameOf } from '../emit/code.js';
import type { Form, Maker, Operand } from '../form.js';
import { isAbsent } from '../operation.js';
import type { Term } from '../term.js';
import { filled, sameAbsence, strongerOf } from './absence.js';
import { type Rows, type Vector, vectorFor } from './rows.js';
import { type Evaluator, varies } from './evaluator.js';

/** Layout of values in columns: doubles, codes of 32 bits, or doubles with their classes. */
export type Lane = 'number' | 'code' | 'numeric';

/** One value in all rows; `whole`: 1 for a numeric int. */
interface Constant {
  readonly value: number;
  readonly whole: number;
}

type Column = Pick<Vector, 'numbers' | 'codes'>;
type Loop = (length: number, into: Column, a: Column | Constant, b: Column | Constant) => void;

/** Separate functions, so that each is compiled for itself. */
export interface Kernel {
  readonly columns: Loop;
  /** For forms of two values, one of which is the same in all rows. */
  readonly constantFirst: Loop;
  readonly constantSecond: Loop;
}

/** By name, each made when it is first asked for: making all takes longer than a short command does. */
export function kernelsOf<Name extends string>(
  forms: Readonly<Record<Name, Form>>,
  takes: readonly Lane[],
  gives: Lane,
): (name: Name) => Kernel {
  return keptBy((name) =>
    compiledOr(
      () => kernelOfTemplate(forms[name], takes, gives),
      () => kernelOfMeaning(forms[name], takes, gives),
    ),
  );
}

function kernelOfTemplate({ template }: Form, takes: readonly Lane[], gives: Lane): Kernel {
  const things = new Map<string, unknown>();
  const loops = (takes.length === 1 ? [none] : [none, 0, 1]).map((constant) =>
    loopCode(template, takes, gives, constant, things),
  );
  const list = js`return [${loops.reduce((all, loop) => js`${all}, ${loop}`)}];`;
  const made = compiledWith([...things.values()], list) as readonly Loop[];
  const [columns, constantFirst = columns, constantSecond = columns] = made;
  return { columns, constantFirst, constantSecond };
}

const none = -1;

/** `constant`: the operand that is the same in all rows. */
function loopCode(
  template: Form['template'],
  takes: readonly Lane[],
  gives: Lane,
  constant: number,
  things: Map<string, unknown>,
): Code {
  const before: Code[] = [];
  const inLoop: Code[] = [];
  let names = 0;
  const declare = (into: Code[], value: Code): Code => {
    const name = nameOf('value', names++);
    into.push(js`const ${name} = ${value};`);
    return name;
  };
  const maker: Maker = {
    keep: (code) => declare(inLoop, code),
    thing(name, thing) {
      if (!things.has(name)) things.set(name, thing);
      return nameOf('thing', [...things.keys()].indexOf(name));
    },
  };
  const inColumn = (name: Code, part: Code) => declare(inLoop, js`${declare(before, js`${name}.${part}`)}[row]`);
  const operandOf = (lane: Lane, at: number): Operand => {
    const name = at === 0 ? js`a` : js`b`;
    if (at === constant) {
      const value = declare(before, js`${name}.value`);
      return lane === 'numeric' ? { value, whole: declare(before, js`${name}.whole`) } : { value };
    }
    const value = inColumn(name, lane === 'code' ? js`codes` : js`numbers`);
    return lane === 'numeric' ? { value, whole: inColumn(name, js`codes`) } : { value };
  };
  const [a, b = a] = takes.map(operandOf);
  const { value, whole } = template(maker, a, b);
  const write = (part: Code, what: Code) => js`${declare(before, js`into.${part}`)}[row] = ${what};`;
  const writes = [write(gives === 'code' ? js`codes` : js`numbers`, value)];
  if (gives === 'numeric') writes.push(write(js`codes`, whole ?? js`0`));
  return js`(length, into, a, b) => {
${lines(before)}
for (let row = 0; row < length; row++) {
${lines([...inLoop, ...writes])}
}
}`;
}

/** Where the engine makes no functions. */
function kernelOfMeaning({ meaning }: Form, takes: readonly Lane[], gives: Lane): Kernel {
  // Columns count no mishaps: they also evaluate values that are not chosen.
  const mishaps: Mishaps = { overflows: 0, zeroDivisions: 0 };
  const readers = takes.map((lane) => readerOf(lane));
  const [first, second = first] = readers;
  const write = writerOf(gives);
  const apply = meaning as (a: unknown, b: unknown, mishaps: Mishaps) => never;
  const loop: Loop = (length, into, a, b) => {
    for (let row = 0; row < length; row++) write(into, row, apply(first(a, row), second(b, row), mishaps));
  };
  return { columns: loop, constantFirst: loop, constantSecond: loop };
}

function readerOf(lane: Lane): (from: Column | Constant, row: number) => unknown {
  const plain = (from: Column | Constant, row: number) =>
    'value' in from ? from.value : lane === 'code' ? from.codes[row] : from.numbers[row];
  if (lane !== 'numeric') return plain;
  return (from, row) => ({ value: plain(from, row), whole: ('value' in from ? from.whole : from.codes[row]) === 1 });
}

function writerOf(lane: Lane): (into: Column, row: number, value: never) => void {
  if (lane === 'number') return (into, row, value) => void (into.numbers[row] = value);
  if (lane === 'code') return (into, row, value) => void (into.codes[row] = value);
  return ({ numbers, codes }, row, { value, whole }: { readonly value: number; readonly whole: boolean }) => {
    numbers[row] = value;
    codes[row] = whole ? 1 : 0;
  };
}

/** A value of one or two arguments, absent where one is. A uniform argument is not spread over rows. */
export function kernelColumns(term: Term, rows: Rows, evaluator: Evaluator, kernel: Kernel): Vector {
  const { scratch } = evaluator;
  const { length } = rows;
  const into = vectorFor(term.type, length, scratch);
  const absence = scratch.bytes(length);
  const mark = scratch.mark();
  const [first, second] = term.args;
  let noted: Uint8Array | undefined;
  const b = term.args.length === 1 ? undefined : operandIn(second, rows, evaluator);
  if (b === undefined || 'value' in b) {
    const a = evaluator.evaluate(first, rows);
    if (b === undefined) kernel.columns(length, into, a, a);
    else kernel.constantSecond(length, into, a, b);
    noted = sameAbsence(a.absence, absence, length);
  } else {
    const a = operandIn(first, rows, evaluator);
    if ('value' in a) kernel.constantFirst(length, into, a, b);
    else kernel.columns(length, into, a, b);
    noted = strongerOf(absence, 'value' in a ? undefined : a.absence, b.absence, length);
  }
  scratch.release(mark);
  return noted === undefined ? into : { numbers: into.numbers, codes: into.codes, absence: noted };
}

function operandIn(term: Term, rows: Rows, evaluator: Evaluator): Vector | Constant {
  const value = evaluator.uniform(term, rows);
  if (value === varies) return evaluator.evaluate(term, rows);
  const { whole } = evaluator.frame;
  if (isAbsent(value)) return filled(term, value, rows.length, evaluator.scratch, whole);
  return { value, whole: whole ? 1 : 0 };
}
