import { type Code, compiledOr, compiledWith, js, lines, nameOf } from '../eval/emit/code.js';
import type { Form, Forms, Maker, NumericMeaning, NumericTest, PlainMeaning } from '../eval/form.js';
import { operationOf } from '../eval/make-node.js';
import { add, divide, maximum, minimum, multiply } from '../eval/ops/arithmetic.js';
import { operationList } from '../eval/ops/index.js';
import { numericAdd, numericDivide, numericMaximum, numericMinimum, scaling } from '../eval/ops/numeric-arithmetic.js';
import type { Node } from '../ir/node.js';
import { kept } from '../kernel/maps.js';

/**
 * The code of a cell, for a stack machine whose constants and inputs come in its order, so that equal computations
 * share it. Operands follow an opcode.
 */
export const opcode = {
  end: 0,
  /** Push the next constant, plain or whole. */
  constantPlain: 1,
  constantWhole: 2,
  load: 3,
  running: 4,
  /**
   * Pops a condition. Operands: start of the code for false, inputs and constants of the code for true, end, inputs and
   * constants of the code for false.
   */
  branch: 5,
  /** Past the code for false, or listed inputs. Operands: target, inputs and constants skipped. */
  jump: 6,
  /** By the reference interpreter. Operand: number of inputs, which are only listed. */
  ask: 7,
  /** The running value begins as the next constant. */
  beginPlain: 8,
  beginWhole: 9,
  and: 11,
  or: 12,
  /** Pops an amount and keeps it for `fold`. */
  keep: 16,
  /** See fold.ts. */
  fold: 17,

  /** Pop an amount and apply it. From `applySkip` on absent amounts are skipped. */
  setPlain: 100,
  addPlain: 101,
  multiplyPlain: 102,
  dividePlain: 103,
  maximumPlain: 104,
  minimumPlain: 105,
  setNumeric: 106,
  addNumeric: 107,
  multiplyNumeric: 108,
  divideNumeric: 109,
  maximumNumeric: 110,
  minimumNumeric: 111,
  setOther: 112,
  union: 113,
} as const;

/** Added to the opcode of a modification that skips absent amounts. */
export const applySkip = 100;

/** From here on opcodes are forms. */
export const firstForm = 300;

export function operandsOf(code: number): number {
  switch (code) {
    case opcode.branch:
      return 6;
    case opcode.jump:
      return 3;
    case opcode.ask:
      return 1;
    default:
      return 0;
  }
}

/** Numbered forms of operations on one or two values. */
export interface CellForm extends Pick<Forms, 'operands' | 'takesNumeric' | 'givesNumeric'> {
  readonly form: Form;
}

/** Forms that count mishaps are left to the interpreter. */
const cellForms: readonly CellForm[] = [
  ...operationList.flatMap(({ forms }) => (forms === undefined ? [] : forms.all.map((form) => ({ ...forms, form })))),
  { form: scaling, operands: 2, takesNumeric: true, givesNumeric: true } as const,
].filter(({ form }) => form.counts !== true);

const opcodes = new Map(cellForms.map(({ form }, index) => [form, firstForm + index]));

/** Undefined where only the interpreter can do it. */
export function formCode(node: Node): number | undefined {
  const form = operationOf(node).forms?.of(node);
  return form === undefined ? undefined : opcodes.get(form);
}

export function cellForm(step: number): CellForm {
  return cellForms[step - firstForm];
}

/** A form of the running value and the amount; `swapped`: of the amount and the running value. */
interface Modification extends CellForm {
  readonly step: number;
  readonly swapped: boolean;
}

function modification({ forms }: { readonly forms?: Pick<Forms, 'all'> }, swapped = false): Modification {
  const step = forms && opcodes.get(forms.all[0]);
  if (step === undefined) throw new Error('edict: a modification without a form');
  return { ...cellForm(step), step, swapped };
}

/** By opcode; none for setting a value and for `union`. */
export const modifications: ReadonlyMap<number, Modification> = new Map([
  [opcode.addPlain, modification(add)],
  [opcode.multiplyPlain, modification(multiply)],
  [opcode.dividePlain, modification(divide)],
  [opcode.maximumPlain, modification(maximum, true)],
  [opcode.minimumPlain, modification(minimum, true)],
  [opcode.addNumeric, modification(numericAdd)],
  [opcode.multiplyNumeric, modification({ forms: { all: [scaling] } })],
  [opcode.divideNumeric, modification(numericDivide)],
  [opcode.maximumNumeric, modification(numericMaximum)],
  [opcode.minimumNumeric, modification(numericMinimum, true)],
]);

/** `whole` is 1 for ints. */
interface CellResult {
  whole: number;
}

interface CellArithmetic {
  plain(step: number, a: number, b: number): number;
  numeric(step: number, a: number, aWhole: number, b: number, bWhole: number, into: CellResult): number;
}

function arithmeticOfTemplates(): CellArithmetic {
  const things: unknown[] = [];
  const thing = (_name: string, what: unknown) => nameOf('thing', things.push(what) - 1);
  const cases = (takesNumeric: boolean) =>
    lines(cellForms.flatMap((each, index) => (each.takesNumeric === takesNumeric ? [caseOf(each, index, thing)] : [])));
  return compiledWith(
    things,
    js`return {
plain(step, a, b) { switch (step) { ${cases(false)} } return 0; },
numeric(step, a, aWhole, b, bWhole, into) { switch (step) { ${cases(true)} } return 0; },
};`,
  ) as CellArithmetic;
}

function caseOf({ form, takesNumeric }: CellForm, index: number, thing: Maker['thing']): Code {
  const statements: Code[] = [];
  const keep = (code: Code): Code => {
    const name = nameOf('value', statements.length);
    statements.push(js`const ${name} = ${code};`);
    return name;
  };
  const { value, whole } = form.template(
    { keep, thing },
    takesNumeric ? { value: js`a`, whole: js`aWhole` } : { value: js`a` },
    takesNumeric ? { value: js`b`, whole: js`bWhole` } : { value: js`b` },
  );
  const setWhole = takesNumeric ? js`into.whole = ${whole ?? 0};` : js``;
  return js`case ${firstForm + index}: { ${lines(statements)} ${setWhole} return ${value}; }`;
}

function arithmeticOfMeanings(): CellArithmetic {
  const mishaps = { overflows: 0, zeroDivisions: 0 };
  return {
    plain: (step, a, b) => (cellForm(step).form.meaning as PlainMeaning)(a, b, mishaps),
    numeric(step, a, aWhole, b, bWhole, into) {
      const { form, givesNumeric } = cellForm(step);
      const [left, right] = [
        { value: a, whole: aWhole === 1 },
        { value: b, whole: bWhole === 1 },
      ];
      into.whole = 0;
      if (!givesNumeric) return (form.meaning as NumericTest)(left, right);
      const { value, whole } = (form.meaning as NumericMeaning)(left, right);
      into.whole = whole ? 1 : 0;
      return value;
    },
  };
}

export const arithmetic = compiledOr(arithmeticOfTemplates, arithmeticOfMeanings);

/** Code that cells share when they do the same to other cells and numbers. */
export interface Shape {
  readonly index: number;
  readonly code: Int32Array;
  /** Room for the stack. */
  readonly depth: number;
}

/** Its amount and its application. */
interface ShapeStep {
  readonly code: readonly number[];
  readonly inputs: number;
  readonly constants: number;
}

interface Entry extends Omit<ShapeStep, 'code'> {
  readonly parent: number;
  readonly step: number;
  readonly asks: number;
  readonly steps: number;
  shape: Shape | undefined;
}

export type ShapeBook = ReturnType<typeof createShapeBook>;

const stepRange = 2 ** 24;

const nothing: Entry = { parent: 0, step: -1, inputs: 0, constants: 0, asks: 0, steps: 0, shape: undefined };

/** Shapes as a tree: each is another one plus a modifier. Shape 0: no modifiers. */
export function createShapeBook() {
  const steps: ShapeStep[] = [];
  const stepByText = new Map<string, number>();
  const keepingByStep = new Map<number, number>();
  const entries = [nothing];
  const children = new Map<number, number>();
  const begins = [stepOf([], opcode.beginPlain, 0, 1), stepOf([], opcode.beginWhole, 0, 1)];

  /** Of the code of an amount, the opcode that applies it, and its numbers of inputs and constants. */
  function stepOf(code: readonly number[], application: number, inputs: number, constants: number): number {
    const add = () => steps.push({ code: [...code, application], inputs, constants }) - 1;
    return kept(stepByText, textOf(code, application, inputs), add);
  }

  function keeping(step: number): number {
    return kept(keepingByStep, step, () => {
      const { code, inputs, constants } = steps[step];
      return stepOf(code.slice(0, -1), opcode.keep, inputs, constants);
    });
  }

  function next(shape: number, step: number): number {
    const key = shape * stepRange + step;
    const known = children.get(key);
    if (known !== undefined) return known;
    const parent = entries[shape];
    const added = steps[step];
    entries.push({
      parent: shape,
      step,
      shape: undefined,
      inputs: parent.inputs + added.inputs,
      constants: parent.constants + added.constants,
      asks: parent.asks + (added.code[0] === opcode.ask ? 1 : 0),
      steps: parent.steps + 1,
    });
    children.set(key, entries.length - 1);
    return entries.length - 1;
  }

  function made(index: number): Shape {
    const entry = entries[index];
    if (entry.shape !== undefined) return entry.shape;
    const parts: (readonly number[])[] = [];
    for (let at = index; at !== 0; at = entries[at].parent) parts.push(steps[entries[at].step].code);
    const code = Int32Array.from([...parts.reverse().flat(), opcode.end]);
    return (entry.shape = { index, code, depth: depthOf(code) });
  }

  return {
    step: stepOf,
    keeping,
    begin: (whole: boolean) => next(0, begins[whole ? 1 : 0]),
    next,
    of: made,
    inputsOf: (shape: number) => entries[shape].inputs,
    constantsOf: (shape: number) => entries[shape].constants,
    asksOf: (shape: number) => entries[shape].asks,
    // Steps of work of a cell: one plus one for each modifier.
    stepsOf: (shape: number) => entries[shape].steps,
    get size() {
      return entries.length;
    },
    /** Forgets all shapes and invalidates their numbers; steps stay. */
    forget(): void {
      entries.length = 1;
      children.clear();
    },
  };
}

/** Most code is short, and its numbers are small. */
const mostShort = 1_000;

function textOf(code: readonly number[], application: number, inputs: number): string {
  if (code.length > mostShort) return `${application} ${inputs} ${code.join(' ')}`;
  let text = String.fromCharCode(application, inputs);
  for (const each of code) text += String.fromCharCode(each);
  return text;
}

const pushing: ReadonlySet<number> = new Set([
  opcode.constantPlain,
  opcode.constantWhole,
  opcode.load,
  opcode.running,
  opcode.ask,
]);
const keeping: ReadonlySet<number> = new Set([opcode.beginPlain, opcode.beginWhole, opcode.fold, opcode.end]);

/** True if an opcode leaves the height of the stack unchanged. */
function keeps(step: number): boolean {
  return step >= firstForm ? cellForm(step).operands === 1 : keeping.has(step);
}

/** The greatest height of the stack; both ways of a branch are counted, which is an upper bound. */
function depthOf(code: Int32Array): number {
  let [depth, most] = [0, 0];
  for (let at = 0; at < code.length; at += 1 + operandsOf(code[at])) {
    const each = code[at];
    if (pushing.has(each)) depth++;
    else if (!keeps(each)) depth--;
    if (each === opcode.jump) depth++;
    most = Math.max(most, depth);
  }
  return most + 1;
}
