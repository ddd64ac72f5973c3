import type { Enumeration, Holding, Kind } from '../../model/model.js';
import { listTexts, quoteText } from '../diagnostics/quote.js';
import type { Declaration } from './declarations.js';
import { emptyAtFirst } from './empty-at-first.js';
import type { LiteralNames } from './literal.js';
import { type Loading, didYouMean, reportError } from './loading.js';
import type { KindSource, PropertySource } from './schema.js';
import type { Place } from './source-tree.js';

/** What sets and lists are checked against. */
export interface MemberContext {
  readonly kinds: readonly Kind[];
  /** Of the kinds, in their order. */
  readonly kindSources: readonly KindSource[];
  readonly names: LiteralNames;
  readonly loading: Loading;
}

/** Lowers the sets of words, each once for all kinds that list it. */
export function lowerSets(
  declarations: readonly Declaration<PropertySource>[],
  context: MemberContext,
): readonly Holding[] {
  const holdings: Holding[] = [];
  for (const declaration of declarations) {
    const words = wordsOf(declaration, context);
    refuseDefault(declaration, 'set', context.loading);
    if (words !== undefined)
      holdings.push(
        Object.freeze({
          index: holdings.length,
          name: declaration.name,
          words: words.index,
          kinds: kindsListing(declaration.name, context),
        }),
      );
  }
  return holdings;
}

function wordsOf(
  { name, source, place }: Declaration<PropertySource>,
  { names, loading }: MemberContext,
): Enumeration | undefined {
  const enumeration = source.of === undefined ? undefined : names.enumerationByName.get(source.of);
  if (enumeration !== undefined && !loading.damage.names.has(enumeration.name)) return enumeration;
  const known = (): readonly string[] => names.enumerations.map((each) => each.name);
  if (source.of === undefined) {
    if (!loading.damage.containers.has(source)) {
      reportError(loading, place, () => ({
        code: 'missing-key',
        message: `the set ${quoteText(name)} has no \`of\`, expected the enumeration of its words: ${listTexts(known())}`,
        suggestion: 'add `of`',
      }));
    }
  } else if (!loading.damage.names.has(source.of)) {
    const { of } = source;
    reportError(loading, loading.places.ofValue(source, 'of'), () => ({
      code: 'unknown-type',
      message: `${quoteText(of)} is no enumeration, expected that of the words of ${quoteText(name)}: ${listTexts(known())}`,
      suggestion: didYouMean(loading, of, known()) ?? 'declare it under `enumerations`',
    }));
  }
  loading.damage.names.add(name);
  return undefined;
}

/** Indices of the kinds that have a set or list among their properties. */
export function kindsListing(name: string, { kinds, kindSources, loading }: MemberContext): readonly number[] {
  const lists = ({ properties = [] }: KindSource): boolean => loading.index.placeIn(properties, name) >= 0;
  return kinds.filter(({ index }) => lists(kindSources[index - 1])).map(({ index }) => index);
}

/**
 * The set that objects of a kind have under a name; reports that the kind lacks it. Any kind does where it is unknown.
 * Undefined also where the set itself is lost.
 */
export function setOfKind(
  name: string,
  kind: Kind | undefined,
  place: () => Place,
  {
    holdings,
    torn,
    loading,
  }: { readonly holdings: readonly Holding[]; readonly torn: ReadonlySet<number>; readonly loading: Loading },
): Holding | undefined {
  const holding = loading.index.find(holdings, name);
  if (holding === undefined || kind === undefined || holding.kinds.includes(kind.index) || torn.has(kind.index))
    return holding;
  reportError(loading, place(), {
    code: 'not-on-kind',
    message: `objects of kind ${quoteText(kind.name)} have no ${quoteText(name)}, expected one of their sets`,
    suggestion: "list it under the kind's `properties`, or remove it here",
  });
  return undefined;
}

/** Reports a first value of what is empty at first. */
export function refuseDefault(
  { name, source }: Declaration<PropertySource>,
  type: 'set' | 'list',
  loading: Loading,
): void {
  if (source.default !== undefined)
    reportError(loading, loading.places.ofKey(source, 'default'), emptyAtFirst(name, type));
}
