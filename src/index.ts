export { createWorld, loadWorld } from './world.js';
export { createRoster } from './world/roster.js';
export { firstAgent, playOut, randomAgent, replay, scriptedAgent } from './world/play-out.js';
export { createBatch, replayBatch } from './batch/batch.js';
export { bytesOfViews, layoutOfViews } from './batch/views.js';
export { environmentNames, openEnvironment } from './environments/open-environment.js';
export { loadContent } from './content/native/load.js';
export { defineContent } from './content/native/define.js';
export { formatDiagnostic } from './content/text/format.js';
export { EdictError } from './kernel/errors.js';
export { builtInPhases } from './systems/schedule.js';
export { surveyed } from './ask/survey.js';
export { defaultLimits } from './kernel/limits.js';

export type {
  CellValue,
  Clause,
  Handle,
  HostSystem,
  ObjectView,
  PlaceOption,
  Position,
  Query,
  SpawnOptions,
  Verdict,
  World,
  WorldOptions,
} from './world/api.js';
export type {
  CellName,
  Change,
  FailureCause,
  ModifierStep,
  SolvedValue,
  Solving,
  VariableHistory,
} from './world/solving-api.js';
export type { AdvanceOptions, TriggerEvent, TriggerOptions, Triggering } from './world/trigger-api.js';
export type { DecisionLog, LoggedDecision } from './world/decision-log.js';
export type { Agent, DecisionView, PlayOptions, PlayedOut, ReplayOptions } from './world/play-out.js';
export type {
  Answer,
  Effected,
  Enablement,
  FactName,
  Inquiring,
  Override,
  SweepOptions,
  WhatIf,
} from './world/inquiry-api.js';
export type { Expression } from './ir/node.js';
export type { SurveyColumn } from './ask/survey.js';
export type { SweepEntries } from './ask/survey.js';
export type { OrderedAnswers } from './ask/asker.js';
export type { Aggregator } from './model/model.js';
export type { Roster } from './world/roster.js';
export type { ContentFile, LoadOptions, LoadResult } from './content/native/load.js';
export type { ContentSource } from './content/native/define.js';
export type { Program } from './ir/rule.js';
export type { Diagnostic } from './content/text/diagnostic.js';
export type { EcsColumn, EcsComponent, EcsView } from './state/ecs.js';
export type { CellHistory, CellStep } from './systems/explain.js';
export type { PhaseObserver } from './systems/schedule.js';
export type { BuiltInPhase } from './systems/schedule.js';
export type { Limits } from './kernel/limits.js';
export type { Snapshot } from './kernel/snapshot.js';
export type { HostRules, HostShown } from './batch/host-rules.js';
export type {
  Autoreset,
  Batch,
  BatchEvent,
  BatchLog,
  BatchOptions,
  BatchSnapshot,
  BatchSource,
  Opponents,
  SourceModule,
} from './batch/api.js';
export type { ViewLayout, ViewName, ViewPlace } from './batch/views.js';
export type { BlockShape, EnvironmentShape, OrderShape } from './ir/environment.js';
