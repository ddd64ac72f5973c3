import type { Enumeration } from '../../model/model.js';
import { type Parameter, misfitOf } from '../../model/parameter.js';
import { quoteText } from '../text/quote.js';
import type { Declaration } from './declarations.js';
import { type Reporting, atKey, lose, namesBy, refuse } from './load-context.js';
import { checkIdentifier, checkLabel, refuseTaken } from './names.js';
import type { ParameterSource } from './schema.js';

interface Named {
  readonly name: string;
}

interface Words {
  readonly enumerations: readonly Enumeration[];
  readonly kinds: readonly Named[];
  readonly classes: readonly Named[];
}

/** Checks names of values of the content: a word, kind or class of the name would be ambiguous. */
export function valueNames(
  { enumerations, kinds, classes }: Words,
  context: Reporting,
): (declaration: Declaration<unknown>, what: string) => boolean {
  const words = enumerations.map(({ name, members }) => [`a word of ${quoteText(name)}`, members] as const);
  const taken = namesBy<string>(...words, ['the name of a class', classes], ['the name of a kind', kinds]);
  return ({ name, place }, what) => {
    const by = taken.get(name);
    const isUsable = checkIdentifier(context, place, name, what, name === 'none');
    if (isUsable && by === undefined) return true;
    if (isUsable && by !== undefined) refuseTaken(context, place, name, by, what);
    lose(context, name);
    return false;
  };
}

/** A parameter with an error keeps its place for references to it. */
export function lowerParameters(
  declarations: readonly Declaration<ParameterSource>[],
  words: Words,
  context: Reporting,
): readonly Parameter[] {
  if (declarations.length === 0) return [];
  const isFree = valueNames(words, context);
  return declarations
    .filter((declaration) => isFree(declaration, 'a parameter'))
    .map((declaration, index) => lowerParameter(declaration, index, context));
}

function lowerParameter({ name, source }: Declaration<ParameterSource>, index: number, context: Reporting): Parameter {
  const { type = 'number', default: first, about = '' } = source;
  checkLabel(context, source.about, [source, 'about']);
  const isCondition = type === 'boolean';
  const [minimum, maximum] = isCondition ? refuseRange(name, source, context) : rangeOf(name, source, context);
  const given = first ?? (isCondition ? false : 0);
  const parameter: Parameter = {
    index,
    name,
    type: { name: isCondition ? 'boolean' : 'number' },
    integer: type === 'integer',
    initial: Number(given) + 0,
    minimum,
    maximum,
    about,
  };
  const fits = (typeof given === 'boolean') === isCondition;
  const expected = misfitOf(parameter, fits ? parameter.initial : NaN);
  if (expected !== undefined)
    refuse(
      context,
      atKey(source, first === undefined ? 'range' : 'default'),
      fits ? 'out-of-range' : 'wrong-type',
      `the default of ${quoteText(name)} is ${given}, expected ${expected}`,
      fits ? 'give another default, or a wider range' : adviceOf(isCondition),
    );
  return parameter;
}

function adviceOf(isCondition: boolean): string {
  return isCondition ? 'write `true` or `false`' : 'write a number, or `type: boolean`';
}

function rangeOf(name: string, source: ParameterSource, context: Reporting): readonly [number, number] {
  const [least, greatest] = source.range ?? [null, null];
  const minimum = (least ?? -Infinity) + 0;
  const maximum = (greatest ?? Infinity) + 0;
  if (minimum <= maximum) return [minimum, maximum];
  refuse(
    context,
    [source, 'range'],
    'bounds-reversed',
    `the range of ${quoteText(name)} is ${minimum} to ${maximum}, expected the least first`,
    `write [${maximum}, ${minimum}]`,
  );
  return [-Infinity, Infinity];
}

function refuseRange(name: string, source: ParameterSource, context: Reporting): readonly [number, number] {
  if (source.range !== undefined)
    refuse(
      context,
      atKey(source, 'range'),
      'unknown-key',
      `${quoteText(name)} is \`true\` or \`false\`, expected no \`range\``,
      'remove it, or write `type: number`',
    );
  return [0, 1];
}
