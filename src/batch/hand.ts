import type { EngineRange } from './engine.js';
import type { Call } from './worker-channel.js';

/**
 * Who runs a range of the instances of a batch. What it is told happens between that and `outcome`, beside what others
 * do; nothing else may be told in between.
 */
export interface Hand {
  readonly range: EngineRange;
  /** One of the commands of `worker-channel.ts` that need no words. */
  tell(command: number): void;
  /** Something that has an answer. */
  ask(call: Call): void;
  /** Waits until what was told is done: what it has failed with, or undefined. */
  outcome(): Error | undefined;
  /** What was answered to the last call that has not failed. */
  answer(): unknown;
  close(): void;
}

export function throwFirst(errors: readonly (Error | undefined)[]): void {
  const error = errors.find((each) => each !== undefined);
  if (error !== undefined) throw error;
}
