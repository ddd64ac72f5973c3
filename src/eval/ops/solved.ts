import { initialOf } from '../../state/cell-blocks.js';
import { cellClass } from '../../components/cell-class.js';
import { type Type, type Variable, isPooled } from '../../components/model.js';
import { resolve } from '../../kernel/identity.js';
import { solvedColumns } from '../columns/solved.js';
import type { Frame } from '../../ir/frame.js';
import { emitSolved } from '../emit/emit-solved.js';
import { type Value, missing, notFound } from '../../ir/node.js';
import { type Operation, isAbsent } from '../operation.js';
import type { WhenAbsent } from './read.js';

export interface SolvedData {
  /** Index among the variables of the model. */
  readonly variable: number;
  readonly type: Type;
  /**
   * Where neither the object nor anything that it hangs on is of the variable's kind. A cell whose formula failed is
   * missing.
   */
  readonly absent: WhenAbsent;
}

/** A solved variable: that of an object, or of the nearest one that it hangs on of the variable's kind. */
export const solved: Operation<SolvedData> = {
  name: 'solved',
  type(args, { type, absent }) {
    if (args.length !== 1 || args[0].name !== 'entity') return 'takes one object';
    return absent === 'zero' && isPooled(type) ? `has no zero for a ${type.name}` : type;
  },
  text: ({ variable, absent }) => `${variable} ${absent}`,
  facts: () => ['population', 'place', 'cells'],
  evaluate(node, frame) {
    const { state } = frame;
    const variable = state.model.variables[node.data.variable];
    const of = frame.evaluate(node.args[0]);
    let id = isAbsent(of) ? 0 : of;
    while (id !== 0 && state.identity.kind[id] !== variable.kind) id = state.parent[id];
    return id === 0 ? instead(node.data.absent, variable, frame) : cellOf(variable, id, frame);
  },
  columns: solvedColumns,
  emit: emitSolved,
};

function instead(absent: WhenAbsent, variable: Variable, frame: Frame): Value {
  switch (absent) {
    case 'missing':
      return missing;
    case 'notFound':
      return notFound;
    case 'zero':
      frame.whole = true;
      return 0;
    case 'initial':
      return initialValue(variable, frame);
  }
}

function cellOf(variable: Variable, id: number, frame: Frame): Value {
  const { state } = frame;
  const { block, cellClasses, cellValues } = state;
  if (block[id] === 0) return initialValue(variable, frame);
  const cell = block[id] + variable.offset;
  if (cellClasses[cell] === cellClass.failed) return missing;
  frame.whole = cellClasses[cell] === cellClass.whole;
  return variable.type.name === 'entity' ? resolve(state.identity, cellValues[cell]) : cellValues[cell];
}

function initialValue({ index }: Variable, frame: Frame): number {
  const initial = initialOf(frame.state, index);
  frame.whole = initial.class === cellClass.whole;
  return initial.value;
}
