import type { Node } from '../../ir/node.js';
import type { Raised } from '../../ir/occurrence.js';
import type { ExpressionContext } from '../expression/compile-expression.js';
import { listTexts, quoteText } from '../diagnostics/quote.js';
import { compileText } from './expression-text.js';
import { atKey, didYouMean, refuse, refuseUnknown, reportError } from './loading.js';
import type { OccurrenceDraft } from './occurrence-table.js';
import type { GroupContext } from './rule-context.js';
import type { EffectSource, ExpressionSource, TimingActionSource } from './schema.js';

/** What is about to occur, as actions, effects and abilities say it. */

/** A type of occurrence by its name, and values by field. */
export interface RaisedSource {
  readonly container: object;
  readonly key: string;
  readonly type: string;
  readonly values: Readonly<Record<string, ExpressionSource>> | undefined;
}

/**
 * Lowers what is about to occur; undefined, and reported, when something is wrong with it. `expressions`: what its
 * values may name.
 */
export function raisedOf(
  { container, key, type: name, values = {} }: RaisedSource,
  context: GroupContext,
  expressions: ExpressionContext,
): Raised | undefined {
  const { loading } = context;
  const draft = occurrenceNamed(container, key, name, context);
  if (draft === undefined) return undefined;
  context.raised.add(draft.index);
  const found = new Map<number, Node>();
  let isWhole = true;
  for (const [field, text] of Object.entries(values)) {
    const known = draft.fields.get(field);
    const compiled = known && compileText({ container: values, key: field, text }, known.type, expressions, loading);
    if (known === undefined && draft.isTorn !== true) reportNoField(field, values, draft, context);
    if (known === undefined || compiled === undefined) isWhole = false;
    else {
      context.amounts.push(compiled);
      found.set(known.place, compiled.node);
    }
  }
  return isWhole
    ? {
        type: draft.index,
        values: Array.from(
          { length: [...found.keys()].reduce((most, place) => Math.max(most, place + 1), 0) },
          (_, place) => found.get(place),
        ),
      }
    : undefined;
}

function reportNoField(
  field: string,
  values: object,
  { name, fields }: OccurrenceDraft,
  { loading }: GroupContext,
): void {
  reportError(loading, loading.places.ofKey(values, field), () => {
    const known = [...fields.keys()];
    return {
      code: 'unknown-name',
      message: `${quoteText(name)} has no field ${quoteText(field)}, expected ${listTexts(known)}`,
      suggestion: didYouMean(loading, field, known) ?? 'declare it under the `fields` of the occurrence',
    };
  });
}

/** A type that content declares; undefined, and reported, where there is none. */
export function occurrenceNamed(
  container: object,
  key: string | number,
  name: string,
  { occurrences: { byName, players, missed }, loading }: GroupContext,
): OccurrenceDraft | undefined {
  const draft = byName.get(name);
  if (draft !== undefined) return loading.damage.names.has(name) ? undefined : draft;
  if (loading.damage.names.has(name)) return undefined;
  if (byName.size === 0) {
    if (!missed.has('occurrences')) {
      refuse(
        { loading },
        [container, key],
        'no-occurrences',
        `there is no occurrence ${quoteText(name)}, and content declares none at all; expected them under ${quoteText('occurrences')}`,
        `declare what may happen, as in ${quoteText(`occurrences: { ${name}: { fields: { … } } }`)}${players === 0 ? ', and where somebody is to decide their kind, as `timing: { players: … }`' : ''}`,
      );
    }
    missed.add('occurrences');
    return undefined;
  }
  return refuseUnknown(
    { loading },
    [container, key],
    name,
    `there is no occurrence ${quoteText(name)}, expected the name of one`,
    () => [...byName.keys()],
    'declare it under `occurrences`',
  );
}

type RaisingSource = Extract<TimingActionSource | EffectSource, { raise: unknown }>;

/** Lowers what an action or effect raises; undefined, and reported, when something is wrong with it. */
export function allRaised(
  source: RaisingSource,
  context: GroupContext,
  expressions: ExpressionContext,
): readonly Raised[] | undefined {
  const { loading } = context;
  const { raise } = source;
  if (typeof raise === 'string') {
    const occurrence = raisedOf(
      { container: source, key: 'raise', type: raise, values: source.values },
      context,
      expressions,
    );
    return occurrence && [occurrence];
  }
  if (source.values !== undefined) {
    refuse(
      context,
      atKey(source, 'values'),
      'two-ways',
      `several occurrences are raised here, and ${quoteText('values')} beside them are of none; expected values in each`,
      'write `{ type: …, values: … }` for each of them',
    );
  }
  if (raise.length === 0 && !loading.damage.containers.has(raise)) {
    refuse(
      context,
      [source, 'raise'],
      'missing-key',
      'nothing is raised here, expected one occurrence at least',
      'name one, or remove this',
    );
  }
  const found = raise.map((each) =>
    raisedOf({ container: each, key: 'type', type: each.type, values: each.values }, context, expressions),
  );
  const occurrences = found.filter((occurrence) => occurrence !== undefined);
  return occurrences.length < found.length || source.values !== undefined ? undefined : occurrences;
}
