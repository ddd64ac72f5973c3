import { type ChurnCase, runChurnCase } from './churn-case.js';
import { type GetCase, runGetCase } from './get-case.js';
import { type MoveCase, type PeerTimes, runMoveCase } from './move-case.js';
import { type UnchangedCase, type WrittenCase, runUnchangedCase, runWrittenCase } from './warren-cases.js';

/** What is measured in a process of its own. */
export type AnyCase = MoveCase | ChurnCase | UnchangedCase | WrittenCase | GetCase;

/** Runs a case, here or in a process of its own. */
export type RunCase = (asked: AnyCase) => PeerTimes;

export function runCase(asked: AnyCase): PeerTimes {
  switch (asked.case) {
    case 'move':
      return runMoveCase(asked);
    case 'churn':
      return runChurnCase(asked);
    case 'unchanged':
      return runUnchangedCase(asked);
    case 'written':
      return runWrittenCase(asked);
    case 'get-column':
    case 'get-name':
      return runGetCase(asked);
  }
}
