/** `edict/play`: agents, whole games played by agents, decision logs, and rosters. */
export { firstAgent, playOut, randomAgent, replay, scriptedAgent } from '../world/play-out.js';
export { createRoster } from '../world/roster.js';

export type { Agent, DecisionView, PlayOptions, PlayedOut, ReplayOptions } from '../world/play-out.js';
export type { DecisionLog, LoggedDecision } from '../world/play-out.js';
export type { Roster } from '../world/roster.js';
export type {
  Decision,
  DecisionKind,
  DecisionOption,
  OccurrenceOption,
  OccurrenceValues,
  OccurrenceView,
  TurnAgent,
} from '../world/events-api.js';
export type { AdvanceOptions, TriggerEvent, TriggerOptions } from '../world/triggers-api.js';
