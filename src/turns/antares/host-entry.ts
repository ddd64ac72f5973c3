import type { FactValue } from '../../content/antares/world/fact-values.js';

/**
 * When in a step the host speaks: at its beginning, before its sweep, at the beginning of play before the first sweep,
 * at the end of a step.
 */
export const hostPhases = ['tick', 'sweep', 'front', 'late'] as const;
export type HostPhase = (typeof hostPhases)[number];

/** Facts by name, such as `initial.3.position` or `player.0.ships`. */
export type Facts = Readonly<Record<string, FactValue>>;

/** What the host says in a step. Entries of one phase are taken in their order. */
export interface StepEntry {
  readonly phase: HostPhase;
  readonly set?: Facts | undefined;
  /** Then sweep once more; only in phase `late`. */
  readonly sweep?: boolean | undefined;
}

/** What the host says at a time. */
export interface HostEntry extends StepEntry {
  /** Ticks. */
  readonly t: number;
}
