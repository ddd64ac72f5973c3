import type { Companion, Enumeration } from '../../model/model.js';
import { quoteText } from '../text/quote.js';
import type { DraftColumn } from './read-columns.js';
import type { Declaration } from './declarations.js';
import { refuseWord } from './enumerations.js';
import { type Where, atKey, isLost, refuse } from './load-context.js';
import type { ModelContext } from './model-context.js';
import { refuseMissing } from './references.js';
import type { StepsSource } from './schema.js';
import type { Place } from './source-tree.js';

/** Into the stepped property's column. */
export function lowerSteps({ source, place, name }: Declaration<StepsSource>, context: ModelContext): void {
  const stepped = wordsProperty(name, place, context);
  const property = wordsProperty(source.property, [source, 'property'], context);
  const remember = wordsProperty(source.remember, [source, 'remember'], context);
  const isOrdered = stepped === undefined || checkOrder(stepped, place, context);
  const isPair =
    property === undefined || remember === undefined || checkPair(stepped, property, remember, source, context);
  const members = membersOf(stepped, property, source, context);
  if (stepped === undefined || property === undefined || remember === undefined || !isOrdered || !isPair) return;
  checkKinds(stepped.column, property.column, [source, 'property'], context);
  checkKinds(stepped.column, remember.column, [source, 'remember'], context);
  stepped.column.companion = { property: property.column.index, remember: remember.column.index, members };
}

interface WordsProperty {
  readonly column: DraftColumn;
  readonly enumeration: Enumeration;
}

function wordsProperty(name: string, where: Where, context: ModelContext): WordsProperty | undefined {
  const { columnByName, declarations, names } = context;
  const column = columnByName.get(name);
  if (isLost(context, name)) return undefined;
  if (column?.type.name === 'enumeration') return { column, enumeration: names.enumerations[column.type.index] };
  if (column === undefined) return refuseMissing('stepped', name, where, declarations.properties, context);
  return refuse(
    context,
    where,
    'wrong-type',
    `the ${column.role} ${quoteText(name)} holds no words, expected a property whose type is an enumeration`,
  );
}

function checkOrder({ column, enumeration }: WordsProperty, place: Place, context: ModelContext) {
  const isWheel = enumeration.order === 'wheel';
  return (
    enumeration.order === 'ordered' ||
    refuse(
      context,
      place,
      'not-ordered',
      `${quoteText(column.name)} holds words of ${quoteText(enumeration.name)}, which ${isWheel ? 'are a wheel' : 'have no order'}; expected ordered words`,
      'declare them as `{ ordered: [...] }`',
    )
  );
}

function checkPair(
  stepped: WordsProperty | undefined,
  property: WordsProperty,
  remember: WordsProperty,
  source: StepsSource,
  context: ModelContext,
) {
  const columns = [property.column, remember.column, ...(stepped === undefined ? [] : [stepped.column])];
  const [brought, kept] = [property, remember].map(({ column }) => quoteText(column.name));
  const [words, others] = [property, remember].map(({ enumeration }) => quoteText(enumeration.name));
  if (new Set(columns).size < columns.length)
    return refuse(
      context,
      [source, 'remember'],
      'step-overlap',
      `stepping uses ${brought} and ${kept}, expected two properties other than the stepped one`,
      'name three different properties',
    );
  return (
    property.enumeration === remember.enumeration ||
    refuse(
      context,
      [source, 'remember'],
      'wrong-type',
      `${kept} holds words of ${others}, expected words of ${words} as in ${brought}`,
      'give both one type',
    )
  );
}

function membersOf(
  stepped: WordsProperty | undefined,
  property: WordsProperty | undefined,
  source: StepsSource,
  context: ModelContext,
): Companion['members'] {
  const members: [number, { readonly value: number; readonly born: number }][] = [];
  for (const [name, brings] of Object.entries(source.members)) {
    const member = knownWord(name, stepped, atKey(source.members, name), context);
    const value = knownWord(brings.value, property, [brings, 'value'], context);
    const born = knownWord(brings.born, property, [brings, 'born'], context);
    if (member !== undefined && value !== undefined && born !== undefined) members.push([member, { value, born }]);
  }
  return new Map(members.sort(([a], [b]) => a - b));
}

function knownWord(
  word: string,
  of: WordsProperty | undefined,
  where: Where,
  context: ModelContext,
): number | undefined {
  if (of === undefined) return undefined;
  const value = context.loading.index.placeIn(of.enumeration.members, word) + 1;
  return value > 0 ? value : refuseWord(context, where, word, of.enumeration, `${quoteText(word)} is not a word here`);
}

/** Stepping writes both. */
function checkKinds(stepped: DraftColumn, column: DraftColumn, where: Where, context: ModelContext): void {
  const lacking = context.kinds.find(
    ({ index }) => stepped.kinds[index] === 1 && column.kinds[index] !== 1 && !context.torn.has(index),
  )?.name;
  if (lacking === undefined) return;
  refuse(
    context,
    where,
    'not-on-kind',
    `objects of kind ${quoteText(lacking)} have ${quoteText(stepped.name)} but no ${quoteText(column.name)}, expected both on the same kinds`,
    `list ${quoteText(column.name)} under the properties of ${quoteText(lacking)}`,
  );
}
