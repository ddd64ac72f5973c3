/** `edict`: calls that load content, make worlds, run them and evaluate questions about them. */
export { createWorld, loadWorld, reload } from './world.js';
export { defineContent } from './content/native/define.js';
export { loadContent } from './content/native/load-content.js';
export { formatDiagnostic } from './content/text/format-diagnostic.js';
export { query } from './world/ecs-view.js';
export { All, And, Any, None, Not, Or } from './world/query-operators.js';
export { EdictError } from './kernel/errors.js';

export type {
  CellHistory,
  CellValue,
  Handle,
  HostSystem,
  LoadWorldOptions,
  ObjectView,
  PlaceOption,
  Query,
  World,
  WorldOptions,
} from './world/api.js';
export type { ExplainOptions, ObjectFact } from './world/histories-api.js';
export type { SpawnOptions } from './world/spawn-api.js';
export type { Commands, EcsView, QueryTerm, SpawnManyOptions } from './world/ecs-api.js';
export type { ComponentFields, OwnComponent, WorldColumn } from './world/components-api.js';
export type { QuerySystem, SystemContext } from './world/api.js';
export type { WorldEvents } from './world/events-api.js';
export type { WorldQuestions } from './world/questions-api.js';
export type { WorldReports } from './world/reports-api.js';
export type { WorldRelations } from './world/relations-api.js';
export type { WorldTriggers } from './world/events-api.js';
export type { LoadChange, LoadEvent, LoadReport } from './world/saves/load-report.js';
export type { TypedValue, WorldVariables } from './world/variables-api.js';
export type { Program, ShapeOf } from './ir/rule.js';
export type { AddedPhase, CellNames, CellOf, ContentShape } from './model/content-shape.js';
export type { ContentSource } from './content/native/content-source.js';
export type { DeclaredShape } from './content/native/declared-shape.js';
export type { NamesIn } from './content/native/widened-content.js';
export type { LoadResult } from './content/native/load-content.js';
export type { Diagnostic } from './content/text/diagnostic.js';
export type { Limits } from './kernel/world-limits.js';
export type { Snapshot } from './kernel/snapshot.js';
