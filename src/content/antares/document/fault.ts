import type { Place, ReadResult, Value } from '../value.js';

/** Ends reading at the first fault: what follows it is mostly its consequence. */
export class DocumentFaultError extends Error {
  readonly at: Place;

  constructor(at: Place, message: string) {
    super(message);
    this.name = 'DocumentFaultError';
    this.at = at;
  }
}

/**
 * What reading gives, or the fault that ended it. Anything else that it throws is an error of ours and is thrown on.
 */
export function reading(read: () => Value): ReadResult {
  try {
    return { ok: true, value: read() };
  } catch (error) {
    if (error instanceof DocumentFaultError) return { ok: false, problem: { at: error.at, message: error.message } };
    throw error;
  }
}
