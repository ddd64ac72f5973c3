import { rowsOver } from '../eval/columns/rows.js';
import { createTermBook, termOf } from '../eval/term-book.js';
import type { WorldState } from '../components/state.js';
import { sourceSlot } from '../ir/node.js';
import { createMatching } from '../match/evaluate.js';
import { type EvaluateStart, evaluateEach } from '../meaning/start/start-tools.js';
import { commonKind } from './asker.js';

/** Rows that are evaluated together, so that a million objects need no more memory for parts of an expression. */
const mostRows = 65_536;

/** Evaluates expressions of `start` as columns. */
export function startColumns(state: WorldState): EvaluateStart {
  const { evaluator } = createMatching(state);
  const book = createTermBook({ supposing: false });
  return (node, ids, frame) => {
    const term = termOf(book, node);
    if (term.sequential) return evaluateEach(node, ids, frame);
    evaluator.frame = frame;
    const { scratch } = evaluator;
    const kind = commonKind(state, ids, ids.length);
    const values = new Float64Array(ids.length);
    let absent: Uint8Array | undefined;
    for (let from = 0; from < ids.length; from += mostRows) {
      const part = ids.subarray(from, from + mostRows);
      const mark = scratch.mark();
      const numbers = term.runs ? Float64Array.from(part, (_, i) => from + i) : undefined;
      const found = evaluator.evaluate(term, rowsOver(sourceSlot, part, part.length, kind, numbers));
      const { codes, absence } = found;
      const given = term.type.name === 'number' ? found.numbers : codes;
      values.set(given.subarray(0, part.length), from);
      if (absence !== undefined) absent = withAbsent(absent, absence, from, values, part.length);
      scratch.release(mark);
    }
    return { values, absent };
  };
}

function withAbsent(
  before: Uint8Array | undefined,
  absence: Uint8Array,
  from: number,
  values: Float64Array,
  length: number,
): Uint8Array | undefined {
  let absent = before;
  for (let row = 0; row < length; row++) {
    if (absence[row] === 0) continue;
    absent ??= new Uint8Array(values.length);
    absent[from + row] = 1;
    values[from + row] = 0;
  }
  return absent;
}
