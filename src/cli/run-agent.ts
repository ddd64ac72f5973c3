import { type Agent, firstAgent, randomAgent } from '../world/agents.js';
import type { TurnAgent } from '../world/timing-api.js';

/** Who takes decisions within turns. */
export const runAgents = ['random', 'first'] as const;
export type RunAgent = (typeof runAgents)[number];

/** Equal seeds, equal decisions. */
export function turnAgent(chosen: RunAgent, seed: string): TurnAgent {
  const agent: Agent = chosen === 'random' ? randomAgent(`${seed}/turns`) : firstAgent();
  return (decision) => agent({ decision, optionCount: decision.options.length, decider: decision.player ?? 0 });
}
