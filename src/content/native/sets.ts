import type { Enumeration, Holding, Kind } from '../../model/model.js';
import type { Link } from '../../model/connection.js';
import { listTexts, quoteText } from '../text/quote.js';
import type { Declaration } from './declarations.js';
import { kindAt } from './kinds.js';
import { type Where, isLost, isTorn, lose, namesOf, refuse, refuseUnknown } from './load-context.js';
import type { ClassContext, ModelContext } from './model-context.js';
import type { PropertySource } from './schema.js';

/** Each once for all kinds that list it. */
export function lowerSets(context: ModelContext): readonly Holding[] {
  const holdings: Holding[] = [];
  for (const declaration of context.declarations.sets) {
    const { name } = declaration;
    const words = wordsOf(declaration, context);
    if (words !== undefined)
      holdings.push(
        Object.freeze({ index: holdings.length, name, words: words.index, kinds: kindsListing(name, context) }),
      );
  }
  return holdings;
}

function wordsOf({ name, source, place }: Declaration<PropertySource>, context: ModelContext): Enumeration | undefined {
  const { of } = source;
  const { enumerations, enumerationByName } = context.names;
  const enumeration = of === undefined ? undefined : enumerationByName.get(of);
  if (enumeration !== undefined && !isLost(context, enumeration.name)) return enumeration;
  const known = (): string => listTexts(namesOf(enumerations));
  if (of === undefined) {
    const message = () => `the set ${quoteText(name)} has no \`of\`, expected the enumeration of its words: ${known()}`;
    if (!isTorn(context, source)) refuse(context, place, 'missing-key', message, 'add `of`');
  } else if (!isLost(context, of)) {
    const message = () =>
      `${quoteText(of)} is no enumeration, expected that of the words of ${quoteText(name)}: ${known()}`;
    const otherwise = 'declare it under `enumerations`';
    refuseUnknown(context, [source, 'of'], of, message, enumerations, otherwise, 'unknown-type');
  }
  lose(context, name);
  return undefined;
}

export function lowerLists(context: ModelContext): readonly Link[] {
  const { declarations, kindByName } = context;
  return declarations.lists.map((declaration, index): Link => {
    const { name, source } = declaration;
    const to = source.of === undefined ? undefined : kindAt(source, 'of', kindByName, context);
    if (source.of !== undefined && to === undefined) lose(context, name);
    return Object.freeze({ index, name, kinds: kindsListing(name, context), to: to?.index ?? 0 });
  });
}

function kindsListing(name: string, { kinds, declarations, loading }: ModelContext): readonly number[] {
  const lists = ({ index }: Kind): boolean =>
    loading.index.placeIn(declarations.kinds[index - 1].source.properties ?? [], name) >= 0;
  return kinds.filter(lists).map(({ index }) => index);
}

/**
 * The set that objects of a kind have; reports that the kind lacks it. An unknown kind has all. Undefined also where
 * the set itself is lost.
 */
export function setOfKind(
  name: string,
  kind: Kind | undefined,
  where: Where,
  context: Pick<ClassContext, 'holdings' | 'torn' | 'loading'>,
): Holding | undefined {
  const { holdings, torn, loading } = context;
  const holding = loading.index.find(holdings, name);
  if (holding === undefined || kind === undefined || holding.kinds.includes(kind.index) || torn.has(kind.index))
    return holding;
  const message = `objects of kind ${quoteText(kind.name)} have no ${quoteText(name)}, expected one of their sets`;
  return refuse(context, where, 'not-on-kind', message, "list it under the kind's `properties`, or remove it here");
}
