import type { WorldState } from '../components/state.js';
import type { WaveCounts } from '../meaning/cell-solver.js';
import { cellClass } from '../model/model.js';
import { type Code, js, lines, nameOf, refuse, sourceOf, compiledWith } from '../eval/emit/code.js';
import type { CellTables } from './cell-tables.js';
import { type Emitted, type FormEmission, formOfTwo, strongerCode } from '../eval/emit/emission.js';
import {
  type CellForm,
  type Shape,
  type ShapeBook,
  applySkip,
  cellForm,
  firstForm,
  modifications,
  opcode,
  operandsOf,
} from './cell-forms.js';
import { type GenerateMode, createTier } from '../eval/tier.js';

/** Equivalent to the machine. A failed value is absent. */
interface EmittedShape {
  /** Statements over `cell`, `firstInput` and `firstConstant`. */
  readonly statements: Code;
  readonly value: Code;
  readonly kind: Code;
  /** Of the names `thing0`, `thing1`, … */
  readonly things: readonly unknown[];
}

/** Generating longer code would not pay. */
const mostCode = 2_000;

interface Emitting extends FormEmission {
  readonly code: Int32Array;
  readonly stack: Emitted[];
  readonly name: () => Code;
  statements: Code[];
  input: number;
  constant: number;
  running: Emitted;
  /** By both halves: a result with both halves of an input has its class. */
  readonly kinds: Map<string, Code>;
}

/** Refuses (see eval/emit/code.ts) opcodes of the machine alone. */
export function emitShape({ code }: Shape): EmittedShape {
  if (code.length > mostCode) return refuse('a formula that long');
  const things: unknown[] = [];
  let names = 0;
  const name = () => nameOf('value', names++);
  const emitting: Emitting = {
    code,
    inFrame: false,
    stack: [],
    statements: [],
    input: 0,
    constant: 0,
    running: numberOf(js`0`),
    kinds: new Map(),
    name,
    keep(value) {
      const kept = name();
      emitting.statements.push(js`const ${kept} = ${value};`);
      return kept;
    },
    thing: (_name, what) => nameOf('thing', things.push(what) - 1),
  };
  emitRange(0, code.length, emitting);
  const { value } = emitting.running;
  return { statements: lines(emitting.statements), value, kind: kindOf(emitting), things };
}

function kindOf({ running: { whole = js`0`, absence }, kinds }: Emitting): Code {
  if (absence === undefined) return whole;
  return kinds.get(halves(whole, absence)) ?? js`${absence} === 0 ? ${whole} : ${cellClass.failed}`;
}

function halves(whole: Code, absence: Code): string {
  return `${sourceOf(whole)} ${sourceOf(absence)}`;
}

function numberOf(value: Code, whole = false): Emitted {
  return { value, whole: whole ? js`1` : js`0` };
}

function emitRange(start: number, end: number, emitting: Emitting): void {
  const { code } = emitting;
  for (let at = start; at < end; ) {
    const step = code[at];
    if (step === opcode.branch) at = emitBranch(at, emitting);
    else if (step === opcode.jump) {
      // Only listed inputs: jumps of branches are not part of their ways.
      emitting.input += code[at + 2];
      emitting.constant += code[at + 3];
      at += code[at + 1];
    } else {
      emitStep(step, emitting);
      at += 1 + operandsOf(step);
    }
  }
}

function emitStep(step: number, emitting: Emitting): void {
  const { stack } = emitting;
  switch (step) {
    case opcode.end:
      return;
    case opcode.constantPlain:
    case opcode.constantWhole:
      stack.push(numberOf(nextConstant(emitting), step === opcode.constantWhole));
      return;
    case opcode.beginPlain:
    case opcode.beginWhole:
      emitting.running = numberOf(nextConstant(emitting), step === opcode.beginWhole);
      return;
    case opcode.load:
      stack.push(emitLoad(emitting));
      return;
    case opcode.running:
      stack.push(emitting.running);
      return;
    case opcode.and:
    case opcode.or:
      stack.push(emitDecision(step === opcode.or ? 1 : 0, pop(emitting), pop(emitting), emitting));
      return;
    default:
      if (step >= firstForm) stack.push(emitForm(cellForm(step), emitting));
      else if (step >= opcode.setPlain) emitApplication(step, emitting);
      else refuse('what only the machine can do');
  }
}

function pop({ stack }: Emitting): Emitted {
  return stack.pop() ?? refuse('an operation without operands');
}

function nextConstant(emitting: Emitting): Code {
  return emitting.keep(js`constants[firstConstant + ${emitting.constant++}]`);
}

function emitLoad(emitting: Emitting): Emitted {
  const { keep } = emitting;
  const cell = keep(js`inputs[firstInput + ${emitting.input++}]`);
  const kind = keep(js`classes[${cell}]`);
  const [whole, absence] = [keep(js`${kind} & ${cellClass.whole}`), keep(js`${kind} >> 1`)];
  emitting.kinds.set(halves(whole, absence), kind);
  return { value: keep(js`values[${cell}]`), whole, absence };
}

function emitForm({ form, operands, givesNumeric }: CellForm, emitting: Emitting): Emitted {
  const b = pop(emitting);
  const made = formOfTwo(form, operands === 1 ? b : pop(emitting), b, emitting);
  return givesNumeric ? made : { ...made, whole: js`0` };
}

/** A deciding value is the result even where the other has failed. */
function emitDecision(deciding: 0 | 1, b: Emitted, a: Emitted, emitting: Emitting): Emitted {
  const { keep } = emitting;
  const decides = ({ value, absence }: Emitted) =>
    absence === undefined ? js`${value} === ${deciding}` : js`${absence} === 0 && ${value} === ${deciding}`;
  const isDecided = keep(js`${decides(a)} || ${decides(b)} ? 1 : 0`);
  const absence = strongerCode(a.absence, b.absence, emitting);
  return {
    value: keep(js`${isDecided} === 1 ? ${deciding} : ${1 - deciding}`),
    whole: js`0`,
    absence: absence === undefined ? undefined : keep(js`${isDecided} === 1 ? 0 : ${absence}`),
  };
}

/** Emits both ways of a branch; returns where the code goes on. */
function emitBranch(at: number, emitting: Emitting): number {
  const { code, name, statements } = emitting;
  const condition = pop(emitting);
  const [value, whole, absence] = [name(), name(), name()];
  statements.push(js`let ${value} = 0; let ${whole} = 0; let ${absence} = 1;`);
  const [otherwise, end] = [at + code[at + 1], at + code[at + 4]];
  const [first, second] = [
    [at + 7, otherwise - 4],
    [otherwise, end],
  ].map(([from, to]) => {
    emitting.statements = [];
    emitRange(from, to, emitting);
    const way = pop(emitting);
    emitting.statements.push(
      js`${value} = ${way.value}; ${whole} = ${way.whole ?? 0}; ${absence} = ${way.absence ?? 0};`,
    );
    return lines(emitting.statements);
  });
  emitting.statements = statements;
  const choice = js`if (${condition.value} === 1) {\n${first}\n} else {\n${second}\n}`;
  statements.push(condition.absence === undefined ? choice : js`if (${condition.absence} === 0) {\n${choice}\n}`);
  emitting.stack.push({ value, whole, absence });
  return end;
}

function emitApplication(step: number, emitting: Emitting): void {
  const { keep } = emitting;
  const amount = pop(emitting);
  const skips = step >= opcode.setPlain + applySkip;
  const before = emitting.running;
  const made = modified(skips ? step - applySkip : step, before, amount, emitting);
  if (!skips || amount.absence === undefined) {
    emitting.running = made;
    return;
  }
  const either = (ifThere: Code | number, ifNot: Code | number) =>
    keep(js`${amount.absence ?? 0} === 0 ? ${ifThere} : ${ifNot}`);
  const isAlike = sourceOf(made.whole ?? js`0`) === sourceOf(before.whole ?? js`0`);
  emitting.running = {
    value: either(made.value, before.value),
    whole: isAlike ? (made.whole ?? js`0`) : either(made.whole ?? 0, before.whole ?? 0),
    absence: either(made.absence ?? 0, before.absence ?? 0),
  };
}

function modified(step: number, before: Emitted, amount: Emitted, emitting: Emitting): Emitted {
  const known = modifications.get(step);
  if (known !== undefined) {
    const [a, b] = known.swapped ? [amount, before] : [before, amount];
    const made = formOfTwo(known.form, a, b, emitting);
    return known.takesNumeric ? made : finite(made, emitting);
  }
  // A failed running value stays failed.
  const set = { ...amount, absence: strongerCode(before.absence, amount.absence, emitting) };
  if (step === opcode.setNumeric || step === opcode.setOther) return set;
  return step === opcode.setPlain ? finite(set, emitting) : refuse('a modification that only the machine knows');
}

/** Numbers of native content are finite, and −0 is the 0 that it equals. */
function finite({ value, absence }: Emitted, { keep }: Emitting): Emitted {
  const made = keep(js`${value} + 0`);
  return { value: made, whole: js`0`, absence: keep(js`${made} - ${made} !== 0 ? 1 : ${absence ?? 0}`) };
}

/**
 * Dirty positions, as bits in two levels: a bit of the upper one says that the word below may hold some. Taken in
 * ascending order; new ones lie ahead.
 */
export interface Dirty {
  words: Int32Array;
  upper: Int32Array;
  cursor: number;
  /** All words from here on are empty. */
  limit: number;
}

/** Read and written by functions. */
export interface Solving {
  readonly state: Pick<WorldState, 'cellValues' | 'cellClasses'>;
  readonly tables: Pick<
    CellTables,
    | 'inputs'
    | 'constants'
    | 'inputStart'
    | 'constantStart'
    | 'shape'
    | 'variable'
    | 'position'
    | 'firstReader'
    | 'nextReader'
    | 'reader'
  >;
  readonly order: { readonly cellAt: Int32Array };
  readonly dirty: Dirty;
  readonly counts: WaveCounts;
}

/**
 * Solves cells of its shape from a position on, and marks readers of changed ones; returns the first position of
 * another shape, or -1. `counts.changed` has room for all cells.
 */
type ShapeFunction = (wave: Solving, position: number) => number;

/**
 * Throws where only the machine can run the shape, and an EvalError where the engine makes no functions. `counts`: the
 * solved cells of each variable too.
 */
export function makeShapeFunction(shape: Shape, counts = false): ShapeFunction {
  const { statements, value, kind, things } = emitShape(shape);
  const body = js`return function solve(wave, first) {
const tables = wave.tables, dirty = wave.dirty, counts = wave.counts;
const values = wave.state.cellValues, classes = wave.state.cellClasses, inputs = tables.inputs, constants = tables.constants;
const inputStart = tables.inputStart, constantStart = tables.constantStart, shapes = tables.shape, positions = tables.position;
const firstReader = tables.firstReader, nextReader = tables.nextReader, reader = tables.reader;
${counts ? js`const solved = wave.counts.solved, variables = wave.tables.variable;` : js``}
const cellAt = wave.order.cellAt, words = dirty.words, upper = dirty.upper, changed = counts.changed;
let position = first, cursor = dirty.cursor, limit = dirty.limit, changes = counts.changes, solves = 0;
for (;;) {
const cell = cellAt[position];
if (shapes[cell] !== ${shape.index}) break;
const firstInput = inputStart[cell];
const firstConstant = constantStart[cell];
solves++;
${counts ? js`solved[variables[cell]]++;` : js``}
${statements}
const kind = ${kind};
const value = kind === 2 ? 0 : ${value};
const before = values[cell];
if (classes[cell] !== kind || (before === value ? before === 0 && 1 / before !== 1 / value : before === before || value === value)) {
values[cell] = value;
classes[cell] = kind;
changed[changes++] = cell;
for (let edge = firstReader[cell]; edge !== 0; edge = nextReader[edge]) {
const marked = positions[reader[edge]];
const word = marked >>> 5;
const bits = words[word];
words[word] = bits | 1 << marked;
if (bits === 0) {
upper[word >>> 5] |= 1 << word;
if (word >= limit) limit = word + 1;
}
}
}
let bits = words[cursor];
if (bits === 0) {
upper[cursor >>> 5] &= ~(1 << cursor);
let at = cursor >>> 5;
const last = (limit + 31) >>> 5;
for (;;) {
while (at < last && upper[at] === 0) at++;
if (at >= last) { position = -1; break; }
cursor = (at << 5) + 31 - Math.clz32(upper[at] & -upper[at]);
bits = words[cursor];
if (bits !== 0) break;
upper[at] &= ~(1 << cursor);
}
if (position === -1) { cursor = 0; limit = 0; break; }
}
const bit = bits & -bits;
words[cursor] = bits ^ bit;
position = (cursor << 5) + 31 - Math.clz32(bit);
}
dirty.cursor = cursor;
dirty.limit = limit;
counts.changes = changes;
counts.solves += solves;
return position;
};`;
  return compiledWith(things, body) as ShapeFunction;
}

export interface ShapeFunctions {
  /** Undefined: use the machine. `counts`: the solved cells of each variable too. */
  of(shape: number, counts: boolean): ShapeFunction | undefined;
  /** After the shapes were forgotten. */
  forget(): void;
}

/** A function takes as long as the machine for some thousand cells. */
const leastRuns = 3_000;
const mostFunctions = 500;

export function createShapeFunctions(shapes: ShapeBook, mode: GenerateMode): ShapeFunctions {
  const runs: number[] = [];
  const functions: (ShapeFunction | 'refused' | undefined)[] = [];
  const tier = createTier(mostFunctions, mode);
  let areCounting = false;
  const drop = () => {
    functions.length = 0;
    tier.forget();
  };
  return {
    forget() {
      runs.length = 0;
      drop();
    },
    of(shape, counts) {
      if (counts !== areCounting) drop();
      areCounting = counts;
      const known = functions[shape];
      if (known !== undefined) return known === 'refused' ? undefined : known;
      if (tier.isClosed) return undefined;
      runs[shape] = (runs[shape] ?? 0) + 1;
      if (mode === 'hot' && runs[shape] < leastRuns) return undefined;
      const attempt = tier.make(() => makeShapeFunction(shapes.of(shape), counts));
      functions[shape] = attempt ?? 'refused';
      return attempt;
    },
  };
}
