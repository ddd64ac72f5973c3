import type { Point } from '../../ir/occurrence.js';

/** An occurrence as those who listen see it, at that moment. */
export interface OccurrenceView {
  /** Its number; that of the one in whose course it was raised, or 0. */
  readonly id: number;
  readonly parent: number;
  /** Index and name of its type. */
  readonly type: number;
  readonly name: string;
  /** By field, as stored: objects are handles, words and classes their numbers, NaN is absent. */
  readonly values: readonly number[];
}

/** What is told while occurrences are resolved. Objects are handles, null is nobody. */
export type TimingEvent =
  /** An ability starts to answer; a negation, prevention or substitution (step A) is done with that. */
  | {
      readonly kind: 'start';
      readonly time: number;
      readonly step: 'A' | 'B' | 'C';
      readonly at: Point;
      readonly ability: number;
      readonly name: string;
      readonly source: number | null;
      readonly occurrence: OccurrenceView;
    }
  /** All that it does is done. */
  | { readonly kind: 'end'; readonly time: number; readonly ability: number; readonly name: string }
  /** What becomes of an occurrence. `apply` is told as it applies, behind the changes of a step or turn. */
  | {
      readonly kind: 'apply' | 'fail' | 'fizzle' | 'zero' | 'cancel';
      readonly time: number;
      readonly occurrence: OccurrenceView;
    }
  /** Another occurrence was put in its place. */
  | {
      readonly kind: 'replace';
      readonly time: number;
      readonly before: OccurrenceView;
      readonly occurrence: OccurrenceView;
    }
  | { readonly kind: 'adjust'; readonly time: number; readonly by: number; readonly occurrence: OccurrenceView }
  | { readonly kind: 'retarget'; readonly time: number; readonly occurrence: OccurrenceView }
  /** A player takes no reaction. */
  | { readonly kind: 'pass'; readonly time: number; readonly player: number }
  | {
      readonly kind: 'create' | 'lapse';
      readonly time: number;
      readonly ability: number;
      readonly name: string;
      readonly source: number | null;
    }
  /** A source of a payment gave so much; a payment is over. */
  | {
      readonly kind: 'yield';
      readonly time: number;
      readonly ability: number;
      readonly name: string;
      readonly amount: number;
    }
  | {
      readonly kind: 'pay';
      readonly time: number;
      readonly player: number;
      readonly cost: number;
      readonly isPaid: boolean;
    }
  /** What holds while a condition holds begins or ends. */
  | {
      readonly kind: 'begin-continuous' | 'end-continuous';
      readonly time: number;
      readonly name: string;
      readonly source: number;
    }
  /**
   * The same decision came again in its own course, with everything as it was: nothing is taken. The abilities that
   * lead in the circle, by name.
   */
  | { readonly kind: 'loop'; readonly time: number; readonly player: number; readonly cycle: readonly string[] }
  /** A decision was taken. */
  | {
      readonly kind: 'decide';
      readonly time: number;
      readonly player: number;
      readonly decision: DecisionKind;
      readonly option: string;
    };

/**
 * What is to be decided: which of several goes first (`order`), which occurrence of a batch is taken first (`group`),
 * whether to take a reaction (`react`), whether an ability that may be is to be
 * (`choose`), which source pays (`pay`).
 */
export type DecisionKind = 'order' | 'group' | 'react' | 'choose' | 'pay';
