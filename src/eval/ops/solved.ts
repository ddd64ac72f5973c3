import { absentBy, idsIn, knownKind } from '../columns/absence.js';
import { type Code, js, refuse } from '../emit/code.js';
import { type Emission, type Emitted, kindOf } from '../emit/emission.js';
import { type Frame, type Value, missing } from '../../ir/node.js';
import { type Operation, areOf, isAbsent, sameType } from '../operation.js';
import { type SolvedData, absenceBy, absences, mayMiss } from '../data.js';
import {
  type Vector,
  bytesAt,
  isMissing,
  numbersAt,
  putCode,
  putNumber,
  toAncestor,
  vectorFor,
} from '../columns/rows.js';
import type { WorldState } from '../../components/state.js';
import { checkCode, checkIndex, checkNumeral, checkWhenAbsent } from '../check-data.js';
import { climbWhile, kindColumn, resolved } from '../emit/parts.js';
import { member } from '../printer.js';
import { numeralCode } from './numeric-arithmetic.js';
import { gatherReferences } from './read.js';
import { initialOf } from '../../components/cell-blocks.js';
import { cellClass, type Variable, isPooled } from '../../model/model.js';
import { resolve } from '../../kernel/identity.js';
import { whole } from '../../ir/shape.js';
import { record } from '../../ir/record-shape.js';
import { valueType } from '../../ir/type-shapes.js';

export const solved: Operation<SolvedData> = {
  name: 'solved',
  type(args, { type, absent }) {
    if (!areOf(args, 'entity')) return 'takes one object';
    return absent === 'zero' && isPooled(type) ? `has no zero for a ${type.name}` : type;
  },
  data: record<SolvedData>({ variable: whole(), type: valueType, absent: absences }),
  text: ({ variable, absent }) => `${variable} ${absent}`,
  document: {
    meaning:
      "a solved variable, of the object or of the first object upward of the variable's kind; " +
      'its initial value if that object has no cells',
    absent: 'missing if its formula failed; without an object by its policy: missing, not found, zero, initial',
    families: 'F',
  },
  absence: (_args, { data }) => absenceBy[data.absent] | mayMiss,
  print: member(({ variable }, model) => model.variables[variable].name),
  check({ variable, type, absent }, model) {
    checkIndex(variable, 0, model.variables.length);
    const { kind, offset, initial, type: own } = model.variables[variable];
    if (!sameType(own, type)) refuse('a read of another type than the variable has');
    checkIndex(kind, 1, model.kinds.length + 1);
    checkIndex(offset, 0, model.variables.length);
    checkWhenAbsent(absent);
    if ('text' in initial) return;
    checkNumeral(initial.value, initial.whole === true);
    if (own.name !== 'numeric') checkCode(initial.value, own, model);
  },
  ofWorld: true,
  facts: () => ['population', 'place', 'cells'],
  evaluate(node, frame) {
    const { state } = frame;
    const variable = state.model.variables[node.data.variable];
    const of = frame.evaluate(node.args[0]);
    let id = isAbsent(of) ? 0 : of;
    while (id !== 0 && state.identity.kind[id] !== variable.kind) id = state.parent[id];
    return id === 0 ? valueOf(insteadOf(node.data.absent, variable.index, state), frame) : cellOf(variable, id, frame);
  },
  columns(term, rows, evaluator) {
    const { state, scratch } = evaluator;
    const { length } = rows;
    const { absent, variable: index } = term.data;
    const variable = state.model.variables[index];
    const into = vectorFor(variable.type, length, scratch);
    const absence = scratch.bytes(length);
    const mark = scratch.mark();
    const ids = idsIn(term.args[0], rows, evaluator);
    const isKnown = knownKind(term.args[0], rows) === variable.kind;
    const holders = isKnown ? ids : scratch.codes(length);
    if (!isKnown) toAncestor(ids, variable.kind, state.identity.kind, state.parent, holders, length);
    const cells = scratch.codes(length);
    cellsOf(holders, state.block, variable.offset, cells, length);
    gather(variable, cells, state, into, length);
    const some = markFailed(cells, state.cellClasses, absence, length);
    putInitial(initialShown(index, state), cells, into, length);
    const none = isKnown ? 0 : putNobody(insteadOf(absent, index, state), holders, into, absence, length);
    scratch.release(mark);
    return some + none === 0 ? into : { ...into, absence };
  },
  /** The holder of the cell, then the cell, then the values of objects without one and of none. */
  emit(term, emission) {
    const { absent, variable: index } = term.data;
    const variable = emission.model.variables[index];
    const isKnown = kindOf(term.args[0], emission) === variable.kind;
    const id = emission.idOf(term.args[0]);
    const holder = isKnown
      ? id
      : climbWhile(id, (at) => js`${kindColumn(emission)}[${at}] !== ${variable.kind}`, emission);
    const cellClasses = emission.once(js`frame.state.cellClasses`);
    const block = emission.keep(js`${emission.once(js`frame.state.block`)}[${holder}]`);
    // Cell 0 belongs to nobody and never fails. One branch for all that a cell holds: it goes the same way in nearly
    // every row.
    const initial = initialCode(variable, emission);
    const value = emission.variable(initial.value);
    const code = emission.variable(initial.whole);
    const body = emission.inside(() => {
      const cell = emission.keep(js`${block} + ${variable.offset}`);
      emission.add(js`${value} = ${cellCode(variable, cell, emission)}; ${code} = ${cellClasses}[${cell}];`);
    });
    emission.add(js`if (${block} !== 0) { ${body} }`);
    const absence = emission.keep(js`${code} === ${cellClass.failed} ? ${isMissing} : 0`);
    const found: Emitted =
      variable.type.name === 'numeric'
        ? { value, absence, whole: emission.keep(js`${code} & ${cellClass.whole}`) }
        : { value, absence };
    return isKnown || absent === 'initial' ? found : withNobody(found, absent, holder, emission);
  },
};

function cellOf(variable: Variable, id: number, frame: Frame): Value {
  const { state } = frame;
  const { block, cellClasses, cellValues } = state;
  if (block[id] === 0) return valueOf(initialShown(variable.index, state), frame);
  const cell = block[id] + variable.offset;
  if (cellClasses[cell] === cellClass.failed) return missing;
  frame.whole = cellClasses[cell] === cellClass.whole;
  return variable.type.name === 'entity' ? resolve(state.identity, cellValues[cell]) : cellValues[cell];
}

/** None has no block, so that its cell holds the initial value. */
function withNobody(
  { value, whole, absence }: Emitted,
  absent: 'missing' | 'notFound' | 'zero',
  holder: Code,
  emission: Emission,
): Emitted {
  if (absent !== 'zero')
    return {
      value,
      absence: emission.keep(js`${holder} === 0 ? ${absenceBy[absent]} : ${absence ?? 0}`),
      whole,
    };
  const shown = { value: emission.keep(js`${holder} === 0 ? 0 : ${value}`), absence };
  return whole === undefined ? shown : { ...shown, whole: emission.keep(js`${holder} === 0 ? 1 : ${whole}`) };
}

function cellCode({ type }: Variable, cell: Code, emission: Emission): Code {
  const held = js`${emission.once(js`frame.state.cellValues`)}[${cell}]`;
  if (type.name === 'number' || type.name === 'numeric') return held;
  return type.name === 'entity' ? resolved(held, emission) : js`${held} | 0`;
}

/** The handle of a text comes from the world: texts never become code. */
function initialCode({ index, initial }: Variable, emission: Emission): { readonly value: Code; readonly whole: Code } {
  if (!('text' in initial)) return numeralCode({ value: initial.value, whole: initial.whole === true });
  const value = emission.once(js`${emission.thing('initialOf', initialOf)}(frame.state, ${index}).value`);
  return { value, whole: js`${cellClass.plain}` };
}

/** With its class, or its absence. */
interface Shown {
  readonly value: number;
  readonly whole: number;
  readonly how: number;
}

function valueOf({ value, whole, how }: Shown, frame: Frame): Value {
  if (how !== 0) return absentBy(how);
  frame.whole = whole === 1;
  return value;
}

function initialShown(variable: number, state: WorldState): Shown {
  const initial = initialOf(state, variable);
  return { value: initial.value, whole: initial.class & cellClass.whole, how: 0 };
}

function insteadOf(absent: SolvedData['absent'], variable: number, state: WorldState): Shown {
  if (absent === 'initial') return initialShown(variable, state);
  return { value: 0, whole: 1, how: absenceBy[absent] };
}

/** Cell 0 is nobody's. */
function cellsOf(ids: Int32Array, block: Int32Array, offset: number, into: Int32Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = block[ids[row]] === 0 ? 0 : block[ids[row]] + offset;
}

function gather(
  { type }: Variable,
  cells: Int32Array,
  { cellValues, cellClasses, identity }: WorldState,
  { numbers, codes }: Vector,
  length: number,
): void {
  if (type.name === 'number' || type.name === 'numeric') numbersAt(cellValues, cells, numbers, length);
  if (type.name === 'numeric') bytesAt(cellClasses, cells, codes, length);
  else if (type.name === 'entity') gatherReferences(cellValues, identity, cells, codes, length);
  else if (type.name !== 'number') gatherCodes(cellValues, cells, codes, length);
}

function gatherCodes(from: Float64Array, cells: Int32Array, into: Int32Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = from[cells[row]];
}

function markFailed(cells: Int32Array, classes: Uint8Array, absence: Uint8Array, length: number): number {
  let count = 0;
  for (let row = 0; row < length; row++) {
    const isFailed = classes[cells[row]] === cellClass.failed ? 1 : 0;
    absence[row] = isFailed * isMissing;
    count += isFailed;
  }
  return count;
}

function putInitial({ value, whole }: Shown, cells: Int32Array, { numbers, codes }: Vector, length: number): void {
  if (numbers.length > 0) putNumber(0, value, cells, numbers, length);
  if (codes.length > 0) putCode(0, numbers.length > 0 ? whole : value, cells, codes, length);
}

/** Returns how many are absent. */
function putNobody(
  { value, whole, how }: Shown,
  holders: Int32Array,
  { numbers, codes }: Vector,
  absence: Uint8Array,
  length: number,
): number {
  let count = 0;
  for (let row = 0; row < length; row++) {
    if (holders[row] !== 0) continue;
    if (numbers.length > 0) numbers[row] = value;
    if (codes.length > 0) codes[row] = numbers.length > 0 ? whole : value;
    absence[row] = how;
    count += how === 0 ? 0 : 1;
  }
  return count;
}
