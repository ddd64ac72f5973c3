import * as bitEcs from 'bitecs';
import type { QueryTerm } from './ecs-api.js';

/** The operators of bitECS, for its queries and ours. */

/** Components, or their names, within a query. Operators do not nest. */
export type QueryOperator = (...components: readonly QueryTerm[]) => object;

/** Objects that have at least one of the components. */
export const Or: QueryOperator = bitEcs.Or;
/** The same as `Or`. */
export const Any: QueryOperator = bitEcs.Any;
/** Objects that have all of the components, as without an operator. */
export const And: QueryOperator = bitEcs.And;
/** The same as `And`. */
export const All: QueryOperator = bitEcs.All;
/** Objects that have none of the components. */
export const Not: QueryOperator = bitEcs.Not;
/** The same as `Not`. */
export const None: QueryOperator = bitEcs.None;
