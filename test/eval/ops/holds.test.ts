import { describe, expect, test } from 'vitest';
import { setHeld } from '../../../src/components/holdings.js';
import { destroy } from '../../../src/state/object-life.js';
import type { Model } from '../../../src/model/model.js';
import type { WorldState } from '../../../src/components/state.js';
import { rowsOver } from '../../../src/eval/columns/rows.js';
import { makeNode, printNode } from '../../../src/eval/make-node.js';
import type { Node, Value } from '../../../src/ir/node.js';
import { holds } from '../../../src/eval/ops/bit-tests.js';
import { operations } from '../../../src/eval/ops/index.js';
import { refusedWith } from '../../support/errors.js';
import { make, modelOf, stateOf } from '../../support/hand-model.js';
import { absences, evaluated, giving, none, number, source, target } from '../../support/nodes.js';
import { byReference, comparerOf, inColumns, plainTerm } from '../columns/compared.js';
import { generating } from '../emit/generated.js';

const [techs, traits, unused] = [0, 1, 2];

/**
 * Words on both sides of the borders between words of 32 bits; a kind with two sets, one with one, one with none, and a
 * set that nobody has.
 */
const model: Model = {
  ...modelOf({
    kinds: { team: {}, leader: {}, rock: {} },
    enumerations: {
      tech: { members: Array.from({ length: 70 }, (_, i) => `tech ${i}`) },
      trait: { members: ['bold', 'wise'] },
    },
  }),
  holdings: [
    { index: techs, name: 'techs', words: 0, kinds: [1, 2] },
    { index: traits, name: 'traits', words: 1, kinds: [2] },
    { index: unused, name: 'unused', words: 1, kinds: [] },
  ],
};

const holding = (of: number, word: number, object: Node = source): Node =>
  makeNode(holds, { holding: of, word }, object);
const asked = (state: WorldState, node: Node, object: number): Value => evaluated(state, node, [object]);

describe('holds', () => {
  test('tells each word of each set apart', () => {
    const state = stateOf(model);
    const [team, leader] = [make(state, 'team'), make(state, 'leader')];
    for (const word of [1, 31, 32, 63, 70]) setHeld(state, techs, team, word, true);
    setHeld(state, traits, leader, 2, true);
    const heldBy = (of: number, object: number): readonly number[] =>
      Array.from({ length: of === techs ? 70 : 2 }, (_, i) => i + 1).filter(
        (word) => asked(state, holding(of, word), object) === 1,
      );
    expect([heldBy(techs, team), heldBy(techs, leader), heldBy(traits, leader), heldBy(traits, team)]).toEqual([
      [1, 31, 32, 63, 70],
      [],
      [2],
      [],
    ]);
    setHeld(state, techs, team, 32, false);
    expect(heldBy(techs, team)).toEqual([1, 31, 63, 70]);
  });

  test('is false of none, of what lacks the set, of what is gone and of its successor, and of words that there are not', () => {
    const state = stateOf(model);
    const [rock, team] = [make(state, 'rock'), make(state, 'team')];
    setHeld(state, techs, team, 5, true);
    expect([
      asked(state, holding(techs, 5), 0),
      asked(state, holding(techs, 5, none), team),
      asked(state, holding(techs, 5), rock),
      asked(state, holding(unused, 1), team),
    ]).toEqual([0, 0, 0, 0]);
    expect([0, 71, 96].map((word) => asked(state, holding(techs, word), team))).toEqual([0, 0, 0]);
    destroy(state, team);
    expect(asked(state, holding(techs, 5), team)).toBe(0);
    expect(asked(state, holding(techs, 5), make(state, 'team'))).toBe(0);
  });

  test('is absent where the object is', () => {
    for (const [, absent] of absences)
      expect(evaluated(stateOf(model), holding(techs, 1, giving(absent, 'entity')))).toBe(absent);
  });

  test('is the same in columns and in generated code: of one kind, of several, of none', () => {
    const state = stateOf(model);
    const teams = Array.from({ length: 6 }, () => make(state, 'team'));
    const leaders = Array.from({ length: 6 }, () => make(state, 'leader'));
    const rocks = [make(state, 'rock'), make(state, 'rock')];
    for (const [i, id] of [...teams, ...leaders].entries())
      for (let word = 1 + i; word <= 70; word += 3 + i) setHeld(state, techs, id, word, true);
    for (const id of leaders) setHeld(state, traits, id, 1 + (id % 2), true);
    const groups = [
      [teams, 1],
      [leaders, 2],
      [rocks, 3],
      [[0, ...rocks, ...teams, ...leaders, 0], 0],
    ] as const;
    const compared = new Set<Value>();
    for (const comparer of [comparerOf(state), generating(state, 'always')]) {
      for (const [ids, kind] of groups) {
        const rows = rowsOver(0, Int32Array.from(ids), ids.length, kind);
        for (const [of, words] of [
          [techs, 71],
          [traits, 2],
          [unused, 2],
        ] as const) {
          for (let word = 0; word <= words; word++) {
            const expected = byReference(comparer, holding(of, word), rows);
            expect(inColumns(comparer, plainTerm(holding(of, word)), rows), `${of} ${word} ${kind}`).toEqual(expected);
            for (const value of expected) compared.add(value as Value);
          }
        }
      }
    }
    expect(compared).toEqual(new Set([0, 1]));
  });

  test('takes one object, shows its set and word, and reads who is there and what they hold', () => {
    expect(printNode(holding(techs, 7))).toBe('(holds 0 7 (slot 0))');
    for (const args of [[], [number(1)], [source, target]])
      expect(refusedWith(() => makeNode(holds, { holding: techs, word: 1 }, ...args))).toBe('ir-type');
    expect(operations.get('holds')?.facts?.({})).toEqual(['population', 'holding']);
  });
});
