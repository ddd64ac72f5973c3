import {
  type FiringTime,
  type ListCase,
  type QueueTimes,
  runActionsCase,
  runCheckCase,
  runQueueCase,
} from './list-cases.js';
import { type MemoryCase, type MemoryFound, runMemoryCase } from './memory-case.js';
import { type SweepCase, type SweepTimes, runSweepCase } from './sweep-case.js';

/** What can be measured in a process of its own, and what comes of it. */
export interface Cases {
  readonly sweep: { readonly asked: SweepCase; readonly found: SweepTimes };
  readonly queue: { readonly asked: ListCase; readonly found: QueueTimes };
  readonly check: { readonly asked: ListCase; readonly found: FiringTime };
  readonly actions: { readonly asked: ListCase; readonly found: FiringTime };
  readonly memory: { readonly asked: MemoryCase; readonly found: MemoryFound };
}

export type AnyCase = Cases[keyof Cases]['asked'];

/** Runs a case, here or in a process of its own. */
export type RunCase = <Name extends keyof Cases>(
  asked: Cases[Name]['asked'] & { readonly case: Name },
) => Cases[Name]['found'];

export function runCase(asked: AnyCase): Cases[keyof Cases]['found'] {
  switch (asked.case) {
    case 'sweep':
      return runSweepCase(asked);
    case 'queue':
      return runQueueCase(asked);
    case 'check':
      return runCheckCase(asked);
    case 'actions':
      return runActionsCase(asked);
    case 'memory':
      return runMemoryCase(asked);
  }
}
