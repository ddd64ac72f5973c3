import type { Raised } from '../../ir/occurrence.js';
import { quoteText } from '../text/quote.js';
import { actionContext } from './expression-text.js';
import { type Where, atKey, isLost, refuse, whole } from './load-context.js';
import { type OccurrenceDraft, refuseField } from './occurrence-table.js';
import { byPlace, readKey } from './read-keys.js';
import { named } from './references.js';
import type { GroupContext } from './rule-context.js';
import type { EffectSource, ExpressionSource, TimingActionSource } from './schema.js';

/** `expressions`: what values may name. */
export function raisedOf(
  source: { readonly values?: Readonly<Record<string, ExpressionSource>> | undefined },
  key: string,
  type: string,
  context: GroupContext,
  expressions = actionContext(context),
): Raised | undefined {
  const { values = {} } = source;
  const draft = occurrenceNamed([source, key], type, context);
  if (draft === undefined) return undefined;
  context.raised.add(draft.index);
  const found = Object.keys(values).map((field) => {
    const known = draft.fields.get(field);
    const compiled = known && readKey(values, field, known.type, expressions, context);
    if (known === undefined && draft.isTorn !== true) refuseField(atKey(values, field), field, draft, context);
    if (known === undefined || compiled === undefined) return undefined;
    context.amounts.push(compiled);
    return { place: known.place, value: compiled.node };
  });
  const placed = whole(found);
  return placed && { type: draft.index, values: byPlace(placed) };
}

export function occurrenceNamed(where: Where, name: string, context: GroupContext): OccurrenceDraft | undefined {
  const { byName, players, missed } = context.occurrences;
  if (isLost(context, name)) return undefined;
  if (byName.size > 0) return named('occurrence', name, where, byName, context);
  if (!missed.has('occurrences'))
    refuse(
      context,
      where,
      'no-occurrences',
      `there is no occurrence ${quoteText(name)}, and content declares none at all; expected them under \`occurrences\``,
      `declare what may happen, as in ${quoteText(`occurrences: { ${name}: { fields: { … } } }`)}${players === 0 ? ', and where somebody is to decide their kind, as `timing: { players: … }`' : ''}`,
    );
  missed.add('occurrences');
  return undefined;
}

export function allRaised(
  source: Extract<TimingActionSource | EffectSource, { raise: unknown }>,
  context: GroupContext,
  expressions = actionContext(context),
): readonly Raised[] | undefined {
  const { raise } = source;
  if (typeof raise === 'string') {
    const occurrence = raisedOf(source, 'raise', raise, context, expressions);
    return occurrence && [occurrence];
  }
  return whole(raise.map((each) => raisedOf(each, 'type', each.type, context, expressions)));
}
