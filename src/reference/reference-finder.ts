import { header } from '../kernel/arena.js';
import { handleOf, idLimit, isLive, resolve } from '../kernel/identity.js';
import type { Ability, Listening } from '../ir/ability.js';
import type { Frame } from '../ir/frame.js';
import { targetSlot } from '../ir/node.js';
import type { TimingBook } from '../ir/occurrence.js';
import { answeringRule, bindAnswer, copyOf, handleIn, isOpen, isThere, stepOf } from '../meaning/answering.js';
import { type Candidates, addCandidate } from '../meaning/candidates.js';
import type { Finder, Search } from '../meaning/finder.js';
import { copyCount } from '../state/copies.js';
import { isUsed, status } from '../state/occurrences.js';
import type { WorldState } from '../state/world-state.js';

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
      if (source !== 0 && isCarriedBySubject(ability, row, source))
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
    if (answers(ability, listening, search, frame, row, source, controller, number))
      addCandidate(into, ability.index, row, source, controller, number);
  }

  /** As the subject is, or as it was just before its occurrence applied. */
  function isCarriedBySubject(ability: Ability, row: number, subject: number): boolean {
    const { identity, occurrences } = state;
    if (occurrences.kind[row] !== 0) return carries(ability, occurrences.kind[row], occurrences.class[row]);
    const id = resolve(identity, subject);
    return carries(ability, identity.kind[id], state.class[id]);
  }

  /** Whether one ability of one object, or one created copy, answers one occurrence. */
  function answers(
    ability: Ability,
    { where }: Listening,
    search: Search,
    frame: Frame,
    row: number,
    source: number,
    controller: number,
    number: number,
  ): boolean {
    // Copies that share a number share what they were used for; all others are used by themselves.
    const isShared = ability.copy !== undefined;
    if (isUsed(state, search.usesBefore, row, copyOf(ability), isShared ? 0 : source, isShared ? 0 : number))
      return false;
    bindAnswer(frame, book, row, source, controller);
    frame.rule = answeringRule(state, ability.index, row);
    for (const condition of [ability.live, where, ability.condition])
      if (condition !== undefined && frame.evaluate(condition) !== 1) return false;
    if (!ability.first) return true;
    const isFirst = !rowsBefore(row, search).some((other) => hears(ability, frame, other));
    bindAnswer(frame, book, row, source, controller);
    return isFirst;
  }

  /** What stands before an occurrence in its batch; then, as rows below 0, what has applied before it in this turn. */
  function rowsBefore(row: number, { first }: Search): readonly number[] {
    const { occurrences, past, arena } = state;
    const rows: number[] = [];
    for (let other = first; other < row; other++) if (occurrences.status[other] === status.live) rows.push(other);
    // What has come later than an occurrence that has applied is not before it.
    for (let at = 1; at <= arena.header[header.past] && past.id[at] !== occurrences.id[row]; at++) rows.push(-at);
    return rows;
  }

  function hears({ on }: Ability, frame: Frame, row: number): boolean {
    const { occurrences, past, fieldCount } = state;
    const [type, values] = row > 0 ? [occurrences.type[row], occurrences.values] : [past.type[-row], past.values];
    const listening = on.find((each) => each.type === type);
    if (listening === undefined) return false;
    const { subject } = book.types[type];
    const handle = subject < 0 ? 0 : values[Math.abs(row) * fieldCount + subject];
    frame.occurrence = row;
    frame.slots[targetSlot] = handle > 0 ? resolve(state.identity, handle) : 0;
    return listening.where === undefined || frame.evaluate(listening.where) === 1;
  }
}

/** Whether objects of a kind and class have an ability. */
function carries({ carrier }: Ability, kind: number, classIndex: number): boolean {
  if (carrier.by === 'kind') return carrier.kind === kind;
  return carrier.by === 'classes' && carrier.classes.has(classIndex);
}

/** Who controls an ability of an object, as a handle; 0: nobody. The frame is bound to the object. */
function controllerOf(frame: Frame, { controller }: Ability): number {
  if (controller === undefined) return 0;
  return handleOf(frame.state.identity, frame.evaluate(controller) ?? 0);
}
