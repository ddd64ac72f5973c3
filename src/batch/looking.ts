import type { Environment } from '../ir/environment.js';
import { InstanceError, type Seats } from './instances.js';

/** What an environment's expressions say of all agents of all instances: as they were when `look` was called last. */
export interface Looking
  extends Pick<Seats, 'look' | 'observe' | 'masks' | 'rewards' | 'live' | 'terminated' | 'preferences'> {
  /** Tells what is ordered by the actions of all agents: agent by agent, and head by head. */
  order(actions: Int32Array, give: GiveOrder): void;
}

/** Takes the column that is written, the id of the object that is ordered, and what is written (an id for objects). */
export type GiveOrder = (column: number, id: number, value: number) => void;

/** Where a number was met that agents cannot be given. */
export interface Whereabouts {
  /** Among those that are looked at together. */
  readonly instance: number;
  readonly agent: number;
  /** As in a world of its own. */
  readonly object: number;
}

/**
 * The error of a number that is not finite, or too large for 32 bits. `what` names it, such as "population of block
 * planets".
 */
export function notFinite(
  { name }: Environment,
  what: string,
  value: number,
  { instance, agent, object }: Whereabouts,
): InstanceError {
  const where = `for object ${object}, asked by agent ${agent}`;
  return new InstanceError(
    instance,
    'not-finite',
    `in environment ${name} ${what} is ${value} ${where}; what agents are given is finite and less than 3.4e38, so let clamp keep it in bounds`,
    what,
  );
}
