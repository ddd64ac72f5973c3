import type { z } from 'zod';
import { quoteText } from '../text/quote.js';
import { headKey, optionsOf, requiredKeys, schemaAt, sortOf, valueAt } from './schema-path.js';
import { type SourceMap, type SourceValue, isList, isMap } from './source-tree.js';

/**
 * How to write what a schema refuses for its form alone; undefined where nobody can tell. `data`: the document around
 * it, which may say what a name is the name of.
 */
export function writtenForm(value: SourceValue, schema: z.core.$ZodType, data: SourceMap): string | undefined {
  const options = optionsOf(schema);
  const sorts = options.map(sortOf);
  if (sorts.includes('string')) {
    const alone = onlyText(value);
    if (alone !== undefined) return `write ${quoteText(alone)} alone`;
  }
  if (isPlain(value) && !sorts.includes('string') && options.some(isListOfTexts) && !isDeclared(data, 'kind', value))
    return `write ${quoteText(`[${value}]`)}`;
  if (isMap(value) && sorts.includes('array') && !sorts.includes('object'))
    return 'write it in brackets, as a list of one';
  const texts = isList(value) ? value : [value];
  if (!texts.every(isPlain) || texts.length === 0) return undefined;
  const forms = options.flatMap((option) =>
    formWith(option, isList(value) ? `[${texts.join(', ')}]` : texts[0], isList(value)),
  );
  const meant = forms.filter(({ key }) => texts.every((text) => isDeclared(data, key, text)));
  if (meant.length === 1 || forms.length === 1) return `write ${quoteText((meant.at(0) ?? forms[0]).text)}`;
  return forms.length === 2 ? `write ${forms.map(({ key }) => quoteText(`{ ${key}: … }`)).join(' or ')}` : undefined;
}

function isListOfTexts(option: z.core.$ZodType): boolean {
  const element = sortOf(option) === 'array' ? schemaAt(option, [''], [0]) : undefined;
  return element !== undefined && sortOf(element) === 'string';
}

/** The only thing in a list or map, where that is a text. */
function onlyText(value: SourceValue): string | undefined {
  if (!isList(value) && !isMap(value)) return undefined;
  const values = Object.values(value);
  return values.length === 1 && isPlain(values[0]) ? values[0] : undefined;
}

/** A name, and no expression or sentence. */
function isPlain(value: unknown): value is string {
  return typeof value === 'string' && /^[\p{L}_][\p{L}\p{N}_ -]{0,63}$/u.test(value);
}

interface Form {
  readonly key: string;
  readonly text: string;
}

/** The map of an option with a text at the key by which it is known. */
function formWith(option: z.core.$ZodType, text: string, isMany: boolean): readonly Form[] {
  const key = headKey(option);
  if (key === undefined) return [];
  const [[, head], ...others] = requiredKeys(option);
  if (
    !optionsOf(head)
      .map(sortOf)
      .includes(isMany ? 'array' : 'string')
  )
    return [];
  return [{ key, text: `{ ${[`${key}: ${text}`, ...others.map(([other]) => `${other}: …`)].join(', ')} }` }];
}

const sections: ReadonlyMap<string, string> = new Map([
  ['class', 'classes'],
  ['kind', 'kinds'],
]);

function isDeclared(data: SourceMap, key: string, name: string): boolean {
  const section = sections.get(key);
  return section !== undefined && valueAt(data, [section, name]) !== undefined;
}
