import type { WorldState } from '../components/state.js';
import type { Frame } from '../ir/frame.js';
import { createIndexes } from '../indexes/create-indexes.js';
import { type GeneratedCounts, createGenerator } from '../eval/emit/generator.js';
import { generateMode } from '../eval/tier.js';
import { operationList } from '../eval/ops/index.js';
import { type Value, missing, notFound } from '../ir/node.js';
import { constantValue } from '../eval/shape.js';
import type { Term } from '../eval/term.js';
import { createMemberSearch } from './sets/fitting-members.js';
import { type Evaluator, type Members, varies } from '../eval/columns/evaluator.js';
import { filled, rowByRow, uncounted } from '../eval/columns/absence.js';
import { type Rows, type Vector, isMissing, isNotFound, oneRow } from '../eval/columns/rows.js';
import { createScratch } from '../indexes/scratch.js';

type MutableEvaluator = { -readonly [Key in keyof Evaluator]: Evaluator[Key] };

/**
 * An evaluator over a world. `frame` must be the frame of the turn whenever something is asked. `counts`: where
 * generated functions are counted.
 */
export function createEvaluator(
  state: WorldState,
  counts: GeneratedCounts = { generated: 0, generatedCalls: 0 },
): MutableEvaluator {
  const scratch = createScratch();
  const indexes = createIndexes(state);
  const evaluator: MutableEvaluator = {
    state,
    scratch,
    indexes,
    directs: [],
    frame: noFrame,
    evaluate(term: Term, rows: Rows): Vector {
      if (term.sequential) return rowByRow(term, rows, evaluator);
      // What has no arguments fills the rows by itself.
      if (isUniform(term, rows) && rows !== oneRow && term.args.length > 0)
        return filled(term, valueInOneRow(term, evaluator), rows.length, scratch, evaluator.frame.whole);
      return generator.evaluate(term, rows) ?? operationList[term.operation].columns(term, rows, evaluator);
    },
    searchMembers: (search, rows, take): void => {
      searching(search, rows, take);
    },
    fitting: (): Members | undefined => undefined,
    uniform: (term: Term, rows: Rows): Value | typeof varies =>
      isUniform(term, rows) ? valueInOneRow(term, evaluator) : varies,
  };
  const searching = createMemberSearch(evaluator);
  const generator = createGenerator(evaluator, generateMode(), counts);
  return evaluator;
}

/** What is sequential differs from row to row, whatever it looks at. */
function isUniform(term: Term, rows: Rows): boolean {
  return (
    (!term.sequential || rows === oneRow) &&
    (term.free & rows.varying) === 0 &&
    !(term.runs && rows.running !== undefined)
  );
}

/**
 * A light term is asked of the reference interpreter; one that looks at many objects looks at them as columns. The
 * frame is told the class of a numeric value.
 */
function valueInOneRow(term: Term, evaluator: Evaluator): Value {
  const constant = constantValue(term);
  if (constant !== undefined) return constant;
  if (!term.heavy || term.sequential) return uncounted(term, evaluator.frame);
  const mark = evaluator.scratch.mark();
  const { numbers, codes, absence } = operationList[term.operation].columns(term, oneRow, evaluator);
  const how = absence === undefined ? 0 : absence[0];
  const { name } = term.type;
  const value = name === 'number' || name === 'numeric' ? numbers[0] : codes[0];
  if (name === 'numeric') evaluator.frame.whole = codes[0] === 1;
  evaluator.scratch.release(mark);
  return how === isMissing ? missing : how === isNotFound ? notFound : value;
}

const noFrame = undefined as unknown as Frame;
