import { factNames } from '../../components/stamps.js';
import { handleOf } from '../../kernel/identity.js';
import type { WorldState } from '../../components/world-state.js';
import { type StampGuard, createGuard } from '../sets/stamp-guard.js';
import type { Entry } from './entry.js';

/** Objects and who controls their ability: handles, side by side; the first `count` are in use. */
export interface Pairs {
  count: number;
  sources: Float64Array;
  controllers: Float64Array;
}

/** Who has an ability, and whose answers an occurrence, as was found out last. It holds until something changes that its conditions look at, or the occurrence is another. */
export interface Willing {
  /** Those who have it, whatever occurs. */
  readonly live: Pairs;
  /** Those of them who answer. */
  readonly answering: Pairs;
  /** Brings `live` in step with the world, for all carriers by id. `ask` gives the controller of an object's ability (a handle, 0: nobody), or -1 where it is not live. */
  renew(carriers: Int32Array, ask: (id: number) => number): void;
  /** Whether `answering` is of this occurrence, by row, and still so. */
  holds(row: number): boolean;
  note(row: number): void;
}

/** Undefined where it cannot be kept. */
export function createWilling(state: WorldState, { looksAt }: Entry): Willing | undefined {
  if (looksAt === undefined) return undefined;
  const answer = createGuard(state.stamps, looksAt.answer);
  const keeper = createKeeper(state, looksAt);
  let id = NaN;
  let changes = NaN;
  let restores = NaN;
  return {
    live: keeper.live, answering: emptyPairs(),
    renew(carriers, ask) {
      if (keeper.renew(carriers, ask)) answer.drop();
    },
    holds: (row) => state.occurrences.id[row] === id && state.occurrenceChanges === changes && state.restores === restores && answer.holds(),
    note(row) {
      id = state.occurrences.id[row];
      changes = state.occurrenceChanges;
      restores = state.restores;
      answer.note();
    },
  };
}

interface Keeper {
  readonly live: Pairs;
  /** Whether anything has changed. */
  renew(carriers: Int32Array, ask: (id: number) => number): boolean;
}

/**
 * What each carrier was asked last, with the values of its own that decided it: while nothing else has changed that is looked at, only those are asked again whose own values have.
 */
function createKeeper(state: WorldState, { live: { own, any } }: NonNullable<Entry['looksAt']>): Keeper {
  const live = emptyPairs();
  const columns = own.map((stamp) => stamp - factNames.length);
  const rest: StampGuard = createGuard(state.stamps, any);
  const all: StampGuard = createGuard(state.stamps, [...own, ...any]);
  let known: Int32Array | undefined;
  let restores = NaN;
  let seen = new Float64Array(0);
  /** By carrier: its controller, or -1. */
  let answers = new Float64Array(0);
  return { live, renew };

  function renew(carriers: Int32Array, ask: (id: number) => number): boolean {
    const isSame = known === carriers && restores === state.restores;
    if (isSame && all.holds()) return false;
    if (isSame && rest.holds()) {
      if (!askChanged(carriers, ask)) return false;
    } else askAll(carriers, ask);
    all.note();
    collect(carriers);
    return true;
  }

  function askAll(carriers: Int32Array, ask: (id: number) => number): void {
    if (answers.length < carriers.length) {
      answers = new Float64Array(carriers.length);
      seen = new Float64Array(carriers.length * columns.length);
    }
    for (let i = 0; i < carriers.length; i++) {
      note(i, carriers[i]);
      answers[i] = ask(carriers[i]);
    }
    known = carriers;
    restores = state.restores;
    rest.note();
  }

  function askChanged(carriers: Int32Array, ask: (id: number) => number): boolean {
    let isChanged = false;
    for (let i = 0; i < carriers.length; i++) {
      if (isAsSeen(i, carriers[i])) continue;
      note(i, carriers[i]);
      answers[i] = ask(carriers[i]);
      isChanged = true;
    }
    if (!isChanged) all.note();
    return isChanged;
  }

  function isAsSeen(i: number, id: number): boolean {
    for (let c = 0; c < columns.length; c++) if (state.cells[columns[c]][id] !== seen[i * columns.length + c]) return false;
    return true;
  }

  function note(i: number, id: number): void {
    for (let c = 0; c < columns.length; c++) seen[i * columns.length + c] = state.cells[columns[c]][id];
  }

  function collect(carriers: Int32Array): void {
    clearPairs(live, carriers.length);
    for (let i = 0; i < carriers.length; i++) if (answers[i] >= 0) addPair(live, handleOf(state.identity, carriers[i]), answers[i]);
  }
}

function emptyPairs(): Pairs {
  return { count: 0, sources: new Float64Array(0), controllers: new Float64Array(0) };
}

/** Empties them, with room for so many. */
export function clearPairs(pairs: Pairs, room: number): void {
  pairs.count = 0;
  if (pairs.sources.length >= room) return;
  pairs.sources = new Float64Array(room);
  pairs.controllers = new Float64Array(room);
}

export function addPair(pairs: Pairs, source: number, controller: number): void {
  pairs.sources[pairs.count] = source;
  pairs.controllers[pairs.count++] = controller;
}
