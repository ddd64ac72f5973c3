import type { Executor } from '../meaning/executor.js';
import { checkFlows } from '../meaning/flow-book.js';
import type { FlowBook } from '../ir/rule.js';
import type { Model } from '../model/model.js';
import type { System } from './schedule.js';

/** Flows once a turn; no system for content without flows. Throws where a column cannot flow. */
export function flowsSystem(model: Model, book: FlowBook, executor: Executor): readonly System[] {
  if (book.flows.length === 0) return [];
  checkFlows(model, book);
  return [
    {
      name: 'flows',
      phase: 'flows',
      run(context) {
        executor.flow(context);
      },
    },
  ];
}
