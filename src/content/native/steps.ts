import type { Companion, Enumeration } from '../../model/model.js';
import { quoteText } from '../diagnostics/quote.js';
import type { DraftColumn } from './columns.js';
import type { Declaration } from './declarations.js';
import { describeWords, wordValue } from './enumerations.js';
import { type Loading, didYouMean, refuse, refuseUnknown, reportError } from './loading.js';
import type { StepsSource } from './schema.js';
import type { Place } from './source-tree.js';

export interface StepsContext {
  readonly enumerations: readonly Enumeration[];
  readonly columnByName: ReadonlyMap<string, DraftColumn>;
  readonly propertyNames: readonly string[];
  readonly kindNames: readonly string[];
  /** Indices of kinds of which an error has taken something. */
  readonly torn: ReadonlySet<number>;
  readonly loading: Loading;
}

/** Lowers what stepping along a property brings with it, into the property's column. */
export function lowerSteps(declaration: Declaration<StepsSource>, context: StepsContext): void {
  const { source, place, name } = declaration;
  const { loading } = context;
  const stepped = wordsProperty(name, () => place, context);
  const property = wordsProperty(source.property, () => loading.places.ofValue(source, 'property'), context);
  const remember = wordsProperty(source.remember, () => loading.places.ofValue(source, 'remember'), context);
  const isOrdered = stepped === undefined || checkOrder(stepped, place, loading);
  const isPair =
    property === undefined || remember === undefined || checkPair(stepped, property, remember, source, loading);
  const members = membersOf(stepped, property, source, loading);
  if (stepped === undefined || property === undefined || remember === undefined || !isOrdered || !isPair) return;
  checkKinds(
    stepped.column,
    [
      [property.column, 'property'],
      [remember.column, 'remember'],
    ],
    source,
    context,
  );
  stepped.column.companion = { property: property.column.index, remember: remember.column.index, members };
}

interface WordsProperty {
  readonly column: DraftColumn;
  readonly enumeration: Enumeration;
}

/** A property that holds words. */
function wordsProperty(
  name: string,
  place: () => Place,
  { columnByName, propertyNames, enumerations, loading }: StepsContext,
): WordsProperty | undefined {
  const column = columnByName.get(name);
  if (loading.damage.names.has(name)) return undefined;
  if (column?.type.name === 'enumeration') return { column, enumeration: enumerations[column.type.index] };
  reportError(
    loading,
    place(),
    column === undefined
      ? {
          code: 'unknown-name',
          message: `${quoteText(name)} is no property, expected one that holds words`,
          suggestion: didYouMean(loading, name, propertyNames) ?? 'declare it under `properties`',
        }
      : {
          code: 'wrong-type',
          message: `the ${column.role} ${quoteText(name)} holds no words, expected a property whose type is an enumeration`,
        },
  );
  return undefined;
}

function checkOrder({ column, enumeration }: WordsProperty, place: Place, loading: Loading): boolean {
  if (enumeration.order === 'ordered') return true;
  refuse(
    { loading },
    place,
    'not-ordered',
    `${quoteText(column.name)} holds words of ${quoteText(enumeration.name)}, which ${enumeration.order === 'wheel' ? 'are a wheel' : 'have no order'}; expected ordered words`,
    'declare them as `{ ordered: [...] }`',
  );
  return false;
}

function checkPair(
  stepped: WordsProperty | undefined,
  property: WordsProperty,
  remember: WordsProperty,
  source: StepsSource,
  loading: Loading,
): boolean {
  const place = loading.places.ofValue(source, 'remember');
  if (
    property.column === remember.column ||
    property.column === stepped?.column ||
    remember.column === stepped?.column
  ) {
    refuse(
      { loading },
      place,
      'step-overlap',
      `stepping uses ${quoteText(property.column.name)} and ${quoteText(remember.column.name)}, expected two properties besides the stepped one`,
      'name three different properties',
    );
    return false;
  }
  if (property.enumeration === remember.enumeration) return true;
  refuse(
    { loading },
    place,
    'wrong-type',
    `${quoteText(remember.column.name)} holds words of ${quoteText(remember.enumeration.name)}, expected words of ${quoteText(property.enumeration.name)} as in ${quoteText(property.column.name)}`,
    'give both one type',
  );
  return false;
}

function membersOf(
  stepped: WordsProperty | undefined,
  property: WordsProperty | undefined,
  source: StepsSource,
  loading: Loading,
): Companion['members'] {
  const members: [number, { readonly value: number; readonly born: number }][] = [];
  for (const [name, brings] of Object.entries(source.members)) {
    const member = knownWord(name, stepped, () => loading.places.ofKey(source.members, name), loading);
    const value = knownWord(brings.value, property, () => loading.places.ofValue(brings, 'value'), loading);
    const born = knownWord(brings.born, property, () => loading.places.ofValue(brings, 'born'), loading);
    if (member !== undefined && value !== undefined && born !== undefined) members.push([member, { value, born }]);
  }
  return new Map(members.sort(([a], [b]) => a - b));
}

function knownWord(
  word: string,
  of: WordsProperty | undefined,
  place: () => Place,
  loading: Loading,
): number | undefined {
  if (of === undefined) return undefined;
  const value = wordValue(of.enumeration, word, loading);
  if (
    (value !== undefined && value > 0) ||
    loading.damage.names.has(word) ||
    loading.damage.names.has(of.enumeration.name)
  )
    return value;
  return refuseUnknown(
    { loading },
    place,
    word,
    `${quoteText(word)} is no word here, expected ${describeWords(of.enumeration)}`,
    of.enumeration.members,
  );
}

/** Whatever can be stepped must have what stepping writes. */
function checkKinds(
  stepped: DraftColumn,
  needed: readonly (readonly [DraftColumn, 'property' | 'remember'])[],
  source: StepsSource,
  { kindNames, torn, loading }: StepsContext,
): void {
  for (const [column, key] of needed) {
    const lacking = kindNames.filter(
      (_, i) => stepped.kinds[i + 1] === 1 && column.kinds[i + 1] !== 1 && !torn.has(i + 1),
    );
    if (lacking.length === 0) continue;
    refuse(
      { loading },
      [source, key],
      'not-on-kind',
      `objects of kind ${quoteText(lacking[0])} have ${quoteText(stepped.name)} but no ${quoteText(column.name)}, expected both on the same kinds`,
      `list ${quoteText(column.name)} under the properties of ${quoteText(lacking[0])}`,
    );
  }
}
