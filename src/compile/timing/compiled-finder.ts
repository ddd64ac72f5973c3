import { copyCount, lastCopyNumber } from '../../components/copies.js';
import { fact } from '../../components/stamps.js';
import type { WorldState } from '../../components/world-state.js';
import { handleOf, idLimit, isLive } from '../../kernel/identity.js';
import type { Ability, Listening, Point } from '../ability.js';
import type { Frame } from '../frame.js';
import type { TimingBook } from '../occurrence.js';
import { answers, bindAnswer, controllerOf, handleIn, isOpen, isThere, stepOf } from './answers.js';
import { type Candidates, addCandidate } from './candidates.js';
import { carries, sortOfSubject } from './carrying.js';
import type { Finder, Search, Step } from './finder.js';

/** An ability and what it listens to of one type. */
interface Entry {
  readonly ability: Ability;
  readonly listening: Listening;
}

const points: readonly Point[] = ['before', 'would', 'when', 'after'];
const steps: readonly Step[] = ['A', 'B', 'C', 'pay'];

/** Finds what may answer by type, point and step: abilities that listen to something else are never looked at. */
export function compiledFinder(state: WorldState, book: TimingBook): Finder {
  const keys = book.types.length * points.length * steps.length;
  const printed: (Entry[] | undefined)[] = new Array<undefined>(keys).fill(undefined);
  /** Of abilities that are created, by the same key. */
  const created: (Entry[] | undefined)[] = new Array<undefined>(keys).fill(undefined);
  /** Types to which something listens at a point; at any. */
  const heardAt = new Uint8Array(book.types.length * points.length);
  const heard = new Uint8Array(book.types.length);
  const bornAt = new Uint8Array(book.types.length * points.length);
  const born = new Uint8Array(book.types.length);
  for (const ability of book.abilities) for (const listening of ability.on) register(ability, listening);
  const carriers = new Map<Ability, { stamp: number; ids: Int32Array }>();
  let copiesOf: ReadonlyMap<Ability, readonly number[]> = new Map();
  let copiesKnown = { count: -1, number: -1, restores: -1 };
  return {
    isHeard: (type) => heard[type] === 1 || (born[type] === 1 && copyCount(state) > 0),
    isHeardAt: (type, at) => heardAt[type * points.length + points.indexOf(at)] === 1 || (bornAt[type * points.length + points.indexOf(at)] === 1 && copyCount(state) > 0),
    find(search, frame, into) {
      into.count = 0;
      const { first, count, only } = search;
      const type = state.occurrences.type[only === 0 ? first : only];
      if (only !== 0 || count === 1 || isOfOneType(first, count, type)) {
        const key = keyOf(type, search.at, search.step);
        for (const entry of printed[key] ?? []) askPrinted(entry, search, frame, into);
        if (created[key] !== undefined && copyCount(state) > 0) askCreated(new Set(created[key].map(({ ability }) => ability)), search, frame, into);
      } else findMixed(search, frame, into);
    },
  };

  function register(ability: Ability, listening: Listening): void {
    const isCreated = ability.carrier.by === 'creation';
    const at = listening.type * points.length + points.indexOf(ability.at);
    if (ability.yields === undefined) {
      (isCreated ? bornAt : heardAt)[at] = 1;
      (isCreated ? born : heard)[listening.type] = 1;
    }
    const lists = isCreated ? created : printed;
    (lists[keyOf(listening.type, ability.at, stepOf(ability))] ??= []).push({ ability, listening });
  }

  function keyOf(type: number, at: Point, step: Step): number {
    return (type * points.length + points.indexOf(at)) * steps.length + steps.indexOf(step);
  }

  function isOfOneType(first: number, count: number, type: number): boolean {
    for (let row = first + 1; row < first + count; row++) if (state.occurrences.type[row] !== type) return false;
    return true;
  }

  /** Several types at once: the abilities of all of them, each once, in their order. */
  function findMixed(search: Search, frame: Frame, into: Candidates): void {
    const types = new Set<number>();
    for (let row = search.first; row < search.first + search.count; row++) types.add(state.occurrences.type[row]);
    const abilities = new Set<Ability>();
    const born = new Set<Ability>();
    for (const type of types) {
      const key = keyOf(type, search.at, search.step);
      for (const { ability } of printed[key] ?? []) abilities.add(ability);
      for (const { ability } of created[key] ?? []) born.add(ability);
    }
    for (const ability of [...abilities].sort((a, b) => a.index - b.index)) askPrinted({ ability, listening: undefined }, search, frame, into);
    if (born.size > 0 && copyCount(state) > 0) askCreated(born, search, frame, into);
  }

  /** `listening`: that of the only type there is; undefined where it differs by row. */
  function askPrinted({ ability, listening }: { readonly ability: Ability; readonly listening: Listening | undefined }, search: Search, frame: Frame, into: Candidates): void {
    const { carrier } = ability;
    if (carrier.by === 'world') {
      if (isThere(state, ability)) askRows(ability, listening, search, frame, into, 0, -1, 0);
    } else if (carrier.by !== 'creation' && carrier.own) askOwn(ability, listening, search, frame, into);
    else {
      const ids = carriersOf(ability);
      for (let i = 0; i < ids.length; i++) askRows(ability, listening, search, frame, into, handleOf(state.identity, ids[i]), -1, 0);
    }
  }

  function askCreated(abilities: ReadonlySet<Ability>, search: Search, frame: Frame, into: Candidates): void {
    const { copies } = state;
    const rows: number[] = [];
    for (const ability of abilities) for (const row of copiesNow().get(ability) ?? []) rows.push(row);
    if (abilities.size > 1) rows.sort((a, b) => a - b);
    for (const row of rows) {
      if (copies.number[row] <= search.bornUntil) askRows(book.abilities[copies.ability[row]], undefined, search, frame, into, copies.source[row], copies.controller[row], copies.number[row]);
    }
  }

  /** `controller` -1: as the ability says. */
  function askRows(ability: Ability, listening: Listening | undefined, search: Search, frame: Frame, into: Candidates, source: number, controller: number, number: number): void {
    if (search.only !== 0) ask(ability, listening, search, frame, into, search.only, source, controller, number);
    else for (let row = search.first; row < search.first + search.count; row++) ask(ability, listening, search, frame, into, row, source, controller, number);
  }

  function askOwn(ability: Ability, listening: Listening | undefined, search: Search, frame: Frame, into: Candidates): void {
    const [from, to] = search.only === 0 ? [search.first, search.first + search.count] : [search.only, search.only + 1];
    for (let row = from; row < to; row++) {
      const { subject } = book.types[state.occurrences.type[row]];
      const source = subject < 0 ? 0 : handleIn(state, row, subject);
      if (source !== 0 && carries(ability, ...sortOfSubject(state, row, source))) ask(ability, listening, search, frame, into, row, source, -1, 0);
    }
  }

  function ask(ability: Ability, listening: Listening | undefined, search: Search, frame: Frame, into: Candidates, row: number, source: number, given: number, number: number): void {
    if (!isOpen(state, row, search.at)) return;
    const heardBy = listening ?? ability.on.find(({ type }) => type === state.occurrences.type[row]);
    if (heardBy === undefined) return;
    let controller = given;
    if (given < 0) {
      if (ability.controller === undefined) controller = 0;
      else {
        bindAnswer(frame, book, row, source, 0);
        controller = controllerOf(frame, ability);
      }
    }
    if (answers(frame, book, ability, heardBy, search, row, source, controller, number)) addCandidate(into, ability.index, row, source, controller, number);
  }

  function carriersOf(ability: Ability): Int32Array {
    const stamp = state.stamps.values[fact.population];
    const known = carriers.get(ability);
    if (known?.stamp === stamp) return known.ids;
    const ids: number[] = [];
    for (let id = 1; id < idLimit(state.identity); id++) if (isLive(state.identity, id) && carries(ability, state.identity.kind[id], state.class[id])) ids.push(id);
    const found = { stamp, ids: Int32Array.from(ids) };
    carriers.set(ability, found);
    return found.ids;
  }

  /** Rows of copies by ability. Between two states with equal numbers lies a restore. */
  function copiesNow(): ReadonlyMap<Ability, readonly number[]> {
    const [count, number] = [copyCount(state), lastCopyNumber(state)];
    if (copiesKnown.count === count && copiesKnown.number === number && copiesKnown.restores === state.restores) return copiesOf;
    const rows = new Map<Ability, number[]>();
    for (let row = 1; row <= count; row++) {
      const ability = book.abilities[state.copies.ability[row]];
      const list = rows.get(ability);
      if (list === undefined) rows.set(ability, [row]);
      else list.push(row);
    }
    copiesKnown = { count, number, restores: state.restores };
    return copiesOf = rows;
  }
}
