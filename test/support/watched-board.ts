import type { Comparison } from '../../src/kernel/comparison.js';
import { compare } from '../../src/eval/ops/compare-values.js';
import { countTrue } from '../../src/eval/ops/member-folds.js';
import { makeNode } from '../../src/eval/make-node.js';
import type { Node } from '../../src/ir/node.js';
import { read } from '../../src/eval/ops/read.js';
import { role } from '../../src/eval/ops/object-links.js';
import type { Trigger } from '../../src/ir/trigger.js';
import { bindRole } from '../../src/components/roles.js';
import { writeCell } from '../../src/components/cells.js';
import { createState } from '../../src/state/world-state.js';
import { type WorldState } from '../../src/components/state.js';
import { defaultLimits } from '../../src/kernel/world-limits.js';
import { make, modelOf } from './hand-model.js';
import { number } from './nodes.js';

/** Small states of boards with one number, which roles name: for tests of what watches conditions. */

export const roleCount = 8;

export const boardModel = modelOf({
  kinds: { board: { ownership: 'none' } },
  columns: { a: { kinds: ['board'] } },
  roles: Array.from({ length: roleCount }, (_, index) => `role ${String(index)}`),
});

export const roleNode = (index: number): Node => makeNode(role, { role: index });
export const numberOf = (index: number): Node =>
  makeNode(read, { column: 0, type: { name: 'number' }, climb: false, absent: 'missing' as const }, roleNode(index));
export const comparing = (left: Node, comparison: Comparison, value: number | Node): Node =>
  makeNode(compare, { comparison }, left, typeof value === 'number' ? number(value) : value);
export const counting = (members: readonly Node[], comparison: Comparison, value: number): Node =>
  comparing(makeNode(countTrue, {}, ...members), comparison, value);

export function triggersOf(conditions: readonly Node[]): readonly Trigger[] {
  return conditions.map((when, index) => ({
    name: `trigger ${String(index)}`,
    when,
    index,
    looks: 'sweep',
    armed: true,
    persistent: false,
    list: 0,
    origin: { file: '', line: 0, column: 0 },
  }));
}

/** A state with a board for each role, bound to it. */
export function boardsState(triggers: readonly Trigger[] = []): {
  readonly state: WorldState;
  readonly boards: readonly number[];
} {
  const state = createState(
    { ...boardModel, triggers: triggers.map(({ name }) => name) },
    defaultLimits,
    { capacity: 64, lanes: 1, factions: 1, streams: 1 },
    '1',
    false,
  );
  const boards = boardModel.roles.map(() => make(state, 'board'));
  boards.forEach((board, index) => {
    bindRole(state, index, board);
  });
  return { state, boards };
}

export function write(state: WorldState, board: number, value: number): void {
  writeCell(state, boardModel.columns[0], board, value);
}
