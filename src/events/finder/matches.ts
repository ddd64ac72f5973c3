import type { WorldState } from '../../components/state.js';
import type { Hot } from '../../eval/frames/hot.js';
import type { Frame } from '../../ir/node.js';
import { type Freshness, freshness } from '../../model/stamps.js';

/** Stamps of what an ability with one type depends on. */
export interface Dependences {
  /** Its carriers and controllers. */
  readonly holders: readonly number[];
  /** The holders that answer. */
  readonly answers: readonly number[];
  /** Answers also depend on the occurrence. */
  readonly occurrence: boolean;
}

/** Objects, and the controllers of their ability, by ids (0: nobody); the first `count` are in use. */
export interface Pairs {
  count: number;
  ids: Int32Array;
  players: Int32Array;
}

export function emptyPairs(): Pairs {
  return { count: 0, ids: new Int32Array(0), players: new Int32Array(0) };
}

/** Empties them, with room for more. */
export function clearPairs(pairs: Pairs, room: number): void {
  pairs.count = 0;
  if (pairs.ids.length >= room) return;
  pairs.ids = new Int32Array(room);
  pairs.players = new Int32Array(room);
}

export function addPair(pairs: Pairs, id: number, player: number): void {
  const at = pairs.count++;
  pairs.ids[at] = id;
  pairs.players[at] = player;
}

/**
 * The objects that have an ability, whatever occurs, while nothing that its conditions read changes. Shared by
 * abilities of the same objects on the same conditions.
 */
export interface Holders {
  readonly pairs: Pairs;
  /** Dropped before recomputing, so that nothing holds if that fails. */
  readonly found: Freshness;
}

/** The holders that answer, while nothing that any condition reads changes, including the occurrence. */
export interface Matches extends Hot<MatchLoops> {
  readonly holders: Holders;
  readonly answering: Pairs;
  /** Whether `answering` still holds, for the occurrence in this row. */
  readonly isFresh: (row: number) => boolean;
  readonly drop: () => void;
  readonly note: (row: number) => void;
}

export function createMatches(state: WorldState, { answers, occurrence }: Dependences, holders: Holders): Matches {
  const found = freshness(state.stamps, answers);
  let changes = NaN;
  const versionOf = (row: number): number => (occurrence ? state.occurrences.id[row] : 0);
  return {
    holders,
    answering: emptyPairs(),
    made: undefined,
    calls: 0,
    isFresh: (row) => (!occurrence || state.occurrenceChanges === changes) && found.isFresh(versionOf(row)),
    drop: found.drop,
    note(row) {
      changes = state.occurrenceChanges;
      found.note(versionOf(row));
    },
  };
}

/** Test an ability for all its objects. The frame is bound to the occurrence; `into` is empty with room for all. */
export interface MatchLoops {
  readonly findHolders: (frame: Frame, carriers: Int32Array, into: Pairs) => void;
  readonly findAnswering: (frame: Frame, holders: Pairs, into: Pairs) => void;
}
