import type { Message } from '../../meaning/effects/message.js';
import type { Fields } from '../../ir/trigger.js';
import type { Point } from '../../ir/ability.js';

/** Something that happens, and its tick. */
interface Told<Kind extends string> {
  readonly kind: Kind;
  readonly time: number;
}

/**
 * What is told while triggers and their actions run. Roles are handles, also of what is gone; null is nobody. Times are
 * ticks.
 */
export type TriggerEvent =
  | TimingEvent
  /**
   * A trigger fires, before its actions. Depth 1: in a sweep by time or of the host; one more in a sweep that an action
   * asks for; 0: because its condition rose.
   */
  | (Told<'fire'> & {
      readonly trigger: number;
      readonly name: string;
      readonly depth: number;
    })
  /** An action is about to be done: its filter let it pass. */
  | (Told<'act'> & {
      readonly action: string;
      readonly subject: number | null;
      readonly direct: number | null;
      readonly fields: Fields | undefined;
    })
  /** An action that was told is not done. */
  | (Told<'skip'> & { readonly action: string; readonly reason: string })
  /** What was delayed is dropped: the rest of a list, by index and name, that a trigger began; -1: none did. */
  | (Told<'dropped'> & {
      readonly trigger: number;
      readonly list: number;
      readonly name: string;
      readonly reason: string;
    })
  /** An effect tells the host something. */
  | (Told<'message'> & { readonly message: Message });

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
  | (Told<'start'> & {
      readonly step: 'A' | 'B' | 'C';
      readonly at: Point;
      readonly ability: number;
      readonly name: string;
      readonly source: number | null;
      readonly occurrence: OccurrenceView;
    })
  /** All that it does is done. */
  | (Told<'end'> & { readonly ability: number; readonly name: string })
  /** What becomes of an occurrence. `apply` is told as it applies, behind the changes of a step or turn. */
  | (Told<'apply' | 'fail' | 'fizzle' | 'zero' | 'cancel'> & {
      readonly occurrence: OccurrenceView;
    })
  /** Another occurrence was put in its place. */
  | (Told<'replace'> & {
      readonly before: OccurrenceView;
      readonly occurrence: OccurrenceView;
    })
  | (Told<'adjust'> & { readonly by: number; readonly occurrence: OccurrenceView })
  | (Told<'retarget'> & { readonly occurrence: OccurrenceView })
  /** A player takes no reaction. */
  | (Told<'pass'> & { readonly player: number })
  | (Told<'create' | 'lapse'> & {
      readonly ability: number;
      readonly name: string;
      readonly source: number | null;
    })
  /** A source of a payment gave so much; a payment is over. */
  | (Told<'yield'> & {
      readonly ability: number;
      readonly name: string;
      readonly amount: number;
    })
  | (Told<'pay'> & {
      readonly player: number;
      readonly cost: number;
      readonly isPaid: boolean;
    })
  /** What holds while a condition holds begins or ends. */
  | (Told<'begin-continuous' | 'end-continuous'> & {
      readonly name: string;
      readonly source: number;
    })
  /**
   * The same decision came again in its own course, with everything as it was: nothing is taken. The abilities that
   * lead in the circle, by name.
   */
  | (Told<'loop'> & { readonly player: number; readonly cycle: readonly string[] })
  /** A decision was taken. */
  | (Told<'decide'> & {
      readonly player: number;
      readonly decision: DecisionKind;
      readonly option: string;
    });

/**
 * What is to be decided: which of several goes first (`order`), which occurrence of a batch is taken first (`group`),
 * whether to take a reaction (`react`), whether an ability that may be is to be
 * (`choose`), which source pays (`pay`).
 */
export type DecisionKind = 'order' | 'group' | 'react' | 'choose' | 'pay';
