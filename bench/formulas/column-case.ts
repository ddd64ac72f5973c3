import { createMatching } from '../../src/match/evaluate.js';
import { rowsOver } from '../../src/eval/columns/rows.js';
import { createFrame } from '../../src/eval/interpreter.js';
import type { Node } from '../../src/ir/node.js';
import { createTermBook, termOf } from '../../src/eval/term-book.js';
import { type Variable, cellClass } from '../../src/model/model.js';
import { bear } from '../../src/state/object-life.js';
import { createState } from '../../src/state/world-state.js';
import { type WorldState } from '../../src/components/state.js';
import type { Campaign } from '../../src/content/lst/load-campaign.js';
import { EdictError } from '../../src/kernel/errors.js';
import { limitsFrom } from '../../src/kernel/world-limits.js';
import { type Timing, measure } from '../measure.js';
import { assertSameNumbers } from './agreement.js';
import { amountText, amountValue, binary, call, number, variable } from './amount.js';
import { loadSheet } from './load-sheet.js';
import { createPeers } from './peer.js';
import { double, int } from './plain-number.js';
import { makeScores } from './scores.js';

/** One formula over many objects, by the column evaluator and by peers. */
export interface ColumnCase {
  readonly case: 'column';
  readonly count: number;
  readonly milliseconds: number;
}

/** Milliseconds for all objects. */
export interface ColumnTimes {
  readonly edict: Timing;
  readonly peers: readonly { readonly name: string; readonly time: Timing }[];
}

const formula = call('floor', binary(binary(variable('Score'), '-', number(10)), '/', number(2)));

/** Checks all answers against a plain evaluation, then times. Throws where they differ. */
export function runColumnCase({ count, milliseconds }: ColumnCase): ColumnTimes {
  const scores = makeScores(count);
  const expected = Float64Array.from(scores, bonusOf);
  const effort = { milliseconds, rounds: 20, warmups: 50 };
  const columns = createColumns(scores);
  const check = (what: string): void => {
    const { numbers, wholes } = columns.copy();
    assertSameNumbers(what, numbers, expected);
    if (wholes.includes(0)) throw new EdictError('disagreement', `${what}: floor makes an int of everything`);
  };
  check('edict');
  const edict = measure(() => columns.evaluate(), effort);
  check('edict after rounds');
  const peers = createPeers(scores).map(({ name, evaluateAll }) => {
    const out = new Float64Array(count);
    evaluateAll(out);
    assertSameNumbers(name, out, expected);
    return { name, time: measure(() => evaluateAll(out), { ...effort, warmups: 10 }) };
  });
  return { edict, peers };
}

function bonusOf(score: number): number {
  const own = Number.isInteger(score) ? int(score) : double(score);
  return amountValue(formula, { variable: () => own, input: () => own }).value;
}

interface Columns {
  evaluate(): void;
  /** What evaluate makes: values, and 1 where one is an int. */
  copy(): { readonly numbers: Float64Array; readonly wholes: Int32Array };
}

/** An object with a score for each number, and the formula over all of them. */
function createColumns(scores: readonly number[]): Columns {
  const { campaign } = loadSheet({ lines: ['DEFAULTVARIABLEVALUE:NUMBER|0', 'LOCAL:STAT|NUMBER=Score'], objects: [] });
  const { model } = campaign.program;
  const { node, score } = compiled(campaign);
  const state = createState(
    model,
    limitsFrom(),
    { capacity: scores.length, lanes: 1, factions: 1, streams: 1, cells: scores.length * model.variables.length },
    '1',
    false,
  );
  const rows = rowsOver(
    0,
    Int32Array.from(scores, (value) => createScored(state, score, value)),
    scores.length,
    score.kind,
  );
  const { evaluator } = createMatching(state);
  evaluator.frame = createFrame(state, 1);
  const term = termOf(createTermBook(), node);
  const { scratch } = evaluator;
  return {
    evaluate() {
      const mark = scratch.mark();
      evaluator.evaluate(term, rows);
      scratch.release(mark);
    },
    copy() {
      const mark = scratch.mark();
      const { numbers, codes } = evaluator.evaluate(term, rows);
      scratch.release(mark);
      return { numbers: numbers.slice(0, scores.length), wholes: codes.slice(0, scores.length) };
    },
  };
}

function compiled(campaign: Campaign): { readonly node: Node; readonly score: Variable } {
  const result = campaign.formulaIn(amountText(formula), { of: 'STAT' });
  const score = campaign.variableOf('STAT', 'Score');
  if (result.ok && score !== undefined) return { node: result.node, score };
  throw new EdictError(
    'benchmark',
    `the column formula does not compile: ${result.ok ? 'there is no Score' : result.problem.message}`,
  );
}

function createScored(state: WorldState, { kind, offset }: Variable, value: number): number {
  const id = bear(state, { kind, class: 0, name: '', owner: 0, place: { at: 'nowhere' }, created: 0 });
  state.cellValues[state.block[id] + offset] = value;
  state.cellClasses[state.block[id] + offset] = Number.isInteger(value) ? cellClass.whole : cellClass.plain;
  return id;
}
