import type { Message } from '../../meaning/effects/turn-context.js';
import type { TimingEvent } from '../timing/timing-event.js';
import type { Fields } from '../../ir/trigger.js';

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
  | {
      readonly kind: 'fire';
      readonly time: number;
      readonly trigger: number;
      readonly name: string;
      readonly depth: number;
    }
  /** An action is about to be done: its filter let it pass. */
  | {
      readonly kind: 'act';
      readonly time: number;
      readonly action: string;
      readonly subject: number | null;
      readonly direct: number | null;
      readonly fields: Fields | undefined;
    }
  /** An action that was told is not done. */
  | { readonly kind: 'skip'; readonly time: number; readonly action: string; readonly reason: string }
  /** What was delayed is dropped: the rest of a list, by index and name, that a trigger began; -1: none did. */
  | {
      readonly kind: 'dropped';
      readonly time: number;
      readonly trigger: number;
      readonly list: number;
      readonly name: string;
      readonly reason: string;
    }
  /** An effect tells the host something. */
  | { readonly kind: 'message'; readonly time: number; readonly message: Message };
