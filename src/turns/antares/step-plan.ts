import { EdictError } from '../../kernel/errors.js';
import type { Facts, HostPhase, StepEntry } from './host-entry.js';

/** Ticks of a step of setup. */
export const ticksAStepOfSetup = 3;

/** Ticks between sweeps. */
export const ticksASweep = 90;

/** What a step is made of, as plain data, so that a snapshot can say what of it is left. */
export type Part =
  | { readonly does: 'free' | 'sweep' }
  | { readonly does: 'say'; readonly facts: Facts }
  | { readonly does: 'pass'; readonly ticks: number };

/** A step before it is done. */
export interface NextStep {
  readonly does: 'setup' | 'beginning' | 'play';
  /** The time behind it. */
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
      `the step to time ${String(time)} (${does}) has no phase ${phase}; use ${phases[does].join(' or ')}`,
      phase,
    );
  }
}

/**
 * Of what a host says at the time of a step what belongs to that step: at 0 the last step of setup and the beginning of
 * play follow one another, and what comes late belongs to that.
 */
export function saidIn({ does, time }: NextStep, entries: readonly StepEntry[]): readonly StepEntry[] {
  return does === 'setup' && time === 0 ? entries.filter(({ phase }) => phase !== 'late') : entries;
}

/**
 * The parts of a step in their order. Entries of phases that it has not are left out. `start`: the time at which the
 * level began.
 */
export function partsOf({ does, time }: NextStep, start: number, entries: readonly StepEntry[]): readonly Part[] {
  const parts: Part[] = [];
  if (does === 'beginning') {
    say('front');
    parts.push({ does: 'sweep' });
  } else {
    parts.push({ does: 'free' });
    say('tick');
    parts.push({ does: 'pass', ticks: does === 'play' ? 1 : ticksAStepOfSetup });
    say('sweep');
    if ((does === 'play' ? time : time - start) % ticksASweep === 0) parts.push({ does: 'sweep' });
  }
  late();
  return parts;

  function say(phase: HostPhase): void {
    for (const { phase: when, set: facts } of entries)
      if (when === phase && facts !== undefined) parts.push({ does: 'say', facts });
  }

  function late(): void {
    for (const { phase, set: facts, sweep } of entries) {
      if (phase !== 'late') continue;
      if (facts !== undefined) parts.push({ does: 'say', facts });
      if (sweep === true) parts.push({ does: 'sweep' });
    }
  }
}
