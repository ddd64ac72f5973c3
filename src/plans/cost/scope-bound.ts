import { asOverMembers, isSlot } from '../../eval/node-shape.js';
import { sourceSlot } from '../../ir/node.js';
import type { ConjunctionPlan, Generator, KeyedTests, SelectionPlan, Test } from '../../match/selection-plan.js';
import { type Bounding, type Evaluations, beside, foundBy, visitsOf } from './visits-bound.js';
import { countOfClass, countOfKind } from './world-counts.js';

/** Candidates of all sources together, as rows of pairs. */
interface Candidates {
  readonly pairs: Evaluations;
  readonly visits: number;
}

export interface ScopeBound {
  /** Pairs of a source and a target. */
  readonly targets: Evaluations;
  readonly visits: number;
}

/** `asking`: of sources; all of them may be asked `asks` times. */
export function boundOfSelection(
  { conjunctions, vetoes }: SelectionPlan,
  asking: Evaluations,
  asks: number,
  bounding: Bounding,
): ScopeBound {
  const parts = conjunctions.map((conjunction) => boundOfConjunction(conjunction, asking, bounding));
  const all = asking.times * countOfKind(bounding.counts, 0);
  const met = parts.reduce((sum, { pairs }) => sum + pairs.times, 0);
  const isOwn = conjunctions.length === 1 && isOneEach(conjunctions[0].generator);
  const targets: Evaluations = {
    times: Math.min(all, met),
    repeats: mostRepeats(parts, asking.times, isOwn ? 1 : asking.times),
  };
  const own = parts.reduce((sum, { visits }) => sum + visits, 0);
  const late = vetoes.reduce((sum, { term }) => sum + visitsOf(term, targets, bounding), 0);
  return { targets, visits: asks * (own + late) };
}

/** A source is in one pair for each of its targets, and a target in one for each source at most. */
function mostRepeats(parts: readonly Candidates[], sources: number, ofTarget: number): readonly (number | undefined)[] {
  const ofSource = parts.reduce((sum, { pairs }) => sum + (pairs.repeats[sourceSlot] ?? Infinity), 0);
  return [sources === 0 || !Number.isFinite(ofSource) ? undefined : ofSource, ofTarget];
}

/** The source is its own target. */
function isOneEach(generator: Generator | undefined): boolean {
  return generator?.by === 'identity' && isSlot(generator.key, sourceSlot);
}

function boundOfConjunction(plan: ConjunctionPlan, asking: Evaluations, bounding: Bounding): Candidates {
  const { gates, own, tests } = plan;
  const found = candidatesOf(plan, asking, bounding);
  const visits =
    ofTests(gates, asking, bounding) +
    ofTests(own.tests, found.pairs, bounding) +
    tests.reduce((sum, keyed) => sum + ofKeyed(keyed, found.pairs, bounding), 0);
  return { pairs: found.pairs, visits: found.visits + visits };
}

function ofTests(tests: readonly Test[], given: Evaluations, bounding: Bounding): number {
  return tests.reduce((sum, { term }) => sum + visitsOf(term, given, bounding), 0);
}

function ofKeyed({ tests }: KeyedTests, given: Evaluations, bounding: Bounding): number {
  return ofTests(tests, given, bounding);
}

/** What the generator of a conjunction leaves, and what it looks at. */
function candidatesOf({ own, generator, slot }: ConjunctionPlan, asking: Evaluations, bounding: Bounding): Candidates {
  const { model, counts } = bounding;
  const all =
    own.class !== 0
      ? countOfClass(model, counts, own.class)
      : own.kind !== 0 || own.kinds.length === 0
        ? countOfKind(counts, own.kind)
        : own.kinds.reduce((sum, kind) => sum + countOfKind(counts, kind), 0);
  const everyone = beside(asking, slot, all);
  switch (generator?.by) {
    case undefined:
      return { pairs: everyone, visits: 0 };
    case 'identity':
      return { pairs: beside(asking, slot, 1), visits: visitsOf(generator.key, asking, bounding) };
    case 'among':
      return { pairs: everyone, visits: everyone.times + visitsOf(generator.chosen, asking, bounding) };
    case 'membership': {
      const { of, data, filters } = generator.members;
      const { members, looked, most } = foundBy(data.range, of, asking, bounding);
      const outer = asOverMembers(of)?.outer ?? of.args.length;
      const pairs = beside(asking, data.slot, most, members);
      const atTarget = beside(asking, slot, Math.min(most, all), Math.min(members, everyone.times));
      return {
        pairs: atTarget,
        visits:
          looked +
          of.args.reduce((sum, arg, i) => sum + visitsOf(arg, i < outer ? asking : pairs, bounding), 0) +
          filters.reduce((sum, filter) => sum + visitsOf(filter, pairs, bounding), 0),
      };
    }
    case 'equality': {
      // Objects that are nowhere share no place: all rows may be looked at for them.
      const looked = asking.times * (counts.rows + 1) + everyone.times;
      return {
        pairs: everyone,
        visits: looked + visitsOf(generator.key, asking, bounding) + visitsOf(generator.value, everyone, bounding),
      };
    }
    case 'jumps':
    case 'distance':
      return {
        pairs: everyone,
        visits:
          everyone.times +
          visitsOf(generator.key, asking, bounding) +
          visitsOf(generator.bound, asking, bounding) +
          visitsOf(generator.test.term, everyone, bounding),
      };
  }
}
