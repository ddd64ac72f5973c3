import type { AbilityCarrier, Continuous } from '../../ir/ability.js';
import { reportUnknownKind, reportTwice } from './kinds.js';
import { quoteText } from '../diagnostics/quote.js';
import { atKey, refuse, refuseUnknown } from './loading.js';
import type { RuleContext } from './rule-context.js';
import type { AbilitySource, ContinuousSource } from './schema.js';

/** Who has an ability, or something that holds while a condition holds. */

/** A carrier, and the kinds of the objects that `self` can be. */
export interface Carried<Carrier extends AbilityCarrier = AbilityCarrier> {
  readonly carrier: Carrier;
  readonly self: readonly number[] | 'any' | 'nobody';
}

/** The carrier of an ability; undefined, and reported, where it names a class or kind that is not there. */
export function carrierOf(source: AbilitySource, context: RuleContext): Carried | undefined {
  const { carrier = 'world', own = false } = source;
  if (typeof carrier !== 'string') return objectsNamed(carrier, own, context);
  if (own) {
    refuse(
      context,
      atKey(source, 'own'),
      'wrong-carrier',
      `the ability ${quoteText(source.name)} is no object's own, expected ${quoteText('own')} of what objects have`,
      'name who has it under `carrier`, as `{ kind: … }` or `{ class: … }`',
    );
  }
  return carrier === 'world'
    ? { carrier: { by: 'world' }, self: 'nobody' }
    : { carrier: { by: 'creation' }, self: 'any' };
}

/** Objects of some classes or of a kind. */
export function objectsNamed(
  source: ContinuousSource['carrier'],
  own: boolean,
  { model, loading }: RuleContext,
): Carried<Continuous['carrier']> | undefined {
  if ('kind' in source) {
    const kind = model.kindByName.get(source.kind);
    if (kind === undefined)
      reportUnknownKind(
        source.kind,
        model.kindByName,
        () => loading.places.ofValue(source, 'kind'),
        loading,
        model.classByName.has(source.kind) ? `write ${quoteText(`{ class: ${source.kind} }`)}` : undefined,
      );
    return kind && { carrier: { by: 'kind', kind: kind.index, own }, self: [kind.index] };
  }
  const classes = new Set<number>();
  const kinds = new Set<number>();
  const names = [source.class].flat();
  let isWhole = true;
  for (const [i, name] of names.entries()) {
    const place =
      typeof source.class === 'string'
        ? loading.places.ofValue(source, 'class')
        : loading.places.ofValue(source.class, i);
    const found = model.classByName.get(name);
    if (found !== undefined && !classes.has(found.index)) {
      classes.add(found.index);
      kinds.add(found.kind);
      continue;
    }
    isWhole = false;
    if (found !== undefined) reportTwice(name, place, loading);
    else if (!loading.damage.names.has(name)) {
      refuseUnknown(
        { loading },
        place,
        name,
        `there is no class ${quoteText(name)}, expected the name of one`,
        () => model.classes.map((each) => each.name),
        model.kindByName.has(name)
          ? `it is a kind: write ${quoteText(`{ kind: ${name} }`)}`
          : 'declare it under `classes`',
      );
    }
  }
  if (names.length === 0 && !loading.damage.containers.has(names)) {
    refuse(
      { loading },
      [source, 'class'],
      'missing-key',
      'the list of classes is empty, expected one at least',
      'name the class of those who have it',
    );
  }
  return isWhole && classes.size > 0 ? { carrier: { by: 'classes', classes, own }, self: [...kinds] } : undefined;
}
