import { type Operation, entityType, numberType, signature } from '../operation.js';
import type { Type } from '../../model/model.js';
import { absentWhereNone, filled, idsIn, sameInRows } from '../columns/absence.js';
import { anyNumber, isSomebody } from '../bounds.js';
import { codesOf, codeVector, isMissing, numbersBy, numberVector } from '../columns/rows.js';
import { js } from '../emit/code.js';
import { leaf } from '../printer.js';
import { missing } from '../../ir/node.js';
import { missingOfNone } from '../node-shape.js';
import { missingWhereNone } from '../emit/parts.js';
import { timeOf } from '../../components/clock.js';
import { record } from '../../ir/record-shape.js';
import { valueType } from '../../ir/type-shapes.js';

export const turn: Operation = {
  name: 'turn',
  type: signature([], numberType),
  document: { meaning: 'the current turn', families: 'Exct' },
  bounds: () => ({ least: 0, most: Infinity, absent: false, isWhole: true }),
  facts: () => ['clock'],
  ...sameInRows((_node, frame) => frame.turn),
  emit: () => ({ value: js`frame.turn` }),
};

function ofCreation(name: string, meaning: string, isAge: boolean): Operation {
  return {
    name,
    type: signature([entityType], numberType),
    document: { meaning, absent: 'missing if the object is none', families: 'Exc' },
    absence: missingOfNone,
    bounds: ({ args: [of] }, known) => ({ ...anyNumber, absent: !isSomebody(known.of(of)) }),
    facts: () => (isAge ? ['population', 'clock'] : ['population']),
    evaluate(node, frame) {
      const id = frame.evaluate(node.args[0]);
      if (!id) return missing;
      const turn = frame.state.created[id];
      return isAge ? frame.turn - turn : turn;
    },
    columns(term, rows, evaluator) {
      const { state, scratch, frame } = evaluator;
      return numbersBy(rows, scratch, (into, absence) => {
        const ids = idsIn(term.args[0], rows, evaluator);
        const { created } = state;
        if (isAge) for (let row = 0; row < rows.length; row++) into[row] = frame.turn - created[ids[row]];
        else for (let row = 0; row < rows.length; row++) into[row] = created[ids[row]];
        return absentWhereNone(ids, isMissing, absence, rows.length);
      });
    },
    emit({ args: [of] }, emission) {
      const created = emission.once(js`frame.state.created`);
      const value = isAge
        ? emission.keep(js`${emission.once(js`frame.turn`)} - ${created}[${emission.idOf(of)}]`)
        : emission.keep(js`${created}[${emission.idOf(of)}]`);
      return { value, absence: missingWhereNone(of, emission) };
    },
  };
}

/** 0 in the turn of its creation. */
export const age = ofCreation('age', 'turns since an object was created', true);

/** Objects from before the first turn may be below 1. */
export const created = ofCreation('created', 'the turn in which an object was created', false);

export const running: Operation<{ readonly type: Type }> = {
  name: 'running',
  type: (args, data) => signature([], data.type)(args),
  data: record({ type: valueType }),
  runs: true,
  text: ({ type }) => (type.name === 'array' ? `array ${type.of.name}` : type.name),
  document: { meaning: 'the current value of the written cell', families: 'ExtF' },
  print: leaf(() => 'value'),
  evaluate(_node, frame) {
    frame.whole = frame.valueWhole;
    return frame.value;
  },
  /** The running value of each row's cell, of the cell's type. */
  columns(term, rows, { frame, scratch }) {
    const { length, running, runningClasses } = rows;
    if (running === undefined) return filled(term, frame.value, length, scratch, frame.valueWhole);
    if (term.type.name === 'number') return numberVector(running);
    if (term.type.name === 'numeric')
      return {
        numbers: running,
        codes: runningClasses ?? scratch.codes(length).fill(0, 0, length),
        absence: undefined,
      };
    return codeVector(codesOf(running, scratch.codes(length), length));
  },
  emit({ type }, emission) {
    const value = emission.keep(emission.running());
    if (type.name === 'numeric') return { value, whole: emission.keep(emission.runningWhole()) };
    return { value: type.name === 'number' ? value : emission.keep(js`${value} | 0`) };
  },
};

export const time: Operation = {
  name: 'time',
  type: signature([], numberType),
  document: { meaning: "the world's clock, in ticks", families: 'CT' },
  bounds: () => ({ least: -(2 ** 31), most: 2 ** 31 - 1, absent: false, isWhole: true }),
  print: leaf(() => 'time()'),
  ofWorld: true,
  facts: () => ['clock'],
  ...sameInRows((_node, frame) => timeOf(frame.state)),
  emit: (_term, emission) => ({
    value: emission.keep(js`${emission.thing('timeOf', timeOf)}(frame.state)`),
  }),
};
