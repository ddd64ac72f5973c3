import { cellForm, firstForm, opcode, operandsOf } from './cell-forms.js';

/** What cells share that do the same to other cells and numbers. */
export interface Shape {
  readonly index: number;
  /** See cell-forms.ts. */
  readonly code: Int32Array;
  readonly inputs: number;
  readonly constants: number;
  /** Amounts that are asked of the interpreter. */
  readonly asks: number;
  /** Room for the stack. */
  readonly depth: number;
}

interface Entry {
  readonly parent: number;
  readonly step: number;
  readonly inputs: number;
  readonly constants: number;
  readonly asks: number;
  readonly steps: number;
  shape: Shape | undefined;
}

/** What a modifier adds to a shape: the code of its amount and its application. */
interface ShapeStep {
  readonly code: readonly number[];
  readonly inputs: number;
  readonly constants: number;
}

/** Shapes as a tree: each is another one plus a modifier. Shape 0: no modifiers. */
export interface ShapeBook {
  /**
   * The number of a step: the code of an amount, the opcode that applies it, and its numbers of inputs and constants.
   */
  step(code: readonly number[], application: number, inputs: number, constants: number): number;
  /** The step that keeps another's amount instead of applying it. */
  keeping(step: number): number;
  /** The shape that begins with a plain or a whole initial value. */
  begin(whole: boolean): number;
  /** A shape plus a step. */
  next(shape: number, step: number): number;
  of(shape: number): Shape;
  inputsOf(shape: number): number;
  constantsOf(shape: number): number;
  asksOf(shape: number): number;
  /** Steps of work of a cell: one plus one for each modifier. */
  stepsOf(shape: number): number;
  readonly size: number;
  /** Forgets all shapes and invalidates their numbers; steps stay. */
  forget(): void;
}

const stepRange = 2 ** 24;

function nothing(): Entry {
  return { parent: 0, step: -1, inputs: 0, constants: 0, asks: 0, steps: 0, shape: undefined };
}

export function createShapeBook(): ShapeBook {
  const steps: ShapeStep[] = [];
  const stepByText = new Map<string, number>();
  const keepingByStep = new Map<number, number>();
  const entries: Entry[] = [nothing()];
  const children = new Map<number, number>();
  const begins = [stepOf([], opcode.beginPlain, 0, 1), stepOf([], opcode.beginWhole, 0, 1)];

  function stepOf(code: readonly number[], application: number, inputs: number, constants: number): number {
    const text = textOf(code, application, inputs);
    const known = stepByText.get(text);
    if (known !== undefined) return known;
    steps.push({ code: [...code, application], inputs, constants });
    stepByText.set(text, steps.length - 1);
    return steps.length - 1;
  }

  function keeping(step: number): number {
    const known = keepingByStep.get(step);
    if (known !== undefined) return known;
    const { code, inputs, constants } = steps[step];
    const made = stepOf(code.slice(0, -1), opcode.keep, inputs, constants);
    keepingByStep.set(step, made);
    return made;
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
    entry.shape = {
      index,
      code,
      inputs: entry.inputs,
      constants: entry.constants,
      asks: entry.asks,
      depth: depthOf(code),
    };
    return entry.shape;
  }

  return {
    step: stepOf,
    keeping,
    begin: (whole) => next(0, begins[whole ? 1 : 0]),
    next,
    of: made,
    inputsOf: (shape) => entries[shape].inputs,
    constantsOf: (shape) => entries[shape].constants,
    asksOf: (shape) => entries[shape].asks,
    stepsOf: (shape) => entries[shape].steps,
    get size() {
      return entries.length;
    },
    forget() {
      entries.length = 0;
      entries.push(nothing());
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

/** Whether an opcode leaves the height of the stack unchanged. */
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
