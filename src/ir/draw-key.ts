import { header } from '../kernel/arena.js';
import { type DrawKey, beginDraw, begunHigh, begunLow, foldDraw } from '../kernel/random.js';
import type { WorldState } from '../components/state.js';
import type { Frame } from './node.js';

/** Keys of counter-based draws: seed, turn, rule, place in the text, then the objects. */

/** Before any object is folded in. */
export function beginAt({ arena }: WorldState, frame: Frame, site: number): DrawKey {
  const key = beginDraw(arena.header[header.seedLow], arena.header[header.seedHigh]);
  foldDraw(key, frame.turn);
  foldDraw(key, frame.rule);
  foldDraw(key, site);
  return key;
}

export function foldObject(key: DrawKey, id: number, generation: Uint32Array): void {
  foldDraw(key, id);
  foldDraw(key, generation[id]);
}

/** Of an instance by its number; 0 where the world is not divided. */
export type InstanceWord = (instances: WorldState['instances'], index: number) => number;

export const seedLowOf: InstanceWord = (instances, index) => instances?.seedLow[index] ?? 0;
export const seedHighOf: InstanceWord = (instances, index) => instances?.seedHigh[index] ?? 0;
export const leadOf: InstanceWord = (instances, index) => instances?.lead[index] ?? 0;

/** By its seed and turn, before any object is folded in. */
export function beginInInstance(
  key: DrawKey,
  instances: WorldState['instances'],
  index: number,
  frame: Frame,
  site: number,
): DrawKey {
  key.low = begunLow(seedLowOf(instances, index));
  key.high = begunHigh(seedHighOf(instances, index));
  foldDraw(key, frame.turn - leadOf(instances, index));
  foldDraw(key, frame.rule);
  foldDraw(key, site);
  return key;
}
