import type { ExecutorName, World } from '../world/api.js';
import type { BatchSource } from './api.js';
import type { Instances, Seats } from './instances.js';

/** What a batch is built of. `start` is the world of some map. */
export interface Makers {
  readonly instances: (source: BatchSource, count: number, start: World, executor: ExecutorName) => Instances;
  readonly seats: (instances: Instances, executor: ExecutorName) => Seats;
}
