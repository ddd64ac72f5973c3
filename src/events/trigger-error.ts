import { EdictError } from '../kernel/errors.js';

/**
 * Triggers were stopped. Codes: `sweep-depth`, `list-depth`, `hang:zero-delay`, `queue-corrupt`, `null-direct`,
 * `limit-actions`, `limit-waiting`.
 */
export class TriggerError extends EdictError {
  /** Triggers that set off one another, by index, in order. */
  readonly cycle: readonly number[];

  constructor(code: string, message: string, culprit?: string, cycle: readonly number[] = []) {
    super(code, message, culprit);
    this.name = 'TriggerError';
    this.cycle = cycle;
  }
}

/** One period of the repetition at the end of a row, from its beginning; else the whole row. */
export function repeating(row: readonly number[]): readonly number[] {
  for (let period = 1; 2 * period <= row.length; period++) {
    let start = row.length - period;
    while (start > 0 && row[start - 1] === row[start - 1 + period]) start--;
    if (start + 2 * period <= row.length) return row.slice(start, start + period);
  }
  return row;
}
