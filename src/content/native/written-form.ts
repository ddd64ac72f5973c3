import { type NameBudget, didYouMean } from '../text/nearest-name.js';
import { quoteText } from '../text/quote.js';
import { type Shape, headOf, optionsOf, requiredKeys, resolved } from './document-shape.js';
import { sections } from './references.js';
import { type SourceMap, type SourceValue, isContainer, isList, isMap } from './source-tree.js';

export function describeValue(value: SourceValue): string {
  if (value === null) return 'empty';
  if (isList(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (isMap(value)) return 'a map';
  if (typeof value === 'number' && !Number.isFinite(value)) return Number.isNaN(value) ? 'not a number' : 'infinite';
  if (value === '') return 'an empty text';
  return typeof value === 'string' ? `the text ${quoteText(value)}` : quoteText(String(value));
}

interface Around {
  readonly data: SourceMap;
  readonly budget: NameBudget;
}

/** Undefined without any likely form. */
export function formMeant(value: SourceValue, shape: Shape, { data, budget }: Around): string | undefined {
  const words = optionsOf(shape).flatMap((option) => (option.type === 'words' ? option.words : []));
  if (typeof value === 'string' && words.length > 0)
    return didYouMean(value, words.map(String), budget) ?? writtenForm(value, shape, data);
  return (isContainer(value) ? undefined : plainForm(value, shape)) ?? writtenForm(value, shape, data);
}

function plainForm(value: SourceValue, { type }: Shape): string | undefined {
  switch (type) {
    case 'text':
    case 'name':
      return value === '' ? undefined : 'write it in quotes';
    case 'list':
    case 'pair':
      return 'write it in brackets';
    case 'number':
      return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
        ? 'write it without quotes'
        : undefined;
    case 'flag':
      if (value === 'yes' || value === 'on') return 'write `true`';
      return value === 'no' || value === 'off' ? 'write `false`' : undefined;
    default:
      return undefined;
  }
}

function writtenForm(value: SourceValue, shape: Shape, data: SourceMap): string | undefined {
  const options = optionsOf(shape).map(resolved);
  const has = (...types: readonly Shape['type'][]): boolean => options.some(({ type }) => types.includes(type));
  const takesText = has('text', 'name', 'expression');
  const alone = takesText ? onlyText(value) : undefined;
  if (alone !== undefined) return `write ${quoteText(alone)} alone`;
  if (isPlain(value) && !takesText && options.some(isListOfTexts) && !isDeclared(data, 'kind', value))
    return `write ${quoteText(`[${value}]`)}`;
  if (isMap(value) && has('list') && !has('form')) return 'write it in brackets, as a list of one';
  const texts = isList(value) ? value : [value];
  if (!texts.every(isPlain) || texts.length === 0) return undefined;
  const forms = options.flatMap((option) =>
    formWith(option, isList(value) ? `[${texts.join(', ')}]` : texts[0], isList(value)),
  );
  const meant = forms.filter(({ key }) => texts.every((text) => isDeclared(data, key, text)));
  if (meant.length === 1 || forms.length === 1) return `write ${quoteText((meant.at(0) ?? forms[0]).text)}`;
  return forms.length === 2 ? `write ${forms.map(({ key }) => quoteText(`{ ${key}: … }`)).join(' or ')}` : undefined;
}

function isListOfTexts(option: Shape): boolean {
  return option.type === 'list' && (option.of.type === 'text' || option.of.type === 'name');
}

function onlyText(value: SourceValue): string | undefined {
  if (!isContainer(value)) return undefined;
  const values: readonly SourceValue[] = Object.values(value);
  return values.length === 1 && isPlain(values[0]) ? values[0] : undefined;
}

function isPlain(value: SourceValue): value is string {
  return typeof value === 'string' && /^[\p{L}_][\p{L}\p{N}_ -]{0,63}$/u.test(value);
}

interface Form {
  readonly key: string;
  readonly text: string;
}

/** With the text at its head. */
function formWith(option: Shape, text: string, isMany: boolean): readonly Form[] {
  const key = headOf(option);
  if (key === undefined) return [];
  const [[, { shape }], ...others] = requiredKeys(option);
  const wanted: readonly Shape['type'][] = isMany ? ['list'] : ['text', 'name', 'expression'];
  if (!optionsOf(shape).some(({ type }) => wanted.includes(type))) return [];
  return [{ key, text: `{ ${[`${key}: ${text}`, ...others.map(([other]) => `${other}: …`)].join(', ')} }` }];
}

function isDeclared(data: SourceMap, key: string, name: string): boolean {
  const section = key === 'class' || key === 'kind' ? data[sections[key]] : undefined;
  return isMap(section) && Object.hasOwn(section, name);
}
