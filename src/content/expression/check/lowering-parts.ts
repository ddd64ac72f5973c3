/** The parts of which lowerings of expressions are made. */
export type { Node } from '../../../ir/node.js';
export type { Model, Type } from '../../../model/model.js';
export * from '../../../eval/operation.js';
export * from '../../../eval/node-shape.js';
export * from '../../text/quote.js';
export * from '../syntax.js';
export * from '../wording.js';
export * from './build-node.js';
export * from './expression-context.js';
export * from './report-problem.js';
export * from './row.js';
