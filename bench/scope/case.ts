import type { ExecutorName } from '../../src/world/api.js';
import { type Effort, type Timing, measure, measureParts } from '../measure.js';
import { assertSameMeters, assertSameTargets } from './agreement.js';
import { createColumnar } from './columnar.js';
import { createDisturbance } from './disturb.js';
import { createEdictScope } from './edict.js';
import { createHandwritten } from './handwritten.js';
import { type RuleName, ruleNames } from './rules.js';
import { createSift } from './sift.js';
import { type ScopeWorld, makeScopeWorld } from './world.js';

/** One galaxy and some of the rules, measured in one process. */
export interface ScopeCase {
  readonly objects: number;
  /** A rule. */
  readonly sources: number;
  readonly rules: readonly RuleName[];
  readonly seed: string;
  /** Time for each peer. */
  readonly milliseconds: number;
  /** Rounds of the interpreter, 0 to leave it out. */
  readonly referenceRounds: number;
  /** Sources a rule that `sift` is asked for, 0 to leave it out. */
  readonly siftSources: number;
}

/** Milliseconds. Peers that were left out are undefined. */
export interface ScopeTimes {
  /** Reset and rules, after a change of everything that rules read. */
  readonly edict: Timing;
  /** The whole turn then. */
  readonly step: Timing;
  /** Reset and rules, when nothing has changed since the turn before. */
  readonly unchanged: Timing;
  readonly handwritten: Timing;
  readonly columnar: Timing;
  readonly reference: Timing | undefined;
  /** Of the sample, taken to all sources. */
  readonly sift: Timing | undefined;
  /** Source and target, once for each source. */
  readonly pairs: number;
}

/** Checks that all peers have the same answers, then times them. Throws when they differ. */
export function runScopeCase(asked: ScopeCase): ScopeTimes {
  const { rules, siftSources } = asked;
  const usual: Effort = { milliseconds: asked.milliseconds, rounds: 5, warmups: 2 };
  const galaxy = makeScopeWorld(asked);
  const edict = createEdictScope(galaxy, rules);
  const places = edict.places();
  const columnar = createColumnar(galaxy, places, rules);
  const handwritten = createHandwritten(galaxy, places, rules);
  for (const peer of [edict, columnar, handwritten]) peer.turn();
  const expected = columnar.meters();
  assertSameMeters('handwritten', handwritten.meters(), 'columnar', expected, rules);
  assertSameMeters('edict', edict.meters(), 'columnar', expected, rules);
  const disturb = createDisturbance(galaxy, edict);
  // The interpreter as the executor of choice gets no more rounds than as a peer.
  const effort = isReference() ? { milliseconds: 0, rounds: 1, warmups: 0 } : usual;
  const { rules: edictTime, step } = measureParts(() => edict.turn(), effort, disturb);
  assertSameMeters('edict after changes', edict.meters(), 'columnar', expected, rules);
  const { rules: unchanged } = measureParts(() => edict.turn(), effort);
  assertSameMeters('edict without changes', edict.meters(), 'columnar', expected, rules);
  const sift = siftSources === 0 ? undefined : createSift(galaxy, places);
  if (sift !== undefined) assertSameTargets(sift, columnar, rules, siftSources);
  return {
    edict: edictTime,
    step,
    unchanged,
    columnar: measure(() => columnar.turn(), usual),
    // The engine needs some rounds to see that its loops are hot, and a round can take a second.
    handwritten: measure(() => handwritten.turn(), { ...usual, warmups: 6 }),
    reference: asked.referenceRounds === 0 ? undefined : measureReference(galaxy, asked, expected),
    sift:
      sift === undefined
        ? undefined
        : scaled(
            measure(
              () => {
                for (const rule of rules)
                  for (let source = 0; source < siftSources; source++) sift.targets(rule, source);
              },
              { ...usual, rounds: 1 },
            ),
            asked.sources / siftSources,
          ),
    pairs: rules.reduce(
      (sum, rule) =>
        sum +
        galaxy.posts[ruleNames.indexOf(rule)].level.reduce(
          (all, _, source) => all + columnar.targets(rule, source).length,
          0,
        ),
      0,
    ),
  };
}

function measureReference(
  galaxy: ScopeWorld,
  { rules, referenceRounds }: ScopeCase,
  expected: Parameters<typeof assertSameMeters>[3],
): Timing {
  const reference = createEdictScope(galaxy, rules, { executor: 'reference' });
  const { rules: time } = measureParts(() => reference.turn(), {
    milliseconds: 0,
    rounds: referenceRounds,
    warmups: referenceRounds > 1 ? 1 : 0,
  });
  assertSameMeters('reference', reference.meters(), 'columnar', expected, rules);
  return time;
}

/** Whether the environment asks for the interpreter everywhere. */
export function isReference(): boolean {
  const name: ExecutorName = 'reference';
  return process.env.EDICT_EXECUTOR === name;
}

function scaled({ min, median, spread }: Timing, factor: number): Timing {
  return { min: min * factor, median: median * factor, spread: spread * factor };
}
