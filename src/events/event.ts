import type { Message } from '../meaning/effects/turn-context.js';
import type { Fields } from '../ir/trigger.js';
import type { WorldState } from '../components/state.js';
import type { Point } from '../ir/occurrence.js';

interface Reported<Kind extends string> {
  readonly kind: Kind;
  readonly time: number;
}

interface OfAbility<Kind extends string> extends Reported<Kind> {
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
  | (Reported<'fire'> & {
      readonly trigger: number;
      readonly name: string;
      readonly depth: number;
    })
  /** An action is about to be done: its filter passed. */
  | (Reported<'act'> & {
      readonly action: string;
      readonly subject: number | null;
      readonly direct: number | null;
      readonly fields: Fields | undefined;
    })
  /** A reported action is not done. */
  | (Reported<'skip'> & { readonly action: string; readonly reason: string })
  /** The rest of a delayed list, by index and name, is dropped. Trigger -1: none began it. */
  | (Reported<'dropped'> & {
      readonly trigger: number;
      readonly list: number;
      readonly name: string;
      readonly reason: string;
    })
  | (Reported<'message'> & { readonly message: Message });

export interface OccurrenceView {
  /** Its number, and that of its cause, or 0. */
  readonly id: number;
  readonly parent: number;
  readonly type: number;
  readonly name: string;
  /** By field, as stored: handles, numbers of words and classes, NaN where absent. */
  readonly values: readonly number[];
}

export function viewOf(state: WorldState, names: readonly { readonly name: string }[], row: number): OccurrenceView {
  const { occurrences, fieldCount } = state;
  const type = occurrences.type[row];
  return {
    id: occurrences.id[row],
    parent: occurrences.parent[row],
    type,
    name: names[type].name,
    values: Array.from(occurrences.values.subarray(row * fieldCount, (row + 1) * fieldCount)),
  };
}

/** Reported while occurrences are resolved. Objects are handles, null is nobody. */
export type TimingEvent =
  /** An ability starts to answer; step A (negation, prevention, substitution) has no `end`. */
  | (OfAbility<'start'> & {
      readonly step: 'A' | 'B' | 'C';
      readonly at: Point;
      readonly source: number | null;
      readonly occurrence: OccurrenceView;
    })
  | OfAbility<'end'>
  /** What becomes of an occurrence; `apply` comes after the changes of a step or turn. */
  | (Reported<'apply' | 'fail' | 'fizzle' | 'zero' | 'cancel' | 'retarget'> & {
      readonly occurrence: OccurrenceView;
    })
  /** Another occurrence took its place. */
  | (Reported<'replace'> & {
      readonly before: OccurrenceView;
      readonly occurrence: OccurrenceView;
    })
  | (Reported<'adjust'> & { readonly by: number; readonly occurrence: OccurrenceView })
  | (Reported<'pass'> & { readonly player: number })
  | (OfAbility<'create' | 'lapse'> & {
      readonly source: number | null;
    })
  /** A source of a payment yields; a payment ends. */
  | (OfAbility<'yield'> & {
      readonly amount: number;
    })
  | (Reported<'pay'> & {
      readonly player: number;
      readonly cost: number;
      readonly isPaid: boolean;
    })
  /** A continuous ability begins or ends. */
  | (Reported<'begin-continuous' | 'end-continuous'> & {
      readonly name: string;
      readonly source: number;
    })
  /** A decision recurred in its own course with the same state: nothing is taken. Abilities of the circle by name. */
  | (Reported<'loop'> & { readonly player: number; readonly cycle: readonly string[] })
  | (Reported<'decide'> & {
      readonly player: number;
      readonly decision: DecisionKind;
      readonly option: string;
    });

/**
 * A decision: which of several goes first (`order`), which occurrence of a batch comes first (`group`), whether to
 * react (`react`), whether an optional ability answers (`choose`), which source pays (`pay`).
 */
export type DecisionKind = 'order' | 'group' | 'react' | 'choose' | 'pay';
