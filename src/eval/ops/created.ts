import { anyNumber, isSomebody, missingOfNone } from '../record.js';
import { createdColumns } from '../columns/clock.js';
import { js } from '../emit/code.js';
import { missingWhereNone } from '../emit/parts.js';
import { missing } from '../../ir/node.js';
import { type Operation, entityType, numberType, signature } from '../operation.js';

/** What was there before the first turn may have one below 1. */
export const created: Operation = {
  name: 'created',
  type: signature([entityType], numberType),
  document: { meaning: 'the turn in which an object was created', absent: 'missing for none', families: 'Exc' },
  absence: missingOfNone,
  bounds: ({ args: [of] }, known) => ({ ...anyNumber, absent: !isSomebody(known.of(of)) }),
  facts: () => ['population'],
  evaluate(node, frame) {
    const id = frame.evaluate(node.args[0]);
    return id ? frame.state.created[id] : missing;
  },
  columns: createdColumns,
  emit: (term, emission) => ({
    value: emission.keep(js`${emission.once(js`frame.state.created`)}[${emission.idOf(term.args[0])}]`),
    absence: missingWhereNone(term.args[0], emission),
  }),
};
