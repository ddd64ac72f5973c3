import type { Class, Holding, Kind } from '../../components/model.js';
import { quoteText } from '../diagnostics/quote.js';
import type { DraftColumn } from './columns.js';
import type { Declaration } from './declarations.js';
import { firstWords } from './first-words.js';
import { reportUnknownKind } from './kinds.js';
import { type LiteralNames, literalValue } from './literal.js';
import { type Loading, didYouMean, reportError } from './loading.js';
import { type Claims, checkName, claim } from './names.js';
import { type OtherMembers, otherMemberFault } from './other-members.js';
import type { ClassSource } from './schema.js';
import type { Place } from './source-tree.js';
import { missingKind } from './validate.js';

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
