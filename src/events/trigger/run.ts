import type { WorldState } from '../../components/state.js';
import type { TurnContext } from '../../meaning/effects/turn-context.js';
import type { Rule } from '../../ir/rule.js';
import type { TriggerBook } from '../../ir/trigger.js';
import { type Watcher, type Finder, type Search, createSearch } from '../../meaning/finder.js';
import type { TriggerEvent } from './event.js';
import type { Effect } from '../../ir/effect.js';
import type { TimingBook, Continuous } from '../../ir/occurrence.js';
import {
  type EffectBook,
  type EffectStep,
  type HeardTypes,
  createEffectBook,
  heardTypes,
  raises,
  stepsOf,
} from '../../ir/heard-effects.js';
import { type Question, createQuestion } from '../timing/question.js';
import { boundTo } from '../../components/roles.js';
import { columnStamp, fact, freshness, memo } from '../../model/stamps.js';
import { handleOf, idLimit } from '../../kernel/identity.js';
import { firstAtLeast } from '../../kernel/first-at-least.js';
import { type Frame, sourceSlot, targetSlot } from '../../ir/node.js';
import { stampsIn } from '../watch/split.js';
import { carriersIn, carries } from '../timing/carriers.js';

export interface Run {
  readonly state: WorldState;
  readonly book: TriggerBook;
  readonly watcher: Watcher;
  readonly resolver: Resolver;
  /** The rule that effects of a list fire by. Made on demand: most lists never run. */
  readonly ruleOf: (list: number) => Rule;
  readonly context: TurnContext;
  readonly tell: ((event: TriggerEvent) => void) | undefined;
  /** Updates what follows from the world, after effects. */
  readonly settle: (() => void) | undefined;
}

/** What resolving occurrences needs beyond lists of actions. */
export interface Resolver {
  readonly book: TimingBook;
  readonly finder: Finder;
  /** Reused for each search. */
  readonly search: Search;
  readonly players: Players;
  /** The decision; open while the machine waits. */
  readonly question: Question;
  /** By type: 1 where something answers only its first of a turn. */
  readonly keepsPast: Uint8Array;
  readonly watch: ContinuousWatch | undefined;
  /** Effects with listeners, or that raise occurrences, if any. */
  readonly heard: HeardTypes | undefined;
  readonly effects: EffectBook;
  /** Whether effects of an action may have listeners or raise occurrences. */
  readonly isHeard: (effects: readonly Effect[]) => boolean;
  readonly stepsOf: (effects: readonly Effect[]) => readonly EffectStep[];
  /**
   * The effects of a list of nothing else, to be done at once on a direct object (0: none). Undefined for others, with
   * a listener, and if they need another object for want of one.
   */
  readonly plainEffects: (list: number, isTold: boolean, direct: number) => readonly Effect[] | undefined;
}

export function createResolver(
  state: WorldState,
  book: TimingBook,
  { lists }: TriggerBook,
  rules: readonly Rule[],
  finder: Finder,
  ruleOf: (list: number) => Rule,
): Resolver {
  const effectsOf = lists.map(({ name, actions }, index) => ({
    name,
    effects: actions.flatMap(({ deed }) => (deed.by === 'effects' ? deed.effects : [])),
    rule: () => ruleOf(index),
  }));
  const heard = heardTypes(
    book,
    [...rules, ...effectsOf].some(({ effects }) => effects.some(raises)),
  );
  const keepsPast = new Uint8Array(book.types.length);
  for (const { first, on } of book.abilities) if (first) for (const { type } of on) keepsPast[type] = 1;
  const steps = new Map<readonly Effect[], readonly EffectStep[]>();
  const plain = lists.map((_, index) => plainOf(index));
  return {
    book,
    finder,
    keepsPast,
    heard,
    search: createSearch(),
    players: createPlayers(state, book),
    question: createQuestion(book.abilities),
    watch: book.continuous.length === 0 ? undefined : createContinuousWatch(state, book.continuous),
    effects: createEffectBook(heard === undefined ? [] : rules, heard === undefined ? [] : effectsOf, heard),
    isHeard: (effects) => heard !== undefined && effects.some(heard.mayHear),
    stepsOf(effects) {
      let found = steps.get(effects);
      if (found === undefined) steps.set(effects, (found = stepsOf(effects)));
      return found;
    },
    plainEffects: (list, isTold, direct) =>
      isTold || (direct === 0 && plain[list]?.isSilent !== true) ? undefined : plain[list]?.effects,
  };

  function plainOf(index: number): { readonly effects: readonly Effect[]; readonly isSilent: boolean } | undefined {
    const effects: Effect[] = [];
    for (const { deed, filter, subject, direct, swaps, needsDirect } of lists[index].actions) {
      if (
        deed.by !== 'effects' ||
        filter !== undefined ||
        subject !== undefined ||
        direct !== undefined ||
        swaps ||
        needsDirect
      )
        return undefined;
      if (heard !== undefined && deed.effects.some(heard.mayHear)) return undefined;
      effects.push(...deed.effects);
    }
    return { effects, isSilent: lists[index].actions.every(({ silent }) => silent) };
  }
}

/** Those who decide, in turn order. */
interface Players {
  /** Handles. */
  all(): readonly number[];
  /** Who orders conflicts: the active player, the next one between turns, or the first. 0: nobody. */
  orderer(): number;
  after(player: number): number;
  plays(player: number): boolean;
}

function createPlayers(state: WorldState, { players: kind, active, next }: TimingBook): Players {
  const known = memo(state.stamps, [fact.population], find);
  const all = (): readonly number[] => known.get();
  return { all, orderer, after, plays: (player) => player !== 0 && all().includes(player) };

  function find(): readonly number[] {
    const found: number[] = [];
    if (kind === 0) return found;
    for (let id = 1; id < idLimit(state.identity); id++)
      if (state.identity.kind[id] === kind) found.push(handleOf(state.identity, id));
    return found;
  }

  function orderer(): number {
    for (const role of [active, next]) {
      const id = role < 0 ? 0 : boundTo(state, role);
      if (id !== 0 && state.identity.kind[id] === kind) return handleOf(state.identity, id);
    }
    return all()[0] ?? 0;
  }

  function after(player: number): number {
    const order = all();
    return order[(order.indexOf(player) + 1) % order.length] ?? 0;
  }
}

/** Finds continuous abilities that begin or end, only after changes of what their conditions read. */
interface ContinuousWatch {
  /** Something may have changed since the last look. */
  readonly isDirty: boolean;
  /** The next object, from an id on, whose column differs from the condition of an ability (by index); 0: none. */
  next(index: number, from: number, frame: Frame): number;
  finds(frame: Frame): boolean;
  begin(): void;
  /** Ends a look that left nothing to change. Changes since its beginning count for the next. */
  settled(): void;
}

function createContinuousWatch(state: WorldState, abilities: readonly Continuous[]): ContinuousWatch {
  const reads = new Set([
    fact.population,
    ...abilities.flatMap(({ condition, column }) => [...stampsIn(condition), columnStamp(column)]),
  ]);
  const looked = freshness(state.stamps, [...reads]);
  let isSettled = false;
  const carriers = carriersIn(state, (index, id) =>
    carries(abilities[index], state.identity.kind[id], state.class[id]),
  );
  return {
    get isDirty() {
      return !isSettled || !looked.isFresh();
    },
    next,
    finds(frame) {
      return abilities.some((_, index) => next(index, 1, frame) !== 0);
    },
    begin() {
      isSettled = false;
      looked.note();
    },
    settled() {
      isSettled = true;
    },
  };

  function next(index: number, from: number, frame: Frame): number {
    const ability = abilities[index];
    const ids = carriers(index);
    for (let i = firstAtLeast(ids, from, 0, ids.length); i < ids.length; i++)
      if (holds(ability, ids[i], frame) !== (state.cells[ability.column][ids[i]] === 1)) return ids[i];
    return 0;
  }

  function holds({ condition }: Continuous, id: number, frame: Frame): boolean {
    frame.slots[sourceSlot] = frame.slots[targetSlot] = id;
    frame.occurrence = frame.controller = 0;
    return frame.evaluate(condition) === 1;
  }
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
