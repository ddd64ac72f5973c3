import { EdictError } from '../../src/kernel/errors.js';
import type { Effort, Timing } from '../measure.js';
import { raisesOf, sumOfAnswers, typeCount } from './answers.js';
import { createEdict, createLoop, createPeer, timeRounds } from './raiser.js';

/** Occurrences that nobody answers, which only happen or change a cell; and such that three abilities answer. */
export interface RaiseCase {
  readonly case: 'unheard' | 'unheard-change' | 'three-answers';
  /** Occurrences of a round. */
  readonly size: number;
  readonly milliseconds: number;
  /** Rounds of the interpreter. */
  readonly referenceRounds: number;
}

/** Milliseconds of a round. */
export interface RaiseTimes {
  readonly edict: Timing;
  readonly reference: Timing;
  /** The bus. */
  readonly handwritten: Timing;
  /** Nobody listens there. */
  readonly loop: Timing | undefined;
}

export function runRaiseCase({ case: name, size, milliseconds, referenceRounds }: RaiseCase): RaiseTimes {
  const isHeard = name === 'three-answers';
  const asked = { heard: isHeard ? typeCount : typeCount / 2, changes: name === 'unheard-change' };
  const raises = raisesOf(isHeard ? 0 : asked.heard, size);
  const sum = isHeard
    ? sumOfAnswers(raises)
    : asked.changes
      ? raises.reduce((total, { amount }) => total + amount, 0)
      : 0;
  const makers = [
    () => createEdict(asked, raises, 'compiled'),
    () => createPeer(asked, raises),
    ...(isHeard ? [] : [() => createLoop(asked, raises)]),
    () => createEdict(asked, raises, 'reference'),
  ];
  const effort = (of: string): Effort =>
    of === 'reference'
      ? { milliseconds: 0, rounds: referenceRounds, warmups: 1 }
      : { milliseconds, rounds: 20, warmups: 20 };
  const times = timeRounds(makers, raises, sum, effort);
  return {
    edict: timeOf('compiled'),
    reference: timeOf('reference'),
    handwritten: timeOf('handwritten'),
    loop: times.get('loop'),
  };

  function timeOf(raiser: string): Timing {
    const time = times.get(raiser);
    if (time === undefined) throw new EdictError('benchmark', `${raiser} was not timed`);
    return time;
  }
}
