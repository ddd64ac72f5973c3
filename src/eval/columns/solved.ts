import { initialOf } from '../../components/cell-blocks.js';
import { type Type, type Variable, cellClass } from '../../model/model.js';
import type { WorldState } from '../../components/state.js';
import { type Identity, resolve } from '../../kernel/identity.js';
import type { Term } from '../term.js';
import { idsOrNone } from './absence.js';
import type { Evaluator } from './evaluator.js';
import { type Rows } from './rows.js';
import { knownKind } from './subset.js';
import { type Vector, isMissing, isNotFound, vectorFor } from './vector.js';

interface SolvedOf {
  readonly variable: number;
  readonly type: Type;
  readonly absent: 'missing' | 'notFound' | 'zero' | 'initial';
}

/** First whose cell it is, then the cell, then what stands for objects that have none and where there is nobody. */
export function solvedColumns(term: Term<SolvedOf>, rows: Rows, evaluator: Evaluator): Vector {
  const { state, scratch } = evaluator;
  const { length } = rows;
  const { absent, variable: index } = term.data;
  const variable = state.model.variables[index];
  const into = vectorFor(variable.type, length, scratch);
  const absence = scratch.bytes(length);
  const mark = scratch.mark();
  const ids = idsOrNone(evaluator.evaluate(term.args[0], rows), length, scratch);
  const isKnown = knownKind(term.args[0], rows) === variable.kind;
  const holders = isKnown ? ids : scratch.codes(length);
  if (!isKnown) findOfKind(ids, variable.kind, state.identity.kind, state.parent, holders, length);
  const cells = scratch.codes(length);
  cellsOf(holders, state.block, variable.offset, cells, length);
  gather(variable, cells, state, into, length);
  const some = markFailed(cells, state.cellClasses, absence, length);
  putInitial(initialShown(index, state), cells, into, length);
  const none = isKnown ? 0 : putNobody(insteadOf(absent, index, state), holders, into, absence, length);
  scratch.release(mark);
  return some + none === 0 ? into : { ...into, absence };
}

/** The number that stands for a value of content, with its class, or the absence that it is. */
interface Shown {
  readonly value: number;
  readonly whole: number;
  readonly how: number;
}

function initialShown(variable: number, state: WorldState): Shown {
  const initial = initialOf(state, variable);
  return { value: initial.value, whole: initial.class & cellClass.whole, how: 0 };
}

function insteadOf(absent: SolvedOf['absent'], variable: number, state: WorldState): Shown {
  if (absent === 'initial') return initialShown(variable, state);
  return { value: 0, whole: 1, how: absent === 'missing' ? isMissing : absent === 'notFound' ? isNotFound : 0 };
}

/** The nearest object upward of a kind. */
function findOfKind(
  ids: Int32Array,
  kind: number,
  kinds: Uint8Array,
  parent: Int32Array,
  into: Int32Array,
  length: number,
): void {
  for (let row = 0; row < length; row++) {
    let at = ids[row];
    while (at !== 0 && kinds[at] !== kind) at = parent[at];
    into[row] = at;
  }
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
  if (type.name === 'number' || type.name === 'numeric') gatherNumbers(cellValues, cells, numbers, length);
  if (type.name === 'numeric') gatherClasses(cellClasses, cells, codes, length);
  else if (type.name === 'entity') gatherReferences(cellValues, cells, identity, codes, length);
  else if (type.name !== 'number') gatherCodes(cellValues, cells, codes, length);
}

function gatherNumbers(from: Float64Array, cells: Int32Array, into: Float64Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = from[cells[row]];
}

function gatherClasses(from: Uint8Array, cells: Int32Array, into: Int32Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = from[cells[row]];
}

function gatherCodes(from: Float64Array, cells: Int32Array, into: Int32Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = from[cells[row]];
}

/** References are handles; stale ones lead nowhere. */
function gatherReferences(
  from: Float64Array,
  cells: Int32Array,
  identity: Identity,
  into: Int32Array,
  length: number,
): void {
  for (let row = 0; row < length; row++) {
    const handle = from[cells[row]];
    into[row] = handle === 0 ? 0 : resolve(identity, handle);
  }
}

/** Notes cells whose formula failed as missing; returns how many they are. */
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
  if (numbers.length > 0) for (let row = 0; row < length; row++) numbers[row] = cells[row] === 0 ? value : numbers[row];
  if (codes.length === 0) return;
  const code = numbers.length > 0 ? whole : value;
  for (let row = 0; row < length; row++) codes[row] = cells[row] === 0 ? code : codes[row];
}

/** Puts what stands where nobody is of the variable's kind; returns how many such rows are absent. */
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
