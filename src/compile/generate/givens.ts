import { isWorthIndex } from '../columns/masks.js';
import { hasMasks } from '../indexes/faction-masks.js';
import type { Code } from './code.js';
import type { Emission } from './emission.js';

/** What several operations need of the world. */

export function kindsOf(emission: Emission): Code {
  return emission.given('kinds', ({ evaluator }) => evaluator.state.identity.kind);
}

export function parentOf(emission: Emission): Code {
  return emission.given('parent', ({ evaluator }) => evaluator.state.parent);
}

/** Slots of factions by id. */
export function factionsOf(emission: Emission): Code {
  return emission.given('faction', ({ evaluator }) => evaluator.state.faction);
}

/** Few rows must not pay for an index of the whole world, and with many factions there is none. */
export function masksOf(emission: Emission): Code {
  return emission.given('masks', ({ evaluator: { state, indexes }, rows, eager }) =>
    hasMasks(state) && (eager || isWorthIndex(rows, state) || indexes.ready.factions()) ? indexes.factions() : undefined);
}

export function holdersOf(emission: Emission): Code {
  return emission.given('holders', ({ evaluator: { indexes } }) => indexes.holders());
}

export function placesOf(emission: Emission): Code {
  return emission.given('places', ({ evaluator: { state, indexes }, rows, eager }) =>
    eager || isWorthIndex(rows, state) || indexes.ready.places() ? indexes.places() : undefined);
}
