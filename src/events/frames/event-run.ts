import { stampsIn } from '../../eval/term-book.js';
import { turnOf } from '../../components/clock.js';
import { boundTo } from '../../components/roles.js';
import type { WorldState } from '../../components/state.js';
import type { Effect } from '../../ir/effect.js';
import {
  type EffectBook,
  type EffectStep,
  type HeardTypes,
  createEffectBook,
  heardTypes,
  raises,
  stepsOf,
} from '../../ir/heard-effects.js';
import type { TimingBook, Continuous, Point } from '../../ir/occurrence.js';
import type { Rule } from '../../ir/rule.js';
import type { ActionList, TriggerBook } from '../../ir/trigger.js';
import { handleOf, idLimit } from '../../kernel/identity.js';
import { kept } from '../../kernel/maps.js';
import { type TurnContext, beginTurn } from '../../meaning/effects/turn-context.js';
import {
  type Finder,
  type Search,
  type Watcher,
  createSearch,
  type Candidates,
  createCandidates,
} from '../../meaning/answering.js';
import { byNumber, fact, memo, columnStamp, freshness } from '../../model/stamps.js';
import type { TriggerEvent, DecisionKind } from '../event.js';
import type { EventWatch } from '../event-watch.js';
import { type Frame, sourceSlot, targetSlot } from '../../ir/node.js';
import { firstAtLeast } from '../../kernel/first-at-least.js';
import type { FireList } from '../../rules/run/fire-lists.js';
import { carriersIn } from '../finder/ability-carriers.js';

/**
 * An open decision. Options are the candidates in order, then `pass` for reactions; `yes` and `no` for a choice; rows
 * of candidates for a group. It follows from the frame on top: asked again, it is the same.
 */
export interface Question {
  isOpen: boolean;
  /** Just answered: the candidates need not be found again. */
  isAnswered: boolean;
  kind: DecisionKind;
  at: Point;
  /** Handle; 0: nobody. */
  player: number;
  count: number;
  readonly candidates: Candidates;
}

export interface MachineParts {
  readonly book: TriggerBook;
  readonly timing: TimingBook;
  readonly rules: readonly Rule[];
  readonly watcher: Watcher;
  readonly finder: Finder;
  readonly fire: FireList;
}

/** All that the steps of frames share: one for each machine. */
export interface Run extends MachineParts {
  readonly state: WorldState;
  readonly search: Search;
  readonly players: ReturnType<typeof createPlayers>;
  readonly question: Question;
  /** By type: 1 where something answers only its first of a turn. */
  readonly keepsPast: Uint8Array;
  readonly continuous: ReturnType<typeof createContinuousWatch> | undefined;
  /** Effects with listeners, or that raise occurrences, if any. */
  readonly heard: HeardTypes | undefined;
  readonly effects: EffectBook;
  readonly stepsOf: (effects: readonly Effect[]) => readonly EffectStep[];
  /** By list: its effects, where it does nothing else. */
  readonly plain: readonly (PlainList | undefined)[];
  /** The rule that effects of a list fire by. Made on demand: most lists never run. */
  readonly ruleOf: (list: number) => Rule;
  readonly hasRises: boolean;
  /** Of the present call. */
  context: TurnContext;
  report: ((event: TriggerEvent) => void) | undefined;
  /** Updates what follows from the world, after effects. */
  settle: (() => void) | undefined;
  listen: ((event: TriggerEvent) => void) | undefined;
  watch: EventWatch | undefined;
  /** Events that wait for the end of the step. */
  readonly unreported: TriggerEvent[];
  isRunning: boolean;
}

export function createRun(state: WorldState, parts: MachineParts): Run {
  const { book, timing, rules, watcher, finder, fire } = parts;
  const ruleOf = byNumber((index) => ruleOfList(book.lists[index] ?? { name: 'what occurs', index, actions: [] }));
  const lists = book.lists.map(({ name, actions }, index) => ({
    name,
    effects: actions.flatMap(({ task }) => (task.by === 'effects' ? task.effects : [])),
    rule: () => ruleOf(index),
  }));
  const heard = heardTypes(
    timing,
    [...rules, ...lists].some(({ effects }) => effects.some(raises)),
  );
  const keepsPast = new Uint8Array(timing.types.length);
  for (const { first, on } of timing.abilities) if (first) for (const { type } of on) keepsPast[type] = 1;
  const steps = new Map<readonly Effect[], readonly EffectStep[]>();
  return {
    state,
    book,
    timing,
    rules,
    watcher,
    finder,
    fire,
    search: createSearch(),
    players: createPlayers(state, timing),
    question: {
      isOpen: false,
      isAnswered: false,
      kind: 'order',
      at: 'before',
      player: 0,
      count: 0,
      candidates: createCandidates(timing.abilities),
    },
    keepsPast,
    continuous: timing.continuous.length === 0 ? undefined : createContinuousWatch(state, timing.continuous),
    heard,
    effects: createEffectBook(heard === undefined ? [] : rules, heard === undefined ? [] : lists, heard),
    stepsOf: (effects) => kept(steps, effects, () => stepsOf(effects)),
    plain: book.lists.map((list) => plainListOf(list, heard)),
    ruleOf,
    hasRises: book.triggers.some(({ looks }) => looks === 'rise'),
    context: beginTurn(state, turnOf(state)),
    report: undefined,
    settle: undefined,
    listen: undefined,
    watch: undefined,
    unreported: [],
    isRunning: false,
  };
}

/** The rule of effects of a list, as named in explanations, messages and errors. */
function ruleOfList({ name, index }: ActionList): Rule {
  return {
    index,
    name,
    label: '',
    carrier: { by: 'condition', kinds: [], where: [], times: undefined },
    phase: 'actions',
    priority: 0,
    activation: [],
    include: [],
    exclude: [],
    effects: [],
    claims: 0,
    dispatch: 'rule',
    reads: [],
    writes: [],
    structural: true,
    origin: { file: '', line: 0, column: 0 },
  };
}

interface PlainList {
  readonly effects: readonly Effect[];
  readonly isSilent: boolean;
}

function plainListOf({ actions }: ActionList, heard: HeardTypes | undefined): PlainList | undefined {
  const effects: Effect[] = [];
  for (const { task, filter, subject, direct, swaps, needsDirect } of actions) {
    if (task.by !== 'effects' || filter !== undefined || subject !== undefined || direct !== undefined)
      return undefined;
    if (swaps || needsDirect || (heard !== undefined && task.effects.some(heard.mayHear))) return undefined;
    effects.push(...task.effects);
  }
  return { effects, isSilent: actions.every(({ silent }) => silent) };
}

/**
 * The effects of a list of nothing else, to be done at once on a direct object (0: none). Undefined for others, if
 * actions are reported, and if they need another object for want of one.
 */
export function plainEffects({ plain, report }: Run, list: number, direct: number): readonly Effect[] | undefined {
  const found = plain[list];
  return report !== undefined || (direct === 0 && found?.isSilent !== true) ? undefined : found?.effects;
}

/** Players are handles. */
function createPlayers(state: WorldState, { players: kind, active, next }: TimingBook) {
  const known = memo(state.stamps, [fact.population], (): readonly number[] => {
    const found: number[] = [];
    if (kind === 0) return found;
    for (let id = 1; id < idLimit(state.identity); id++)
      if (state.identity.kind[id] === kind) found.push(handleOf(state.identity, id));
    return found;
  });
  const all = (): readonly number[] => known.get();
  return {
    all,
    /** Orders conflicts: the active player, the next one between turns, or the first. 0: nobody. */
    orderer(): number {
      for (const role of [active, next]) {
        const id = role < 0 ? 0 : boundTo(state, role);
        if (id !== 0 && state.identity.kind[id] === kind) return handleOf(state.identity, id);
      }
      return all()[0] ?? 0;
    },
    after(player: number): number {
      const order = all();
      return order[(order.indexOf(player) + 1) % order.length] ?? 0;
    },
    plays: (player: number) => player !== 0 && all().includes(player),
  };
}

/** A future occurrence: values by field, as stored. */
export interface Occurring {
  readonly type: number;
  readonly values: readonly number[];
  /** For effects: place among those with listeners, and handle of the source. */
  readonly effect?: number;
  readonly maker?: number;
  /** Seen by its expressions when it applies. */
  readonly rule?: number;
  readonly answered?: number;
  readonly controller?: number;
}

/** Finds continuous abilities that begin or end, only after changes of what their conditions read. */
function createContinuousWatch(state: WorldState, abilities: readonly Continuous[]) {
  const looked = freshness(state.stamps, [
    ...new Set([
      fact.population,
      ...abilities.flatMap(({ condition, column }) => [...stampsIn(condition), columnStamp(column)]),
    ]),
  ]);
  let isSettled = false;
  const carriers = carriersIn(state, abilities);
  return {
    isDirty: () => !isSettled || !looked.isFresh(),
    /** The next object, from an id on, whose column differs from the condition of an ability; 0: none. */
    next(index: number, from: number, frame: Frame): number {
      const { condition, column } = abilities[index];
      const ids = carriers(index);
      for (let i = firstAtLeast(ids, from, 0, ids.length); i < ids.length; i++)
        if (holds(condition, ids[i], frame) !== (state.cells[column][ids[i]] === 1)) return ids[i];
      return 0;
    },
    begin(): void {
      isSettled = false;
      looked.note();
    },
    /** Ends a look that left nothing to change. Changes since its beginning count for the next. */
    settled(): void {
      isSettled = true;
    },
  };
}

function holds(condition: Continuous['condition'], id: number, frame: Frame): boolean {
  frame.slots[sourceSlot] = frame.slots[targetSlot] = id;
  frame.occurrence = frame.controller = 0;
  return frame.evaluate(condition) === 1;
}
