import { countVisits } from '../frame.js';
import type { Evaluator } from '../columns/evaluator.js';
import { rowsOver } from '../columns/rows.js';
import type { KeyedTests, MemberTest, OuterTest, SelectionPlan, Test } from '../plan/selection-plan.js';
import { fillBits, intersect, wordsOf } from '../sets/bits.js';
import type { OwnSet } from '../sets/own-sets.js';
import { type PositionSet, positionSet } from '../sets/position-set.js';
import { verdictBits } from '../sets/verdict-bits.js';
import { type Answers, createAnswers } from './answers.js';
import { createFactionBits } from './faction-bits.js';
import type { Groups } from './key-groups.js';

/** Answers tests for every candidate of an own set at once, as bits by position. */
export interface TestBits {
  /** The candidates that pass all tests for the outer objects in the frame's slots. */
  find(tests: KeyedTests, set: OwnSet, slot: number): PositionSet;
}

/** What several answers share: positions of an own set for each group of outer rows, found when the group is first asked for. */
export interface SharedBits {
  readonly tests: KeyedTests;
  readonly groups: Groups;
  readonly sets: (PositionSet | undefined)[];
}

type Select = (plan: SelectionPlan, into: Answers) => void;

/** `select` answers a selection for the outer objects in the frame's slots. */
export function createTestBits(evaluator: Evaluator, select: Select): TestBits {
  const { scratch, state } = evaluator;
  const factions = createFactionBits(evaluator);
  const spare: Answers[] = [];
  /** Position of each id in the set that was last asked for, checked against the set wherever it is used. */
  let positions = new Int32Array(0);

  function one(test: OuterTest, set: OwnSet, slot: number, into: Int32Array): void {
    if (test.factions !== undefined && factions.find(test, test.factions, set, into)) return;
    if (test.members !== undefined && test.wanted !== 'found') return byMembers(test, test.members, set, into);
    verdictBits(test, evaluator.evaluate(test.term, rowsOver(slot, set.ids, set.length, set.kind)), set.length, into);
  }

  /** From each member that fits up to what holds it. */
  function byMembers({ wanted }: Test, { over, fitting, negated }: MemberTest, set: OwnSet, into: Int32Array): void {
    const answers = spare.pop() ?? createAnswers();
    select(fitting, answers);
    const words = wordsOf(set.length);
    if (positions.length < state.identity.kind.length) positions = new Int32Array(state.identity.kind.length);
    for (let position = 0; position < set.length; position++) positions[set.ids[position]] = position;
    into.fill(0, 0, words);
    const members = answers.groups === 0 ? 0 : answers.end[0];
    countVisits(evaluator.frame, members);
    for (let i = 0; i < members; i++) {
      for (let at = state.parent[answers.ids[i]]; at !== 0; at = over === 'attached' ? 0 : state.parent[at]) {
        const position = positions[at];
        if (position < set.length && set.ids[position] === at) into[position >>> 5] |= 1 << (position & 31);
      }
    }
    spare.push(answers);
    if ((wanted === 'clear') === negated) return;
    for (let word = 0; word < words; word++) into[word] = ~into[word];
    if ((set.length & 31) !== 0) into[words - 1] &= (1 << (set.length & 31)) - 1;
  }

  return {
    find({ tests }, set, slot) {
      const words = wordsOf(set.length);
      const found = new Int32Array(words);
      fillBits(found, set.length);
      for (const test of tests) {
        const mark = scratch.mark();
        const bits = scratch.codes(words);
        one(test, set, slot, bits);
        intersect(found, bits, words);
        scratch.release(mark);
      }
      return positionSet(found, set.length);
    },
  };
}

/** Whether tests are answered for a whole set in less than a look at each candidate for each outer object. */
export function isCheapAsBits({ tests }: KeyedTests): boolean {
  return tests.every(({ factions, members, wanted }) => factions !== undefined || (members !== undefined && wanted !== 'found'));
}
