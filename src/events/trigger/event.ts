import type { Message } from '../../meaning/effects/turn-context.js';
import type { Fields } from '../../ir/trigger.js';
import type { Point } from '../../ir/occurrence.js';

/** Something that happens, and its tick. */
interface Told<Kind extends string> {
  readonly kind: Kind;
  readonly time: number;
}

/** The same of an ability, by index. */
interface Answered<Kind extends string> extends Told<Kind> {
  readonly ability: number;
  readonly name: string;
}

/**
 * Reported while triggers and actions run. Roles are handles, also of objects that are gone; null is nobody. Times are
 * ticks.
 */
export type TriggerEvent =
  | TimingEvent
  /**
   * A trigger fires, before its actions. Depth 1: in a sweep by time or the host; one more in a sweep of an action; 0:
   * its condition rose.
   */
  | (Told<'fire'> & {
      readonly trigger: number;
      readonly name: string;
      readonly depth: number;
    })
  /** An action is about to be done: its filter passed. */
  | (Told<'act'> & {
      readonly action: string;
      readonly subject: number | null;
      readonly direct: number | null;
      readonly fields: Fields | undefined;
    })
  /** A reported action is not done. */
  | (Told<'skip'> & { readonly action: string; readonly reason: string })
  /** The rest of a delayed list, by index and name, is dropped. Trigger -1: none began it. */
  | (Told<'dropped'> & {
      readonly trigger: number;
      readonly list: number;
      readonly name: string;
      readonly reason: string;
    })
  | (Told<'message'> & { readonly message: Message });

export interface OccurrenceView {
  /** Its number, and that of its cause, or 0. */
  readonly id: number;
  readonly parent: number;
  readonly type: number;
  readonly name: string;
  /** By field, as stored: handles, numbers of words and classes, NaN where absent. */
  readonly values: readonly number[];
}

/** Reported while occurrences are resolved. Objects are handles, null is nobody. */
export type TimingEvent =
  /** An ability starts to answer; step A (negation, prevention, substitution) has no `end`. */
  | (Answered<'start'> & {
      readonly step: 'A' | 'B' | 'C';
      readonly at: Point;
      readonly source: number | null;
      readonly occurrence: OccurrenceView;
    })
  | Answered<'end'>
  /** What becomes of an occurrence; `apply` comes after the changes of a step or turn. */
  | (Told<'apply' | 'fail' | 'fizzle' | 'zero' | 'cancel' | 'retarget'> & {
      readonly occurrence: OccurrenceView;
    })
  /** Another occurrence took its place. */
  | (Told<'replace'> & {
      readonly before: OccurrenceView;
      readonly occurrence: OccurrenceView;
    })
  | (Told<'adjust'> & { readonly by: number; readonly occurrence: OccurrenceView })
  | (Told<'pass'> & { readonly player: number })
  | (Answered<'create' | 'lapse'> & {
      readonly source: number | null;
    })
  /** A source of a payment yields; a payment ends. */
  | (Answered<'yield'> & {
      readonly amount: number;
    })
  | (Told<'pay'> & {
      readonly player: number;
      readonly cost: number;
      readonly isPaid: boolean;
    })
  /** A continuous ability begins or ends. */
  | (Told<'begin-continuous' | 'end-continuous'> & {
      readonly name: string;
      readonly source: number;
    })
  /** A decision recurred in its own course with the same state: nothing is taken. Abilities of the circle by name. */
  | (Told<'loop'> & { readonly player: number; readonly cycle: readonly string[] })
  | (Told<'decide'> & {
      readonly player: number;
      readonly decision: DecisionKind;
      readonly option: string;
    });

/**
 * A decision: which of several goes first (`order`), which occurrence of a batch comes first (`group`), whether to
 * react (`react`), whether an optional ability answers (`choose`), which source pays (`pay`).
 */
export type DecisionKind = 'order' | 'group' | 'react' | 'choose' | 'pay';
