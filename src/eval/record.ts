/** The parts of which records of operations are made. */

export * from './bounds.js';
export * from './check.js';
export { type Absence, absenceBy, anyOf, mayBeUnfound, mayMiss, missingToo, present } from './data.js';
export * from './operation.js';
export * from './print.js';
export * as print from './print.js';
export * from './print-members.js';
export { missingOfNone } from './shape.js';
