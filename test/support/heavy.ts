import { env } from 'node:process';
import { test } from 'vitest';

export const isQuick = env.EDICT_TESTS === 'quick';

/**
 * A count that costs time: the first in the quick tests (`npm test`), the second in the long ones (`npm run
 * test:long`).
 */
export function heavy(quickCount: number, longCount: number): number {
  return isQuick ? quickCount : longCount;
}

/** A test of about half a second or more, which the quick tests skip: smaller ones beside it stand for it there. */
export const longTest = test.skipIf(isQuick);
