import type { Class, Holding, Kind } from '../../model/model.js';
import { quoteText } from '../text/quote.js';
import type { DraftColumn } from './read-columns.js';
import type { Declaration } from './declarations.js';
import { literalValue, refuseWord } from './enumerations.js';
import { kindAt } from './kinds.js';
import { type Where, ascending, atKey, isLost, isTorn, lose, originOf, refuse } from './load-context.js';
import type { ClassContext, MembersContext } from './model-context.js';
import { type Claims, claim, claimName } from './names.js';
import { refuseMember, sections } from './other-members.js';
import type { ClassSource } from './schema.js';
import { setOfKind } from './sets.js';
import { missingKind } from './schema-environment.js';

/** A class of an unknown kind keeps its place, so that what names it is not blamed. */
export function lowerClass(
  { name, source, place }: Declaration<ClassSource>,
  index: number,
  context: ClassContext,
): Class {
  // Where there was none to read, that is said already.
  const isMissing = source.kind === missingKind && isTorn(context, source);
  const kind = isMissing ? undefined : kindAt(source, 'kind', context.kindByName, context);
  // What its objects have cannot be told.
  if (kind === undefined) lose(context, name);
  return {
    index,
    name,
    origin: originOf(place),
    kind: kind?.index ?? 1,
    duration: source.duration ?? 0,
    invisible: source.invisible ?? false,
    initial: initialOf(source, kind, context),
    ...heldOf(source, kind, context),
    ...(source.tags === undefined
      ? {}
      : { groups: claimedOnce(source.tags, 'a tag of this class', claimName, context) }),
  };
}

function claimedOnce(
  list: readonly string[],
  what: string,
  claimOne: typeof claim,
  context: ClassContext,
): ReadonlySet<string> {
  const claims: Claims = new Map();
  for (const [i, name] of list.entries()) claimOne(context, claims, name, what, [list, i]);
  return new Set(claims.keys());
}

function heldOf({ initial = {} }: ClassSource, kind: Kind | undefined, context: ClassContext): Pick<Class, 'held'> {
  const found: [number, readonly number[]][] = [];
  for (const name of Object.keys(initial).filter((each) => context.others.get(each) === 'set')) {
    const holding = setOfKind(name, kind, atKey(initial, name), context);
    const words = holding === undefined ? undefined : firstWords(name, initial, holding, context);
    if (holding !== undefined && words !== undefined) found.push([holding.index, words]);
  }
  return found.length === 0 ? {} : { held: new Map(found.sort(([a], [b]) => a - b)) };
}

function initialOf(
  { initial = {} }: ClassSource,
  kind: Kind | undefined,
  context: ClassContext,
): ReadonlyMap<number, number> {
  const found: [number, number][] = [];
  for (const [name, literal] of Object.entries(initial)) {
    if (context.others.get(name) === 'set') continue;
    const column = columnOfKind(name, kind, atKey(initial, name), context);
    if (column === undefined || isLost(context, name)) continue;
    const value = literalValue(literal, column, [initial, name], context);
    if (value !== undefined) found.push([column.index, value]);
  }
  return new Map(found.sort(([a], [b]) => a - b));
}

/**
 * The column that objects of a kind have under a name; reports that there is none, or that the kind lacks it. An
 * unknown kind has all.
 */
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
    const otherwise = 'declare it under `meters` or `properties`';
    return isLost(context, name) ? undefined : refuseMember(context, where, name, expected, columnNames, otherwise);
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

/**
 * The words that a set holds at first in objects of a class, as ascending values; undefined, and reported, when it
 * cannot hold them.
 */
function firstWords(
  name: string,
  initial: NonNullable<ClassSource['initial']>,
  { words }: Holding,
  context: ClassContext,
): readonly number[] | undefined {
  const { names, loading } = context;
  const given = initial[name];
  if (isLost(context, name)) return undefined;
  const enumeration = names.enumerations[words];
  const { members } = enumeration;
  if (!Array.isArray(given)) {
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
