import { refuse } from '../emit/code.js';
import { initialOf } from '../../state/cell-blocks.js';
import { cellClass } from '../../components/cell-class.js';
import { type Variable, isPooled } from '../../components/model.js';
import { resolve } from '../../kernel/identity.js';
import { solvedColumns } from '../columns/solved.js';
import type { SolvedData, WhenAbsent } from '../data.js';
import type { Frame } from '../../ir/frame.js';
import { emitSolved } from '../emit/emit-solved.js';
import { type Value, missing, notFound } from '../../ir/node.js';
import { type Operation, isAbsent, sameType } from '../operation.js';
import { absenceBy, checkCode, checkIndex, checkNumeral, checkWhenAbsent, mayMiss, member } from '../record.js';

export type { SolvedData } from '../data.js';

export const solved: Operation<SolvedData> = {
  name: 'solved',
  type(args, { type, absent }) {
    if (args.length !== 1 || args[0].name !== 'entity') return 'takes one object';
    return absent === 'zero' && isPooled(type) ? `has no zero for a ${type.name}` : type;
  },
  text: ({ variable, absent }) => `${variable} ${absent}`,
  document: {
    meaning:
      "a solved variable, of the object or of the first upward that is of the variable's kind; the variable's initial value where that object has no cells",
    absent: 'missing where its formula failed; of nobody by its policy: missing, not found, zero, initial',
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
