import { describe, expect, test, vi } from 'vitest';
import { makeNode, operationOf } from '../../src/eval/make-node.js';
import type { Node } from '../../src/ir/node.js';
import { createFrame } from '../../src/eval/interpreter.js';
import { age, time, turn } from '../../src/eval/ops/time.js';
import { draw, streamDraw } from '../../src/eval/ops/draws.js';
import { distance } from '../../src/eval/ops/space.js';
import { follow, role } from '../../src/eval/ops/object-links.js';
import type { Operation } from '../../src/eval/operation.js';
import { bindRole } from '../../src/components/roles.js';
import type { WorldState } from '../../src/components/state.js';
import { evaluated, number, reading, source, target } from '../support/nodes.js';
import { at, make, stateOf } from '../support/hand-model.js';

function world(): { readonly state: WorldState; readonly ids: readonly number[] } {
  const state = stateOf();
  return { state, ids: [make(state, 'planet', { place: at(0) }), make(state, 'planet', { place: at(3, 4) })] };
}

type Declares = 'facts' | 'reads' | 'slots' | 'draws' | 'sequential';

describe('an operation that does not declare what it reads is refused', () => {
  const owner = makeNode(follow, { relation: 'owner' as const, kind: 0 }, source);
  test.each<readonly [string, Declares, (state: WorldState) => Node, string]>([
    ['the turn', 'facts', () => makeNode(turn, undefined), 'operation turn reads the turn and does not declare clock'],
    [
      'the turn, beside another fact',
      'facts',
      () => makeNode(age, undefined, source),
      'operation age reads the turn and does not declare clock',
    ],
    [
      'the clock',
      'facts',
      () => makeNode(time, undefined),
      'operation time reads word 15 of the header and does not declare clock',
    ],
    ['who is there', 'facts', () => makeNode(role, { role: 0 }), 'operation role reads'],
    ['places', 'facts', () => makeNode(distance, undefined, source, target), 'operation distance reads'],
    ['owners', 'facts', () => owner, 'operation follow reads'],
    [
      'a column',
      'reads',
      (state) => reading(state, 'population', source, 'zero'),
      'operation read reads column 0 and does not declare that column',
    ],
    ['a slot', 'slots', () => source, 'operation slot reads slot 0 and does not declare that slot'],
    [
      'slots that keys of draws are made of',
      'slots',
      () => makeNode(draw, { site: 0, slots: 2 }),
      'operation draw reads slot 0 and does not declare that slot',
    ],
    [
      'the rule that draws',
      'draws',
      () => makeNode(draw, { site: 0, slots: 0 }),
      'operation draw reads the rule and does not declare that it draws',
    ],
    [
      'a sequence',
      'sequential',
      () => makeNode(streamDraw, undefined, number(6)),
      'operation streamDraw reads the sequence and does not declare that it is sequential',
    ],
  ])('%s', (_, declares, nodeOf, message) => {
    const { state, ids } = world();
    const node = nodeOf(state);
    expect(() => evaluated(state, node, ids)).not.toThrow();
    const operation: Operation = operationOf(node);
    const declared = operation[declares];
    try {
      Object.assign(operation, {
        [declares]: declares === 'facts' ? () => (node.op === 'age' ? ['population'] : []) : undefined,
      });
      const other = world();
      expect(() => evaluated(other.state, node, other.ids)).toThrow(message);
    } finally {
      Object.assign(operation, { [declares]: declared });
    }
    expect(() => evaluated(state, node, ids)).not.toThrow();
  });

  test('what an argument declares does not count for the operation that it is an argument of', () => {
    const { state, ids } = world();
    const node = makeNode(age, undefined, makeNode(role, { role: 0 }));
    vi.spyOn(age, 'facts').mockReturnValue([]);
    bindRole(state, 0, ids[0]);
    expect(() => evaluated(state, node, ids)).toThrow('operation age');
  });

  test('only where reads are checked', () => {
    vi.stubEnv('EDICT_CHECK_READS', '');
    const { state } = world();
    vi.spyOn(turn, 'facts').mockReturnValue([]);
    expect(createFrame(state, 5).evaluate(makeNode(turn, undefined))).toBe(5);
  });
});
