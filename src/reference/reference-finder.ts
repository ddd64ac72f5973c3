import {
  carries,
  kindOfSubject,
  answeringRule,
  bindAnswer,
  copyOf,
  handleIn,
  isFirst,
  isOpen,
  isThere,
  stepOf,
  type Candidates,
  type Finder,
  type Search,
  type Watcher,
  addCandidate,
} from '../meaning/answering.js';
import { liveIds } from '../components/live-objects.js';
import { handleOf } from '../kernel/identity.js';
import type { Ability, Listening, TimingBook } from '../ir/occurrence.js';
import type { Frame } from '../ir/node.js';
import { copyCount } from '../components/copies.js';
import { isUsed } from '../components/occurrence-stack.js';
import type { WorldState } from '../components/state.js';
import { momentOf } from '../components/clock.js';
import { isArmed, wasTrue } from '../components/armed-triggers.js';
import type { Trigger } from '../ir/trigger.js';
import { watchedRule } from '../meaning/drawing-rules.js';

interface Asking {
  readonly search: Search;
  readonly frame: Frame;
  readonly into: Candidates;
}

/** Finds what may answer by evaluating every ability of every object: the meaning of it. */
export function referenceFinder(state: WorldState, book: TimingBook): Finder {
  return {
    isHeard: () => true,
    isHeardAt: () => true,
    find(search, frame, into) {
      into.count = 0;
      const { first, count, at, step, only, bornUntil, most } = search;
      const rows = Array.from({ length: count }, (_, i) => first + i).filter((row) => only === 0 || only === row);
      const isAsked = (ability: Ability) => ability.at === at && stepOf(ability) === step;
      for (const ability of book.abilities.filter(isAsked))
        for (const [source, row] of pairsOf(ability, rows)) ask({ search, frame, into }, ability, row, source, 0);
      const { copies } = state;
      for (let copy = 1; copy <= copyCount(state); copy++) {
        const ability = book.abilities[copies.ability[copy]];
        if (!isAsked(ability) || copies.number[copy] > bornUntil) continue;
        for (const row of rows) ask({ search, frame, into }, ability, row, copies.source[copy], copy);
      }
      into.count = Math.min(into.count, most);
    },
  };

  /** Carriers of an ability, each with the rows of a batch. */
  function pairsOf(ability: Ability, rows: readonly number[]): readonly (readonly [source: number, row: number])[] {
    const { carrier } = ability;
    const withRows = (source: number) => rows.map((row) => [source, row] as const);
    if (carrier.by === 'world') return isThere(state, ability) ? withRows(0) : [];
    if (carrier.by !== 'classes' && carrier.by !== 'kind') return [];
    if (carrier.own)
      return rows
        .map((row) => [subjectIn(row), row] as const)
        .filter(([source, row]) => source !== 0 && carries(ability, ...kindOfSubject(state, row, source)));
    return [...liveIds(state)]
      .filter((id) => carries(ability, state.identity.kind[id], state.class[id]))
      .flatMap((id) => withRows(handleOf(state.identity, id)));
  }

  function subjectIn(row: number): number {
    const { subject } = book.types[state.occurrences.type[row]];
    return subject < 0 ? 0 : handleIn(state, row, subject);
  }

  /** `copy`: row of a created copy; 0: not created. */
  function ask(asking: Asking, ability: Ability, row: number, source: number, copy: number): void {
    const { search, frame, into } = asking;
    const listening = ability.on.find(({ type }) => type === state.occurrences.type[row]);
    if (listening === undefined || !isOpen(state, row, search.at)) return;
    bindAnswer(frame, book, row, source, 0);
    const controller = copy === 0 ? controllerOf(frame, ability) : state.copies.controller[copy];
    const number = copy === 0 ? 0 : state.copies.number[copy];
    if (answers(asking, ability, listening, row, source, controller, number))
      addCandidate(into, ability.index, row, source, controller, number);
  }

  function answers(
    { search, frame }: Asking,
    ability: Ability,
    { where }: Listening,
    row: number,
    source: number,
    controller: number,
    number: number,
  ): boolean {
    // Copies of one number share their uses; all others are used separately.
    const isShared = ability.copy !== undefined;
    if (isUsed(state, search.usesBefore, row, copyOf(ability), isShared ? 0 : source, isShared ? 0 : number))
      return false;
    bindAnswer(frame, book, row, source, controller);
    frame.rule = answeringRule(state, ability.index, row);
    for (const condition of [ability.live, where, ability.condition])
      if (condition !== undefined && frame.evaluate(condition) !== 1) return false;
    return !ability.first || isFirst(frame, book, ability, search, row);
  }
}

/** Handle of the controller of an ability; 0: nobody. The frame is bound to the object. */
function controllerOf(frame: Frame, { controller }: Ability): number {
  if (controller === undefined) return 0;
  return handleOf(frame.state.identity, frame.evaluate(controller) ?? 0);
}

/** Evaluates each trigger's condition in turn: the meaning of watching. */
export function referenceWatcher(state: WorldState, triggers: readonly Trigger[]): Watcher {
  const isTrue = (trigger: number, frame: Frame): boolean => {
    frame.slots.fill(0);
    frame.rule = watchedRule(trigger, momentOf(state));
    return frame.evaluate(triggers[trigger].when) === 1;
  };
  const find = (from: number, fits: (trigger: Trigger) => boolean): number => {
    for (let index = from; index < triggers.length; index++) if (fits(triggers[index])) return index;
    return -1;
  };
  return {
    isTrue,
    next: (from, frame) =>
      find(from, ({ index, looks }) => looks === 'sweep' && isArmed(state, index) && isTrue(index, frame)),
    nextChanged: (from, frame) =>
      find(from, ({ index, looks }) => looks === 'rise' && isTrue(index, frame) !== wasTrue(state, index)),
  };
}
