import { turnOf } from '../components/clock.js';
import { copyCount, copyRow } from '../components/copies.js';
import { isUsed } from '../components/occurrence-stack.js';
import { conjuncts } from '../eval/node-shape.js';
import { carriersIn } from '../events/finder/ability-carriers.js';
import type { Frame } from '../ir/node.js';
import type { Ability } from '../ir/occurrence.js';
import { handleOf, resolve } from '../kernel/identity.js';
import {
  type Search,
  answeringRule,
  bindAnswer,
  carries,
  copyOf,
  handleIn,
  isFirst,
  isOpen,
  isThere,
  kindOfSubject,
  stepOf,
} from '../meaning/answering.js';
import type { WorldCore } from './core.js';
import type { Handle } from './host-values.js';
import { followAnswers, occurrenceIn } from './past-answers.js';
import { handleOrNull, readsIn, toldClauses, writesAround } from './past-cells.js';
import { clausesOf, unlimitedFrame, wordingOf } from './past-clauses.js';
import { demandKnown, repeatedTurn } from './repeat-turn.js';
import type { PastClause } from './past-api.js';
import type { AbilityVerdict, Kept } from './why-not-api.js';

const purpose = 'ask why an ability did not answer';

/** So many pairs of a carrier and an occurrence are looked at. */
const mostLooked = 20_000;
/** Of the objects that have it, where none is named. */
const mostCarriers = 200;
/** Abilities that are named instead of it. */
const mostInstead = 4;

type Outcome = AbilityVerdict['outcome'];

/** How near to an answer: the larger, the nearer. */
const nearness: Readonly<Record<Outcome, number>> = {
  'no occurrence': 0,
  gone: 1,
  'not created': 1,
  'not carried': 2,
  'other subject': 3,
  'too young': 4,
  kept: 5,
  used: 6,
  'not met': 7,
  'not first': 8,
  'not chosen': 9,
  answered: 10,
};

/** Runs the last turn twice: to find the occurrence for which it came nearest, and to learn who wrote what it read. */
export function whyNotAbility(core: WorldCore, ability: Ability, source: Handle | undefined): AbilityVerdict {
  const { near: _near, moment, ...found } = nearestAnswer(core, ability, source);
  const { index, list, name, at } = ability;
  const listName = core.machine?.book.lists[list]?.name;
  const written = writesAround(core, {
    purpose,
    reads: readsIn(found.clauses),
    arrange(twin, isNow) {
      const moments = createMoments(ability, (now) => {
        if (now === moment) isNow();
      });
      twin.asks.events = {
        searched: (search) => {
          moments.searched(search);
        },
        answered: (each) => {
          if (each === index) moments.next();
        },
      };
      return moments.restart;
    },
    isOwn: ({ rule, source: by }, { state: { identity } }) =>
      rule === listName && (source === undefined || handleOf(identity, by) === source),
  });
  return {
    of: 'ability',
    ability: name,
    turn: turnOf(core.state),
    on: ability.on.map(({ type }) => core.types[type].name),
    at,
    step: stepOf(ability),
    ...found,
    clauses: toldClauses(found.clauses, written),
    writes: written.writes,
    writeCount: written.writeCount,
  };
}

/** Counts searches at the point and step of an ability, and its answers, from 1. */
function createMoments(ability: Ability, isNow: (moment: number) => void = () => {}) {
  let now = 0;
  const moments = {
    now: () => now,
    next: (): void => {
      isNow(++now);
    },
    searched: ({ at, step }: Readonly<Search>): boolean => {
      const isMeant = at === ability.at && step === stepOf(ability);
      if (isMeant) moments.next();
      return isMeant;
    },
    restart: (): void => {
      now = 0;
    },
  };
  return moments;
}

type Found = Pick<
  AbilityVerdict,
  | 'outcome'
  | 'considered'
  | 'answered'
  | 'keptCount'
  | 'occurrence'
  | 'source'
  | 'controller'
  | 'clauses'
  | 'kept'
  | 'instead'
> & { readonly near: number; readonly moment: number };

const nothing: Found = {
  outcome: 'no occurrence',
  considered: 0,
  answered: 0,
  keptCount: 0,
  occurrence: null,
  source: null,
  controller: null,
  clauses: [],
  kept: null,
  instead: [],
  near: 0,
  moment: 0,
};

/** One that may answer: handle of its source, number and controller of its copy (0: not created). */
interface Candidate {
  readonly row: number;
  readonly source: number;
  readonly number: number;
  readonly controller: number | undefined;
}

function nearestAnswer(core: WorldCore, ability: Ability, asked: Handle | undefined): Found {
  const { twin, run } = repeatedTurn(core, purpose);
  if (asked !== undefined) demandKnown(core, twin, [asked]);
  const { state } = twin;
  const types = new Set(ability.on.map(({ type }) => type));
  const carriers = carriersIn(state, twin.program.rules.timing.abilities);
  let nearest = nothing;
  let [looked, answered, keptCount] = [0, 0, 0];
  const considered = new Set<number>();
  const kept = new Map<number, Kept>();
  const instead = new Map<number, AbilityVerdict['instead'][number][]>();
  let lastKept: Kept | null = null;
  const moments = createMoments(ability);
  const offer = (outcome: Outcome, near: number, candidate: Candidate | undefined, row: number): void => {
    if (near < nearest.near) return;
    const told = candidate === undefined ? undefined : tellOf(twin, ability, candidate);
    const of = row === 0 ? null : occurrenceIn(twin, row);
    nearest = { ...nothing, outcome, near, moment: moments.now(), occurrence: of, ...told };
  };
  const answers = followAnswers(twin, ({ row, fate, kept: found }) => {
    if (fate === 'apply' || !types.has(state.occurrences.type[row])) return;
    keptCount++;
    lastKept = found;
    if (kept.size < mostLooked) kept.set(state.occurrences.id[row], found);
  });
  twin.asks.events = {
    ...answers.watch,
    searched(search) {
      if (!moments.searched(search)) return;
      for (let row = search.first; row < search.first + search.count; row++) {
        if (!types.has(state.occurrences.type[row]) || (search.only !== 0 && search.only !== row)) continue;
        if (looked >= mostLooked) return;
        const found = candidatesFor(twin, ability, row, asked, carriers);
        // Without a copy of an ability that is created, executors need not search.
        if (found === 'not created') continue;
        if (considered.size < mostLooked) considered.add(state.occurrences.id[row]);
        looked++;
        if (typeof found === 'string') offer(found, nearness[found], undefined, row);
        else
          for (const candidate of found) {
            looked++;
            const { outcome, failed } = outcomeFor(twin, ability, candidate, search);
            offer(outcome, nearness[outcome] - failed / (failed + 1), candidate, row);
          }
      }
    },
    answered(index, source, number, row) {
      answers.watch.answered?.(index, source, number, row);
      const id = state.occurrences.id[row];
      if (index !== ability.index) {
        const other = twin.program.rules.timing.abilities[index];
        if (!considered.has(id) || other.at !== ability.at || stepOf(other) !== stepOf(ability)) return;
        const others = instead.get(id) ?? [];
        if (others.length < mostInstead)
          instead.set(id, [...others, { ability: other.name, source: handleOrNull(source) }]);
        return;
      }
      moments.next();
      if (asked !== undefined && source !== asked) return;
      answered++;
      const controller = number === 0 ? undefined : state.copies.controller[copyRow(state, number)];
      offer('answered', nearness.answered, { row, source, number, controller }, row);
    },
  };
  run(undefined, () => {
    nearest = nothing;
    [looked, answered, keptCount] = [0, 0, 0];
    considered.clear();
    kept.clear();
    instead.clear();
    lastKept = null;
    answers.restart();
    moments.restart();
  });
  const id = nearest.occurrence?.id ?? 0;
  const { outcome } = nearest;
  return {
    ...nearest,
    outcome: outcome === 'no occurrence' ? absenceOf(core, ability, asked) : outcome,
    considered: considered.size,
    answered,
    keptCount,
    kept: outcome === 'kept' ? (kept.get(id) ?? null) : outcome === 'no occurrence' ? lastKept : null,
    instead: outcome === 'not chosen' ? (instead.get(id) ?? []) : [],
  };
}

/** After a turn in which nothing came to it. */
function absenceOf(core: WorldCore, ability: Ability, asked: Handle | undefined): Outcome {
  const { state } = core;
  if (ability.carrier.by === 'creation')
    return copiesOf(core, ability, asked).length === 0 ? 'not created' : 'no occurrence';
  if (ability.carrier.by === 'world') return isThere(state, ability) ? 'no occurrence' : 'gone';
  return 'no occurrence';
}

function copiesOf({ state }: WorldCore, { index }: Ability, asked: Handle | undefined): readonly number[] {
  const { copies } = state;
  return Array.from({ length: copyCount(state) }, (_, i) => i + 1).filter(
    (row) => copies.ability[row] === index && (asked === undefined || copies.source[row] === asked),
  );
}

function candidatesFor(
  core: WorldCore,
  ability: Ability,
  row: number,
  asked: Handle | undefined,
  carriers: (ability: number) => Int32Array,
): readonly Candidate[] | Outcome {
  const { state, types } = core;
  const { carrier } = ability;
  const printed = (source: number): Candidate => ({ row, source, number: 0, controller: undefined });
  switch (carrier.by) {
    case 'world':
      if (asked !== undefined) return 'not carried';
      return isThere(state, ability) ? [printed(0)] : 'gone';
    case 'creation': {
      const { source, number, controller } = state.copies;
      const found = copiesOf(core, ability, asked);
      if (found.length === 0) return 'not created';
      return found.map((copy) => ({
        row,
        source: source[copy],
        number: number[copy],
        controller: controller[copy],
      }));
    }
    default: {
      if (carrier.own) {
        const subject = handleIn(state, row, types[state.occurrences.type[row]].subject);
        if (asked !== undefined && asked !== subject) return 'other subject';
        if (subject === 0) return 'not carried';
        return carries(ability, ...kindOfSubject(state, row, subject)) ? [printed(subject)] : 'not carried';
      }
      const has = (id: number) => id !== 0 && carries(ability, state.identity.kind[id], state.class[id]);
      if (asked !== undefined) return has(resolve(state.identity, asked)) ? [printed(asked)] : 'not carried';
      const ids = carriers(ability.index);
      return ids.length === 0
        ? 'not carried'
        : Array.from(ids.subarray(0, mostCarriers), (id) => printed(handleOf(state.identity, id)));
    }
  }
}

function outcomeFor(
  core: WorldCore,
  ability: Ability,
  candidate: Candidate,
  search: Readonly<Search>,
): { readonly outcome: Outcome; readonly failed: number } {
  const { state, program } = core;
  const { row, source, number } = candidate;
  const found = (outcome: Outcome, failed = 0) => ({ outcome, failed });
  if (!isOpen(state, row, search.at)) return found('kept');
  if (number > search.bornUntil) return found('too young');
  const isShared = ability.copy !== undefined;
  if (isUsed(state, search.usesBefore, row, copyOf(ability), isShared ? 0 : source, isShared ? 0 : number))
    return found('used');
  const { frame } = boundTo(core, ability, candidate);
  const failed = conditionsOf(ability, state.occurrences.type[row])
    .flatMap(([, node]) => (node === undefined ? [] : conjuncts(node)))
    .filter((node) => frame.evaluate(node) !== 1).length;
  if (failed > 0) return found('not met', failed);
  if (ability.first && !isFirst(frame, program.rules.timing, ability, search, row)) return found('not first');
  return found('not chosen');
}

function conditionsOf({ live, on, condition }: Ability, type: number) {
  const where = on.find((each) => each.type === type)?.where;
  return [['live', live] as const, ['where', where] as const, ['condition', condition] as const];
}

function boundTo(
  { state, program }: WorldCore,
  ability: Ability,
  { row, source, controller: given }: Candidate,
): { readonly frame: Frame; readonly controller: number } {
  const { timing } = program.rules;
  const frame = unlimitedFrame(state);
  bindAnswer(frame, timing, row, source, 0);
  const controller =
    given ?? (ability.controller === undefined ? 0 : handleOf(state.identity, frame.evaluate(ability.controller) ?? 0));
  bindAnswer(frame, timing, row, source, controller);
  frame.rule = answeringRule(state, ability.index, row);
  return { frame, controller };
}

function tellOf(
  core: WorldCore,
  ability: Ability,
  candidate: Candidate,
): Pick<Found, 'source' | 'controller' | 'clauses'> {
  const { frame, controller } = boundTo(core, ability, candidate);
  const wording = wordingOf(core.program, 'self');
  const clauses = conditionsOf(ability, core.state.occurrences.type[candidate.row]).flatMap(
    ([part, node]): readonly PastClause[] => clausesOf(part, node, frame, wording),
  );
  return { source: handleOrNull(candidate.source), controller: handleOrNull(controller), clauses };
}
