import { readJson } from '../../content/antares/json/read-json.js';
import { loadLevel } from '../../content/antares/level/load-level.js';
import type { Initial, Level, Reference, When } from '../../content/antares/syntax.js';
import type { Value } from '../../content/antares/value.js';
import { EdictError } from '../../kernel/errors.js';
import { entryOf, itemsOf, mapOf, merged } from './read-scenario.js';
import type { TraceData } from './trace-schema.js';

/** The policy of traces: they come from the engine. */
export const tracePolicy = 'compat';

/** Seats of the engine, all of which may be played at. */
const allSeats = 4;

/**
 * The conditions of a trace in a level of hidden initials, of which facts say what they are. In the engine two objects
 * are identical where they have, or had, the same slot, while a destination is one object and no other that was in its
 * slot before or after. So conditions look at bodies that stand for objects, but what identity compares are stand-ins
 * for references, which are bound to bodies that stand for slots.
 */
export interface TraceLevel {
  readonly level: Level;
  /**
   * References that identity compares. The stand-in for the first is the initial behind those of the trace, and so on.
   */
  readonly compared: readonly Reference[];
  /** Initials of the trace itself. */
  readonly initials: number;
}

/** Throws `bad-scenario` where conditions do not load. Their actions are not looked at. */
export function levelOfTrace({ level, conditions }: TraceData, document: Value): TraceLevel {
  const initials = typeof level.initials === 'number' ? level.initials : level.initials.length;
  const asked = itemsOf(entryOf(document, 'conditions')).map((condition) =>
    merged(condition, [mapOf('when', entryOf(condition, 'when'))]),
  );
  const startTime = entryOf(entryOf(document, 'level') ?? document, 'start_time');
  const { level: loaded, problems } = loadLevel(
    merged(document, [
      valueOf({
        players: new Array(playersOf(level.players)).fill({ type: 'human', cash: 0 }),
        initials: new Array(initials).fill(hidden),
        bases: { [base]: { maxHealth: -1, maxSpeed: 0 } },
      }),
      mapOf('conditions', { type: 'array', at: document.at, items: asked }),
      mapOf('start_time', startTime),
    ]),
    tracePolicy,
  );
  if (loaded === undefined || asked.length !== conditions.length) {
    throw new EdictError(
      'bad-scenario',
      `the conditions of the trace do not load: ${problems.map(({ path, code, message }) => `${path} [${code}]: ${message}`).join('; ')}`,
    );
  }
  const compared: Reference[] = [];
  const standIn = (reference: Reference): Reference => {
    let place = compared.findIndex(({ by, index }) => by === reference.by && index === reference.index);
    if (place < 0) place = compared.push(reference) - 1;
    return { at: reference.at, by: 'initial', index: initials + place };
  };
  const changed = loaded.conditions.map((condition) => ({ ...condition, when: withStandIns(condition.when, standIn) }));
  const added = compared.map(
    ({ at }): Initial => ({
      at,
      base,
      owner: undefined,
      position: [0, 0],
      hidden: true,
      flagship: false,
      target: undefined,
      build: [],
      velocity: [0, 0],
      health: undefined,
    }),
  );
  return { level: { ...loaded, initials: [...loaded.initials, ...added], conditions: changed }, compared, initials };
}

const base = 'body';
const hidden = { base, position: [0, 0], hidden: true };

function playersOf(players: TraceData['level']['players']): number {
  return players === undefined ? allSeats : typeof players === 'number' ? players : players.length;
}

function valueOf(plain: unknown): Value {
  const read = readJson(new TextEncoder().encode(JSON.stringify(plain)));
  if (read.ok) return read.value;
  throw new EdictError('bad-scenario', read.problem.message);
}

function withStandIns(when: When, standIn: (reference: Reference) => Reference): When {
  if (when.type === 'identity') return { ...when, a: standIn(when.a), b: standIn(when.b) };
  return when.type === 'count' ? { ...when, of: when.of.map((member) => withStandIns(member, standIn)) } : when;
}
