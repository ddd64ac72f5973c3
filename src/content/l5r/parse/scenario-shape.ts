import { abilityClasses, groupings, points } from '../syntax.js';
import {
  amount,
  anything,
  choiceOf,
  count,
  fits,
  flag,
  isMapping,
  listOf,
  mappingOf,
  misfit,
  name,
  number,
  oneOf,
  oneOrMore,
  only,
  orNull,
  partOf,
  report,
  scalar,
  shapeOf,
  text,
  type Check,
  type Field,
  type Shape,
} from './shapes.js';

/** Fields of occurrences: those that mean something, and others that `where` may compare. */
const occurrence = shapeOf({
  needs: { type: name },
  takes: { card: orNull(name), player: orNull(name), target: orNull(name), amount: orNull(number) },
  others: scalar,
});
const occurrences = listOf(occurrence, 1);
const occurrenceOrBatch = oneOrMore(occurrence);

const listening = shapeOf({ needs: { type: name }, takes: { where: mappingOf(scalar) } });

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
  else for (const [i, check] of [name, name, scalar].entries()) check(partOf(of, i));
};

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

function abilityAt(depth: number): Check {
  return (of) => {
    if (depth > deepestAdd)
      report(
        of,
        'depth',
        `is created by abilities that are created by abilities, more than ${deepestAdd} in a row, which is the limit`,
      );
    else if (isMapping(of.value) && of.value.class === 'continuous') fits(of, continuous);
    else if (fits(of, answering(depth))) checkAnswer(of, of.value as Readonly<Record<string, unknown>>);
  };
}

const ability = abilityAt(0);

/** By the time of other points nothing can be negated, prevented or substituted any more. */
const early: ReadonlySet<unknown> = new Set(['negate', 'prevent', 'substitute']);

/** Classes of no point of their own. */
const needingPoint: ReadonlySet<unknown> = new Set(['trait', 'rulebook', 'reduction', 'reaction']);

function checkAnswer(of: Field, keys: Readonly<Record<string, unknown>>): void {
  const has = (key: string) => keys[key] !== undefined;
  const className = String(keys.class);
  const isSubstitute = keys.class === 'substitute';
  const [into, at] = [partOf(of, 'into'), partOf(of, 'at')];
  if (isSubstitute && !has('into'))
    report(
      into,
      'missing-key',
      'is missing, expected the occurrence that a substitute puts in place of the one that it answers',
      'give its type',
    );
  if (!isSubstitute && has('into'))
    report(
      into,
      'bad-structure',
      `stands in an ability of class ${className}, expected it only in one of class substitute`,
      'make it a substitute, or leave it out',
    );
  if (early.has(keys.class) && has('at') && keys.at !== 'before' && !has('gold'))
    report(
      at,
      'bad-structure',
      `is ${JSON.stringify(keys.at)} in an ability of class ${className}, expected "before": nothing can be negated, prevented or substituted any more by then`,
      'leave it out',
    );
  if (needingPoint.has(keys.class) && !has('at'))
    report(
      at,
      'missing-key',
      `is missing, expected ${points.map((point) => JSON.stringify(point)).join(' or ')}`,
      'only delayed ones and those that negate, prevent or substitute have a point by themselves',
    );
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
        add: (of) => abilityAt(depth + 1)(of),
      },
    },
  });
}

const entity = shapeOf({
  takes: {
    controller: orNull(name),
    inPlay: flag,
    bowed: flag,
    location: orNull(name),
    attachedTo: orNull(name),
    dishonored: flag,
    force: number,
  },
  others: scalar,
});

const given = shapeOf({
  takes: {
    players: listOf(name, 1),
    active: orNull(name),
    next: orNull(name),
    phase: orNull(name),
    entities: mappingOf(entity),
    honor: mappingOf(number),
    abilities: listOf(ability),
    decisions: mappingOf(listOf(text)),
    policy: shapeOf({ takes: { grouping: oneOf(groupings), bornInStep: flag, reactionToZero: flag } }),
  },
});

const when = choiceOf('an entry', {
  raise: { needs: { raise: occurrenceOrBatch } },
  raiseAll: { needs: { raiseAll: occurrences } },
  timePoint: { needs: { timePoint: name }, takes: { at: oneOf(points) } },
  endPhase: { needs: { endPhase: name } },
  beginPhase: { needs: { beginPhase: name } },
  endTurn: { needs: { endTurn: only }, takes: { next: orNull(name) } },
  beginTurn: { needs: { beginTurn: name } },
  pay: { needs: { pay: shapeOf({ needs: { player: name, cost: amount } }) } },
});

const then = shapeOf({
  takes: {
    order: listOf(text),
    never: listOf(text),
    count: mappingOf(count),
    ent: mappingOf(mappingOf(scalar)),
    honor: mappingOf(number),
  },
});

const beside = { src: text, title: text, given, then, log: listOf(text) };

/** What there is and what is done; a scenario's own name and what is expected may be beside it. */
export const play = shapeOf({ needs: { when: listOf(when) }, takes: { id: name, ...beside } });

export const scenario = shapeOf({ needs: { id: name, when: listOf(when) }, takes: beside });

/** A file of scenarios, each of which is looked at by itself; beside them it may say what it is. */
export const fileShape: Shape = {
  needs: { format: oneOf(['timing/1']), scenarios: listOf(anything) },
  takes: { name: text, about: text, note: text, source: anything },
};
