import { abilityClasses, points } from '../syntax.js';
import { type Check, type Field, isMapping, misfit, partOf, report } from './field.js';
import { listening, occurrence, occurrenceOrBatch, occurrences } from './occurrence-shape.js';
import { labelOf } from './problem.js';
import {
  type Shape,
  amount,
  choiceOf,
  fits,
  flag,
  listOf,
  name,
  number,
  oneOf,
  only,
  orNull,
  scalar,
  text,
} from './shapes.js';

/** Abilities that create abilities, inside one another. */
const deepestAdd = 32;

const subscription: Check = (of) => {
  if (isMapping(of.value) && Object.hasOwn(of.value, 'anyOf')) fits(of, { needs: { anyOf: listOf(listening, 1) } });
  else listening(of);
};

const test = choiceOf('a test', {
  lki: { needs: { lki: name, eq: scalar } },
  ent: { needs: { ent: name, key: name, eq: scalar } },
});

const aliveTest: Check = (of) => {
  if (!Array.isArray(of.value) || of.value.length !== 3) misfit(of, 'a list of an entity, a key and a value');
  else
    [name, name, scalar].forEach((check, i) => {
      check(partOf(of, i));
    });
};

/** One test or a list of them. */
const live: Check = (of) => {
  if (Array.isArray(of.value) && of.value.every((each) => Array.isArray(each))) listOf(aliveTest)(of);
  else aliveTest(of);
};

const until = oneOf(['turn', 'game']);

const everyAbility = { copy: name, controller: orNull(name), live };

const continuous: Shape = {
  needs: { id: name, class: name, card: name, while: name, force: number },
  takes: { ...everyAbility, printed: flag, until },
};

function answering(depth: number): Shape {
  return {
    needs: { id: name, class: oneOf([...abilityClasses, 'continuous']), on: subscription },
    takes: {
      ...everyAbility,
      at: oneOf(points),
      if: listOf(test),
      next: flag,
      until,
      choice: flag,
      into: occurrence,
      printed: flag,
      gold: amount,
      interfered: flag,
      do: listOf(action(depth)),
    },
  };
}

/** An ability that was created inside of so many others. */
function abilityAt(depth: number): Check {
  return (of) => {
    if (depth > deepestAdd) {
      report(of, {
        path: of.path,
        code: 'depth',
        message: `${labelOf(of.path)} is created by abilities that are created by abilities, more than ${String(deepestAdd)} in a row, which is the limit`,
      });
      return;
    }
    if (isContinuous(of)) fits(of, continuous);
    else if (fits(of, answering(depth))) checkAnswer(of);
  };
}

export const ability = abilityAt(0);

function isContinuous({ value }: Field): boolean {
  return isMapping(value) && value.class === 'continuous';
}

/** Which keys need one another. */
function checkAnswer(of: Field): void {
  const keys = of.value as Readonly<Record<string, unknown>>;
  const { path, findings } = of;
  const has = (key: string): boolean => keys[key] !== undefined;
  const problem = (key: string, code: string, message: string, suggestion: string): void => {
    report({ findings }, { path: [...path, key], code, message: `${labelOf([...path, key])} ${message}`, suggestion });
  };
  const isSubstitute = keys.class === 'substitute';
  if (isSubstitute && !has('into'))
    problem(
      'into',
      'missing-key',
      'is missing, expected the occurrence that a substitute puts in place of the one that it answers',
      'give its type',
    );
  if (!isSubstitute && has('into'))
    problem(
      'into',
      'bad-structure',
      `stands in an ability of class ${String(keys.class)}, expected it only in one of class substitute`,
      'make it a substitute, or leave it out',
    );
  if (isEarly(keys.class) && has('at') && keys.at !== 'before' && !has('gold'))
    problem(
      'at',
      'bad-structure',
      `is ${JSON.stringify(keys.at)} in an ability of class ${String(keys.class)}, expected "before": nothing can be negated, prevented or substituted any more by then`,
      'leave it out',
    );
  if (!has('at') && needsPoint(keys.class))
    problem(
      'at',
      'missing-key',
      `is missing, expected ${points.map((point) => JSON.stringify(point)).join(' or ')}`,
      'only delayed ones and those that negate, prevent or substitute have a point by themselves',
    );
}

function isEarly(className: unknown): boolean {
  return className === 'negate' || className === 'prevent' || className === 'substitute';
}

function needsPoint(className: unknown): boolean {
  return className === 'trait' || className === 'rulebook' || className === 'reduction' || className === 'reaction';
}

function action(depth: number): Check {
  return choiceOf('an action', {
    note: { needs: { note: text } },
    noteForce: { needs: { noteForce: name } },
    notePhase: { needs: { notePhase: only } },
    raise: { needs: { raise: occurrenceOrBatch } },
    raiseAll: { needs: { raiseAll: occurrences } },
    negate: { needs: { negate: only } },
    adjust: { needs: { adjust: number } },
    retarget: { needs: { retarget: orNull(name) } },
    // Made when it is reached: actions hold abilities, which hold actions.
    add: {
      needs: {
        add: (of) => {
          abilityAt(depth + 1)(of);
        },
      },
    },
  });
}
