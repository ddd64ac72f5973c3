import { env } from 'node:process';

/**
 * A count that costs time: the first in the quick tests (`npm test`), the second in the long ones (`npm run
 * test:long`).
 */
export function heavy(quickCount: number, longCount: number): number {
  return env.EDICT_TESTS === 'quick' ? quickCount : longCount;
}
