import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readJson } from '../../src/content/antares/json/read-json.js';
import { loadLevel } from '../../src/content/antares/level/load-level.js';
import { isDiagnostic } from '../../src/turns/antares/level-event.js';
import { openLevel } from '../../src/turns/antares/session.js';
import type { ExecutorName } from '../../src/world/api.js';
import type { Document, Event, Outcome } from '../support/level-oracle/document.js';
import { playLevel } from '../support/level-oracle/play-level.js';
import { caseOf } from '../support/level-oracle/random-case.js';

/** Levels played; more by hand, such as EDICT_LEVELS=50000. */
const levels = Number(process.env.EDICT_LEVELS ?? 400);
const seed = process.env.EDICT_SEED === undefined ? {} : { seed: Number(process.env.EDICT_SEED) };

test.each(['compat', 'sound'] as const)('levels at random go as plainly played ones, policy %s', (policy) => {
  fc.assert(fc.property(caseOf(policy), fc.constantFrom<ExecutorName>('compiled', 'reference'), (document, executor) => {
    expect(comparable(play(document, executor))).toEqual(comparable(playLevel(document)));
  }), { numRuns: levels, ...seed });
}, 60_000 + levels * 100);

function play({ level, conditions, policy, until, host }: Document, executor: ExecutorName): Outcome {
  const read = readJson(new TextEncoder().encode(JSON.stringify({ ...level, conditions })));
  if (!read.ok) throw new Error(read.problem.message);
  const loaded = loadLevel(read.value, policy);
  if (loaded.level === undefined) throw new Error(loaded.problems.map(({ path, message }) => `${path}: ${message}`).join('\n'));
  const session = openLevel(loaded.level, policy, { executor });
  session.run(until, host);
  const { events, error, scores, cash, winner, over, enabledAtEnd } = session.result();
  return {
    events: events.filter((event) => !isDiagnostic(event)), diagnostics: events.filter(isDiagnostic), scores, cash, winner, over, enabledAtEnd,
    ...(error === undefined ? {} : { error: error.code, cycle: error.cycle }),
  };
}

/** A level that a rule has stopped is judged by what came before it: how deep an engine's stack was is nobody's to know. */
function comparable({ events, diagnostics, error, cycle, ...values }: Outcome): unknown {
  const told = diagnostics.map((event: Event) => event.slice(0, event[0] === 'dropped' ? 2 : 3));
  return error === undefined ? { events, diagnostics: told, ...values } : { error, events: events.slice(0, 400), cycle: error === 'sweep-depth' ? cycle : undefined };
}
