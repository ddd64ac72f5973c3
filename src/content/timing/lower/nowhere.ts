import type { Origin } from '../../../ir/origin.js';

/** Scenarios are plain data: where they stand in a text is known to those who read it. */
export const nowhere: Origin = Object.freeze({ file: '', line: 1, column: 1 });
