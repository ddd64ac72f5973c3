/** `edict/inspect`: statistics of a world, and the types that the calls of a world take and return. */
export { inspect } from '../world/inspect.js';
export { profileRules } from '../world/rule-report.js';
export { findingsOf } from '../plans/findings/find-all.js';
export { surveyed } from '../ask/survey.js';
export { builtInPhases } from '../systems/schedule.js';
export { defaultLimits } from '../kernel/world-limits.js';

export type { Inspection } from '../world/inspect.js';
export type { BlockedBy, RuleReport, RuleState } from '../world/rule-report.js';
export type { FindingOptions } from '../plans/findings/find-all.js';
export type { Finding, Subject } from '../plans/findings/finding.js';
export type { FindingCode, Meant } from '../ir/meant.js';
export type { AppliedModifier, CellStep, Position, Reserve } from '../world/api.js';
export type { CellName, Change, FailureCause } from '../world/variables-api.js';
export type {
  Answer,
  Clause,
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
  PastClause,
  PastRead,
  PastVerdict,
  PastWrite,
  ScopeStep,
  SweepOptions,
  Verdict,
  WhatIf,
  WhyNotOutcome,
} from '../world/questions-api.js';
export type { OrderedAnswers } from '../ask/asker.js';
export type { SurveyColumn, SweepEntries } from '../ask/survey.js';
export type { Expression } from '../ir/node.js';
export type { Aggregator } from '../model/model.js';
export type { ContentFile } from '../content/native/source-tree.js';
export type { LoadOptions } from '../content/native/load-content.js';
export type { BuiltInPhase, PhaseObserver } from '../systems/schedule.js';
export type { QueryOperator } from '../world/query-operators.js';
export type { EcsColumn, EcsComponent, EcsLanes, EcsTag, EcsWords } from '../world/ecs-api.js';
