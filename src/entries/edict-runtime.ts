/**
 * `edict/runtime`: runs content that `edict compile` has written, without the parsers and the schema. Its worlds
 * evaluate the expressions of the content; texts of expressions throw `no-parser`.
 */
export { createWorld, loadWorld, readProgram } from '../world/runtime.js';
export { EdictError } from '../kernel/errors.js';
export { query } from '../world/ecs-view.js';
export { All, And, Any, None, Not, Or } from '../world/query-operators.js';

export type { LoadOptions } from '../compiled/load-options.js';
export type { Program } from '../ir/rule.js';
export type { LoadWorldOptions, QuerySystem, SystemContext, World, WorldOptions } from '../world/api.js';
export type { LoadChange, LoadEvent, LoadReport } from '../world/saves/load-report.js';
export type { ComponentFields, OwnComponent } from '../world/components-api.js';
export type { EcsView, QueryTerm } from '../world/ecs-api.js';
