import { isWorthIndex } from '../columns/masks.js';
import { hasMasks } from '../../indexes/faction-masks.js';
import { isFlat } from '../../components/model.js';
import { placeKind } from '../../state/place.js';
import type { Term } from '../term.js';
import { type Code, js } from './code.js';
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
    hasMasks(state) && (eager || isWorthIndex(rows, state) || indexes.ready.factions())
      ? indexes.factions()
      : undefined,
  );
}

export function holdersOf(emission: Emission): Code {
  return emission.given('holders', ({ evaluator: { indexes } }) => indexes.holders());
}

function placesOf(emission: Emission): Code {
  return emission.given('places', ({ evaluator: { state, indexes }, rows, eager }) =>
    eager || isWorthIndex(rows, state) || indexes.ready.places() ? indexes.places() : undefined,
  );
}

/** What has the place of the object that a term gives; 0 where that is nowhere. */
export function placeOf(of: Term, emission: Emission): Code {
  return emission.derived(of, 'place', () => {
    const id = emission.idOf(of);
    if (!isFlat(emission.model)) return js`${placesOf(emission)}[${id}]`;
    const place = emission.given('place', ({ evaluator }) => evaluator.state.place);
    return js`(${place}[${id}] === ${placeKind.inherited} ? 0 : ${id})`;
  });
}
