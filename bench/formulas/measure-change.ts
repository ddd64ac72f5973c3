import { type Effort, type Timing, measureParts } from '../measure.js';
import { isReference } from '../scope/case.js';

/**
 * Milliseconds of one change. Short changes are timed so many at a time, because a look at the clock takes as long as
 * some of them. The interpreter as the executor of choice makes one.
 */
export function measureChange(change: () => void, manyAtATime: number, usual: Effort): Timing {
  const effort = isReference() ? { milliseconds: 0, rounds: 1, warmups: 0 } : usual;
  const batch = isReference() ? 1 : manyAtATime;
  const { one } = measureParts(() => {
    const start = performance.now();
    for (let i = 0; i < batch; i++) change();
    return { one: (performance.now() - start) / batch };
  }, effort);
  return one;
}
