import type { Evaluator } from '../../eval/columns/evaluator.js';
import type { TurnContext } from '../../meaning/effects/turn-context.js';
import type { Selector } from '../../match/select/selector.js';
import type { PassPlan } from '../pass-plan.js';
import { type Actives, activeSources } from './active.js';
import type { Sources } from './carrier-lists.js';
import { type FoundScope, type ResultMemory, type Spans, foundScopes, spansOf } from './targets.js';

/** Active sources of rules and their targets: all that is asked before the first write. Lent from memory of results. */
export interface Asked {
  readonly actives: Actives;
  readonly scopes: readonly FoundScope[];
  readonly spans: Spans;
}

/** `clock` hears which step begins. */
export function askRules(
  evaluator: Evaluator,
  selector: Selector,
  plan: PassPlan,
  sources: Sources,
  memory: ResultMemory,
  clock?: TurnContext['clock'],
): Asked {
  const actives = activeSources(evaluator, plan, sources, memory.room);
  clock?.('scope');
  const scopes = foundScopes(evaluator, selector, plan, actives, memory);
  clock?.('execution');
  return { actives, scopes, spans: spansOf(memory.room, plan, actives, scopes) };
}
