import { EdictError } from '../../src/kernel/errors.js';
import { type Effort, type Timing, measureParts } from '../measure.js';
import type { Change } from './changes.js';
import { makeLevel } from './level.js';
import { type Sweeper, assertSameInTheEnd, assertSameSweeps, createEdict, createLoop } from './sweeper.js';

/** Sweeps of one level, with the same sort of change before each. */
export interface SweepCase {
  readonly case: 'sweep';
  readonly change: Change;
  /** Conditions, and as many bodies. */
  readonly size: number;
  readonly milliseconds: number;
  /** Sweeps of the interpreter that are timed; 0: it is left out. */
  readonly referenceRounds: number;
}

/** Milliseconds of one sweep, and of the writes before it. */
export interface SweepTime {
  readonly sweep: Timing;
  readonly write: Timing;
}

export interface SweepTimes {
  readonly edict: SweepTime;
  readonly handwritten: SweepTime;
  readonly reference: SweepTime | undefined;
  /** Means of a sweep: cells that were written, conditions that fired. */
  readonly changed: number;
  readonly fired: number;
}

/** Sweeps in which all that fires is compared before anything is timed. */
const compared = 20;
/** A sweep in which nothing has changed is too short for a look at the clock. */
const batch = 20;
/** V8 optimises the code of a sweep in steps, over about a thousand sweeps of ten thousand conditions. */
const warmupSweeps = 1_000;
const warmupConditions = 10_000 * warmupSweeps;

/**
 * Throws where Edict, the interpreter and the loop do not fire the same, or come to something else. The interpreter is
 * done with before the others are timed, as it would take a minute to catch up with them.
 */
export function runSweepCase({ change, size, milliseconds, referenceRounds }: SweepCase): SweepTimes {
  const made = makeLevel(size, '1');
  const edict = createEdict(made, change, 'compiled');
  const loop = createLoop(made, change);
  const interpreter = referenceRounds === 0 ? undefined : createEdict(made, change, 'reference');
  const fired =
    assertSameSweeps([loop, edict, ...(interpreter === undefined ? [] : [interpreter])], compared) / compared;
  let reference: SweepTime | undefined;
  if (interpreter !== undefined) {
    reference = timeSweeps(interpreter, change, { milliseconds: 0, rounds: referenceRounds, warmups: 2 });
    assertSameInTheEnd([loop, edict, interpreter]);
    if (interpreter.watched.world.hash() !== edict.watched.world.hash()) {
      throw new EdictError('disagreement', 'the worlds of Edict and of the interpreter have other hashes');
    }
  }
  const warmups = Math.ceil(Math.min(warmupSweeps, warmupConditions / size) / (change === 'none' ? batch : 1));
  const effort = { milliseconds, rounds: 20, warmups };
  const times = { edict: timeSweeps(edict, change, effort), handwritten: timeSweeps(loop, change, effort) };
  assertSameInTheEnd([loop, edict]);
  return { ...times, reference, fired, changed: edict.draw() };
}

function timeSweeps(sweeper: Sweeper, change: Change, effort: Effort): SweepTime {
  if (change !== 'none')
    return measureParts(
      () => timeOne(sweeper),
      effort,
      () => {
        sweeper.draw();
      },
    );
  const many = sweeper.name === 'reference' ? 1 : batch;
  return measureParts(() => {
    const start = performance.now();
    for (let i = 0; i < many; i++) sweeper.sweep();
    return { sweep: (performance.now() - start) / many, write: 0 };
  }, effort);
}

function timeOne(sweeper: Sweeper): { readonly sweep: number; readonly write: number } {
  const start = performance.now();
  sweeper.write();
  const written = performance.now();
  sweeper.sweep();
  return { write: written - start, sweep: performance.now() - written };
}
