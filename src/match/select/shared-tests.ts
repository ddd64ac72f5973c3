import { countVisits } from '../../ir/frame.js';
import type { Evaluator } from '../../eval/columns/evaluator.js';
import { rowsOver } from '../../eval/columns/rows.js';
import type { Scratch } from '../../indexes/scratch.js';
import type { KeyedTests, MemberTest, OuterTest, SelectionPlan } from '../selection-plan.js';
import { type MaskedPositions, maskedPositions } from '../../indexes/masked-positions.js';
import type { OwnSet } from '../sets/own-sets.js';
import { markVerdicts } from '../sets/marks.js';
import { type Answers, createAnswers } from './answers.js';
import { type FactionWords, createFactionWords } from './faction-words.js';
import type { Groups } from './key-groups.js';

/**
 * Answers tests for every candidate of an own set at once. What it gives is lent from the scratch memory, for as long
 * as its caller's mark holds.
 */
export interface SharedTests {
  /** The positions that pass tests for the outer objects in the frame's slots, which are of the given group. */
  find(shared: Shared, group: number, set: OwnSet, slot: number): MaskedPositions;
}

/** Tests whose answers several outer rows share: found for each group of rows when the first of them is asked for. */
export interface Shared {
  readonly tests: KeyedTests;
  readonly groups: Groups;
  readonly found: (MaskedPositions | undefined)[];
  /**
   * By position, bits of the factions for which all tests pass. Undefined until it is asked for, and for tests of
   * anything else.
   */
  words: Int32Array | undefined;
}

type Select = (plan: SelectionPlan, into: Answers) => void;

/** `select` answers a selection for the outer objects in the frame's slots. */
export function createSharedTests(evaluator: Evaluator, select: Select): SharedTests {
  const { scratch, state } = evaluator;
  const factionWords = createFactionWords(evaluator);
  const spare: Answers[] = [];
  /** Position of each id in the set that was last asked for, checked against the set wherever it is used. */
  let positions = new Int32Array(0);

  /** From each member that fits up to what holds it. */
  function byMembers(
    wanted: OuterTest['wanted'],
    { over, fitting, negated }: MemberTest,
    set: OwnSet,
    into: Int32Array,
  ): void {
    const answers = spare.pop() ?? createAnswers();
    select(fitting, answers);
    if (positions.length < state.identity.kind.length) positions = new Int32Array(state.identity.kind.length);
    for (let position = 0; position < set.length; position++) positions[set.ids[position]] = position;
    const isWithout = (wanted === 'clear') !== negated;
    into.fill(isWithout ? 1 : 0, 0, set.length);
    const members = answers.groups === 0 ? 0 : answers.end[0];
    countVisits(evaluator.frame, members);
    for (let i = 0; i < members; i++) {
      for (let at = state.parent[answers.ids[i]]; at !== 0; at = over === 'attached' ? 0 : state.parent[at]) {
        const position = positions[at];
        if (position < set.length && set.ids[position] === at) into[position] = isWithout ? 0 : 1;
      }
    }
    spare.push(answers);
  }

  function answer(test: OuterTest, set: OwnSet, slot: number, into: Int32Array): void {
    const mask = test.factions === undefined ? undefined : factionWords.maskOf(test.factions);
    if (test.factions !== undefined && mask !== undefined)
      return factionWords.forAll(test, test.factions, set, mask, into);
    if (test.members !== undefined && test.wanted !== 'found') return byMembers(test.wanted, test.members, set, into);
    const mark = scratch.mark();
    const marks = scratch.bytes(set.length);
    markVerdicts(test, evaluator.evaluate(test.term, rowsOver(slot, set.ids, set.length, set.kind)), set.length, marks);
    for (let i = 0; i < set.length; i++) into[i] = marks[i];
    scratch.release(mark);
  }

  return {
    find(shared, group, set, slot) {
      const known = shared.found[group];
      if (known !== undefined) return known;
      const one = oneFaction(shared.tests, factionWords);
      if (one !== 0) {
        shared.words ??= wordsOfAll(shared.tests, set, factionWords, scratch);
        return (shared.found[group] = maskedPositions(shared.words, 31 - Math.clz32(one), set.length, scratch));
      }
      const codes = scratch.codes(set.length);
      shared.tests.tests.forEach((test, i) => {
        if (i === 0) return answer(test, set, slot, codes);
        const mark = scratch.mark();
        const more = scratch.codes(set.length);
        answer(test, set, slot, more);
        keepBoth(codes, more, set.length);
        scratch.release(mark);
      });
      return (shared.found[group] = maskedPositions(codes, 0, set.length, scratch));
    },
  };
}

/**
 * The one faction, as a bit, of which all tests ask; 0 where they ask of several, of none, of different objects or of
 * something else.
 */
function oneFaction({ tests }: KeyedTests, factionWords: FactionWords): number {
  const first = tests[0].factions;
  if (first === undefined || !tests.every(({ factions }) => factions?.outer === first.outer)) return 0;
  const mask = factionWords.maskOf(first) ?? 0;
  return (mask & (mask - 1)) === 0 ? mask : 0;
}

function wordsOfAll({ tests }: KeyedTests, set: OwnSet, factionWords: FactionWords, scratch: Scratch): Int32Array {
  const words = scratch.codes(set.length);
  words.fill(-1, 0, set.length);
  const mark = scratch.mark();
  const more = scratch.codes(set.length);
  for (const test of tests) {
    if (test.factions === undefined) continue;
    factionWords.forEach(test, test.factions, set, more);
    keepBoth(words, more, set.length);
  }
  scratch.release(mark);
  return words;
}

function keepBoth(words: Int32Array, others: Int32Array, length: number): void {
  for (let i = 0; i < length; i++) words[i] &= others[i];
}

/** Whether one array of words answers tests for all factions at once. */
export function isOneWordForAll({ tests }: KeyedTests): boolean {
  const [{ factions: first }] = tests;
  return first !== undefined && tests.every(({ factions }) => factions?.outer === first.outer);
}

/** Whether tests are answered for a whole set in less than a look at each candidate for each outer object. */
export function isCheapForAll({ tests }: KeyedTests): boolean {
  return tests.every(
    ({ factions, members, wanted }) => factions !== undefined || (members !== undefined && wanted !== 'found'),
  );
}
