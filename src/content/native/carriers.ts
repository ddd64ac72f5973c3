import type { Class } from '../../model/model.js';
import type { AbilityCarrier, Continuous } from '../../ir/occurrence.js';
import { reportUnknownKind } from './kinds.js';
import { quoteText } from '../diagnostics/quote.js';
import { atKey, refuse, refuseUnknown, isLost, isTorn } from './loading.js';
import type { RuleContext } from './rule-context.js';
import type { AbilitySource, ContinuousSource } from './schema.js';
import type { Place } from './source-tree.js';
import { readNames } from './reading.js';

/** Who has an ability, or something that holds while a condition holds. */

/** A carrier, and the kinds of the objects that `self` can be. */
export interface Carried<Carrier extends AbilityCarrier = AbilityCarrier> {
  readonly carrier: Carrier;
  readonly self: readonly number[] | 'any' | 'nobody';
}

export function carrierOf(source: AbilitySource, context: RuleContext): Carried | undefined {
  const { carrier = 'world', own = false } = source;
  if (typeof carrier !== 'string') return objectsNamed(carrier, own, context);
  if (own)
    refuse(
      context,
      atKey(source, 'own'),
      'wrong-carrier',
      `the ability ${quoteText(source.name)} is no object's own, expected ${quoteText('own')} of what objects have`,
      'name who has it under `carrier`, as `{ kind: … }` or `{ class: … }`',
    );
  return carrier === 'world'
    ? { carrier: { by: 'world' }, self: 'nobody' }
    : { carrier: { by: 'creation' }, self: 'any' };
}

/** Objects of some classes or of a kind. */
export function objectsNamed(
  source: ContinuousSource['carrier'],
  own: boolean,
  context: RuleContext,
): Carried<Continuous['carrier']> | undefined {
  const { classes, classByName, kindByName } = context.model;
  if ('kind' in source) {
    const kind = kindByName.get(source.kind);
    if (kind !== undefined) return { carrier: { by: 'kind', kind: kind.index, own }, self: [kind.index] };
    const place = (): Place => context.loading.places.ofValue(source, 'kind');
    const asClass = classByName.has(source.kind) ? `write ${quoteText(`{ class: ${source.kind} }`)}` : undefined;
    reportUnknownKind(source.kind, kindByName, place, context.loading, asClass);
    return undefined;
  }
  const found = readNames(
    source,
    'class',
    (name, where): Class | undefined => {
      const named = classByName.get(name);
      if (named !== undefined || isLost(context, name)) return named;
      const otherwise = kindByName.has(name)
        ? `it is a kind: write ${quoteText(`{ kind: ${name} }`)}`
        : 'declare it under `classes`';
      const message = `there is no class ${quoteText(name)}, expected the name of one`;
      return refuseUnknown(context, where, name, message, classes, otherwise);
    },
    context,
  );
  if (source.class.length === 0 && typeof source.class !== 'string' && !isTorn(context, source.class))
    refuse(
      context,
      [source, 'class'],
      'missing-key',
      'the list of classes is empty, expected one at least',
      'name the class of those who have it',
    );
  if (found === undefined || found.length === 0) return undefined;
  const [indices, kinds] = [new Set(found.map(({ index }) => index)), new Set(found.map(({ kind }) => kind))];
  return { carrier: { by: 'classes', classes: indices, own }, self: [...kinds] };
}
