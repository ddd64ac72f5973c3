import { listTexts, quoteText } from '../../diagnostics/quote.js';
import type { Value } from '../syntax.js';
import type { ParameterSpec, Want } from './construct.js';
import type { SyntaxProblem } from './problem.js';
import { enumerations, freeTexts, type Enumeration } from './words.js';

/**
 * Looks at what a parameter was given, as far as that can be told without knowing the content's names; `at` is where
 * its label stands.
 */
export function checkParameter(
  owner: string,
  spec: ParameterSpec,
  { values, isList }: { readonly values: readonly Value[]; readonly isList: boolean },
  at: number,
  problems: SyntaxProblem[],
): void {
  if (isList && !spec.many && spec.want !== 'any') {
    const message = `${quoteText(spec.label)} of ${quoteText(owner)} takes one ${describeWant(spec.want)}, not a list`;
    problems.push({ code: 'wrong-type', message, at: values[0]?.at ?? at });
    return;
  }
  for (const value of values) {
    if (fits(value, spec.want)) continue;
    const expected = spec.isWord || isEnumeration(spec.want) ? describeWant(spec.want) : `a ${describeWant(spec.want)}`;
    const message = `expected ${expected} for ${quoteText(spec.label)} of ${quoteText(owner)}, found ${describeValue(value)}`;
    problems.push({ code: 'wrong-type', message, at: value.at });
  }
}

function isEnumeration(want: Want): want is Enumeration {
  return Object.hasOwn(enumerations, want);
}

function describeWant(want: Want): string {
  return isEnumeration(want) ? `a word of ${want} (${listTexts(enumerations[want])})` : want;
}

/** Values that are computed may be anything that their parts do not rule out. */
function fits(value: Value, want: Want): boolean {
  switch (want) {
    case 'number':
      return (
        value.sort !== 'text' && value.sort !== 'word' && !(value.sort === 'free' && freeTexts.includes(value.name))
      );
    case 'text':
      return value.sort !== 'number' && value.sort !== 'word' && value.sort !== 'operation' && value.sort !== 'running';
    case 'any':
    case 'condition':
    case 'effects':
    case 'entries':
    case 'flag':
      return true;
    default:
      return value.sort === 'word'
        ? enumerations[want].some((word) => word === value.word)
        : value.sort !== 'text' && value.sort !== 'number';
  }
}

export function wordOf(values: readonly Value[], spec: ParameterSpec): string | undefined {
  const [value] = values;
  return value?.sort === 'word' && fits(value, spec.want) ? value.word : undefined;
}

export function describeValue(value: Value): string {
  switch (value.sort) {
    case 'number':
      return `the number ${value.value}`;
    case 'text':
      return `the text ${quoteText(value.text)}`;
    case 'word':
      return quoteText(value.word);
    case 'property':
      return quoteText([value.subject, ...value.through, value.property].join('.'));
    case 'free':
      return quoteText(value.name);
    case 'running':
      return '`Value`';
    case 'operation':
      return 'a computed number';
    case 'function':
      return quoteText(`${value.name}(…)`);
    case 'statistic':
      return 'a statistic';
    case 'query':
      return quoteText(value.name);
    case 'choice':
      return 'a comparison';
  }
}
