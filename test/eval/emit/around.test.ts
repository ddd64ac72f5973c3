import { expect, test } from 'vitest';
import { makeNode } from '../../../src/eval/make-node.js';
import { compare } from '../../../src/eval/ops/compare-values.js';
import { cellsRange } from '../../../src/eval/ops/members.js';
import { aggregate } from '../../../src/eval/ops/member-folds.js';
import { slot } from '../../../src/eval/ops/object-links.js';
import { read } from '../../../src/eval/ops/read.js';
import { evaluationOf } from '../../../src/eval/emit/make-function.js';
import { rowsOver } from '../../../src/eval/columns/rows.js';
import type { Node } from '../../../src/ir/node.js';
import { type Neighbourhood, neighbourhoods, usualGrid } from '../../../src/model/connection.js';
import { makeCells } from '../../../src/state/make-cells.js';
import { columnNamed, inside, make, modelOf, stateOf } from '../../support/hand-model.js';
import { number, source } from '../../support/nodes.js';
import { byReference, inColumns, plainTerm } from '../columns/compared.js';
import { generating, sourceOrRefusal } from './generated.js';

/** Neighbourhoods in generated code, on grids whose ids follow from cells. */

const base = modelOf({
  kinds: { patch: { node: true }, animal: { attachesTo: ['patch'] } },
  columns: {
    grass: { kinds: ['patch'], role: 'property' },
    sight: { kinds: ['patch', 'animal'], role: 'property' },
  },
});

const [width, height] = [12, 9];

function field(neighbourhood: Neighbourhood, wraps: boolean) {
  const grid = { index: 0, name: 'field', kind: 1, width, height: height + 1, wrapX: wraps, wrapY: wraps };
  const state = stateOf(
    { ...base, grids: [{ ...grid, ...usualGrid, neighbourhood, makesCells: true }] },
    { capacity: 200 },
  );
  makeCells(state);
  for (let i = 0; i < 30; i++) make(state, 'animal', { place: inside(1 + ((i * 37) % 120)) });
  const [grass, sight] = ['grass', 'sight'].map((name) => state.cells[columnNamed(base, name).index]);
  for (let id = 1; id <= 150; id++) {
    grass[id] = (id * 31) % 7;
    sight[id] = ((id * 13) % 9) / 2 - 0.5;
  }
  return state;
}

const valueOf = (name: string, of: Node): Node => {
  const { index, type } = columnNamed(base, name);
  return makeNode(read, { column: index, type, climb: false, absent: 'zero' as const }, of);
};

const member = makeNode(slot, { slot: 2 });
const isHigh = makeNode(compare, { comparison: '>' as const }, valueOf('grass', member), valueOf('sight', source));

test.each(neighbourhoods.flatMap((shape) => [true, false].map((wraps) => [shape, wraps] as const)))(
  'members are found without lists: %s, wrapping %s',
  (shape, wraps) => {
    const state = field(shape, wraps);
    const [by, without] = [generating(state, 'always'), generating(state, 'never')];
    for (const [kind, first, count] of [
      [1, 1, 120],
      [2, 121, 30],
    ]) {
      const ids = Int32Array.from({ length: count }, (_, i) => first + i);
      const rows = rowsOver(0, ids, count, kind);
      for (const far of [number(0), number(1), number(4), valueOf('sight', source)]) {
        for (const itself of [true, false]) {
          const data = { fold: 'sum' as const, range: cellsRange(state.model, 0, itself), slot: 2 };
          const node = makeNode(aggregate, data, source, far, isHigh, valueOf('grass', member));
          expect(sourceOrRefusal(plainTerm(node), rows, state).refusal).toBeUndefined();
          const before = by.counts.generatedCalls;
          const visits = [by, without].map((each) => each.frame.visits);
          const expected = byReference(without, node, rows);
          const asked = without.frame.visits - visits[1];
          expect(inColumns(by, plainTerm(node), rows)).toEqual(expected);
          expect(by.counts.generatedCalls).toBe(before + 1);
          expect(by.frame.visits - visits[0]).toBe(asked);
          expect(inColumns(without, plainTerm(node), rows)).toEqual(expected);
          expect(without.frame.visits - visits[1]).toBe(2 * asked);
          const evaluate = evaluationOf(node, state.model);
          const { frame } = generating(state, 'never');
          expect(
            [...ids].map((id) => {
              frame.slots[0] = id;
              return evaluate(frame);
            }),
          ).toEqual(expected);
          expect(frame.visits).toBe(asked);
        }
      }
    }
  },
);
