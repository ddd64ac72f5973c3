import { copyCount } from '../state/copies.js';
import type { WorldState } from '../state/world-state.js';
import { handleOf, idLimit, isLive } from '../kernel/identity.js';
import type { Ability } from '../ir/ability.js';
import type { Frame } from '../ir/frame.js';
import type { TimingBook } from '../ir/occurrence.js';
import { type Candidates, addCandidate } from '../events/timing/candidates.js';
import { answers, bindAnswer, controllerOf, handleIn, isOpen, isThere, stepOf } from '../events/timing/answers.js';
import { carries, sortOfSubject } from '../events/timing/carrying.js';
import type { Finder, Search } from '../events/timing/finder.js';

/** Finds what may answer by asking every ability of every object: the meaning of it. */
export function referenceFinder(state: WorldState, book: TimingBook): Finder {
  return {
    isHeard: () => true,
    isHeardAt: () => true,
    find(search, frame, into) {
      into.count = 0;
      for (const ability of book.abilities)
        if (ability.at === search.at && stepOf(ability) === search.step) askCarriers(ability, search, frame, into);
      const { copies } = state;
      for (let row = 1; row <= copyCount(state); row++) {
        const ability = book.abilities[copies.ability[row]];
        if (ability.at !== search.at || stepOf(ability) !== search.step || copies.number[row] > search.bornUntil)
          continue;
        askRows(ability, search, frame, into, copies.source[row], () => copies.controller[row], copies.number[row]);
      }
      into.count = Math.min(into.count, search.most);
    },
  };

  function askCarriers(ability: Ability, search: Search, frame: Frame, into: Candidates): void {
    const { carrier } = ability;
    const controller = (): number => controllerOf(frame, ability);
    if (carrier.by === 'world' && isThere(state, ability)) askRows(ability, search, frame, into, 0, controller, 0);
    if (carrier.by !== 'classes' && carrier.by !== 'kind') return;
    if (carrier.own) {
      askOwn(ability, search, frame, into);
      return;
    }
    for (let id = 1; id < idLimit(state.identity); id++) {
      if (isLive(state.identity, id) && carries(ability, state.identity.kind[id], state.class[id]))
        askRows(ability, search, frame, into, handleOf(state.identity, id), controller, 0);
    }
  }

  function askRows(
    ability: Ability,
    search: Search,
    frame: Frame,
    into: Candidates,
    source: number,
    controllerOfIt: () => number,
    number: number,
  ): void {
    for (let row = search.first; row < search.first + search.count; row++)
      if (search.only === 0 || search.only === row)
        ask(ability, search, frame, into, row, source, controllerOfIt, number);
  }

  function askOwn(ability: Ability, search: Search, frame: Frame, into: Candidates): void {
    const { occurrences } = state;
    for (let row = search.first; row < search.first + search.count; row++) {
      if (search.only !== 0 && search.only !== row) continue;
      const { subject } = book.types[occurrences.type[row]];
      const source = subject < 0 ? 0 : handleIn(state, row, subject);
      if (source !== 0 && carries(ability, ...sortOfSubject(state, row, source)))
        ask(ability, search, frame, into, row, source, () => controllerOf(frame, ability), 0);
    }
  }

  function ask(
    ability: Ability,
    search: Search,
    frame: Frame,
    into: Candidates,
    row: number,
    source: number,
    controllerOfIt: () => number,
    number: number,
  ): void {
    const listening = ability.on.find(({ type }) => type === state.occurrences.type[row]);
    if (listening === undefined || !isOpen(state, row, search.at)) return;
    bindAnswer(frame, book, row, source, 0);
    const controller = controllerOfIt();
    if (answers(frame, book, ability, listening, search, row, source, controller, number))
      addCandidate(into, ability.index, row, source, controller, number);
  }
}
