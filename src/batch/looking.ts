import type { Environment } from '../compile/environment.js';
import { InstanceError, type Seats } from './instances.js';

/** What an environment's expressions say of all agents of all instances: as they were when `look` was called last. */
export interface Looking extends Pick<Seats, 'look' | 'observe' | 'masks' | 'rewards' | 'live' | 'terminated' | 'preferences'> {
  /** The id of the object in a slot of an order, for the agent of a row; 0: nobody. */
  objectAt(order: number, row: number, slot: number): number;
  /** The id of an object that can be chosen there, from 0; 0: nobody. */
  choiceAt(order: number, row: number, slot: number, choice: number): number;
}

/** Where a number was met that agents cannot be given. */
export interface Whereabouts {
  /** Among those that are looked at together. */
  readonly instance: number;
  readonly agent: number;
  /** As in a world of its own. */
  readonly object: number;
}

/** The error of a number that is not finite, or too large for 32 bits. `what` names it, such as "population of block planets". */
export function notFinite({ name }: Environment, what: string, value: number, { instance, agent, object }: Whereabouts): InstanceError {
  const where = `for object ${object}, asked by agent ${agent}`;
  return new InstanceError(instance, 'not-finite', `in environment ${name} ${what} is ${value} ${where}; what agents are given is finite and less than 3.4e38, so let clamp keep it in bounds`, what);
}
