import { type Operation, applying, booleanType, entityType, isAbsent, numberType, signature } from '../operation.js';
import { type Value, missing } from '../../ir/node.js';
import { type Rows, type Vector, codesBy, codeVector, isMissing, numbersBy } from '../columns/rows.js';
import type { Evaluator } from '../columns/evaluator.js';
import type { Term } from '../term.js';
import { absentWhereNone, idsIn } from '../columns/absence.js';
import { writeCall } from '../printer.js';
import { checkIndex } from '../check-data.js';
import { type Code, js } from '../emit/code.js';
import type { Emission } from '../emit/emission.js';
import { cellCode, indexCode } from '../emit/emit-around.js';
import { missingWhereNone } from '../emit/parts.js';
import { emitVacant } from '../emit/emit-attached.js';
import { mayMiss, present } from '../data.js';
import { missingOfNone } from '../node-shape.js';
import { attachedTo, attachedCounts } from '../../components/attachment.js';
import {
  type GridIndex,
  cellAtPoint,
  cellIn,
  cellOf,
  gridCells,
  gridIndex,
  objectAt,
  stepsBetween,
} from '../../state/grid-cells.js';
import type { Grid } from '../../model/connection.js';
import { type Model, kindAt } from '../../model/model.js';
import { indexOf } from '../../ir/shape.js';
import { record } from '../../ir/record-shape.js';

/** Places on grids, and what hangs on them. */

interface GridData {
  readonly grid: number;
}

const gridData = record<GridData>({ grid: indexOf('grid') });

function checkGrid({ grid }: GridData, { grids }: Model): void {
  checkIndex(grid, 0, grids.length);
}

/** Where content has several grids, their name. */
function named({ grid }: GridData, { grids }: Model): readonly string[] {
  return grids.length > 1 ? [`'${grids[grid].name}'`] : [];
}

export const gridSteps: Operation<GridData> = {
  name: 'gridSteps',
  type: signature([entityType, entityType], numberType),
  data: gridData,
  text: ({ grid }) => String(grid),
  document: {
    meaning: 'the fewest steps from the cell of one object to that of another',
    absent: 'missing if one is not on the grid, or no way leads there',
    families: 'Exc',
  },
  absence: () => mayMiss,
  check: checkGrid,
  apart: () => 'an expression measures on a grid',
  facts: () => ['population', 'place'],
  print: ({ data, args }, to) => {
    writeCall(to, 'steps', args, ...named(data, to.wording.model));
  },
  ...applying(({ state }, { grid }, a, b): Value => {
    if (isAbsent(a) || isAbsent(b)) return missing;
    const [from, to] = [cellOf(state, grid, a), cellOf(state, grid, b)];
    const steps = from < 0 || to < 0 ? Infinity : stepsBetween(state.model.grids[grid], from, to);
    return steps === Infinity ? missing : steps;
  }),
  columns: (term, rows, evaluator) =>
    numbersBy(rows, evaluator.scratch, (into, absence) => {
      const { state } = evaluator;
      const index = gridIndex(state, term.data.grid);
      const [a, b] = term.args.map((arg) => idsIn(arg, rows, evaluator));
      for (let row = 0; row < rows.length; row++) {
        const steps = stepsIn(index, cellIn(state, index, a[row]), cellIn(state, index, b[row]));
        into[row] = steps;
        absence[row] = steps === Infinity ? isMissing : 0;
      }
      return absence;
    }),
  emit({ data: { grid }, args }, emission) {
    const [a, b] = args.map((arg) => cellCode(arg, grid, emission));
    const steps = stepsCode(emission.model.grids[grid], a, b, emission);
    const value = emission.keep(js`${a} < 0 || ${b} < 0 ? Infinity : ${steps}`);
    return { value, absence: emission.keep(js`${value} === Infinity ? ${isMissing} : 0`) };
  },
};

/** See `stepsBetween`. */
function stepsCode(grid: Grid, from: Code, to: Code, emission: Emission): Code {
  const { width, height, wrapX, wrapY, neighbourhood } = grid;
  if (neighbourhood === 'hexagonal')
    return js`${emission.thing('stepsBetween', stepsBetween)}(${emission.thing(`grid ${grid.index}`, grid)}, ${from}, ${to})`;
  const column = (cell: Code) => emission.keep(js`${cell} % ${width}`);
  const [x, otherX] = [column(from), column(to)];
  const row = (cell: Code, at: Code) => js`(${cell} - ${at}) / ${width}`;
  const along = (difference: Code, length: number, wraps: boolean) => {
    const apart = emission.keep(js`Math.abs(${difference})`);
    return wraps ? emission.keep(js`${apart} <= ${length} - ${apart} ? ${apart} : ${length} - ${apart}`) : apart;
  };
  const across = along(js`${x} - ${otherX}`, width, wrapX);
  const down = along(js`${row(from, x)} - ${row(to, otherX)}`, height, wrapY);
  if (neighbourhood === 'vonNeumann') return js`${across} + ${down}`;
  if (neighbourhood === 'moore') return js`(${across} > ${down} ? ${across} : ${down})`;
  return js`(${across} === 0 ? ${down} : ${down} === 0 ? ${across} : Infinity)`;
}

/** Infinity where one is not on the grid. */
function stepsIn({ grid }: GridIndex, from: number, to: number): number {
  return from < 0 || to < 0 ? Infinity : stepsBetween(grid, from, to);
}

export const gridCell: Operation<GridData> = {
  name: 'gridCell',
  type: signature([numberType, numberType], entityType),
  data: gridData,
  text: ({ grid }) => String(grid),
  document: {
    meaning: 'the object of a grid at a column and a row, rounded down; none outside, and where one is absent',
    absent: 'never',
    families: 'Exc',
  },
  absence: present,
  bounds: ({ data }, { model }) => ({
    least: 0,
    most: Infinity,
    absent: false,
    kind: model.grids.at(data.grid)?.kind,
  }),
  check: checkGrid,
  apart: () => 'an expression asks for the cells of a grid',
  facts: () => ['population', 'place'],
  print: ({ data, args }, to) => {
    writeCall(to, 'cell', args, ...named(data, to.wording.model));
  },
  ...applying(({ state }, { grid }, column, row): Value => {
    if (isAbsent(column) || isAbsent(row)) return 0;
    const cell = cellAtPoint(state.model.grids[grid], column, row);
    return cell < 0 ? 0 : gridCells(state, grid)[cell];
  }),
  columns: cellColumns,
  emit({ data: { grid }, args }, emission) {
    const [column, row] = args.map((arg) => {
      const { value, absence } = emission.of(arg);
      return absence === undefined ? value : js`(${absence} === 0 ? ${value} : NaN)`;
    });
    const index = indexCode(grid, emission);
    return { value: emission.keep(js`${emission.thing('cellWhere', cellWhere)}(${index}, ${column}, ${row})`) };
  },
};

/** 0 for none. */
function cellWhere(index: GridIndex, column: number, row: number): number {
  const cell = cellAtPoint(index.grid, column, row);
  return cell < 0 ? 0 : objectAt(index, cell);
}

function cellColumns(term: Term<GridData>, rows: Rows, evaluator: Evaluator): Vector {
  const { scratch, state } = evaluator;
  const into = scratch.codes(rows.length);
  const mark = scratch.mark();
  const index = gridIndex(state, term.data.grid);
  const [column, row] = term.args.map((arg) => evaluator.evaluate(arg, rows));
  for (let i = 0; i < rows.length; i++) {
    const isThere = (column.absence?.[i] ?? 0) === 0 && (row.absence?.[i] ?? 0) === 0;
    into[i] = isThere ? cellWhere(index, column.numbers[i], row.numbers[i]) : 0;
  }
  scratch.release(mark);
  return codeVector(into);
}

interface VacantData {
  /** 0: any. */
  readonly kind: number;
}

export const vacant: Operation<VacantData> = {
  name: 'vacant',
  type: signature([entityType], booleanType),
  data: record<VacantData>({ kind: indexOf('kind', 0) }),
  text: ({ kind }) => String(kind),
  document: {
    meaning: 'whether nothing, or nothing of a kind, is attached to an object',
    absent: 'missing if the object is none',
    families: 'Exc',
  },
  absence: missingOfNone,
  check({ kind }, { kinds }) {
    checkIndex(kind, 0, kinds.length + 1);
  },
  facts: () => ['population', 'place'],
  print: ({ data: { kind }, args }, to) => {
    writeCall(to, 'empty', args, ...(kind === 0 ? [] : [kindAt(to.wording.model, kind).name]));
  },
  ...applying(({ state }, { kind }, id): Value => {
    if (isAbsent(id) || id === 0) return missing;
    return attachedTo(state, id).some((each) => kind === 0 || state.identity.kind[each] === kind) ? 0 : 1;
  }),
  columns: (term, rows, evaluator) =>
    codesBy(rows, evaluator.scratch, (into, absence) => {
      const ids = idsIn(term.args[0], rows, evaluator);
      const counts = attachedCounts(evaluator.state, term.data.kind);
      for (let row = 0; row < rows.length; row++) into[row] = counts[ids[row]] === 0 ? 1 : 0;
      return absentWhereNone(ids, isMissing, absence, rows.length);
    }),
  emit({ data: { kind }, args: [of] }, emission) {
    const id = emission.idOf(of);
    if (emission.inFrame) return { value: emitVacant(kind, id, emission), absence: missingWhereNone(of, emission) };
    const counts = emission.once(js`${emission.thing('attachedCounts', attachedCounts)}(frame.state, ${kind})`);
    return { value: emission.keep(js`${counts}[${id}] === 0 ? 1 : 0`), absence: missingWhereNone(of, emission) };
  },
};
