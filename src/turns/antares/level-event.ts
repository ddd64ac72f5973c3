import type { TriggerEvent } from '../../world/trigger-api.js';
import type { Handle } from '../../world/host-values.js';

/**
 * What happened in a level. Bodies go by the number of the initial that they came from, -1: nobody, or a body of none.
 * Times are ticks.
 */
export type LevelEvent =
  /** A condition fires: time, index, depth of its sweep. Its actions follow. */
  | readonly ['fire', number, number, number]
  /** An action is about to be done: time, type, subject, direct object. */
  | readonly ['act', number, string, number, number]
  /** It was not done after all: time, type, why. */
  | readonly ['skip', number, string, string]
  /** Delayed actions are dropped: time, why. */
  | readonly ['dropped', number, string];

/** An event of the kernel as one of a level; undefined for what levels do not tell. */
export function levelEvent(event: TriggerEvent, numberOf: (body: Handle) => number): LevelEvent | undefined {
  const number = (body: Handle | null): number => (body === null ? -1 : numberOf(body));
  switch (event.kind) {
    case 'fire':
      return ['fire', event.time, event.trigger, event.depth];
    case 'act':
      return ['act', event.time, event.action, number(event.subject), number(event.direct)];
    case 'skip':
      return ['skip', event.time, event.action, event.reason];
    case 'dropped':
      return ['dropped', event.time, event.reason];
    default:
      return undefined;
  }
}

/** What is told beside what fires and acts. */
export function isDiagnostic([kind]: LevelEvent): boolean {
  return kind === 'skip' || kind === 'dropped';
}
