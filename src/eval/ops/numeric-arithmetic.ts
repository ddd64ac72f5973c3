import * as print from '../printer.js';
import { type Code, comparisonOf, js, numberCode, refuse, sourceOf } from '../emit/code.js';
import { type Declared, type Documentation, type Operation, numericType, signature } from '../operation.js';
import type { Form, Maker, NumericMeaning, Operand } from '../form.js';
import { checkNumeral } from '../check-data.js';
import { compareData } from '../data.js';
import { filled } from '../columns/absence.js';
import * as kernel from '../../kernel/numeric-value.js';
import { type Comparison, byComparison } from '../../kernel/comparison.js';
import { power } from '../../kernel/power.js';
import { scalar, scalarOfForms } from './scalar.js';
import { real, truth } from '../../ir/shape.js';
import { record } from '../../ir/record-shape.js';

/** Equal to kernel/numeric-value.ts bit for bit, shorter where classes are known. */

interface Whole extends Operand {
  readonly whole: Code;
}

function withClass({ value, whole = isDouble }: Operand): Whole {
  return { value, whole };
}

type MonadicTemplate = (a: Whole, maker: Maker) => Whole;
type DyadicTemplate = (a: Whole, b: Whole, maker: Maker) => Whole;

type Said = Pick<Declared<undefined>, 'document' | 'print'>;

function monadic(name: string, meaning: (a: kernel.Numeric) => kernel.Numeric, code: MonadicTemplate, said: Said) {
  return scalar<undefined>(
    { name, ...said, takes: [['numeric']] },
    { meaning, template: (maker, a) => code(withClass(a), maker) },
  );
}

function dyadic(name: string, meaning: NumericMeaning, code: DyadicTemplate, said: Said) {
  return scalar<undefined>(
    { name, ...said, takes: [['numeric', 'numeric']] },
    { meaning, template: (maker, a, b) => code(withClass(a), withClass(b), maker) },
  );
}

export const numeral: Operation<kernel.Numeric> = {
  name: 'numeral',
  pure: true,
  type: signature([], numericType),
  data: record<kernel.Numeric>({ value: real, whole: truth }),
  text: kernel.javaText,
  document: { meaning: 'a number with its class, 32-bit int or double', families: 'F' },
  print: print.leaf(kernel.javaText),
  check({ value, whole }) {
    if (typeof value !== 'number' || typeof whole !== 'boolean') refuse('a number of no class');
    checkNumeral(value, whole);
  },
  evaluate(node, frame) {
    frame.whole = node.data.whole;
    return node.data.value;
  },
  columns: (term, rows, { scratch }) => filled(term, term.data.value, rows.length, scratch, term.data.whole),
  emit: ({ data }) => ({ ...numeralCode(data) }),
};

export function numeralCode({ value, whole }: kernel.Numeric): Whole {
  return { value: numberCode(value), whole: whole ? isInt : isDouble };
}

/** Certainly an int; certainly a double. */
const isInt = js`1`;
const isDouble = js`0`;

function classOf(whole: Code): 0 | 1 | undefined {
  const source = sourceOf(whole);
  return source === '1' ? 1 : source === '0' ? 0 : undefined;
}

function bothWhole(a: Whole, b: Whole, { keep }: Maker): Code {
  const [left, right] = [classOf(a.whole), classOf(b.whole)];
  if (left === 0 || right === 0) return isDouble;
  if (left === 1) return b.whole;
  return right === 1 ? a.whole : keep(js`${a.whole} & ${b.whole}`);
}

/**
 * Operations of doubles are exact within 32 bits: only other results check the class, and wrap an int. Most rows take
 * one way whatever their classes, so a mixture costs no more.
 */
function wrapping(result: Code, whole: Code, wrap: Code, { keep }: Maker): Code {
  if (classOf(whole) === 0) return result;
  return keep(js`!(Math.abs(${result}) <= 2147483647) && ${whole} === 1 ? ${wrap} : ${result}`);
}

function linear(code: (a: Code, b: Code) => Code): DyadicTemplate {
  return (a, b, maker) => {
    const result = maker.keep(code(a.value, b.value));
    const whole = bothWhole(a, b, maker);
    return { value: wrapping(result, whole, js`${result} | 0`, maker), whole };
  };
}

function either(isFirst: Code, a: Whole, b: Whole, { keep }: Maker): Whole {
  const isAlike = sourceOf(a.whole) === sourceOf(b.whole);
  return {
    value: keep(js`${isFirst} ? ${a.value} : ${b.value}`),
    whole: isAlike ? a.whole : keep(js`${isFirst} ? ${a.whole} : ${b.whole}`),
  };
}

function shownNumber(code: Code): number | undefined {
  const number = Number(sourceOf(code).replace(/^\((.*)\)$/, '$1'));
  return Number.isNaN(number) ? undefined : number;
}

/** A whole number clamped to 32 bits; of NaN 0. Adding 0 makes −0 the 0 that it equals. */
function held(wholeNumber: Code, { keep }: Maker): Whole {
  const value = keep(js`${wholeNumber} + 0`);
  return {
    value: keep(
      js`!(Math.abs(${value}) <= 2147483647) ? (${value} > 0 ? 2147483647 : ${value} < 0 ? -2147483648 : 0) : ${value}`,
    ),
    whole: isInt,
  };
}

function row(meaning: string, absent = 'an operand is'): Documentation {
  return { meaning, absent, families: 'F' };
}

const linearRow = row('of two ints an int that wraps at 32 bits, otherwise a double; a double times 0 is the int 0');
const extremeRow = row(
  'one of two numbers, with its class: the second unless the first is larger (maximum), the first unless the second is smaller (minimum)',
);
const signRow = row('of an int an int that wraps', 'its operand is');
const heldRow = row('an int, limited to 32 bits; of NaN 0', 'its operand is');

export const numericAdd = dyadic(
  'numericAdd',
  kernel.addNumeric,
  linear((a, b) => js`${a} + ${b}`),
  { document: linearRow, print: print.sum },
);
export const numericSubtract = dyadic(
  'numericSubtract',
  kernel.subtractNumeric,
  linear((a, b) => js`${a} - ${b}`),
  { document: linearRow, print: print.difference },
);
/** As modifiers make it. */
export const scaling: Form = {
  meaning: kernel.scaleNumeric,
  template(maker, a, b) {
    const [left, right] = [withClass(a), withClass(b)];
    const result = maker.keep(js`${a.value} * ${b.value}`);
    const whole = bothWhole(left, right, maker);
    if (classOf(whole) === 0) return { value: result, whole };
    // Of ints a zero has no sign.
    return { value: maker.keep(js`${whole} === 1 ? Math.imul(${a.value}, ${b.value}) : ${result}`), whole };
  },
};
/** A zero makes it the int 0. */
export const numericMultiply = dyadic(
  'numericMultiply',
  kernel.multiplyNumeric,
  (a, b, maker) => {
    const { keep } = maker;
    const result = keep(js`${a.value} * ${b.value}`);
    const isZero = keep(js`${a.value} === 0 || ${b.value} === 0 ? 1 : 0`);
    const whole = bothWhole(a, b, maker);
    const value = wrapping(result, whole, js`Math.imul(${a.value}, ${b.value})`, maker);
    return {
      value: keep(js`${isZero} === 1 ? 0 : ${value}`),
      whole: classOf(whole) === 1 ? whole : keep(js`${whole} | ${isZero}`),
    };
  },
  { document: linearRow, print: print.product },
);
/** An int over an int is a whole number of times it exactly where the rounded quotient is one. */
export const numericDivide = dyadic(
  'numericDivide',
  kernel.divideNumeric,
  (a, b, maker) => {
    const { keep } = maker;
    const result = keep(js`${a.value} / ${b.value}`);
    const ints = bothWhole(a, b, maker);
    const divisor = shownNumber(b.value);
    if (classOf(ints) === 0 || divisor === 0) return { value: result, whole: isDouble };
    const isExact = js`(Math.floor(${result}) === ${result} ? 1 : 0)`;
    const whole = keep(
      divisor === undefined ? js`${ints} & (${b.value} !== 0 ? 1 : 0) & ${isExact}` : js`${ints} & ${isExact}`,
    );
    // Over a positive number nothing is −0 or out of range.
    const isPlain = divisor !== undefined && divisor > 0;
    return { value: isPlain ? result : keep(js`${whole} === 1 ? ${result} | 0 : ${result}`), whole };
  },
  {
    document: row('an int if two ints divide exactly, otherwise a double; no division by 0 is exact'),
    print: print.quotient,
  },
);
export const numericRemainder = dyadic(
  'numericRemainder',
  kernel.remainderNumeric,
  (a, b, maker) => {
    const { keep } = maker;
    const ints = bothWhole(a, b, maker);
    if (classOf(ints) === 0) return { value: keep(js`${a.value} % ${b.value}`), whole: isDouble };
    const whole = keep(js`${ints} & (${b.value} !== 0 ? 1 : 0)`);
    return {
      value: keep(js`${whole} === 1 ? (${a.value} | 0) % (${b.value} | 0) | 0 : ${a.value} % ${b.value}`),
      whole,
    };
  },
  { document: row('has the sign of the dividend; by 0 the double NaN'), print: print.rest },
);
export const numericPower = dyadic(
  'numericPower',
  kernel.powerNumeric,
  (a, b, { keep, thing }) => ({
    value: keep(js`${thing('power', power)}(${a.value}, ${b.value})`),
    whole: isDouble,
  }),
  { document: row('always a double'), print: print.call('pow') },
);
export const numericMinimum = dyadic(
  'numericMinimum',
  kernel.minimumNumeric,
  (a, b, maker) => either(js`${b.value} < ${a.value}`, b, a, maker),
  { document: extremeRow, print: print.call('min') },
);
export const numericMaximum = dyadic(
  'numericMaximum',
  kernel.maximumNumeric,
  (a, b, maker) => either(js`${a.value} > ${b.value}`, a, b, maker),
  { document: extremeRow, print: print.call('max') },
);
export const numericNegate = monadic(
  'numericNegate',
  kernel.negateNumeric,
  ({ value, whole }, { keep }) => ({
    value: keep(js`${whole} === 1 ? -${value} | 0 : -${value}`),
    whole,
  }),
  { document: signRow, print: print.prefix('-') },
);
export const numericAbsolute = monadic(
  'numericAbsolute',
  kernel.absoluteNumeric,
  ({ value, whole }, { keep }) => {
    const size = keep(js`Math.abs(${value})`);
    return { value: keep(js`${size} > 2147483647 && ${whole} === 1 ? ${size} | 0 : ${size}`), whole };
  },
  { document: signRow, print: print.call('abs') },
);
export const numericFloor = monadic(
  'numericFloor',
  kernel.floorNumeric,
  (a, maker) => (classOf(a.whole) === 1 ? a : held(js`Math.floor(${a.value})`, maker)),
  { document: heldRow, print: print.call('floor') },
);
export const numericCeiling = monadic(
  'numericCeiling',
  kernel.ceilNumeric,
  (a, maker) => (classOf(a.whole) === 1 ? a : held(js`Math.ceil(${a.value})`, maker)),
  { document: heldRow, print: print.call('ceil') },
);
export const numericRound = monadic(
  'numericRound',
  kernel.roundNumeric,
  (a, { keep }) => {
    if (classOf(a.whole) === 1) return a;
    const { value } = a;
    return {
      value: keep(js`${value} >= ${2 ** 63} ? -1 : ${value} <= ${-(2 ** 63)} ? 0 : Math.round(${value}) | 0`),
      whole: isInt,
    };
  },
  {
    document: row(
      'the nearest int, of two the upper one, limited to 64 bits, of which the low 32 are kept; of NaN 0',
      'its operand is',
    ),
    print: print.call('round'),
  },
);

export const numericCompare: Operation<{ readonly comparison: Comparison }> = scalarOfForms(
  {
    name: 'numericCompare',
    form: (data) => data.comparison,
    data: compareData,
    document: row(
      '`== !=` of one class by bits (NaN is NaN, −0.0 is not 0.0), of two as doubles; `< <= > >=` as doubles',
    ),
    print: (node, to, place) => {
      print.writeComparison(node, to, place, node.data.comparison);
    },
    takes: [['numeric', 'numeric']],
    gives: 'code',
  },
  byComparison((comparison) => ({
    meaning: (a: kernel.Numeric, b: kernel.Numeric) => Number(kernel.compareNumeric(comparison, a, b)),
    template: ({ keep }, a, b) => ({ value: keep(compared(comparison, withClass(a), withClass(b))) }),
  })),
);

/** Equal numbers have other bits only where they are zeros of one class with other signs; NaN is NaN. */
function compared(comparison: Comparison, a: Whole, b: Whole): Code {
  if (comparison !== '==' && comparison !== '!=') return js`${a.value} ${comparisonOf(comparison)} ${b.value} ? 1 : 0`;
  const isEqual = js`(${a.value} === ${b.value} ? ${a.value} !== 0 || ${a.whole} !== ${b.whole} || 1 / ${a.value} === 1 / ${b.value} : ${a.value} !== ${a.value} && ${b.value} !== ${b.value})`;
  return comparison === '==' ? js`${isEqual} ? 1 : 0` : js`${isEqual} ? 0 : 1`;
}
