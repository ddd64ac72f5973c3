import { anyNumber, isSomebody, missingOfNone, leaf } from '../record.js';
import type { Type } from '../../model/model.js';
import { ageColumns, runningColumns } from '../columns/clock.js';
import { filled } from '../columns/filled.js';
import { js } from '../emit/code.js';
import { missingWhereNone } from '../emit/parts.js';
import { missing } from '../../ir/node.js';
import { type Operation, entityType, numberType, signature } from '../operation.js';

export const turn: Operation = {
  name: 'turn',
  type: signature([], numberType),
  document: { meaning: 'the turn that is being run', families: 'Exct' },
  bounds: () => ({ least: 0, most: Infinity, absent: false, isWhole: true }),
  facts: () => ['clock'],
  evaluate: (_node, frame) => frame.turn,
  emit: () => ({ value: js`frame.turn`, absence: undefined }),
  columns: (term, rows, { frame, scratch }) => filled(term, frame.turn, rows.length, scratch),
};

/** 0 in the turn of its creation. */
export const age: Operation = {
  name: 'age',
  type: signature([entityType], numberType),
  document: { meaning: 'turns since an object was created', absent: 'missing for none', families: 'Exc' },
  absence: missingOfNone,
  bounds: ({ args: [of] }, known) => ({ ...anyNumber, absent: !isSomebody(known.of(of)) }),
  facts: () => ['population', 'clock'],
  evaluate(node, frame) {
    const id = frame.evaluate(node.args[0]);
    return id ? frame.turn - frame.state.created[id] : missing;
  },
  columns: ageColumns,
  emit(term, emission) {
    const created = emission.once(js`frame.state.created`);
    const value = emission.keep(js`${emission.once(js`frame.turn`)} - ${created}[${emission.idOf(term.args[0])}]`);
    return { value, absence: missingWhereNone(term.args[0], emission) };
  },
};

export const running: Operation<{ readonly type: Type }> = {
  name: 'running',
  type: (_args, data) => data.type,
  runs: true,
  text: ({ type }) => (type.name === 'array' ? `array ${type.of.name}` : type.name),
  document: { meaning: 'the present value of the cell that is written', families: 'ExtF' },
  print: leaf(() => 'value'),
  evaluate(_node, frame) {
    frame.whole = frame.valueWhole;
    return frame.value;
  },
  columns: runningColumns,
  emit({ type }, emission) {
    const value = emission.keep(emission.running());
    if (type.name === 'numeric') return { value, whole: emission.keep(emission.runningWhole()), absence: undefined };
    return { value: type.name === 'number' ? value : emission.keep(js`${value} | 0`), absence: undefined };
  },
};
