import type { Type } from '../../model/model.js';
import type { Operation } from '../operation.js';

/**
 * The value of the first argument. The others are not evaluated, but what they read counts as read: an argument of a
 * function that its body never takes is still something that the result depends on, by the words of whoever wrote it.
 */
export const heed: Operation<undefined> = {
  name: 'heed',
  type: (args): Type | string => (args.length > 0 ? args[0] : 'takes a value and what it depends on'),
  document: {
    meaning: 'the first of some values; what the others read counts as read',
    absent: 'when the first is',
    families: 'F',
  },
  absence: ([first]) => first,
  bounds: ({ args: [first] }, { of }) => of(first),
  // What else is heeded makes no difference to the value.
  print: ({ args: [first] }, to, place) => {
    to.write(first, place);
  },
  evaluate: (node, frame) => frame.evaluate(node.args[0]),
  columns: (term, rows, evaluator) => evaluator.evaluate(term.args[0], rows),
  emit: (term, emission) => emission.of(term.args[0]),
};
