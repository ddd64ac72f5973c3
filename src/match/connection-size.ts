import type { Step } from '../components/connection.js';
import { squareSize } from '../state/connections.js';
import type { Model } from '../components/model.js';
import { type NominalWorld, attachedMembers, objectsOfKind } from './nominal-world.js';

/**
 * Objects that steps lead to from one object, by the size of the world; fewer where the same comes several times is not
 * seen.
 */
export function stepsLeadTo(steps: readonly Step[], model: Model, world: NominalWorld): number {
  return steps.reduce((found, step) => afterStep(step, found, model, world), 1);
}

/** Objects that are looked at to find them where no index leads there. */
export function searchedBySteps(steps: readonly Step[], model: Model, world: NominalWorld): number {
  let [found, searched] = [1, 0];
  for (const step of steps) {
    searched += searchesWorld(step) ? found * world.objects : 0;
    found = afterStep(step, found, model, world);
    searched += found;
  }
  return Math.max(1, searched);
}

function searchesWorld({ by }: Step): boolean {
  return by === 'objects' || by === 'owned' || by === 'referrers';
}

function afterStep(step: Step, found: number, model: Model, world: NominalWorld): number {
  switch (step.by) {
    case 'objects':
      return objectsOfKind(model, world, step.kind);
    case 'owned':
    case 'referrers':
      return Math.min(world.objects, found * Math.ceil(objectsOfKind(model, world, step.kind) / world.factions));
    case 'attached':
      return found * Math.min(attachedMembers, objectsOfKind(model, world, step.kind));
    case 'listed':
      return found * attachedMembers;
    case 'square':
      return found * Math.min(squareSize(model.grids[step.grid], step.distance), world.objects);
    case 'once':
      return Math.min(found, world.objects);
    default:
      return found;
  }
}
