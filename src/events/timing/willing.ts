import type { WorldState } from '../../components/state.js';
import type { Hot } from '../../eval/frames/hot.js';
import { type Freshness, freshness } from '../../model/stamps.js';
import { type Entry, type LookedAt, kindsOfCarriers } from './entry.js';
import { controller } from '../../eval/ops/occurrences.js';
import { isOf, someIn } from '../../eval/shape.js';
import type { Model } from '../../model/model.js';
import { handleOf } from '../../kernel/identity.js';
import { type Frame, type Node, sourceSlot } from '../../ir/node.js';
import { type Code, js } from '../../eval/emit/code.js';
import { frameFunction } from '../../eval/emit/make-function.js';
import { emitDemand } from '../../eval/emit/parts.js';
import type { Emission } from '../../eval/emit/emission.js';
import { plainTerm } from '../../eval/term-book.js';
import { copyCount, lastCopyNumber } from '../../components/copies.js';
import { occurred } from '../../components/occurrences.js';
import { header } from '../../kernel/arena.js';
import type { Ability } from '../../ir/occurrence.js';
import { type Candidates, copyCandidates, createCandidates, type Search } from '../../meaning/finder.js';
import { pointNumber, stepCount, stepNumber } from '../trigger/frame-sort.js';

/**
 * Who has an ability, whatever occurs, while nothing that its conditions read changes. Shared by abilities of the same
 * objects on the same conditions.
 */
export interface Live {
  readonly pairs: Pairs;
  /** Dropped before recomputing, so that nothing holds if that fails. */
  readonly found: Freshness;
}

/** Those of them who answer, while nothing that any condition reads changes, including the occurrence. */
export interface Willing extends Hot<WillingLoops> {
  readonly live: Live;
  readonly answering: Pairs;
  /** Whether `answering` still holds, for the occurrence in this row. */
  holds(row: number): boolean;
  drop(): void;
  note(row: number): void;
}

export function createWilling(state: WorldState, looksAt: LookedAt, live: Live): Willing {
  const found = freshness(state.stamps, [...new Set([...looksAt.live, ...looksAt.answer])]);
  let id = NaN;
  let changes = NaN;
  return {
    live,
    answering: emptyPairs(),
    made: undefined,
    calls: 0,
    holds: (row) =>
      (!looksAt.occurrence || (state.occurrences.id[row] === id && state.occurrenceChanges === changes)) &&
      found.isFresh(),
    drop: found.drop,
    note(row) {
      id = state.occurrences.id[row];
      changes = state.occurrenceChanges;
      found.note();
    },
  };
}

/** Objects and the controllers of their ability by ids and handles (0: nobody); the first `count` are in use. */
export interface Pairs {
  count: number;
  ids: Int32Array;
  players: Int32Array;
  sources: Float64Array;
  controllers: Float64Array;
}

export function emptyPairs(room = 0): Pairs {
  return {
    count: 0,
    ids: new Int32Array(room),
    players: new Int32Array(room),
    sources: new Float64Array(room),
    controllers: new Float64Array(room),
  };
}

/** Empties them, with room for more. */
export function clearPairs(pairs: Pairs, room: number): void {
  pairs.count = 0;
  if (pairs.ids.length < room) Object.assign(pairs, emptyPairs(room));
}

export function addPair(pairs: Pairs, id: number, player: number, source: number, controller: number): void {
  const at = pairs.count++;
  pairs.ids[at] = id;
  pairs.players[at] = player;
  pairs.sources[at] = source;
  pairs.controllers[at] = controller;
}

/** Test an ability for all its objects. The frame is bound to the occurrence. */
interface WillingLoops {
  /** Carriers (ids) who have the ability, into `live`, empty with room for all. */
  readonly findLive: (frame: Frame, carriers: Int32Array, live: Pairs) => void;
  /** Those who answer, into `answering`, empty with room for all. */
  readonly findAnswering: (frame: Frame, live: Pairs, answering: Pairs) => void;
}

/** Throws where it cannot be compiled, or the engine makes no functions (an EvalError). */
export function makeWillingLoops({ ability, live, controller, where, condition }: Entry, model: Model): WillingLoops {
  const kinds = kindsOfCarriers(ability, model);
  return {
    findLive: frameFunction(model, (emission) =>
      emitLive(emission, kinds, live?.node, controller?.node),
    ) as WillingLoops['findLive'],
    findAnswering: frameFunction(model, (emission) =>
      emitAnswering(
        emission,
        kinds,
        [where, condition].flatMap((asked) => (asked === undefined ? [] : [asked.node])),
      ),
    ) as WillingLoops['findAnswering'],
  };
}

function emitLive(
  emission: Emission,
  kinds: readonly number[],
  live: Node | undefined,
  controller: Node | undefined,
): void {
  const identity = emission.once(js`frame.state.identity`);
  const handle = emission.thing('handleOf', handleOf);
  emitLoop(emission, js`from.length`, (at) => {
    const id = emission.keep(js`from[${at}]`);
    bindSource(emission, id, kinds);
    // The controller matters only where it is live, unless that depends on it.
    const isFirst = live !== undefined && !asksForController(live);
    if (isFirst) emitDemand(plainTerm(live), emission);
    emission.add(js`frame.controller = 0;`);
    const player = controller === undefined ? js`0` : emission.idOf(plainTerm(controller));
    if (live !== undefined && !isFirst) {
      emission.add(js`frame.controller = ${player};`);
      emitDemand(plainTerm(live), emission);
    }
    emission.add(
      js`${emission.thing('addPair', addPair)}(into, ${id}, ${player}, ${handle}(${identity}, ${id}), ${handle}(${identity}, ${player}));`,
    );
  });
}

function emitAnswering(emission: Emission, kinds: readonly number[], conditions: readonly Node[]): void {
  emitLoop(emission, js`from.count`, (at) => {
    const [id, player] = [emission.keep(js`from.ids[${at}]`), emission.keep(js`from.players[${at}]`)];
    bindSource(emission, id, kinds);
    emission.add(js`frame.controller = ${player};`);
    for (const condition of conditions) emitDemand(plainTerm(condition), emission);
    emission.add(
      js`${emission.thing('addPair', addPair)}(into, ${id}, ${player}, from.sources[${at}], from.controllers[${at}]);`,
    );
  });
}

function emitLoop(emission: Emission, length: Code, emit: (at: Code) => void): void {
  const at = emission.variable(0);
  const body = emission.inside(() => emit(at));
  emission.add(js`for (; ${at} < ${length}; ${at}++) { ${body} }`);
}

function bindSource(emission: Emission, id: Code, kinds: readonly number[]): void {
  emission.add(js`frame.slots[${sourceSlot}] = ${id};`);
  emission.bind(sourceSlot, { value: id, kinds });
}

function asksForController(node: Node): boolean {
  return someIn(node, (part) => isOf(part, controller));
}

/** The last result while nothing relevant has changed: players who pass in turn are offered the same. */
export interface FoundBefore {
  /** Fills `into` from the last search; false where the question differs or its result may have changed. */
  find(search: Search, into: Candidates): boolean;
  note(search: Search, found: Candidates): void;
}

export function createFoundBefore(state: WorldState, abilities: readonly Ability[]): FoundBefore {
  const candidates = createCandidates(abilities);
  const seen = createMoment();
  const now = createMoment();
  return {
    find(search, into) {
      look(search, now);
      for (let i = 0; i < now.length; i++) if (now[i] !== seen[i]) return false;
      copyCandidates(candidates, into);
      return true;
    },
    note(search, found) {
      look(search, seen);
      copyCandidates(found, candidates);
    },
  };

  /**
   * The question, and a counter of everything that can change who answers: occurrences are numbered, answers count as
   * uses.
   */
  function look({ first, count, at, step, only, usesBefore, bornUntil, most }: Search, into: Float64Array): void {
    const words = state.arena.header;
    into[0] = state.stamps.last;
    into[1] = state.occurrenceChanges;
    into[2] = state.restores;
    into[3] = occurred(state);
    into[4] = words[header.occurrences];
    into[5] = words[header.uses];
    into[6] = words[header.past];
    into[7] = copyCount(state);
    into[8] = lastCopyNumber(state);
    into[9] = first;
    into[10] = count;
    into[11] = pointNumber(at) * stepCount + stepNumber(step);
    into[12] = only;
    into[13] = usesBefore;
    into[14] = bornUntil;
    into[15] = most;
  }
}

function createMoment(): Float64Array {
  return new Float64Array(16).fill(NaN);
}
