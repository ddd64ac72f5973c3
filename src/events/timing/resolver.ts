import type { WorldState } from '../../components/state.js';
import type { Effect } from '../../ir/effect.js';
import type { Continuous, TimingBook } from '../../ir/occurrence.js';
import type { Rule } from '../../ir/rule.js';
import type { TriggerBook } from '../../ir/trigger.js';
import { type Finder, type Search, createSearch } from '../../meaning/finder.js';
import {
  type EffectBook,
  type EffectStep,
  type HeardTypes,
  createEffectBook,
  heardTypes,
  raises,
  stepsOf,
} from '../../ir/heard-effects.js';
import { type Question, createQuestion } from './question.js';
import { boundTo } from '../../components/roles.js';
import { fact, columnStamp } from '../../model/stamps.js';
import { memo, freshness } from '../../model/memo.js';
import { handleOf, idLimit } from '../../kernel/identity.js';
import { firstAtLeast } from '../../kernel/first-at-least.js';
import { type Frame, sourceSlot, targetSlot } from '../../ir/node.js';
import { stampsIn } from '../watch/dependences.js';
import { carriersIn } from './carriers.js';

/** What resolving occurrences needs beside what lists of actions need. */
export interface Resolver {
  readonly book: TimingBook;
  readonly finder: Finder;
  /** What is looked for: filled anew each time. */
  readonly search: Search;
  readonly players: Players;
  /** What has to be decided; open while the machine waits for it. */
  readonly question: Question;
  /** By type: something that answers only the first of a turn listens to it. */
  readonly keepsPast: Uint8Array;
  readonly watch: ContinuousWatch | undefined;
  /** Effects that something may listen to, or that raise occurrences; undefined where there are none. */
  readonly heard: HeardTypes | undefined;
  readonly effects: EffectBook;
  /** Whether something may listen to one of the effects of an action, or one of them raises occurrences. */
  readonly isHeard: (effects: readonly Effect[]) => boolean;
  readonly stepsOf: (effects: readonly Effect[]) => readonly EffectStep[];
  /**
   * The effects of a list that is nothing but effects, so that it can be done at once on a direct object (0: none);
   * undefined for others, and where the host is told of its actions or they take another object for want of one.
   */
  readonly plainEffects: (list: number, isTold: boolean, direct: number) => readonly Effect[] | undefined;
}

/** `ruleOf`: what effects of a list are told to be fired by. */
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

/** Those who decide, in the order of their turns. */
interface Players {
  /** Handles; empty where nobody plays. */
  all(): readonly number[];
  /** Who orders what conflicts: the active player; between turns, whose turn comes next; else the first. 0: nobody. */
  orderer(): number;
  /** Whose turn to react comes behind a player's. */
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

/**
 * Knows which objects begin or cease to hold something. Nothing is looked at again while nothing that the conditions
 * read has changed.
 */
interface ContinuousWatch {
  /** Something may have changed since nothing was found. */
  readonly isDirty: boolean;
  /**
   * The next object from an id on of which a continuous ability (by index) does not stand as its condition is; 0: none.
   */
  next(index: number, from: number, frame: Frame): number;
  /** Whether there is any such object. */
  finds(frame: Frame): boolean;
  /** All are about to be looked at. */
  begin(): void;
  /**
   * All have been looked at, and nothing was left to change. What has changed since they began to be is looked at
   * again.
   */
  settled(): void;
}

function createContinuousWatch(state: WorldState, abilities: readonly Continuous[]): ContinuousWatch {
  const reads = new Set([
    fact.population,
    ...abilities.flatMap(({ condition, column }) => [...stampsIn(condition), columnStamp(column)]),
  ]);
  const looked = freshness(state.stamps, [...reads]);
  let isSettled = false;
  const carriers = carriersIn(state, (index, id) => carries(abilities[index], id));
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

  function carries({ carrier }: Continuous, id: number): boolean {
    return carrier.by === 'kind' ? state.identity.kind[id] === carrier.kind : carrier.classes.has(state.class[id]);
  }

  function holds({ condition }: Continuous, id: number, frame: Frame): boolean {
    frame.slots[sourceSlot] = frame.slots[targetSlot] = id;
    frame.occurrence = frame.controller = 0;
    return frame.evaluate(condition) === 1;
  }
}
