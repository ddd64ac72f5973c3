import { expect, test } from 'vitest';
import { makeNode } from '../../../src/eval/make-node.js';
import { compare } from '../../../src/eval/ops/compare-values.js';
import { cellsRange } from '../../../src/eval/ops/members.js';
import { aggregate } from '../../../src/eval/ops/member-folds.js';
import { pick } from '../../../src/eval/ops/pick.js';
import { allPicks, isGiven, picksByKeys } from '../../../src/eval/ops/range.js';
import { slot } from '../../../src/eval/ops/object-links.js';
import { read } from '../../../src/eval/ops/read.js';
import { evaluationOf } from '../../../src/eval/emit/make-function.js';
import { rowsOver } from '../../../src/eval/columns/rows.js';
import type { Node } from '../../../src/ir/node.js';
import { type Neighbourhood, neighbourhoods, usualGrid } from '../../../src/model/connection.js';
import { makeCells } from '../../../src/state/make-cells.js';
import { columnNamed, inside, make, modelOf, stateOf } from '../../support/hand-model.js';
import { boolean, number, source } from '../../support/nodes.js';
import { heavy } from '../../support/heavy.js';
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

/** Of all members, and of some. */
const filters = [boolean(true), isHigh];

test.each(neighbourhoods.flatMap((shape) => [true, false].map((wraps) => [shape, wraps] as const)))(
  'members are chosen alike in rows and frames: %s, wrapping %s',
  (shape, wraps) => {
    const state = field(shape, wraps);
    const without = generating(state, 'never');
    const ids = Int32Array.from({ length: 50 }, (_, i) => 1 + 3 * i);
    const rows = rowsOver(0, ids, 50);
    const around = [true, false].map((itself) => cellsRange(state.model, 0, itself));
    const ranges = around.flatMap((of) => [
      of,
      { over: 'ranked' as const, of, order: 'greatest' as const, keys: 1, kind: of.kind, class: 0 as const },
    ]);
    const seen = new Set<number>();
    for (const how of allPicks.filter((_, i) => i % heavy(3, 1) === 0))
      for (const range of ranges)
        for (const far of [number(3), valueOf('sight', source)])
          for (const filter of filters) {
            const data = { pick: how, range, slot: 2, site: 3, slots: 1 };
            const ranking = range.over === 'ranked' ? [number(4), isHigh, valueOf('grass', member)] : [];
            const given = how === 'at' ? number(1) : source;
            const key = picksByKeys(how) || how === 'weighted' ? [valueOf('grass', member)] : [];
            const args = [source, far, ...ranking, ...(isGiven(how) ? [given] : []), filter, ...key];
            const node = makeNode(pick, data, ...args);
            const start = without.frame.visits;
            const expected = byReference(without, node, rows);
            const visits = without.frame.visits - start;
            expect(inColumns(without, plainTerm(node), rows)).toEqual(expected);
            expect(without.frame.visits - start, `${how} ${range.over}`).toBe(2 * visits);
            const evaluate = evaluationOf(node, state.model);
            const { frame } = generating(state, 'never');
            const found = [...ids].map((id) => {
              frame.slots[0] = id;
              return evaluate(frame);
            });
            expect(found).toEqual(expected);
            expect(frame.visits).toBe(visits);
            for (const value of found) seen.add(Number(value));
          }
    expect(seen.size).toBeGreaterThan(heavy(10, 30));
  },
);

test.each(['at', 'indexOf', 'least', 'greatest'] as const)(
  'members of unrolled neighbourhoods are chosen: %s',
  (how) => {
    const state = field('moore', true);
    const [by, without] = [generating(state, 'always'), generating(state, 'never')];
    const ids = Int32Array.from({ length: 120 }, (_, i) => 1 + i);
    const rows = rowsOver(0, ids, 120, 1);
    const range = cellsRange(state.model, 0, true);
    const given = how === 'at' ? [number(1)] : how === 'indexOf' ? [source] : [];
    const key = picksByKeys(how) ? [valueOf('grass', member)] : [];
    const node = makeNode(
      pick,
      { pick: how, range, slot: 2, site: 3, slots: 1 },
      source,
      number(1),
      ...given,
      isHigh,
      ...key,
    );
    const before = by.counts.generatedCalls;
    expect(inColumns(by, plainTerm(node), rows)).toEqual(byReference(without, node, rows));
    expect(by.counts.generatedCalls).toBe(before + 1);
  },
);
