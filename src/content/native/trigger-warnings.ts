import type { Action, TriggerBook } from '../../ir/trigger.js';
import { type EndlessPoll, findEndlessPolls } from '../../events/trigger/endless-polls.js';
import { quoteText } from '../diagnostics/quote.js';
import { type Fault, type Loading, reportWarning } from './loading.js';
import type { ActionSource, TriggerSource } from './schema.js';

/** What can hardly be meant in triggers. */

interface Knowing {
  readonly loading: Loading;
}

export function warnOfNoConditions(source: TriggerSource, { loading }: Knowing): void {
  if (!Array.isArray(source.when) || source.when.length > 0 || loading.damage.containers.has(source.when)) return;
  reportWarning(loading, loading.places.ofValue(source, 'when'), {
    code: 'no-conditions',
    message: `the trigger ${quoteText(source.name)} has no conditions, so it fires as soon as it is looked at; expected one at least`,
    suggestion: 'add a condition, or write `when: true` if that is meant',
  });
}

export function warnOfNoActions(source: TriggerSource, { loading }: Knowing): void {
  if (loading.damage.containers.has(source.do) || loading.damage.containers.has(source) || !source.do.every(isWaiting))
    return;
  const lacks =
    source.do.length === 0
      ? 'has no actions, expected one at least'
      : 'only waits and then does nothing, expected an action behind that';
  reportWarning(loading, loading.places.ofValue(source, 'do'), {
    code: 'no-actions',
    message: `the trigger ${quoteText(source.name)} ${lacks}`,
    suggestion: 'add an action, such as `{ tell: … }`, or remove the trigger',
  });
}

function isWaiting(action: ActionSource): boolean {
  return 'delay' in action || ('do' in action && action.do.every(isWaiting));
}

/**
 * Warns of triggers that find themselves again when they look at all triggers. `sources`: what the actions of the book
 * were lowered from.
 */
export function warnOfEndlessChecks(
  book: TriggerBook,
  sources: ReadonlyMap<Action, ActionSource>,
  loading: Loading,
): void {
  // Beside errors the book is not whole.
  if (loading.collector.hasErrors) return;
  for (const found of findEndlessPolls(book)) {
    const source = sources.get(found.action);
    if (source !== undefined) reportWarning(loading, loading.places.ofKey(source, 'check'), endlessFault(found, book));
  }
}

function endlessFault({ trigger, armer }: EndlessPoll, { triggers }: TriggerBook): Fault {
  const { name, persistent } = triggers[trigger];
  const code = 'endless-check';
  const end = quoteText('sweep-depth');
  if (armer !== undefined) {
    return {
      code,
      message: `the trigger ${quoteText(name)} looks at all triggers, and ${quoteText(triggers[armer].name)} arms it again meanwhile: while the conditions of both stay true that ends in the error ${end}`,
      suggestion: 'put a `delay` before the check, or before what arms it',
    };
  }
  return {
    code,
    message: `the trigger ${quoteText(name)} ${persistent ? 'stays armed' : 'arms itself'} and looks at all triggers, itself among them: while its condition stays true that ends in the error ${end}`,
    suggestion: persistent
      ? 'remove `persistent`, disarm it before, or put a `delay` before the check'
      : 'arm it behind the check, or put a `delay` before the check',
  };
}
