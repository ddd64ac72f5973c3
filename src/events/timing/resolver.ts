import type { WorldState } from '../../state/world-state.js';
import type { Effect } from '../../ir/effect.js';
import type { TimingBook } from '../../ir/occurrence.js';
import type { Rule } from '../../ir/rule.js';
import type { TriggerBook } from '../../ir/trigger.js';
import { type ContinuousWatch, createContinuousWatch } from './continuous-watch.js';
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
import { type Players, createPlayers } from './players.js';
import { type Question, createQuestion } from './question.js';

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
