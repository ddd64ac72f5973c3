/** `edict/inspect`: statistics of a world, and the types that the calls of a world take and return. */
export { inspect } from '../world/inspect.js';
export { profileRules, profileWorld } from '../world/profile-world.js';
export { diff } from '../world/diff.js';
export { diffLogs } from '../world/diff-logs.js';
export { verify } from '../world/verify.js';
export { findingsOf } from '../plans/findings/find-all.js';
export { surveyed } from '../ask/survey.js';
export { builtInPhases } from '../systems/schedule.js';
export { defaultLimits } from '../kernel/world-limits.js';

export type { Inspection } from '../world/inspect.js';
export type { ComparedRuns, DiffHistories, DiffOptions, WorldDiff } from '../world/diff.js';
export type { LogDiff } from '../world/diff-logs.js';
export type { Move, Verification, VerifyWay, VerifyFailure, VerifyOptions } from '../world/verify.js';
export type { GrowthReport, WorldProfile } from '../world/profile-world.js';
export type { BlockedBy, RuleReport, RuleState } from '../world/rule-report.js';
export type { FlowBlock, FlowReport, FlowState } from '../world/flow-report.js';
export type { VariableReport, VariableState } from '../world/variable-report.js';
export type { FindingOptions } from '../plans/findings/find-all.js';
export type { Finding, Subject } from '../plans/findings/finding.js';
export type { FindingCode, Meant } from '../ir/meant.js';
export type { AppliedModifier, CellStep, Position, Reserve } from '../world/api.js';
export type { AskedFact, Explainable, PastValue } from '../world/histories-api.js';
export type { CellName, Change, FailureCause } from '../world/variables-api.js';
export type {
  Answer,
  Difference,
  DifferenceCount,
  Divergence,
  DivergentWrite,
  Effected,
  Enablement,
  FactName,
  Future,
  FutureOptions,
  Override,
  SweepOptions,
  Verdict,
  WhatIf,
} from '../world/questions-api.js';
export type {
  Clause,
  ClausePart,
  OwnWrite,
  OwnWrites,
  PastClause,
  PastRead,
  PastWrite,
  Witness,
} from '../world/past-api.js';
export type {
  AbilityVerdict,
  ExpressionVerdict,
  FlowVerdict,
  GrowthVerdict,
  Kept,
  ModifierVerdict,
  OrderVerdict,
  PastOccurrence,
  PastVerdict,
  ScopeStep,
  TriggerVerdict,
  VariableVerdict,
  WhyNot,
  WhyNotOutcome,
} from '../world/why-not-api.js';
export type { OrderedAnswers } from '../ask/asker.js';
export type { SurveyColumn, SweepEntries } from '../ask/survey.js';
export type { Expression } from '../ir/node.js';
export type { Aggregator } from '../model/model.js';
export type { ContentFile } from '../content/native/source-tree.js';
export type { LoadOptions } from '../content/native/load-content.js';
export type { BuiltInPhase, PhaseObserver } from '../systems/schedule.js';
export type { QueryOperator } from '../world/query-operators.js';
export type { EcsColumn, EcsComponent, EcsLanes, EcsTag, EcsWords } from '../world/ecs-api.js';
