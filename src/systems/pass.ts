import { destroy } from '../state/object-life.js';
import { resolve } from '../kernel/identity.js';
import { applySighting } from '../meaning/effects/structure.js';
import { type Sighting, createClaims, createLedger } from '../meaning/effects/turn-context.js';
import type { Executor } from '../meaning/executor.js';
import type { Rule } from '../ir/rule.js';
import type { System } from './schedule.js';

/**
 * A pass over rules: all are evaluated before the first fires; destruction and sight take effect at its end. Claims and
 * stacking start afresh with each pass.
 */
export function passSystem(name: string, phase: string, rules: readonly Rule[], executor: Executor): System {
  const claims = createClaims();
  return {
    name,
    phase,
    run(context) {
      const { state } = context;
      const doomed: number[] = [];
      claims.clear();
      context.ledger = createLedger(state.model, claims);
      context.doomed = doomed;
      const sightings: Sighting[] = [];
      context.sightings = sightings;
      executor.runPass(context, rules);
      context.doomed = undefined;
      context.sightings = undefined;
      for (const sighting of sightings) applySighting(context, sighting);
      for (const handle of doomed) {
        const id = resolve(state.identity, handle);
        // It may have gone with what it hung on.
        if (id !== 0) destroy(state, id);
      }
    },
  };
}
