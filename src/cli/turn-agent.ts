import { asHandle } from '../kernel/identity.js';
import type { TurnAgent } from '../world/events-api.js';
import { type Agent, firstAgent, randomAgent } from '../world/play-out.js';
import type { OptionRow } from './command.js';

export type AgentName = 'random' | 'first';

export const agentOption: OptionRow = [
  '--agent <name>',
  'agent that decides within turns: random takes any option, first the first one (default: a turn that needs a decision is an error)',
  { choices: ['random', 'first'] },
];

export function turnAgent(chosen: AgentName, seed: string): TurnAgent {
  const agent: Agent = chosen === 'random' ? randomAgent(`${seed}/turns`) : firstAgent();
  return (decision) =>
    agent({ decision, optionCount: decision.options.length, decider: decision.player ?? asHandle(0) });
}
