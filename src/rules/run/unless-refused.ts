import { EdictError, WorldFullError } from '../../kernel/errors.js';
import { StrictTurnNeeded } from '../../meaning/executor.js';

/** An error would reveal an order that is not strict: strict order then names the culprit. A full world grows. */
export function unlessRefused(act: () => void): void {
  try {
    act();
  } catch (error) {
    throw error instanceof EdictError && !(error instanceof WorldFullError) ? new StrictTurnNeeded() : error;
  }
}
