import {
  type Declared,
  type Operation,
  booleanType,
  isAbsent,
  numberType,
  numericType,
  signature,
  stronger,
} from '../operation.js';
import type { Form, NumericMeaning, NumericTest, PlainMeaning } from '../form.js';
import type { Node } from '../../ir/node.js';
import type { Term } from '../term.js';
import type { Type } from '../../model/model.js';
import { checkWord } from '../check-data.js';
import { emitForm } from '../emit/emission.js';
import { type Kernel, type Lane, kernelColumns, kernelsOf } from '../columns/kernel.js';
import type { Written } from '../../ir/shape.js';

export interface Scalar<Data> extends Declared<Data>, Pick<Operation<Data>, 'name'> {
  /** Left out: that of its lanes. */
  readonly type?: Operation<Data>['type'];
  /** Names its form; also the text of its data. */
  readonly form: (data: Data) => string;
  readonly data?: Written<Data>;
  /** Lanes of its one or two operands, several entries where it takes several types; left out: two numbers. */
  readonly takes?: readonly (readonly Lane[])[];
  /** Left out: the lane of its operands. */
  readonly gives?: Lane;
}

const laneTypes: Readonly<Record<Lane, Type>> = { number: numberType, numeric: numericType, code: booleanType };

type OfOneForm<Data> = Omit<Scalar<Data>, 'form'>;

export function scalar<Data>(said: OfOneForm<Data>, form: Form): Operation<Data> {
  return scalarOfForms({ ...said, form: () => '' }, { '': form });
}

/** Of operations that have some declarations in common. */
export function scalarsWith<Data = unknown>(
  shared: Pick<OfOneForm<Data>, 'document'> & Partial<OfOneForm<Data>>,
): (name: string, form: Form, said: Partial<Declared<Data>>) => Operation<Data> {
  return (name, form, said) => scalar({ ...shared, name, ...said }, form);
}

/** An operation on one or two values, absent where one is: its forms make all its evaluators. */
export function scalarOfForms<Data>(
  { takes = [['number', 'number']], gives = takes[0][0], form, ...said }: Scalar<Data>,
  forms: Readonly<Record<string, Form>>,
): Operation<Data> {
  const [only, ...others] = Object.values(forms);
  const formOf = others.length === 0 ? () => only : ({ data }: Node<Data>): Form => forms[form(data)];
  const kernels = takes.map((lanes) => kernelsOf(forms, lanes, gives));
  const kernelFor = ({ args, data }: Term<Data>): Kernel => {
    const lane = laneOf(args[0].type);
    const place = takes.findIndex(([first]) => first === lane);
    return kernels[Math.max(0, place)](form(data));
  };
  const operands = takes[0].map((lane) => laneTypes[lane]);
  return {
    type: signature(operands, laneTypes[gives]),
    ...said,
    text: form,
    check(data) {
      checkWord(form(data), Object.keys(forms));
    },
    pure: true,
    forms: {
      all: Object.values(forms),
      of: formOf,
      operands: takes[0].length === 1 ? 1 : 2,
      takesNumeric: takes[0][0] === 'numeric',
      givesNumeric: gives === 'numeric',
    },
    evaluate: evaluationOf(takes[0], gives, formOf),
    columns: (term, rows, evaluator) => kernelColumns(term, rows, evaluator, kernelFor(term)),
    emit: (term, emission) => emitForm(formOf(term), term.args, emission),
  };
}

function laneOf({ name }: Type): Lane {
  return name === 'number' || name === 'numeric' ? name : 'code';
}

function evaluationOf<Data>(
  [first, second]: readonly Lane[],
  gives: Lane,
  formOf: (node: Node<Data>) => Form,
): Operation<Data>['evaluate'] {
  if (first === 'numeric') return numericEvaluation(second !== undefined, gives, formOf);
  return (node, frame) => {
    const left = frame.evaluate(node.args[0]);
    const right = second === undefined ? left : frame.evaluate(node.args[1]);
    if (isAbsent(left) || isAbsent(right)) return stronger(left, right);
    return (formOf(node).meaning as PlainMeaning)(left, right, frame.mishaps);
  };
}

/** Each evaluation of a number with a class sets `frame.whole`. */
function numericEvaluation<Data>(
  isOfTwo: boolean,
  gives: Lane,
  formOf: (node: Node<Data>) => Form,
): Operation<Data>['evaluate'] {
  return (node, frame) => {
    const left = frame.evaluate(node.args[0]);
    const isLeftWhole = frame.whole;
    const right = isOfTwo ? frame.evaluate(node.args[1]) : left;
    if (isAbsent(left) || isAbsent(right)) return stronger(left, right);
    const { meaning } = formOf(node);
    const [a, b] = [
      { value: left, whole: isLeftWhole },
      { value: right, whole: frame.whole },
    ];
    if (gives !== 'numeric') return (meaning as NumericTest)(a, b);
    const { value, whole } = (meaning as NumericMeaning)(a, b);
    frame.whole = whole;
    return value;
  };
}
