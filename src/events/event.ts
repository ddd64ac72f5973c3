import type { Handle } from '../kernel/identity.js';
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
 * An event of running triggers and actions. `subject` and `direct` are handles, also of destroyed objects; null means
 * none. Times are in ticks.
 */
export type TriggerEvent =
  | TimingEvent
  /**
   * A trigger fires; its actions follow. `depth` is 1 in a sweep by time or the host, one more in each sweep by an
   * action, and 0 if its condition became true.
   */
  | (Reported<'fire'> & {
      readonly trigger: number;
      readonly name: string;
      readonly depth: number;
    })
  /** An action passed its filter and is about to run. */
  | (Reported<'act'> & {
      readonly action: string;
      readonly subject: Handle | null;
      readonly direct: Handle | null;
      readonly fields: Fields | undefined;
    })
  /** An action that was reported with `act` did not run. */
  | (Reported<'skip'> & { readonly action: string; readonly reason: string })
  /**
   * Edict dropped the rest of a delayed list, given by index and name. `trigger` is -1 if no trigger began the list.
   */
  | (Reported<'dropped'> & {
      readonly trigger: number;
      readonly list: number;
      readonly name: string;
      readonly reason: string;
    })
  | (Reported<'message'> & { readonly message: Message });

export interface OccurrenceView {
  /** `id` is the number of the occurrence, `parent` that of its cause, or 0. */
  readonly id: number;
  readonly parent: number;
  readonly type: number;
  readonly name: string;
  /** Stored values by field: handles, indexes of words and classes, NaN for absent. */
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

/** An event of occurrences that are being resolved. Objects are handles; null means none. */
export type TimingEvent =
  /** An ability starts to answer; step A (negation, prevention, substitution) has no `end`. */
  | (OfAbility<'start'> & {
      readonly step: 'A' | 'B' | 'C';
      readonly at: Point;
      readonly source: Handle | null;
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
  | (Reported<'pass'> & { readonly player: Handle })
  | (OfAbility<'create' | 'lapse'> & {
      readonly source: Handle | null;
    })
  /** A source of a payment yields; a payment ends. */
  | (OfAbility<'yield'> & {
      readonly amount: number;
    })
  | (Reported<'pay'> & {
      readonly player: Handle;
      readonly cost: number;
      readonly isPaid: boolean;
    })
  /** A continuous ability begins or ends. */
  | (Reported<'begin-continuous' | 'end-continuous'> & {
      readonly name: string;
      readonly source: Handle;
    })
  /** A decision recurred in its own course with the same state: nothing is taken. Abilities of the circle by name. */
  | (Reported<'loop'> & { readonly player: Handle; readonly cycle: readonly string[] })
  | (Reported<'decide'> & {
      readonly player: Handle;
      readonly decision: DecisionKind;
      readonly option: string;
    });

/**
 * The kind of a decision: the ability that goes first (`order`), the occurrence of a batch that comes first (`group`),
 * a reaction or none (`react`), an optional ability or none (`choose`), the source that pays (`pay`).
 */
export type DecisionKind = 'order' | 'group' | 'react' | 'choose' | 'pay';

/** A decision is needed and nothing can wait: the turn is undone, and repeated with the decision. */
export class DecisionNeeded extends Error {
  override readonly name = 'DecisionNeeded';
}
