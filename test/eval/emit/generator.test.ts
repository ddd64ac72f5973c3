import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Rows, rowsOver } from '../../../src/eval/columns/rows.js';
import { compiled, js } from '../../../src/eval/emit/code.js';
import { mostFunctions } from '../../../src/eval/emit/generator.js';
import { makeNode } from '../../../src/eval/make-node.js';
import type { Node } from '../../../src/ir/node.js';
import { aggregate } from '../../../src/eval/ops/member-folds.js';
import * as arithmetic from '../../../src/eval/ops/arithmetic.js';
import { age } from '../../../src/eval/ops/time.js';
import { connectionRange } from '../../../src/eval/ops/members.js';
import { defineContent } from '../../../src/content/native/define.js';
import { attachedTo } from '../../../src/components/attachment.js';
import { createState } from '../../../src/state/world-state.js';
import { defaultLimits } from '../../../src/kernel/world-limits.js';
import { createWorld } from '../../../src/world.js';
import { choicesOf } from '../../support/choices.js';
import { boolean, number, source } from '../../support/nodes.js';
import { byReference, inColumns, plainTerm } from '../columns/compared.js';
import { randomState } from '../columns/random-state.js';
import { generating } from './generated.js';
import { longTest } from '../../support/heavy.js';

const state = randomState(choicesOf(5), 30);

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

function rowsOf(length: number): Rows {
  return rowsOver(
    0,
    Int32Array.from({ length }, (_, i) => i % 20),
    length,
  );
}

/** A term of 3 + 2 × `steps` nodes. */
function sumOf(steps: number, value = 1): Node {
  let node: Node = makeNode(age, undefined, source);
  for (let i = 0; i < steps; i++) node = makeNode(arithmetic.add, undefined, node, number(value + i));
  return node;
}

describe('code is generated', () => {
  test('for a term that was evaluated often, over many rows', () => {
    const comparer = generating(state, 'hot');
    const [term, rows] = [plainTerm(sumOf(2)), rowsOf(12_500)];
    for (let i = 0; i < 4; i++) inColumns(comparer, term, rows);
    expect(comparer.counts).toEqual({ generated: 0, generatedCalls: 0 });
    const values = inColumns(comparer, term, rows);
    expect(comparer.counts).toEqual({ generated: 1, generatedCalls: 1 });
    expect(values).toEqual(byReference(comparer, term, rows));
    inColumns(comparer, term, rows);
    expect(comparer.counts).toEqual({ generated: 1, generatedCalls: 2 });
    inColumns(comparer, term, rowsOf(1));
    expect(comparer.counts.generatedCalls).toBe(3);
  });

  test('for few rows at a time that were asked very often: each call counts for some rows more', () => {
    const comparer = generating(state, 'hot');
    const [term, rows] = [plainTerm(sumOf(2)), rowsOf(8)];
    for (let i = 0; i < 800; i++) inColumns(comparer, term, rows);
    expect(comparer.counts).toEqual({ generated: 0, generatedCalls: 0 });
    expect(inColumns(comparer, term, rows)).toEqual(byReference(comparer, term, rows));
    expect(comparer.counts).toEqual({ generated: 1, generatedCalls: 1 });
  });

  test.each<[string, Node, number, number]>([
    ['few rows', sumOf(2), 1_000, 30],
    ['few calls', sumOf(2), 100_000, 4],
    ['few small batches', sumOf(2), 63, 300],
    ['a small term', sumOf(1), 20_000, 20],
  ])('not for %s', (_name, node, length, calls) => {
    const comparer = generating(state, 'hot');
    const term = plainTerm(node);
    for (let i = 0; i < calls; i++) inColumns(comparer, term, rowsOf(length));
    expect(comparer.counts.generated).toBe(0);
  });

  test('again for rows of another shape, a few times', () => {
    const comparer = generating(state, 'hot');
    const term = plainTerm(sumOf(2));
    const { ids, length } = comparer.evaluator.indexes.ofKind(0);
    // Of ages it does not matter of which kind the objects really are.
    const live = Int32Array.from({ length: 12_500 }, (_, i) => ids[i % length]);
    for (const { index } of state.model.kinds.slice(0, 6)) {
      const rows = rowsOver(0, live, live.length, index);
      for (let i = 0; i < 5; i++) inColumns(comparer, term, rows);
      expect(inColumns(comparer, term, rows)).toEqual(byReference(comparer, term, rows));
    }
    expect(comparer.counts).toEqual({ generated: 4, generatedCalls: 8 });
  });

  test('for no more than so many functions in a world', () => {
    const comparer = generating(state, 'always');
    const rows = rowsOf(3);
    for (let i = 0; i < mostFunctions + 20; i++)
      expect(inColumns(comparer, plainTerm(sumOf(1, i)), rows)).toEqual(byReference(comparer, sumOf(1, i), rows));
    expect(comparer.counts.generated).toBe(mostFunctions);
  });
});

describe('an aggregate over what steps lead to', () => {
  const node = makeNode(
    aggregate,
    { fold: 'count', range: connectionRange(state.model, [{ by: 'attached', kind: 0 }]), slot: 2 },
    source,
    boolean(true),
  );

  /** Asked so often that code is made, then once more: of each object once, or of the same twenty again and again. */
  function asked(rows: Rows): number {
    const comparer = generating(state, 'hot');
    const term = plainTerm(node);
    for (let i = 0; i < 900; i++) inColumns(comparer, term, rows);
    const before = comparer.counts.generatedCalls;
    expect(inColumns(comparer, term, rows)).toEqual(byReference(comparer, node, rows));
    return comparer.counts.generatedCalls - before;
  }

  test('goes through the lists of the rows in one loop', () => {
    const { ids, length } = generating(state, 'never').evaluator.indexes.ofKind(0);
    expect(asked(rowsOver(0, ids, length))).toBe(1);
  });

  longTest('is left to the primitives where many rows have the same lists', () => {
    const { ids } = generating(state, 'never').evaluator.indexes.ofKind(0);
    const parents = ids.filter((id) => attachedTo(state, id).length > 0);
    expect(parents.length).toBeGreaterThan(0);
    const rows = Int32Array.from({ length: 4_000 }, (_, i) => parents[i % parents.length]);
    expect(asked(rowsOver(0, rows, rows.length))).toBe(0);
  });
});

test('no code is generated where that is switched off', () => {
  const comparer = generating(state, 'never');
  const term = plainTerm(sumOf(4));
  for (let i = 0; i < 20; i++) inColumns(comparer, term, rowsOf(20_000));
  expect(comparer.counts).toEqual({ generated: 0, generatedCalls: 0 });
});

test('where the engine makes no functions, it is asked once and the primitives answer', () => {
  let asked = 0;
  vi.stubGlobal('Function', function refuse() {
    asked++;
    throw new EvalError('Code generation from strings disallowed for this context');
  });
  const comparer = generating(state, 'always');
  const rows = rowsOf(100);
  for (const steps of [2, 3, 4])
    expect(inColumns(comparer, plainTerm(sumOf(steps)), rows)).toEqual(byReference(comparer, sumOf(steps), rows));
  expect(asked).toBe(1);
  expect(comparer.counts).toEqual({ generated: 0, generatedCalls: 0 });
});

test('a full stack while a function is made is no refusal of the engine', () => {
  let deep = js`3`;
  for (let i = 0; i < 50_000; i++) deep = js`(${deep})`;
  expect(() => compiled(js`return ${deep};`)).toThrow(RangeError);
  expect((compiled(js`return 3;`) as () => number)()).toBe(3);
});

test('another word than those that there are is refused in one sentence', () => {
  vi.stubEnv('EDICT_GENERATE', 'sometimes');
  expect(() => createWorld(defineContent({ kinds: { thing: {} } }), { executor: 'compiled' })).toThrow(
    'edict: EDICT_GENERATE is "sometimes"; give hot, never, always',
  );
});

test('a loop over members ends when more objects are looked at than may be', () => {
  const { model } = state;
  const limited = createState(
    model,
    { ...defaultLimits, visitsPerTurn: 2 },
    { capacity: 10, factions: 31, lanes: 1, streams: 1 },
    '1',
    false,
  );
  const [holder, held] = [1, 2].map((kind) => model.kinds[kind - 1].index);
  for (const [id, kind] of [
    [1, holder],
    [2, held],
    [3, held],
    [4, held],
  ])
    limited.identity.kind[id] = kind;
  limited.identity.header.set(state.identity.header);
  for (const id of [2, 3, 4]) limited.parent[id] = 1;
  const node = makeNode(
    aggregate,
    { fold: 'count', range: { over: 'attached', kind: 0, class: 1 }, slot: 2 },
    source,
    boolean(true),
  );
  const comparer = generating(limited, 'always');
  expect(() => inColumns(comparer, plainTerm(node), rowsOver(0, Int32Array.of(1), 1))).toThrow(
    'aggregates looked at more than 2 objects',
  );
  expect(comparer.counts.generatedCalls).toBe(1);
});
