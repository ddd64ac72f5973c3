import { readJson } from '../../src/content/antares/parse/json/read-json.js';
import { loadLevel } from '../../src/content/antares/level/load-level.js';
import { isDiagnostic } from '../../src/content/antares/turn/level-result.js';
import { openLevel } from '../../src/content/antares/turn/level-session.js';
import type { ExecutorName } from '../../src/world/api.js';
import type { Document, Outcome } from './level-oracle/document.js';
import { standingOfSession } from './level-standing.js';

/**
 * Plays a `conditions/1` document in a session, to be compared with how it is plainly played. Throws where it does not
 * load.
 */
export function playDocument({ level, conditions, policy, until, host }: Document, executor: ExecutorName): Outcome {
  const read = readJson(new TextEncoder().encode(JSON.stringify({ ...level, conditions })));
  if (!read.ok) throw new Error(read.problem.message);
  const loaded = loadLevel(read.value, policy);
  if (loaded.level === undefined)
    throw new Error(loaded.problems.map(({ path, message }) => `${path}: ${message}`).join('\n'));
  const session = openLevel(loaded.level, policy, { executor });
  session.run(until, host);
  const { events, error, scores, cash, winner, over, enabledAtEnd } = session.result();
  return {
    events: events.filter((event) => !isDiagnostic(event)),
    diagnostics: events.filter(isDiagnostic),
    scores,
    cash,
    winner,
    over,
    enabledAtEnd,
    standing: standingOfSession(session),
    ...(error === undefined ? {} : { error: error.code, cycle: error.cycle }),
  };
}
