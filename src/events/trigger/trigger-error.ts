import { EdictError } from '../../kernel/errors.js';

/**
 * Triggers were stopped. Codes: `sweep-depth`, `list-depth`, `hang:zero-delay`, `queue-corrupt`, `null-direct`,
 * `limit-actions`, `limit-waiting`.
 */
export class TriggerError extends EdictError {
  /** The triggers that set off one another, by index, in their order; empty where none did. */
  readonly cycle: readonly number[];

  constructor(code: string, message: string, culprit?: string, cycle: readonly number[] = []) {
    super(code, message, culprit);
    this.name = 'TriggerError';
    this.cycle = cycle;
  }
}
