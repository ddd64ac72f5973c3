import { contradicts } from '../contradiction.js';
import type { Type } from '../../model/model.js';
import { appliesColumns, chooseColumns, decideColumns, otherwiseColumns, presentColumns } from '../columns/logic.js';
import { emitApplies, emitChoose, emitDecide, emitOtherwise, emitPresent, emitWhere } from '../emit/emit-logic.js';
import { type Code, js } from '../emit/code.js';
import { expression } from '../form.js';
import { type Value, missing } from '../../ir/node.js';
import { scalar } from './scalar.js';
import { type Operation, booleanType, graver, isAbsent, sameType, signature } from '../operation.js';
import {
  type Declared,
  type Documentation,
  anyOfThese,
  binding,
  call,
  condition,
  conjunction,
  disjunction,
  enclosed,
  infix,
  isThere,
  mayBeFalse,
  mayBeTrue,
  mayMiss,
  present as never,
  neverThere,
  prefix,
} from '../record.js';
import { providedColumns } from '../columns/provided.js';

const logic: Documentation = {
  meaning: 'logic with absence; the order of operands never matters',
  absent: 'see [language](language.md)',
  families: 'ExctF',
};
const ofAbsence: Documentation = {
  meaning: 'ask for absence, take it for false, replace it',
  absent: 'never',
  families: 'Exctf',
};

/**
 * Logic with absence: a false decides an `and`, a true decides an `or`, whatever else is absent; otherwise the graver
 * absence is the answer. So the order of the operands never matters.
 */
function decide(name: string, deciding: 0 | 1, said: Partial<Declared<unknown>>): Operation {
  return {
    name,
    type: (args) => (args.every((type) => type.name === 'boolean') ? booleanType : 'takes conditions'),
    document: logic,
    ...said,
    evaluate(node, frame) {
      let absence: Value = 0;
      for (const arg of node.args) {
        const value = frame.evaluate(arg);
        if (value === deciding) return deciding;
        if (isAbsent(value)) absence = absence === 0 ? value : graver(absence, value);
      }
      return absence === 0 ? 1 - deciding : absence;
    },
    columns: (term, rows, evaluator) => decideColumns(term, rows, evaluator, deciding),
    emit: (term, emission) => emitDecide(term, emission, deciding),
  };
}

export const and = decide('and', 0, {
  bounds({ args }, { of }) {
    const parts = args.map(of);
    return condition(
      parts.every(mayBeTrue) && !contradicts(args, of),
      parts.some(mayBeFalse),
      parts.some((part) => part.absent),
    );
  },
  print: infix('&&', binding.and, binding.and + 1),
});
export const or = decide('or', 1, {
  bounds({ args }, { of }) {
    const parts = args.map(of);
    return condition(
      parts.some(mayBeTrue),
      parts.every(mayBeFalse),
      parts.some((part) => part.absent),
    );
  },
  print: infix('||', binding.or, binding.or + 1),
});

export const not: Operation = scalar(
  {
    name: 'not',
    type: signature([booleanType], booleanType),
    document: logic,
    bounds({ args: [denied] }, { of }) {
      const { least, most, absent } = of(denied);
      return least > most ? neverThere : { least: 1 - most, most: 1 - least, absent };
    },
    print: prefix('!'),
    takes: [['code']],
    gives: 'code',
  },
  {
    '': expression(
      (value) => 1 - value,
      (value) => js`1 - ${value}`,
    ),
  },
);

/** Whether a value is there at all. */
export const present: Operation = {
  name: 'present',
  pure: true,
  type: (args) => (args.length === 1 ? booleanType : 'takes one value'),
  document: ofAbsence,
  absence: never,
  bounds({ args: [asked] }, { of }) {
    const arg = of(asked);
    return condition(isThere(arg), arg.absent, false);
  },
  print: call('has'),
  evaluate: (node, frame) => (isAbsent(frame.evaluate(node.args[0])) ? 0 : 1),
  columns: presentColumns,
  emit: emitPresent,
};

/** A condition with absence taken for false. */
export const applies: Operation = {
  name: 'applies',
  pure: true,
  type: signature([booleanType], booleanType),
  document: ofAbsence,
  absence: never,
  bounds({ args: [asked] }, { of }) {
    const arg = of(asked);
    return condition(mayBeTrue(arg), mayBeFalse(arg) || arg.absent, false);
  },
  print: call('applies'),
  evaluate: (node, frame) => (frame.evaluate(node.args[0]) === 1 ? 1 : 0),
  columns: appliesColumns,
  emit: emitApplies,
};

/** The first value, or the second where the first is absent. */
export const otherwise: Operation = {
  name: 'otherwise',
  pure: true,
  type: (args) => (args.length === 2 && sameType(args[0], args[1]) ? args[0] : 'takes two values of one type'),
  document: ofAbsence,
  absence: ([, second]) => second,
  bounds({ args }, { of }) {
    const [first, second] = args.map(of);
    return first.absent ? anyOfThese({ ...first, absent: false }, second) : first;
  },
  print: call('default'),
  keepsSingle: true,
  evaluate(node, frame) {
    const value = frame.evaluate(node.args[0]);
    return isAbsent(value) ? frame.evaluate(node.args[1]) : value;
  },
  columns: otherwiseColumns,
  emit: emitOtherwise,
};

/** Only the chosen value is evaluated. */
export const choose: Operation = {
  name: 'choose',
  type(args): Type | string {
    const fits = args.length === 3 && args[0].name === 'boolean' && sameType(args[1], args[2]);
    return fits ? args[1] : 'takes a condition and two values of one type';
  },
  document: { meaning: 'one of two values by a condition', absent: 'when the condition is', families: 'ExtF' },
  bounds({ args }, { of }) {
    const [asked, then, other] = args.map(of);
    return anyOfThese(
      ...(mayBeTrue(asked) ? [then] : []),
      ...(mayBeFalse(asked) ? [other] : []),
      ...(asked.absent ? [neverThere] : []),
    );
  },
  print({ args: [asked, then, other] }, to, place) {
    enclosed(to, binding.conditional, place, () => {
      to.write(asked, binding.conditional + 1);
      to.add(' ? ');
      to.write(then, binding.conditional + 1);
      to.add(' : ');
      to.write(other, binding.conditional);
    });
  },
  keepsSingle: true,
  evaluate(node, frame) {
    const condition = frame.evaluate(node.args[0]);
    if (isAbsent(condition)) return condition;
    return frame.evaluate(node.args[condition === 1 ? 1 : 2]);
  },
  columns: chooseColumns,
  emit: emitChoose,
};

const document: Documentation = {
  meaning: 'logic that always looks at both sides',
  absent: 'when one is, whatever the other says',
  families: 'F',
};

/** Logic that always looks at both sides: absent where one of them is, whatever the other says. */
function strict(
  name: string,
  meaning: (a: number, b: number) => number,
  code: (a: Code, b: Code) => Code,
  said: Pick<Declared<undefined>, 'print'>,
): Operation<undefined> {
  const type = signature([booleanType, booleanType], booleanType);
  return scalar(
    { name, type, document, ...said, takes: [['code', 'code']], gives: 'code' },
    { '': expression(meaning, code) },
  );
}

export const both = strict(
  'both',
  (a, b) => a & b,
  (a, b) => js`${a} & ${b}`,
  { print: conjunction },
);
export const either = strict(
  'either',
  (a, b) => a | b,
  (a, b) => js`${a} | ${b}`,
  { print: disjunction },
);

export const provided: Operation = {
  name: 'provided',
  type: (args) => (args.length === 2 && args[1].name === 'boolean' ? args[0] : 'takes a value and a condition'),
  document: {
    meaning: 'a value where a condition is true, which is asked first',
    absent: 'missing where the condition is not true; when the value is',
    families: 'C',
  },
  absence: ([value]) => value | mayMiss,
  bounds({ args }, { of }) {
    const [value, asked] = args.map(of);
    return anyOfThese(...(mayBeTrue(asked) ? [value] : []), ...(mayBeFalse(asked) || asked.absent ? [neverThere] : []));
  },
  evaluate: ({ args }, frame) => (frame.evaluate(args[1]) === 1 ? frame.evaluate(args[0]) : missing),
  columns: providedColumns,
  emit: ({ args: [value, condition] }, emission) => emitWhere(condition, value, emission),
};
