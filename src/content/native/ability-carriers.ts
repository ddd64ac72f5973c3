import type { Class } from '../../model/model.js';
import type { AbilityCarrier, Continuous } from '../../ir/occurrence.js';
import { kindNamed } from './kinds.js';
import { quoteText } from '../text/quote.js';
import { atKey, refuse, refuseUnknown, isLost } from './load-context.js';
import type { RuleContext } from './rule-context.js';
import type { AbilitySource, ContinuousSource } from './schema.js';
import { readNames } from './read-keys.js';

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
      `the ability ${quoteText(source.name)} is no object's own, expected \`own\` of what objects have`,
      'name who has it under `carrier`, as `{ kind: … }` or `{ class: … }`',
    );
  return carrier === 'world'
    ? { carrier: { by: 'world' }, self: 'nobody' }
    : { carrier: { by: 'creation' }, self: 'any' };
}

export function objectsNamed(
  source: ContinuousSource['carrier'],
  own: boolean,
  context: RuleContext,
): Carried<Continuous['carrier']> | undefined {
  const { classes, classByName, kindByName } = context.model;
  if ('kind' in source) {
    const asClass = classByName.has(source.kind) ? `write ${quoteText(`{ class: ${source.kind} }`)}` : undefined;
    const kind = kindNamed(source.kind, kindByName, [source, 'kind'], context, asClass)?.index;
    return kind === undefined ? undefined : { carrier: { by: 'kind', kind, own }, self: [kind] };
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
  if (found === undefined || found.length === 0) return undefined;
  const [indices, kinds] = [new Set(found.map(({ index }) => index)), new Set(found.map(({ kind }) => kind))];
  return { carrier: { by: 'classes', classes: indices, own }, self: [...kinds] };
}
