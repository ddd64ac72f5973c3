import type { PhaseObserver } from '../../src/systems/schedule.js';
import type { World } from '../../src/world/api.js';
import type { Parts } from '../measure.js';

/** Runs turns of a world; milliseconds of some of its phases together, and of the whole turn. */
export function turnsOf(world: World, name: string, phases: readonly string[]): () => Parts<string> {
  let [began, sum] = [0, 0];
  // Looks at the clock as close to the phase as it can: a phase may take microseconds.
  const observer: PhaseObserver = (phase, stage) => {
    if (!phases.includes(phase)) return;
    if (stage === 'begin') began = performance.now();
    else sum += performance.now() - began;
  };
  return () => {
    sum = 0;
    const start = performance.now();
    world.step(observer);
    const turn = performance.now() - start;
    return { [name]: sum, [`${name} turn`]: turn };
  };
}
