/** `edict/play`: agents, whole games played by agents, decision logs, and rosters. */
export { firstAgent, playOut, randomAgent, replay, scriptedAgent } from '../world/play-out.js';
export { createRoster } from '../world/roster.js';

export type {
  Agent,
  DecisionView,
  PlayOptions,
  PlayedOut,
  ReplayOptions,
  DecisionLog,
  LoggedDecision,
} from '../world/play-out.js';
export type { Roster } from '../world/roster.js';
export type {
  Decision,
  DecisionKind,
  DecisionOption,
  OccurrenceOption,
  OccurrenceValues,
  OccurrenceView,
  TurnAgent,
  AdvanceOptions,
  TriggerEvent,
  TriggerOptions,
} from '../world/events-api.js';
