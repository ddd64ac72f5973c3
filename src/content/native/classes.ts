import type { Class, Holding, Kind } from '../../model/model.js';
import { quoteText } from '../diagnostics/quote.js';
import type { DraftColumn } from './columns.js';
import type { Declaration } from './declarations.js';
import { reportUnknownKind } from './kinds.js';
import { type LiteralNames, literalValue } from './literal.js';
import { type Loading, didYouMean, reportError } from './loading.js';
import { type Claims, checkName, claim } from './names.js';
import { type OtherMembers, otherMemberFault } from './other-members.js';
import type { ClassSource } from './schema.js';
import type { Place } from './source-tree.js';
import { missingKind } from './validate.js';
import { describeWords } from './enumerations.js';
import { setOfKind } from './sets.js';

/** What classes are checked against. */
export interface ClassContext {
  readonly kinds: readonly Kind[];
  readonly kindByName: ReadonlyMap<string, Kind>;
  /** Indices of kinds of which an error has taken something. */
  readonly torn: ReadonlySet<number>;
  readonly columnByName: ReadonlyMap<string, DraftColumn>;
  readonly columnNames: readonly string[];
  readonly others: OtherMembers;
  readonly names: LiteralNames;
  readonly holdings: readonly Holding[];
  readonly loading: Loading;
}

/** Lowers one class. A class of an unknown kind keeps its place, so that what names it is not blamed. */
export function lowerClass(
  { name, source, place: { file, line, column } }: Declaration<ClassSource>,
  index: number,
  context: ClassContext,
): Class {
  const { kindByName, loading } = context;
  const kind = kindByName.get(source.kind);
  // Where there was none to read, that is said already.
  const isMissing = source.kind === missingKind && loading.damage.containers.has(source);
  if (kind === undefined && !isMissing) {
    reportUnknownKind(source.kind, kindByName, () => loading.places.ofValue(source, 'kind'), loading);
  }
  // What its objects have cannot be told.
  if (kind === undefined) loading.damage.names.add(name);
  return {
    index,
    name,
    origin: { file, line, column },
    kind: kind?.index ?? 1,
    duration: source.duration ?? 0,
    invisible: source.invisible ?? false,
    initial: initialOf(source, kind, context),
    ...heldOf(source, kind, context),
    ...(source.tags === undefined ? {} : { groups: tagsOf(source.tags, loading) }),
  };
}

function tagsOf(tags: readonly string[], loading: Loading): ReadonlySet<string> {
  const claims: Claims = new Map();
  for (const [i, tag] of tags.entries()) {
    const place = loading.places.ofValue(tags, i);
    if (checkName(loading, tag, place)) claim(loading, claims, tag, 'a tag of this class', place);
  }
  return new Set(claims.keys());
}

/** First words of sets; nothing where no set is named. */
function heldOf({ initial = {} }: ClassSource, kind: Kind | undefined, context: ClassContext): Pick<Class, 'held'> {
  const found: [number, readonly number[]][] = [];
  for (const name of Object.keys(initial).filter((each) => context.others.get(each) === 'set')) {
    const first = firstWords(name, initial, kind, context);
    if (first !== undefined) found.push([first.holding.index, first.words]);
  }
  return found.length === 0 ? {} : { held: new Map(found.sort(([a], [b]) => a - b)) };
}

function initialOf(
  source: ClassSource,
  kind: Kind | undefined,
  { names, loading, ...context }: ClassContext,
): ReadonlyMap<number, number> {
  const found: [number, number][] = [];
  const { initial } = source;
  if (initial === undefined) return new Map();
  for (const [name, literal] of Object.entries(initial)) {
    if (context.others.get(name) === 'set') continue;
    const column = columnOfKind(name, kind, () => loading.places.ofKey(initial, name), { ...context, loading });
    if (column === undefined || loading.damage.names.has(name)) continue;
    const value = literalValue(literal, column, names, () => loading.places.ofValue(initial, name), loading);
    if (value !== undefined) found.push([column.index, value]);
  }
  return new Map(found.sort(([a], [b]) => a - b));
}

/**
 * The column that objects of a kind have under a name; reports that there is none, or that the kind lacks it. Any kind
 * does where it is unknown.
 */
export function columnOfKind(
  name: string,
  kind: Kind | undefined,
  place: () => Place,
  {
    columnByName,
    columnNames,
    others,
    torn,
    loading,
  }: Omit<ClassContext, 'names' | 'kinds' | 'kindByName' | 'holdings'>,
): DraftColumn | undefined {
  const column = columnByName.get(name);
  if (column === undefined) {
    if (loading.damage.names.has(name)) return undefined;
    reportError(
      loading,
      place(),
      otherMemberFault(name, others, 'a meter or property') ?? {
        code: 'unknown-name',
        message: `${quoteText(name)} is nothing known, expected a meter or property`,
        suggestion: didYouMean(loading, name, columnNames) ?? 'declare it under `meters` or `properties`',
      },
    );
    return undefined;
  }
  if (kind !== undefined && column.kinds[kind.index] !== 1 && !torn.has(kind.index)) {
    reportError(loading, place(), {
      code: 'not-on-kind',
      message: `objects of kind ${quoteText(kind.name)} have no ${quoteText(name)}, expected one of their meters or properties`,
      suggestion: `list it under the kind's \`${column.role === 'meter' ? 'meters' : 'properties'}\`, or remove it here`,
    });
    return undefined;
  }
  return column;
}

/** What first words are checked against. */
interface WordContext {
  readonly holdings: readonly Holding[];
  readonly torn: ReadonlySet<number>;
  readonly names: LiteralNames;
  readonly loading: Loading;
}

interface FirstWords {
  readonly holding: Holding;
  /** Values in the enumeration, ascending. */
  readonly words: readonly number[];
}

/** The words that a set holds at first in objects of a class; undefined, and reported, when it cannot hold them. */
function firstWords(
  name: string,
  initial: NonNullable<ClassSource['initial']>,
  kind: Kind | undefined,
  context: WordContext,
): FirstWords | undefined {
  const { names, loading } = context;
  const given = initial[name];
  const holding = setOfKind(name, kind, () => loading.places.ofKey(initial, name), context);
  if (holding === undefined || loading.damage.names.has(name)) return undefined;
  const { members, name: enumeration } = names.enumerations[holding.words];
  if (!Array.isArray(given)) {
    reportError(loading, loading.places.ofValue(initial, name), {
      code: 'wrong-type',
      message: `${quoteText(name)} is a set, expected a list of words of ${quoteText(enumeration)}`,
      suggestion: `write ${quoteText(`[${typeof given === 'string' ? given : (members.at(0) ?? '')}]`)}`,
    });
    return undefined;
  }
  const values = given.map((word, i) => valueOf(word, i, given, holding, context));
  checkOnce(given, loading);
  return { holding, words: [...new Set(values.filter((value) => value !== undefined))].sort((a, b) => a - b) };
}

function valueOf(
  word: string,
  i: number,
  given: readonly string[],
  { words }: Holding,
  { names, loading }: WordContext,
): number | undefined {
  const enumeration = names.enumerations[words];
  const value = loading.index.placeIn(enumeration.members, word) + 1;
  if (value > 0) return value;
  if (loading.damage.names.has(word) || loading.damage.names.has(enumeration.name)) return undefined;
  reportError(loading, loading.places.ofValue(given, i), {
    code: 'unknown-name',
    message: `${quoteText(word)} is not in ${quoteText(enumeration.name)}, expected ${describeWords(enumeration)}`,
    suggestion: didYouMean(loading, word, enumeration.members),
  });
  return undefined;
}

function checkOnce(given: readonly string[], loading: Loading): void {
  const claims: Claims = new Map();
  for (const [i, word] of given.entries())
    claim(loading, claims, word, 'a word of this set', loading.places.ofValue(given, i));
}
