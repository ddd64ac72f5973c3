import { isListIn } from '../../kernel/lists.js';
import type { Class, Holding, Kind, Enumeration } from '../../model/model.js';
import { quoteText, listTexts } from '../text/quote.js';
import type { DraftColumn } from './read-columns.js';
import type { Declaration } from './declarations.js';
import { literalValue, refuseWord } from './enumerations.js';
import { type Where, atKey, isLost, isTorn, lose, originOf, refuse, namesOf, refuseUnknown } from './load-context.js';
import { ascending } from '../../kernel/lists.js';
import { mixedInto } from './mixins.js';
import type { ClassContext, FirstContext, MembersContext, Mixed, ModelContext } from './model-context.js';
import { type Claims, claim, claimName } from './names.js';
import { kindAt, refuseMember, sections } from './references.js';
import type { ClassSource, PropertySource } from './schema.js';
import { missingKind } from './schema-environment.js';
import type { Link } from '../../model/connection.js';

/** A class of an unknown kind stays, so that references to it are not reported. */
export function lowerClass(
  { name, source, place }: Declaration<ClassSource>,
  index: number,
  context: ClassContext,
): Class {
  // A class without a kind is reported already.
  const isMissing = source.kind === missingKind && isTorn(context, source);
  const kind = isMissing ? undefined : kindAt(source, 'kind', context.kindByName, context);
  if (kind === undefined) lose(context, name);
  const mixed = mixedInto(source, kind, context);
  const held = new Map([...mixed.held, ...heldOf(source, kind, context)].sort(byIndex));
  const groups = new Set([...mixed.tags, ...tagsOf(source, 'a tag of this class', context)]);
  return {
    index,
    name,
    origin: originOf(place),
    kind: kind?.index ?? 1,
    duration: source.duration ?? 0,
    invisible: source.invisible ?? false,
    initial: new Map([...mixed.initial, ...initialOf(source, kind, context)].sort(byIndex)),
    ...(held.size === 0 ? {} : { held }),
    ...(source.tags === undefined && groups.size === 0 ? {} : { groups }),
  };
}

function byIndex([a]: readonly [number, unknown], [b]: readonly [number, unknown]): number {
  return a - b;
}

function tagsOf({ tags }: Pick<ClassSource, 'tags'>, what: string, context: FirstContext): ReadonlySet<string> {
  return tags === undefined ? new Set() : claimedOnce(tags, what, claimName, context);
}

/** Checked once, for objects of any kind. */
export function lowerMixins(context: FirstContext): ReadonlyMap<string, Mixed> {
  return new Map(
    context.declarations.mixins.map(({ name, source }) => [
      name,
      {
        initial: initialOf(source, undefined, context),
        held: heldOf(source, undefined, context),
        tags: tagsOf(source, 'a tag of this mixin', context),
      },
    ]),
  );
}

function claimedOnce(
  list: readonly string[],
  what: string,
  claimOne: typeof claim,
  context: FirstContext,
): ReadonlySet<string> {
  const claims: Claims = new Map();
  for (const [i, name] of list.entries()) claimOne(context, claims, name, what, [list, i]);
  return new Set(claims.keys());
}

type WithInitial = Pick<ClassSource, 'initial'>;

function heldOf(
  { initial = {} }: WithInitial,
  kind: Kind | undefined,
  context: FirstContext,
): ReadonlyMap<number, readonly number[]> {
  const found: [number, readonly number[]][] = [];
  for (const name of Object.keys(initial).filter((each) => context.others.get(each) === 'set')) {
    const holding = setOfKind(name, kind, atKey(initial, name), context);
    const words = holding === undefined ? undefined : firstWords(name, initial, holding, context);
    if (holding !== undefined && words !== undefined) found.push([holding.index, words]);
  }
  return new Map(found.sort(byIndex));
}

function initialOf(
  { initial = {} }: WithInitial,
  kind: Kind | undefined,
  context: FirstContext,
): ReadonlyMap<number, number> {
  const found: [number, number][] = [];
  for (const [name, literal] of Object.entries(initial)) {
    if (context.others.get(name) === 'set') continue;
    const column = columnOfKind(name, kind, atKey(initial, name), context);
    if (column === undefined || isLost(context, name)) continue;
    const value = literalValue(literal, column, [initial, name], context);
    if (value !== undefined) found.push([column.index, value]);
  }
  return new Map(found.sort(byIndex));
}

/** Reports that there is none, or that the kind lacks it. An unknown kind has all. */
export function columnOfKind(
  name: string,
  kind: Kind | undefined,
  where: Where,
  context: MembersContext,
): DraftColumn | undefined {
  const { columnByName, columnNames, torn } = context;
  const expected = 'a meter or property';
  const column = columnByName.get(name);
  if (column === undefined) {
    return isLost(context, name)
      ? undefined
      : refuseMember(context, where, name, expected, columnNames, 'declare it under `meters` or `properties`');
  }
  if (kind === undefined || column.kinds[kind.index] === 1 || torn.has(kind.index)) return column;
  return refuse(
    context,
    where,
    'not-on-kind',
    `objects of kind ${quoteText(kind.name)} have no ${quoteText(name)}, expected one of their meters or properties`,
    `list it under the kind's \`${sections[column.role]}\`, or remove it here`,
  );
}

/** Ascending values. */
function firstWords(
  name: string,
  initial: NonNullable<ClassSource['initial']>,
  { words }: Holding,
  context: FirstContext,
): readonly number[] | undefined {
  const { names, loading } = context;
  const given = initial[name];
  if (isLost(context, name)) return undefined;
  const enumeration = names.enumerations[words];
  const { members } = enumeration;
  if (!isListIn(given)) {
    const message = `${quoteText(name)} is a set, expected a list of words of ${quoteText(enumeration.name)}`;
    const first = typeof given === 'string' ? given : (members.at(0) ?? '');
    return refuse(context, [initial, name], 'wrong-type', message, `write ${quoteText(`[${first}]`)}`);
  }
  const values = new Set<number>();
  for (const [i, word] of given.entries()) {
    const value = loading.index.placeIn(members, word) + 1;
    if (value > 0) values.add(value);
    else
      refuseWord(context, [given, i], word, enumeration, `${quoteText(word)} is not in ${quoteText(enumeration.name)}`);
  }
  claimedOnce(given, 'a word of this set', claim, context);
  return ascending(values);
}

export function lowerSets(context: ModelContext): readonly Holding[] {
  const holdings: Holding[] = [];
  for (const declaration of context.declarations.sets) {
    const { name } = declaration;
    const words = wordsOf(declaration, context);
    if (words !== undefined)
      holdings.push({ index: holdings.length, name, words: words.index, kinds: kindsListing(name, context) });
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
    if (!isTorn(context, source))
      refuse(
        context,
        place,
        'missing-key',
        () => `the set ${quoteText(name)} has no \`of\`, expected the enumeration of its words: ${known()}`,
        'add `of`',
      );
  } else if (!isLost(context, of)) {
    refuseUnknown(
      context,
      [source, 'of'],
      of,
      () => `${quoteText(of)} is not an enumeration, expected one for the words of ${quoteText(name)}: ${known()}`,
      enumerations,
      'declare it under `enumerations`',
      'unknown-type',
    );
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
    return { index, name, kinds: kindsListing(name, context), to: to?.index ?? 0 };
  });
}

function kindsListing(name: string, { kinds, declarations, loading }: ModelContext): readonly number[] {
  const lists = ({ index }: Kind): boolean =>
    loading.index.placeIn(declarations.kinds[index - 1].source.properties ?? [], name) >= 0;
  return kinds.filter(lists).map(({ index }) => index);
}

/** Reports a set that the kind lacks. An unknown kind has all. */
export function setOfKind(
  name: string,
  kind: Kind | undefined,
  where: Where,
  context: Pick<FirstContext, 'holdings' | 'torn' | 'loading'>,
): Holding | undefined {
  const { holdings, torn, loading } = context;
  const holding = loading.index.find(holdings, name);
  if (holding === undefined || kind === undefined || holding.kinds.includes(kind.index) || torn.has(kind.index))
    return holding;
  return refuse(
    context,
    where,
    'not-on-kind',
    `objects of kind ${quoteText(kind.name)} have no ${quoteText(name)}, expected one of their sets`,
    "list it under the kind's `properties`, or remove it here",
  );
}
