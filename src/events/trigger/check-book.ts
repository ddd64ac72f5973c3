import { EdictError } from '../../kernel/errors.js';
import type { Model } from '../../model/model.js';
import { isSequential } from '../../eval/make-node.js';
import type { Deed, TriggerBook } from '../../ir/trigger.js';

/**
 * Throws where a book of triggers is not whole: lists and triggers that are not there, conditions that count how often
 * they are asked.
 */
export function checkTriggers({ triggers: names }: Model, { triggers, lists, timing }: TriggerBook): void {
  const { demand, refuse } = demandOf('triggers');
  if (names.length !== triggers.length) refuse(`${triggers.length} triggers, the model names ${names.length}`);
  if (!(timing.granularity >= 1) || !(timing.period >= 0)) refuse('a granularity below 1 or a period below 0');
  triggers.forEach(({ index, list, when }, i) => {
    if (index !== i) refuse(`trigger ${index} in place ${i}`);
    demand('list', list, lists.length);
    if (isSequential(when)) refuse(`trigger ${names[i]}, whose condition draws in sequence`);
  });
  for (const { actions } of lists) for (const { deed } of actions) checkDeed(deed);

  function checkDeed(deed: Deed): void {
    if (deed.by === 'arm') for (const index of [...deed.arm, ...deed.disarm]) demand('trigger', index, triggers.length);
    if (deed.by === 'group') demand('list', deed.list, lists.length);
    if (deed.by === 'start')
      for (const list of typeof deed.list === 'number' ? [deed.list] : deed.list.lists.values())
        demand('list', list, lists.length);
  }
}

/** What a book of content must be. */
export interface Demand {
  /** Throws `bad-content` where there is no such thing; indices begin at `first`, 0 where that is left out. */
  readonly demand: (what: string, index: number, count: number, first?: number) => void;
  /** Throws `bad-content`. */
  readonly refuse: (what: string) => never;
}

/** Demands of the triggers, or whatever else, of content. */
export function demandOf(book: string): Demand {
  const refuse: Demand['refuse'] = (what) => {
    throw new EdictError('bad-content', `the ${book} of the content have ${what}; make them by a loader`);
  };
  return {
    refuse,
    demand(what, index, count, first = 0) {
      if (!(Number.isInteger(index) && index >= first && index < first + count))
        refuse(`${what} ${index}, of ${count}`);
    },
  };
}
