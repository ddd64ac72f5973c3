import type { Choices } from './choices.js';

/** A variable or channel that formulas may read; those of lower rank read none of higher. */
export interface Name {
  readonly name: string;
  readonly scope: string;
  readonly format: string;
  readonly rank: number;
}
interface Function {
  readonly name: string;
  readonly body: string;
  readonly takes: readonly string[];
  readonly gives: string;
}

/** Functions of every campaign. */
export const functions: readonly Function[] = [
  { name: 'half', body: 'arg(0)/2', takes: ['NUMBER'], gives: 'NUMBER' },
  { name: 'abilityMod', body: 'floor( arg(0) / 2 ) - 5', takes: ['NUMBER'], gives: 'NUMBER' },
  { name: 'second', body: 'arg(1)', takes: ['*', 'NUMBER'], gives: 'NUMBER' },
  { name: 'pick', body: 'if(arg(0),arg(2),arg(1))', takes: ['BOOLEAN', 'NUMBER', 'NUMBER'], gives: 'NUMBER' },
  {
    name: 'nest',
    body: 'half(arg(1))+SECOND(arg(0),arg(1))*pick(arg(1)>0,arg(0),arg(1))',
    takes: ['NUMBER', 'NUMBER'],
    gives: 'NUMBER',
  },
  { name: 'twice', body: 'arg(0)+arg(0)', takes: ['STRING'], gives: 'STRING' },
  { name: 'either', body: 'arg(0)||!arg(1)', takes: ['BOOLEAN', 'BOOLEAN'], gives: 'BOOLEAN' },
  { name: 'onTop', body: 'value() + arg(0)', takes: ['NUMBER'], gives: 'NUMBER' },
  { name: 'withHands', body: 'if(arg(0),Hands,2)', takes: ['BOOLEAN'], gives: 'NUMBER' },
  { name: 'unused', body: '1', takes: [], gives: 'NUMBER' },
  { name: 'part', body: 'slice(arg(0),0,arg(1))', takes: ['ARRAY[NUMBER]', 'NUMBER'], gives: 'ARRAY[NUMBER]' },
  { name: 'clampTo', body: 'max(abs("3"),min(arg(0),arg(0)))', takes: ['NUMBER'], gives: 'NUMBER' },
];
const numberTexts = [
  '0',
  '1',
  '2',
  '3',
  '5',
  '-1',
  '2.5',
  '.5',
  '0.0',
  '-0.0',
  '100',
  '2147483647',
  '1234567',
  '12345678',
  '+5',
  '1e3',
  '007',
  ' 4',
  'NaN',
  'Infinity',
  '-Infinity',
  '-7',
  '0.1',
];
const literals = [
  '0',
  '1',
  '2',
  '3',
  '5',
  '10',
  '2.5',
  '.5',
  '0.0',
  '1.0',
  '007',
  '2147483647',
  '2147483648',
  '0.1',
  '4294967297.0',
];

/** Writes a formula of a format, for a scope, over names below a rank. */
export type Writer = (
  choices: Choices,
  format: string,
  scope: string,
  below: number,
  depth: number,
  context: { readonly running?: string; readonly asserted?: boolean },
) => string;

/** Formulas over names: legal for the most part. With `wild` they read names of every rank. */
export function formulaWriter(
  names: readonly Name[],
  channels: readonly Name[],
  wild: boolean,
  climbs: boolean,
): Writer {
  const visible = (list: readonly Name[], scope: string, format: string, below: number): readonly Name[] =>
    list.filter(
      (each) =>
        each.format === format &&
        (wild || each.rank < below) &&
        (each.scope === '' || each.scope === scope || (scope === 'EQUIPMENT.PART' && each.scope === 'EQUIPMENT')),
    );

  const write: Writer = (choices, format, scope, below, depth, context) => {
    const plain = { ...(context.running === undefined ? {} : { running: context.running }) };
    const sub = (wanted: string, asserted = false): string =>
      write(choices, wanted, scope, below, depth - 1, { ...plain, asserted });
    const op = (operator: string): string => `${blank(choices)}${operator}${blank(choices)}`;
    const call = (name: string, ...args: readonly string[]): string =>
      `${cased(choices, name, 3)}${op('(')}${args.join(op(','))}${op(')').trimEnd()}`;
    const bracket = (text: string): string => `(${blank(choices)}${text}${blank(choices)})`;
    const side = (wanted: string): string => {
      const text = sub(wanted);
      return /^[\w".]+$/.test(text) ? text : bracket(text);
    };
    const loose = (wanted: string): string => (choices.oneIn(2) ? side(wanted) : sub(wanted));
    const leaf = (): string => {
      const found = visible(names, scope, format, below);
      const read = visible(channels, scope, format, Infinity);
      if (context.running === format && choices.oneIn(4)) return 'value()';
      if (read.length > 0 && choices.oneIn(4)) return call('input', `"${cased(choices, choices.pick(read).name, 3)}"`);
      if (found.length > 0 && !choices.oneIn(4)) return cased(choices, choices.pick(found).name, 3);
      if (context.asserted === true && ((format !== 'NUMBER' && format !== 'STRING') || choices.oneIn(3)))
        return `"${constantOf(choices, format)}"`;
      return literalOf();
    };
    const literalOf = (): string => {
      switch (format) {
        case 'NUMBER':
          return choices.pick(literals);
        case 'STRING':
          return choices.pick(['"a"', '"x y"', '""', '"q\\"r"', '"1"']);
        case 'BOOLEAN':
          return choices.pick(['1==1', '(1 > 2)', '"a"=="b"']);
        default: {
          const found = visible(names, scope, format, below);
          return found.length > 0
            ? choices.pick(found).name
            : context.asserted === true
              ? `"${constantOf(choices, format)}"`
              : 'Nothing';
        }
      }
    };
    if (depth <= 0 || choices.oneIn(4)) return leaf();
    if (choices.oneIn(6))
      return call('if', sub('BOOLEAN', true), sub(format, context.asserted), sub(format, context.asserted));
    if (choices.oneIn(12)) return bracket(sub(format, context.asserted));
    const hasHands = visible(names, scope, 'NUMBER', below).some(({ name }) => name.toLowerCase() === 'hands');
    const given = functions.filter(
      ({ name, gives }) =>
        gives === format && (name !== 'onTop' || context.running === 'NUMBER') && (name !== 'withHands' || hasHands),
    );
    if (given.length > 0 && choices.oneIn(4)) {
      const { name, takes } = choices.pick(given);
      return call(
        name,
        ...takes.map((wanted) =>
          sub(wanted === '*' ? choices.pick(['NUMBER', 'NUMBER', 'STRING', 'BOOLEAN']) : wanted),
        ),
      );
    }
    const list = `ARRAY[${choices.pick(['NUMBER', 'STRING', 'DICE'])}]`;
    const numberFormula = (): string => {
      const lists = visible(names, scope, 'ARRAY[NUMBER]', below);
      switch (choices.below(9)) {
        case 0:
          return `${choices.oneIn(6) ? ' ' : ''}-${side('NUMBER')}`;
        case 1:
          return call(choices.pick(['abs', 'ceil', 'floor', 'round']), sub('NUMBER', true));
        case 2:
          return call(
            choices.pick(['max', 'min']),
            ...Array.from({ length: choices.between(2, 4) }, () => sub('NUMBER', true)),
          );
        case 3:
          return visible(names, scope, list, below).length > 0 ? call('length', sub(list)) : leaf();
        case 4:
          return lists.length > 0
            ? `${choices.pick(lists).name}${op('[')}${choices.oneIn(2) ? choices.pick(['0', '1', '2']) : side('NUMBER')}${op(']').trimEnd()}`
            : leaf();
        case 5:
          return climbs && choices.oneIn(2) ? call('getFact', '"SKILL"', '"Climb"', '"Weight"') : leaf();
        default:
          return `${loose('NUMBER')}${op(choices.pick(['+', '-', '*', '/', '%', '^', '+', '-', '*']))}${loose('NUMBER')}`;
      }
    };
    const booleanFormula = (): string => {
      const wanted = choices.pick(['NUMBER', 'NUMBER', 'STRING', 'BOOLEAN', 'ORDEREDPAIR', 'DICE', list]);
      const compared =
        ['NUMBER', 'STRING', 'BOOLEAN'].includes(wanted) || visible(names, scope, wanted, below).length > 0
          ? wanted
          : 'NUMBER';
      switch (choices.below(5)) {
        case 0:
          return `!${side('BOOLEAN')}`;
        case 1:
          return `${loose('BOOLEAN')}${op(choices.pick(['&&', '||']))}${loose('BOOLEAN')}`;
        case 2:
          return `${loose('NUMBER')}${op(choices.pick(['<', '>', '<=', '>=']))}${loose('NUMBER')}`;
        case 3:
          return visible(names, scope, list, below).length > 0 ? call('isEmpty', sub(list)) : leaf();
        default:
          return `${side(compared)}${op(choices.pick(['==', '!=']))}${side(compared)}`;
      }
    };
    const arrayFormula = (): string => {
      if (visible(names, scope, format, below).length === 0) return leaf();
      if (choices.oneIn(3))
        return call(
          'slice',
          sub(format),
          choices.pick(['0', '1', '2', sub('NUMBER')]),
          ...(choices.oneIn(2) ? [choices.pick(['3', '9', sub('NUMBER')])] : []),
        );
      return context.asserted === true || choices.oneIn(20)
        ? `${side(format)}${op(choices.pick(['+', '-']))}${side(choices.oneIn(2) ? format : format.slice(6, -1))}`
        : leaf();
    };
    switch (format) {
      case 'NUMBER':
        return numberFormula();
      case 'BOOLEAN':
        return booleanFormula();
      case 'STRING':
        return climbs && choices.oneIn(6)
          ? call('getFact', '"SKILL"', choices.oneIn(2) ? '"climb"' : 'get("SKILL","Climb")', '"Key"')
          : `${side('STRING')}${op('+')}${side('STRING')}`;
      case 'ORDEREDPAIR':
      case 'DICE':
        return leaf();
      default:
        return arrayFormula();
    }
  };
  return write;
}

export function constantOf(choices: Choices, format: string): string {
  switch (format) {
    case 'NUMBER':
      return choices.pick(numberTexts);
    case 'BOOLEAN':
      return choices.pick(['true', 'false', 'TRUE', 'False']);
    case 'STRING':
      return choices.pick(['hello', 'a b', '1+1', 'x(y|z)', 'none', '']);
    case 'ORDEREDPAIR':
      return choices.pick(['0,0', '5,10', '0.5,-1', '5.0,10', '1e1,2']);
    case 'DICE':
      return choices.pick(['0', '2d6', 'd6', '3', '1d8+2', '1d8-1', 'd4+0', '0d1']);
    default:
      return Array.from({ length: choices.between(1, 4) }, () =>
        constantOf(choices, format.slice(6, -1)).replace(/^$/, 'e').replace(/^ /, ''),
      ).join(',');
  }
}

const blank = (choices: Choices): string => (choices.oneIn(6) ? ' '.repeat(choices.between(1, 2)) : '');

/** A text in another case, once in so many times. */
export function cased(choices: Choices, text: string, times = 5): string {
  return choices.oneIn(times) ? (choices.oneIn(2) ? text.toUpperCase() : text.toLowerCase()) : text;
}
