import type { Continuous } from '../../ir/ability.js';
import { quoteText } from '../diagnostics/quote.js';
import type { ActionContext, TimingContext } from './action-context.js';
import { lowerActions } from './actions.js';
import { objectsNamed } from './carriers.js';
import { conjunction } from './conditions.js';
import type { Placed } from './declarations.js';
import { holderContext } from './expression-text.js';
import { holdingName } from './holding-columns.js';
import { reportError, reportWarning } from './loading.js';
import { type Claims, checkName, claim } from './names.js';
import type { GroupContext } from './rule-context.js';
import type { ContinuousSource } from './schema.js';

/** Lowers what holds while a condition holds, in the order of the content. */
export function lowerContinuous(
  all: readonly Placed<ContinuousSource>[],
  context: TimingContext,
): readonly Continuous[] {
  const claims: Claims = new Map();
  return all.map((placed, index) => lowerOne(placed, index, claims, context)).filter((each) => each !== undefined);
}

function lowerOne(
  { source, place }: Placed<ContinuousSource>,
  index: number,
  claims: Claims,
  timing: TimingContext,
): Continuous | undefined {
  const { loading, model } = timing;
  const at = loading.places.ofValue(source, 'name');
  const isNamed =
    checkName(loading, source.name, at) && claim(loading, claims, source.name, 'something continuous', at);
  const carried = objectsNamed(source.carrier, false, timing);
  const common: GroupContext = { ...timing, sites: { next: 0 }, amounts: [], rolesByName: true };
  const condition = conjunction(source, 'while', source.while, common, holderContext(timing, carried?.self ?? 'any'));
  const acting: ActionContext = { ...common, ...timing, title: `continuous ${source.name}` };
  const [begins, ends] = [source.begin, source.end].map((list) =>
    list === undefined ? -1 : lowerActions(list, { subject: true, direct: true }, acting),
  );
  warnOfNothing(source, timing);
  if (timing.occurrences.types.length === 0 && !loading.collector.hasErrors) {
    reportError(loading, place, {
      code: 'no-occurrences',
      message: `${quoteText(source.name)} begins and ends as something occurs, and nothing can; expected occurrences`,
      suggestion: 'declare what may happen under `occurrences`',
    });
  }
  const column = model.columnByName.get(holdingName(source.name));
  if (!isNamed || carried === undefined || condition === undefined || column === undefined) return undefined;
  return Object.freeze({
    index,
    name: source.name,
    carrier: carried.carrier,
    condition,
    column: column.index,
    begins,
    ends,
    origin: { file: place.file, line: place.line, column: place.column },
  });
}

function warnOfNothing(source: ContinuousSource, { loading }: TimingContext): void {
  const isEmpty = (list: ContinuousSource['begin']): boolean =>
    list === undefined || (list.length === 0 && !loading.damage.containers.has(list));
  if (!isEmpty(source.begin) || !isEmpty(source.end) || loading.damage.containers.has(source)) return;
  reportWarning(loading, loading.places.ofValue(source, 'name'), {
    code: 'no-actions',
    message: `${quoteText(source.name)} does nothing when it begins or ends, expected an action at least`,
    suggestion: 'add actions under `begin` or `end`, or remove it',
  });
}
