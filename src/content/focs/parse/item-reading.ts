import { textOf, fieldOf } from './build.js';
import { meaningOf, type ItemSpec, type Word } from './vocabulary.js';
import { isA, Equals, Label, Text } from './token-types.js';
import type { IToken } from 'chevrotain';
import { quoteText } from '../../text/quote.js';
import type { EffectsGroup, Field, Item } from '../syntax.js';
import { checkParameter, type Part } from './reading.js';
import { grammarStop, type SyntaxProblem, describeToken } from './grammar-stop.js';

export interface ItemReading {
  readonly spec: ItemSpec;
  readonly keyword: IToken;
  readonly fields: Map<string, Field>;
  readonly flags: Set<string>;
  groups: readonly EffectsGroup[];
}

export function openItem(keyword: IToken): ItemReading {
  const { item: spec } = meaningOf(keyword);
  if (spec === undefined) throw new Error(`edict: the word ${keyword.image} was taken for an item, which it is not`);
  return { spec, keyword, fields: new Map(), flags: new Set(), groups: [] };
}

/** Whether a label or a bare word belongs to the item, and has not come yet. */
export function itemTakes({ spec, fields, flags }: ItemReading, word: string, isLabel: boolean): boolean {
  if (isLabel) return spec.fields.has(word) && (!fields.has(word) || spec.repeated.has(word));
  return spec.flags.has(word) && !flags.has(word);
}

export function putField(reading: ItemReading, found: IToken, part: Part, problems: SyntaxProblem[]): void {
  const { spec, fields } = reading;
  const { lower: label } = meaningOf(found);
  const expected = spec.fields.get(label);
  if (part.sort === 'values' && expected !== undefined)
    checkParameter(spec.kind, expected, part, found.startOffset, problems);
  const field = fieldOf(part);
  if (field === undefined) return;
  const before = fields.get(label);
  if (before?.sort === 'values' && field.sort === 'values')
    fields.set(label, { sort: 'values', values: [...before.values, ...field.values] });
  else fields.set(label, field);
}

export function putGroups(reading: ItemReading, groups: readonly EffectsGroup[]): void {
  reading.groups = groups;
  reading.fields.set('effectsgroups', { sort: 'values', values: [] });
}

/** Refuses an item that lacks something; `found` is the token after it. */
export function closeItem({ spec, keyword, fields, flags, groups }: ItemReading, found: IToken): Item {
  refuseLabel(spec, found, fields);
  for (const { label, optional } of spec.fields.values()) {
    if (optional || fields.has(label)) continue;
    const message = `expected ${quoteText(`${label} =`)} in ${quoteText(spec.kind)}, found ${describeToken(found)}`;
    throw grammarStop('missing-parameter', message, found.startOffset);
  }
  fields.delete('effectsgroups');
  return { kind: spec.kind, name: nameOf(fields, keyword), fields, flags, groups, at: keyword.startOffset };
}

/** By its kind and name alone; undefined where it has no name to be seen. */
export function hollowItem(tokens: readonly IToken[]): Item | undefined {
  const [keyword] = tokens;
  const spec = (keyword?.payload as Word | undefined)?.item;
  const label = tokens.findIndex((each) => isA(each, Label) && meaningOf(each).lower === 'name');
  const name = tokens.slice(label + 1).find(({ tokenType }) => tokenType !== Equals);
  if (spec === undefined || label < 0 || label > mostBeforeName || name?.tokenType !== Text) return undefined;
  return {
    kind: spec.kind,
    name: name.image.slice(1, -1),
    fields: new Map(),
    flags: new Set(),
    groups: [],
    at: keyword.startOffset,
  };
}

/** Tokens that may stand before the label of a name; further on it is the name of something else. */
const mostBeforeName = 12;

/** A label that no keyword has taken belongs to the item, or to nothing. */
function refuseLabel(spec: ItemSpec, found: IToken, fields: ReadonlyMap<string, Field>): void {
  if (!isA(found, Label)) return;
  const { lower } = meaningOf(found);
  const at = found.startOffset;
  if (fields.has(lower))
    throw grammarStop('duplicate-field', `${describeToken(found)} stands twice in this ${spec.kind}`, at);
  if (!spec.fields.has(lower))
    throw grammarStop('unknown-field', `${describeToken(found)} is nothing that a ${spec.kind} has`, at);
}

/** Empty for the kinds of items that have none. */
function nameOf(fields: ReadonlyMap<string, Field>, keyword: IToken): string {
  const field = fields.get('name');
  return field?.sort === 'values' ? textOf(field.values, 'the name of an item', keyword.startOffset) : '';
}
