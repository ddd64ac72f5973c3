import { stepOf } from '../../components/step.js';
import { filled } from '../columns/filled.js';
import { missing } from '../../ir/node.js';
import { type Operation, signature } from '../operation.js';
import { mayMiss, valuesOf } from '../record.js';

export interface StepData {
  /** Index of the enumeration of steps. */
  readonly enumeration: number;
}

export const step: Operation<StepData> = {
  name: 'step',
  type: (args, { enumeration }) => signature([], { name: 'enumeration', index: enumeration })(args),
  text: ({ enumeration }) => String(enumeration),
  document: {
    meaning: 'the step of the sequence of play that is under way',
    absent: 'missing while none is',
    families: 'T',
  },
  absence: () => mayMiss,
  bounds: ({ type }, { model }) => ({ ...valuesOf(type, model), least: 1 }),
  ofWorld: true,
  facts: () => ['step'],
  evaluate: (_node, { state }) => stepOf(state) || missing,
  columns: (term, rows, { state, scratch }) => filled(term, stepOf(state) || missing, rows.length, scratch),
};
