import type { Level } from '../syntax.js';
import type { FactValue } from '../world/level-facts.js';
import { entriesGiven, isList, listGiven, refused, truthGiven, wordGiven } from '../../../kernel/given.js';
import { optionsGiven } from '../../../world/host-arguments.js';
import { EdictError } from '../../../kernel/errors.js';

/**
 * The phases in which the host sets facts: at the beginning of a step, before its sweep, before the first sweep of
 * play, and at the end of a step.
 */
export const hostPhases = ['tick', 'sweep', 'front', 'late'] as const;
export type HostPhase = (typeof hostPhases)[number];

export type Facts = Readonly<Record<string, FactValue>>;

/** Facts that the host sets in a step. Entries of one phase apply in their order. */
export interface StepEntry {
  readonly phase: HostPhase;
  readonly set?: Facts | undefined;
  /** Sweeps again after the facts; only in phase `late`. */
  readonly sweep?: boolean | undefined;
}

export interface HostEntry extends StepEntry {
  /** Ticks. */
  readonly t: number;
}

/** Copies facts of a host, so that none of its code runs later. Throws `bad-option`. */
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

export const ticksASecond = 60;

/** The time at which a level begins. */
export function startTick({ startTime = 0 }: Level): number {
  return 0 - startTime * ticksASecond;
}

export const ticksAStepOfSetup = 3;

export const ticksASweep = 90;

/** Plain data: a snapshot keeps the remaining parts. */
export type Part =
  | { readonly does: 'free' | 'sweep' }
  | { readonly does: 'say'; readonly facts: Facts }
  | { readonly does: 'pass'; readonly ticks: number };

export interface NextStep {
  readonly does: 'setup' | 'beginning' | 'play';
  readonly time: number;
}

const phases: Readonly<Record<NextStep['does'], readonly HostPhase[]>> = {
  setup: ['tick', 'sweep', 'late'],
  beginning: ['front', 'late'],
  play: ['tick', 'sweep', 'late'],
};

export function nextStep(time: number, hasBegun: boolean): NextStep {
  if (time < 0) return { does: 'setup', time: time + ticksAStepOfSetup };
  return hasBegun ? { does: 'play', time: time + 1 } : { does: 'beginning', time: 0 };
}

/** Throws `bad-option` for entries of a phase that the step does not have. */
export function checkPhases({ does, time }: NextStep, entries: readonly StepEntry[]): void {
  for (const { phase } of entries) {
    if (phases[does].includes(phase)) continue;
    throw new EdictError(
      'bad-option',
      `the step to time ${time} (${does}) has no phase ${phase}; use ${phases[does].join(' or ')}`,
      phase,
    );
  }
}

/**
 * The entries of a step. At 0 the last step of setup precedes the beginning of play, which takes the `late` entries.
 */
export function saidIn({ does, time }: NextStep, entries: readonly StepEntry[]): readonly StepEntry[] {
  return does === 'setup' && time === 0 ? entries.filter(({ phase }) => phase !== 'late') : entries;
}

/** In order, without entries of other phases. `start`: the time at which the level began. */
export function partsOf({ does, time }: NextStep, start: number, entries: readonly StepEntry[]): readonly Part[] {
  const said = (wanted: HostPhase) =>
    entries.flatMap(({ phase, set: facts, sweep }): readonly Part[] =>
      phase !== wanted
        ? []
        : [
            ...(facts === undefined ? [] : [{ does: 'say', facts } as const]),
            ...(sweep === true && phase === 'late' ? [{ does: 'sweep' } as const] : []),
          ],
    );
  if (does === 'beginning') return [...said('front'), { does: 'sweep' }, ...said('late')];
  const isSwept = (does === 'play' ? time : time - start) % ticksASweep === 0;
  return [
    { does: 'free' },
    ...said('tick'),
    { does: 'pass', ticks: does === 'play' ? 1 : ticksAStepOfSetup },
    ...said('sweep'),
    ...(isSwept ? [{ does: 'sweep' } as const] : []),
    ...said('late'),
  ];
}
