import type { Enumeration, Holding, Kind } from '../../model/model.js';
import type { Link } from '../../model/connection.js';
import { listTexts, quoteText } from '../diagnostics/quote.js';
import type { Declaration } from './declarations.js';
import { reportUnknownKind } from './kinds.js';
import { type Fault, didYouMean, isLost, isTorn, refuse, reportError } from './loading.js';
import type { ClassContext, ModelContext } from './model-context.js';
import type { PropertySource } from './schema.js';
import type { Place } from './source-tree.js';

/** Lowers the sets of words, each once for all kinds that list it. */
export function lowerSets(context: ModelContext): readonly Holding[] {
  const holdings: Holding[] = [];
  for (const declaration of context.declarations.sets) {
    const { name } = declaration;
    const words = wordsOf(declaration, context);
    refuseDefault(declaration, 'set', context);
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
  const known = (): readonly string[] => enumerations.map((each) => each.name);
  if (of === undefined) {
    const message = () =>
      `the set ${quoteText(name)} has no \`of\`, expected the enumeration of its words: ${listTexts(known())}`;
    if (!isTorn(context, source)) refuse(context, place, 'missing-key', message, 'add `of`');
  } else if (!isLost(context, of)) {
    refuse(
      context,
      [source, 'of'],
      'unknown-type',
      () =>
        `${quoteText(of)} is no enumeration, expected that of the words of ${quoteText(name)}: ${listTexts(known())}`,
      () => didYouMean(context.loading, of, known()) ?? 'declare it under `enumerations`',
    );
  }
  context.loading.damage.names.add(name);
  return undefined;
}

/** Lowers the lists of objects, each once for all kinds that list it. */
export function lowerLists(context: ModelContext): readonly Link[] {
  const { declarations, kindByName, loading } = context;
  return declarations.lists.map((declaration, index): Link => {
    const { name, source } = declaration;
    const { of } = source;
    const to = of === undefined ? undefined : kindByName.get(of);
    refuseDefault(declaration, 'list', context);
    if (of !== undefined && to === undefined) {
      reportUnknownKind(of, kindByName, () => loading.places.ofValue(source, 'of'), loading);
      loading.damage.names.add(name);
    }
    return Object.freeze({ index, name, kinds: kindsListing(name, context), to: to?.index ?? 0 });
  });
}

/** Indices of the kinds that have a set or list among their properties. */
function kindsListing(name: string, { kinds, declarations, loading }: ModelContext): readonly number[] {
  const lists = ({ index }: Kind): boolean =>
    loading.index.placeIn(declarations.kinds[index - 1].source.properties ?? [], name) >= 0;
  return kinds.filter(lists).map(({ index }) => index);
}

/**
 * The set that objects of a kind have under a name; reports that the kind lacks it. Any kind does where it is unknown.
 * Undefined also where the set itself is lost.
 */
export function setOfKind(
  name: string,
  kind: Kind | undefined,
  place: () => Place,
  { holdings, torn, loading }: Pick<ClassContext, 'holdings' | 'torn' | 'loading'>,
): Holding | undefined {
  const holding = loading.index.find(holdings, name);
  if (holding === undefined || kind === undefined || holding.kinds.includes(kind.index) || torn.has(kind.index))
    return holding;
  const message = `objects of kind ${quoteText(kind.name)} have no ${quoteText(name)}, expected one of their sets`;
  return refuse({ loading }, place, 'not-on-kind', message, "list it under the kind's `properties`, or remove it here");
}

/** Reports a first value of what is empty at first. */
function refuseDefault(
  { name, source }: Declaration<PropertySource>,
  type: 'set' | 'list',
  { loading }: ModelContext,
): void {
  if (source.default !== undefined)
    reportError(loading, loading.places.ofKey(source, 'default'), emptyAtFirst(name, type));
}

/** What is said of a first value of a set or list, whatever the value is. */
export function emptyAtFirst(name: string, type: 'set' | 'list'): Fault {
  const filling =
    type === 'set'
      ? `classes fill it by ${quoteText(`initial: { ${name}: [word] }`)}, effects by ${quoteText(`{ hold: word, in: ${name} }`)}, and so do hosts and scenarios`
      : 'hosts and scenarios fill it';
  return {
    code: 'unknown-key',
    message: `${quoteText(name)} has a default, and a ${type} is empty at first; expected none`,
    suggestion: `remove \`default\`: ${filling}`,
  };
}
