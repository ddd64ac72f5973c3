import type { Raised } from '../../ir/occurrence.js';
import { listTexts, quoteText } from '../diagnostics/quote.js';
import { actionContext } from './expression-text.js';
import { atKey, isLost, isTorn, refuse, refuseUnknown } from './loading.js';
import type { OccurrenceDraft } from './occurrence-table.js';
import { byPlace, readKey, whole } from './reading.js';
import type { GroupContext } from './rule-context.js';
import type { EffectSource, ExpressionSource, TimingActionSource } from './schema.js';

/** What is about to occur, as actions, effects and abilities say it. */

/**
 * Lowers what is about to occur, a type by its name under `key`, with values by field. `expressions`: what its values
 * may name.
 */
export function raisedOf(
  source: { readonly values?: Readonly<Record<string, ExpressionSource>> | undefined },
  key: string,
  type: string,
  context: GroupContext,
  expressions = actionContext(context, context.sites),
): Raised | undefined {
  const { values = {} } = source;
  const draft = occurrenceNamed(source, key, type, context);
  if (draft === undefined) return undefined;
  context.raised.add(draft.index);
  let isWhole = true;
  const found = Object.keys(values).flatMap((field) => {
    const known = draft.fields.get(field);
    const compiled = known && readKey(values, field, known.type, expressions, context);
    if (known === undefined && draft.isTorn !== true) refuseField(field, values, draft, context);
    if (known === undefined || compiled === undefined) {
      isWhole = false;
      return [];
    }
    context.amounts.push(compiled);
    return [{ place: known.place, value: compiled.node }];
  });
  return isWhole ? { type: draft.index, values: byPlace(found) } : undefined;
}

function refuseField(field: string, values: object, { name, fields }: OccurrenceDraft, context: GroupContext): void {
  const otherwise = 'declare it under the `fields` of the occurrence';
  refuseUnknown(
    context,
    atKey(values, field),
    field,
    (known) => `${quoteText(name)} has no field ${quoteText(field)}, expected ${listTexts(known)}`,
    fields,
    otherwise,
  );
}

/** A type that content declares. */
export function occurrenceNamed(
  container: object,
  key: string | number,
  name: string,
  context: GroupContext,
): OccurrenceDraft | undefined {
  const { byName, players, missed } = context.occurrences;
  if (isLost(context, name)) return undefined;
  const draft = byName.get(name);
  if (draft !== undefined) return draft;
  if (byName.size > 0) {
    const message = `there is no occurrence ${quoteText(name)}, expected the name of one`;
    return refuseUnknown(context, [container, key], name, message, byName, 'declare it under `occurrences`');
  }
  if (!missed.has('occurrences'))
    refuse(
      context,
      [container, key],
      'no-occurrences',
      `there is no occurrence ${quoteText(name)}, and content declares none at all; expected them under ${quoteText('occurrences')}`,
      `declare what may happen, as in ${quoteText(`occurrences: { ${name}: { fields: { … } } }`)}${players === 0 ? ', and where somebody is to decide their kind, as `timing: { players: … }`' : ''}`,
    );
  missed.add('occurrences');
  return undefined;
}

export function allRaised(
  source: Extract<TimingActionSource | EffectSource, { raise: unknown }>,
  context: GroupContext,
  expressions = actionContext(context, context.sites),
): readonly Raised[] | undefined {
  const { raise } = source;
  if (typeof raise === 'string') {
    const occurrence = raisedOf(source, 'raise', raise, context, expressions);
    return occurrence && [occurrence];
  }
  if (source.values !== undefined)
    refuse(
      context,
      atKey(source, 'values'),
      'two-ways',
      `several occurrences are raised here, and ${quoteText('values')} beside them are of none; expected values in each`,
      'write `{ type: …, values: … }` for each of them',
    );
  if (raise.length === 0 && !isTorn(context, raise))
    refuse(
      context,
      [source, 'raise'],
      'missing-key',
      'nothing is raised here, expected one occurrence at least',
      'name one, or remove this',
    );
  const occurrences = whole(raise.map((each) => raisedOf(each, 'type', each.type, context, expressions)));
  return source.values === undefined ? occurrences : undefined;
}
