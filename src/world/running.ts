import type { TurnContext } from '../meaning/effects/turn-context.js';
import type { RunOptions } from '../events/trigger/machine.js';
import type { TriggerOptions } from './trigger-api.js';

/** How actions are run from outside of turns; see triggers.ts. */
export interface Running {
  /** The context for those who listen to nothing, begun anew. */
  readonly quietly: () => TurnContext;
  readonly heard: (options: TriggerOptions) => { readonly context: TurnContext; readonly run: RunOptions };
}
