import { type Code, js } from '../emit/code.js';
import {
  type Declared,
  type Documentation,
  type Operation,
  booleanType,
  isAbsent,
  sameType,
  signature,
  stronger,
} from '../operation.js';
import { type Emission, type Emitted, assigned, isTrue } from '../emit/emission.js';
import type { Term } from '../term.js';
import type { Type } from '../../model/model.js';
import { type Value, missing } from '../../ir/node.js';
import { anyOfThese, condition, isThere, mayBeFalse, mayBeTrue, neverThere } from '../bounds.js';
import { binding, call, conjunction, disjunction, enclosed, infix, prefix } from '../printer.js';
import { expression } from '../form.js';
import { isMissing } from '../columns/rows.js';
import { mayMiss, present as never } from '../data.js';
import { isOwnCell } from '../emit/parts.js';
import { asComparison, asNot, decidingValue, isConstant, isSlot } from '../node-shape.js';
import { contradicts } from '../contradiction.js';
import {
  appliesColumns,
  chooseColumns,
  costOf,
  decideColumns,
  otherwiseColumns,
  presentColumns,
  providedColumns,
} from '../columns/logic-columns.js';
import { scalar, scalarsWith } from './scalar.js';

const logic: Documentation = {
  meaning: 'logic with absence; the order of operands never matters',
  absent: 'see [language](language.md)',
  families: 'ExctF',
};
const ofAbsence: Documentation = {
  meaning: 'test for absence, treat it as false, replace it',
  absent: 'never',
  families: 'Exctf',
};

/** A false decides an `and`, a true an `or`; otherwise the result is the stronger absence. So order never matters. */
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
        if (isAbsent(value)) absence = absence === 0 ? value : stronger(absence, value);
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
    document: logic,
    bounds({ args: [denied] }, { of }) {
      const { least, most, absent } = of(denied);
      return least > most ? neverThere : { least: 1 - most, most: 1 - least, absent };
    },
    print: prefix('!'),
    takes: [['code']],
  },
  expression(
    (value) => 1 - value,
    (value) => js`1 - ${value}`,
  ),
);

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
  emit(term, emission) {
    const { absence } = emission.of(term.args[0]);
    return { value: absence === undefined ? js`1` : emission.keep(js`${absence} === 0 ? 1 : 0`) };
  },
};

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
  emit: (term, emission) => ({ value: emission.keep(js`${isTrue(emission.of(term.args[0]))} ? 1 : 0`) }),
};

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
  emit(term, emission) {
    const first = emission.of(term.args[0]);
    if (first.absence === undefined) return first;
    const into = {
      value: emission.variable(first.value),
      absence: emission.variable(first.absence),
      whole: first.whole === undefined ? undefined : emission.variable(first.whole),
    };
    const second = branchOf(term.args[1], into, emission);
    emission.add(js`if (${into.absence} !== 0) { ${second.code} }`);
    return emittedOf(into, second.mayLack);
  },
};

/** Only the chosen value is evaluated. */
export const choose: Operation = {
  name: 'choose',
  type(args): Type | string {
    const fits = args.length === 3 && args[0].name === 'boolean' && sameType(args[1], args[2]);
    return fits ? args[1] : 'takes a condition and two values of one type';
  },
  document: { meaning: 'one of two values, chosen by a condition', absent: 'the condition is', families: 'ExtF' },
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
  emit(term, emission) {
    const condition = emission.of(term.args[0]);
    const into = variablesFor(term, condition.absence ?? 0, emission);
    const [first, second] = [branchOf(term.args[1], into, emission), branchOf(term.args[2], into, emission)];
    const choice = js`if (${condition.value} === 1) { ${first.code} } else { ${second.code} }`;
    emission.add(condition.absence === undefined ? choice : js`if (${condition.absence} === 0) { ${choice} }`);
    return emittedOf(into, condition.absence !== undefined || first.mayLack || second.mayLack);
  },
};

const strict = scalarsWith<undefined>({
  document: {
    meaning: 'logic that always evaluates both sides',
    absent: 'an operand is, whatever the other is',
    families: 'F',
  },
  takes: [['code', 'code']],
});

export const both = strict(
  'both',
  expression(
    (a, b) => a & b,
    (a, b) => js`${a} & ${b}`,
  ),
  { print: conjunction },
);
export const either = strict(
  'either',
  expression(
    (a, b) => a | b,
    (a, b) => js`${a} | ${b}`,
  ),
  { print: disjunction },
);

export const provided: Operation = {
  name: 'provided',
  type: (args) => (args.length === 2 && args[1].name === 'boolean' ? args[0] : 'takes a value and a condition'),
  document: {
    meaning: 'a value if a condition is true, which is evaluated first',
    absent: 'missing if the condition is not true; the value is',
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

/** The order of the primitives, so that heavy operands visit as many objects. */
function byCost(args: readonly Term[]): readonly Term[] {
  return [0, 1, 2].flatMap((cost) => args.filter((each) => costOf(each) === cost));
}

function emitDecide(term: Term, emission: Emission, deciding: 0 | 1): Emitted {
  const { inFrame } = emission;
  const founds = inFrame ? foundQuickly(term.args, emission) : [];
  if (founds.length > 0 && founds.length === term.args.length && founds.every(({ absence }) => absence === undefined)) {
    const values = founds.map((found) => found.value);
    return { value: emission.keep(values.reduce((a, b) => (deciding === 0 ? js`${a} & ${b}` : js`${a} | ${b}`))) };
  }
  const value = emission.variable(1 - deciding);
  const absence = emission.variable(0);
  const label = emission.label();
  let someAbsent = false;
  const body = emission.inside(() => {
    (inFrame ? term.args : byCost(term.args)).forEach((arg, i) => {
      const found = i < founds.length ? founds[i] : emission.of(arg);
      const decided = js`{ ${value} = ${deciding}; ${absence} = 0; break ${label}; }`;
      if (found.absence === undefined) emission.add(js`if (${found.value} === ${deciding}) ${decided}`);
      else {
        someAbsent = true;
        emission.add(
          js`if (${found.absence} !== 0) { if (${found.absence} > ${absence}) ${absence} = ${found.absence}; } else if (${found.value} === ${deciding}) ${decided}`,
        );
      }
    });
  });
  emission.add(js`${label}: { ${body} }`);
  return { value, absence: someAbsent ? absence : undefined };
}

/** The first operands, as long as they are present, and found sooner than a processor guesses whether they decide. */
function foundQuickly(args: readonly Term[], emission: Emission): Emitted[] {
  const founds: Emitted[] = [];
  for (const arg of args) {
    if (founds.length > 0 && !isQuick(arg, emission)) break;
    const found = emission.of(arg);
    founds.push(found);
    if (found.absence !== undefined) break;
  }
  return founds;
}

/** Levels of tests and reads. */
const quickLevels = 4;

function isQuick(term: Term, emission: Emission, levels = quickLevels): boolean {
  if (emission.isKnown(term) || isSlot(term)) return true;
  if (levels === 0 || term.type.name === 'entity') return false;
  const isTest = decidingValue(term) !== undefined || (asComparison(term) ?? asNot(term)) !== undefined;
  if (!isTest && !isConstant(term) && !isOwnCell(term, emission)) return false;
  return term.args.length <= 2 && term.args.every((arg) => isQuick(arg, emission, levels - 1));
}

interface Variables {
  readonly value: Code;
  readonly absence: Code;
  readonly whole: Code | undefined;
}

/** `absence`: where no branch is taken. */
function variablesFor(term: Term, absence: Code | number, emission: Emission): Variables {
  return {
    value: emission.variable(0),
    absence: emission.variable(absence),
    whole: term.type.name === 'numeric' ? emission.variable(0) : undefined,
  };
}

/** The statements that put a term into variables; says whether it may be absent. */
function branchOf(term: Term, { value, absence, whole }: Variables, emission: Emission) {
  let mayLack = false;
  const code = emission.inside(() => {
    const found = emission.of(term);
    mayLack = found.absence !== undefined;
    emission.add(assigned(value, absence, found));
    if (whole !== undefined) emission.add(js`${whole} = ${found.whole ?? 0};`);
  });
  return { code, mayLack };
}

function emittedOf({ value, absence, whole }: Variables, mayLack: boolean): Emitted {
  return { value, absence: mayLack ? absence : undefined, whole };
}

function emitWhere(where: Term, of: Term, emission: Emission): Emitted {
  const isChosen = isTrue(emission.of(where));
  const into = variablesFor(of, isMissing, emission);
  emission.add(js`if (${isChosen}) { ${branchOf(of, into, emission).code} }`);
  return emittedOf(into, true);
}
