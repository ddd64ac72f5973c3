import type { FactValue } from '../world/level-facts.js';
import { entriesGiven, isList, listGiven, refused, truthGiven, wordGiven } from '../../../kernel/given.js';
import { optionsGiven } from '../../../world/options.js';

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

/**
 * What a host says of a level, copied, so that nothing of the host runs while it is used. Throws `bad-option`.
 */
export function factsGiven(given: Facts): Facts {
  const entries = entriesGiven<FactValue>('what is set', given, 'an object of facts and their values');
  return Object.fromEntries(
    entries.map(([name, value]) => [name, isList(value) ? listGiven(`the fact ${name}`, value, 'a list') : value]),
  );
}

export function stepEntriesGiven(given: readonly StepEntry[]): readonly StepEntry[] {
  return listGiven('what the host says', given, 'a list of entries').map((entry) =>
    stepEntry(optionsGiven('an entry', entry, ['phase', 'set', 'sweep'])),
  );
}

export function hostEntriesGiven(given: readonly HostEntry[]): readonly HostEntry[] {
  return listGiven('what the host says', given, 'a list of entries').map((entry) => {
    const { t, ...step } = optionsGiven('an entry', entry, ['t', 'phase', 'set', 'sweep']);
    if (typeof t !== 'number') throw refused('the time t of an entry', t, 'a number of ticks');
    return { ...stepEntry(step), t };
  });
}

function stepEntry({ phase, set, sweep }: StepEntry): StepEntry {
  return {
    phase: wordGiven('the phase of an entry', phase, hostPhases),
    set: set === undefined ? undefined : factsGiven(set),
    sweep: sweep === undefined ? undefined : truthGiven('sweep of an entry', sweep),
  };
}
