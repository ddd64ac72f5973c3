import type { WorldState } from '../../components/state.js';
import type { TurnContext } from '../../meaning/effects/turn-context.js';
import type { Resolver } from '../timing/resolver.js';
import type { Rule } from '../../ir/rule.js';
import type { TriggerBook } from '../../ir/trigger.js';
import type { Watcher } from '../../meaning/finder.js';
import type { TriggerEvent } from './event.js';

/** What the parts of running triggers share. */
export interface Run {
  readonly state: WorldState;
  readonly book: TriggerBook;
  readonly watcher: Watcher;
  readonly resolver: Resolver;
  /** What effects of a list are told to be fired by. Made when a list first has some: most never run. */
  readonly ruleOf: (list: number) => Rule;
  readonly context: TurnContext;
  readonly tell: ((event: TriggerEvent) => void) | undefined;
  /** Brings in step what follows from the world, after effects. */
  readonly settle: (() => void) | undefined;
}
