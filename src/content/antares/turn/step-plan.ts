import { EdictError } from '../../../kernel/errors.js';
import type { Facts, HostPhase, StepEntry } from './host-entry.js';

export const ticksASecond = 60;

export const ticksAStepOfSetup = 3;

export const ticksASweep = 90;

/** What a step is made of, as plain data, so that a snapshot can say what of it is left. */
export type Part =
  | { readonly does: 'free' | 'sweep' }
  | { readonly does: 'say'; readonly facts: Facts }
  | { readonly does: 'pass'; readonly ticks: number };

export interface NextStep {
  readonly does: 'setup' | 'beginning' | 'play';
  /** The time after it. */
  readonly time: number;
}

const phases: Readonly<Record<NextStep['does'], readonly HostPhase[]>> = {
  setup: ['tick', 'sweep', 'late'],
  beginning: ['front', 'late'],
  play: ['tick', 'sweep', 'late'],
};

/** `time`: in ticks, before the step. */
export function nextStep(time: number, hasBegun: boolean): NextStep {
  if (time < 0) return { does: 'setup', time: time + ticksAStepOfSetup };
  return hasBegun ? { does: 'play', time: time + 1 } : { does: 'beginning', time: 0 };
}

/** Throws `bad-option` for what a host says in a phase that a step has not: it would be lost. */
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
 * What belongs to a step of what a host says at its time: at 0 the last step of setup and the beginning of play follow
 * one another, and what comes late belongs to that.
 */
export function saidIn({ does, time }: NextStep, entries: readonly StepEntry[]): readonly StepEntry[] {
  return does === 'setup' && time === 0 ? entries.filter(({ phase }) => phase !== 'late') : entries;
}

/**
 * The parts of a step in their order. Entries of phases that it has not are left out. `start`: the time at which the
 * level began.
 */
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
