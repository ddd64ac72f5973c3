import { WorldFullError } from '../../kernel/errors.js';
import type { TurnContext } from './turn-context.js';

/**
 * Does something that changes nothing where there is no room for it; then room is made and it is done again, where that
 * may be.
 */
export function makingRoom<Made>(
  { context }: { readonly context: Pick<TurnContext, 'makeRoom'> },
  act: () => Made,
): Made {
  for (;;) {
    try {
      return act();
    } catch (error) {
      if (!(error instanceof WorldFullError) || context.makeRoom?.(error.what) !== true) throw error;
    }
  }
}

/**
 * Makes room after what failed for want of it; throws what that threw where none can be made. For what is done too
 * often to be handed on as a function.
 */
export function roomAfter(error: unknown, { context }: { readonly context: Pick<TurnContext, 'makeRoom'> }): void {
  if (!(error instanceof WorldFullError) || context.makeRoom?.(error.what) !== true) throw error;
}
