import { asHandle } from '../kernel/identity.js';
import type { TurnAgent } from '../world/events-api.js';
import { type Agent, firstAgent, randomAgent } from '../world/play-out.js';

export type AgentName = 'random' | 'first';

export function turnAgent(chosen: AgentName, seed: string): TurnAgent {
  const agent: Agent = chosen === 'random' ? randomAgent(`${seed}/turns`) : firstAgent();
  return (decision) =>
    agent({ decision, optionCount: decision.options.length, decider: decision.player ?? asHandle(0) });
}
