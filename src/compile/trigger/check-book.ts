import { EdictError } from '../../kernel/errors.js';
import type { Model } from '../../components/model.js';
import { operationOf } from '../make-node.js';
import type { Node } from '../node.js';
import type { Deed, TriggerBook } from '../trigger.js';

/** Throws where a book of triggers is not whole: lists and triggers that are not there, conditions that count how often they are asked. */
export function checkTriggers({ triggers: names }: Model, { triggers, lists, timing }: TriggerBook): void {
  const demand = (what: string, index: number, count: number): void => {
    if (!(Number.isInteger(index) && index >= 0 && index < count)) throw broken(`${what} ${index}, of ${count}`);
  };
  if (names.length !== triggers.length) throw broken(`${triggers.length} triggers, the model names ${names.length}`);
  if (!(timing.granularity >= 1) || !(timing.period >= 0)) throw broken('a granularity below 1 or a period below 0');
  triggers.forEach(({ index, list, when }, i) => {
    if (index !== i) throw broken(`trigger ${index} in place ${i}`);
    demand('list', list, lists.length);
    if (isSequential(when)) throw broken(`trigger ${names[i]}, whose condition draws in sequence`);
  });
  for (const { actions } of lists) for (const { deed } of actions) checkDeed(deed);

  function checkDeed(deed: Deed): void {
    if (deed.by === 'arm') for (const index of [...deed.arm, ...deed.disarm]) demand('trigger', index, triggers.length);
    if (deed.by === 'group') demand('list', deed.list, lists.length);
    if (deed.by === 'start') for (const list of typeof deed.list === 'number' ? [deed.list] : deed.list.lists.values()) demand('list', list, lists.length);
  }
}

function isSequential(node: Node): boolean {
  return operationOf(node).sequential === true || node.args.some(isSequential);
}

function broken(what: string): EdictError {
  return new EdictError('bad-content', `the triggers of the content have ${what}; make them by a loader`);
}
