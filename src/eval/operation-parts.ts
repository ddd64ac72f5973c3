/** The parts of which operations are made. */
export type { WorldState } from '../components/state.js';
export * from '../ir/node.js';
export type { Model, Type } from '../model/model.js';
export * from './bounds.js';
export * from './check-data.js';
export * from './columns/absence.js';
export * from './columns/evaluator.js';
export * from './columns/rows.js';
export * from './data.js';
export * from './emit/code.js';
export * from './emit/emission.js';
export * from './emit/parts.js';
export * from './form.js';
export * from './operation.js';
export * from './printer.js';
export * as print from './printer.js';
export { missingOfNone } from './node-shape.js';
export type { Term } from './term.js';
