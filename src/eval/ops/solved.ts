import { isMissing, isNotFound } from '../columns/vector.js';
import { type Code, js, refuse } from '../emit/code.js';
import { type Emission, type Emitted, kindOf } from '../emit/emission.js';
import { climbWhile, kindColumn, resolved } from '../emit/parts.js';
import type { Term } from '../term.js';
import { numeralCode } from './numeric.js';
import { absenceBy, mayMiss, checkCode, checkIndex, checkNumeral, checkWhenAbsent, member } from '../record.js';
import { initialOf } from '../../components/cell-blocks.js';
import { type Variable, cellClass, isPooled } from '../../model/model.js';
import { resolve } from '../../kernel/identity.js';
import { solvedColumns } from '../columns/solved.js';
import type { SolvedData, WhenAbsent } from '../data.js';
import { type Frame, type Value, missing, notFound } from '../../ir/node.js';
import { type Operation, isAbsent, sameType } from '../operation.js';

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

/** First whose cell it is, then the cell, then what stands for objects that have none and where there is nobody. */
function emitSolved(term: Term<SolvedData>, emission: Emission): Emitted {
  const { absent, variable: index } = term.data;
  const variable = emission.model.variables[index];
  const isKnown = kindOf(term.args[0], emission) === variable.kind;
  const id = emission.idOf(term.args[0]);
  const holder = isKnown
    ? id
    : climbWhile(id, (at) => js`${kindColumn(emission)}[${at}] !== ${variable.kind}`, emission);
  const cellClasses = emission.once(js`frame.state.cellClasses`);
  const block = emission.keep(js`${emission.once(js`frame.state.block`)}[${holder}]`);
  // Cell 0 is nobody's, and no failed one.
  // One branch for all that a cell holds: it goes the same way in nearly every row.
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
}

/** Nobody has no block, so that the initial value stands there already. */
function withNobody(
  { value, whole, absence }: Emitted,
  absent: 'missing' | 'notFound' | 'zero',
  holder: Code,
  emission: Emission,
): Emitted {
  if (absent !== 'zero')
    return {
      value,
      absence: emission.keep(js`${holder} === 0 ? ${absent === 'notFound' ? isNotFound : isMissing} : ${absence ?? 0}`),
      ...(whole === undefined ? {} : { whole }),
    };
  const shown = { value: emission.keep(js`${holder} === 0 ? 0 : ${value}`), absence };
  return whole === undefined ? shown : { ...shown, whole: emission.keep(js`${holder} === 0 ? 1 : ${whole}`) };
}

function cellCode({ type }: Variable, cell: Code, emission: Emission): Code {
  const held = js`${emission.once(js`frame.state.cellValues`)}[${cell}]`;
  if (type.name === 'number' || type.name === 'numeric') return held;
  return type.name === 'entity' ? resolved(held, emission) : js`${held} | 0`;
}

/** The handle of a text is asked of the world: texts never become code. */
function initialCode({ index, initial }: Variable, emission: Emission): { readonly value: Code; readonly whole: Code } {
  if (!('text' in initial)) return numeralCode({ value: initial.value, whole: initial.whole === true });
  const value = emission.once(js`${emission.thing('initialOf', initialOf)}(frame.state, ${index}).value`);
  return { value, whole: js`${cellClass.plain}` };
}
