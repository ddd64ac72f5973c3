import { js } from '../emit/code.js';
import { leaf } from '../record.js';
import { timeOf } from '../../components/clock.js';
import { filled } from '../columns/filled.js';
import { type Operation, numberType, signature } from '../operation.js';

export const time: Operation = {
  name: 'time',
  type: signature([], numberType),
  document: { meaning: "the world's clock, in ticks", families: 'CT' },
  bounds: () => ({ least: -(2 ** 31), most: 2 ** 31 - 1, absent: false, isWhole: true }),
  print: leaf(() => 'time()'),
  ofWorld: true,
  facts: () => ['clock'],
  evaluate: (_node, frame) => timeOf(frame.state),
  emit: (_term, emission) => ({
    value: emission.keep(js`${emission.thing('timeOf', timeOf)}(frame.state)`),
    absence: undefined,
  }),
  columns: (term, rows, { state, scratch }) => filled(term, timeOf(state), rows.length, scratch),
};
