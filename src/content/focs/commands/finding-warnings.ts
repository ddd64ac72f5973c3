import { firstBy } from '../../../kernel/lists.js';
import { findingsOf } from '../../../plans/findings/find-all.js';
import type { Diagnostic } from '../../text/diagnostic.js';
import type { LoadedGame } from '../game.js';

/**
 * The likely mistakes of content without errors, as warnings. Meters and properties are declared by the game, so only
 * findings about effects groups count. A group makes a rule in each pass that runs it, and is reported once.
 */
export function findingWarnings({ game, errors }: LoadedGame): readonly Diagnostic[] {
  if (game === undefined || errors.length > 0) return [];
  const found = findingsOf(game.program).flatMap(({ code, of: { origin }, message, suggestion }) =>
    origin === undefined ? [] : [{ severity: 'warning', code, ...origin, message, suggestion } as const],
  );
  return firstBy(found, ({ code, file, line, column, message }) => JSON.stringify([code, file, line, column, message]));
}
