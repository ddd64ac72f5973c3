import {
  amount,
  amounts,
  className,
  anyValue,
  condition,
  conditions,
  count,
  fieldValues,
  firstAmounts,
  flag,
  label,
  meterName,
  name,
  noValuesOfList,
  object,
  occurrenceName,
  oneAmount,
  point,
  propertyName,
  raise,
  trueAlone,
} from './schema-parts.js';
import type { ActionSource, EffectSource } from './content-source.js';
import {
  type DataOf,
  type FormRule,
  type Keys,
  type Shape,
  defaulted,
  either,
  excluded,
  form,
  headsIn,
  headsOf,
  later,
  list,
  map,
  mapTo,
  named,
  oneOf,
  oneOrMany,
  optional,
  required,
} from './document-shape.js';

function effectForms<Common extends Keys>(common: Common) {
  const of = <Own extends Keys>(own: Own) => form({ ...own, ...common });
  const writes = <Own extends Keys>(own: Own) =>
    form({ ...own, ...amounts, ...common }, [oneAmount(Object.keys(own)[0], 'effect on')]);
  return [
    writes({ meter: required(meterName, 'The meter to write.') }),
    writes({ property: required(propertyName, 'The property to write.', 'minerals') }),
    writes({ stockpile: required(propertyName, 'The property of empires to write.', 'gold') }),
    of({
      step: required(propertyName, 'The ordered property to move.'),
      by: defaulted(amount, 'Places along the order.', 1, -1),
    }),
    of({
      create: required(className, 'The class to create an object of.'),
      count: defaulted(amount, 'How many.', 1),
      initial: optional(firstAmounts, 'First values, over those of the class.'),
    }),
    of({ destroy: required(trueAlone, 'Destroys it.') }),
    of({
      available: required(className, 'The class.'),
      to: defaulted(condition, 'Whether it is to be available.', true),
    }),
    of({
      hold: required(anyValue, 'The word.', 'iron'),
      in: required(propertyName, 'The set.', 'techs'),
      to: defaulted(condition, 'Whether it is to be in the set.', true),
    }),
    of({ give: required(object, 'The new owner, or null.') }),
    of({ move: required(object, 'The object whose place it takes.', 'source.home') }),
    of({
      put: required(
        map('a map with `x` and `y`', {
          x: required(amount, 'Where, over `source` and `target`.', 'x(target) + 1'),
          y: required(amount, 'Where, over `source` and `target`.', 'y(target)'),
        }),
        'The point that it is put at; in a space it stays inside.',
      ),
    }),
    of({
      forward: required(amount, 'How far it goes.', 1),
      heading: required(amount, 'In which direction: an angle in radians from the direction of x.', 'target.course'),
    }),
    of({
      bind: required(named('a role', 'capital'), 'The role.'),
      to: required(object, 'The object that has it from now on, or null for nobody.', 'target'),
    }),
    of({
      become: required(className, 'The class that it is of from now on; one of its kind.'),
      renew: optional(
        list(named('a meter, property or set', 'population'), 'a list of meters, properties and sets'),
        'What becomes again what it is at first in an object of that class. Default none.',
        ['population'],
      ),
    }),
  ] as const;
}

export const recipients = ['target', 'source', 'empires'] as const;

const everyEffect = {
  on: optional(
    either([oneOf(recipients), object], '`target`, `source`, `empires`, or an expression of an object'),
    'Fires on each object in scope (target), once on the source, once on each empire that the scope stands for, or for each object in scope on the object that an expression over `source` and `target` names.',
  ),
  label: optional(label, 'What explain prints. Default: the label of the group.'),
};

const everyGroupEffect = {
  ...everyEffect,
  stacking: defaulted(count, 'Of all effects with this number only one counts on an object in a turn; 0: always.', 0),
  if: optional(
    conditions,
    'Fires only where all hold, over `source` and `target`. Default: always.',
    'source.level > 1',
  ),
};

const elseWithoutIf = excluded(
  'else',
  (map) => map.if === undefined,
  () => '`else` stands without `if`, so it can never happen; expected `if` beside it',
  'add `if`, or remove `else`',
  'never-fires',
);

const groupForms = [
  ...effectForms(everyGroupEffect),
  // Actions raise in a form of their own.
  form({ raise, values: fieldValues, ...everyGroupEffect }, [noValuesOfList]),
] as const;

const innerEffects = list(
  later((): Shape<EffectSource> => effect),
  'a list of effects',
);

const branch = form(
  {
    do: required(innerEffects, 'Effects, in this order, on the objects for which the conditions hold.', [
      { destroy: true },
    ]),
    if: optional(
      conditions,
      'Over `source` and `target`, for each object in scope, before any effect of the lists fires. Default: always.',
      'source.energy < 0',
    ),
    else: optional(innerEffects, 'Effects on the other objects in scope, after those of `do`.', [
      { meter: 'population', add: 1 },
    ]),
  },
  [elseWithoutIf],
);

export const effect: Shape<EffectSource> = either(
  [...groupForms, branch],
  `an effect: a map with ${headsOf([...groupForms, branch])}`,
  { id: 'effect' },
);

const triggerNames = oneOrMany(named('a trigger', 'alarm'), 'a trigger or a list of triggers');

const everyAction = {
  if: optional(conditions, 'Passed over unless all hold, over `source` and `target`. Default: always done.'),
  subject: optional(object, "The object that is its source, instead of the list's; null: nobody."),
  direct: optional(object, "The object that is its target, instead of the list's; null: the subject."),
  swap: defaulted(flag, 'The two change places, after `if`.', false),
};

const actionForm = <Own extends Keys>(own: Own, rules: readonly FormRule[] = []) =>
  form({ ...own, ...everyAction }, rules);

const plainForms = [
  actionForm({ delay: required(count, 'The rest goes on so many turns later.', 3) }),
  actionForm({ check: required(trueAlone, 'Looks at all triggers now, before the list goes on.') }),
  actionForm({
    arm: required(triggerNames, 'Triggers that are armed.'),
    disarm: optional(triggerNames, 'Triggers that are disarmed, after that.'),
  }),
  actionForm({ disarm: required(triggerNames, 'Triggers that are disarmed.') }),
  actionForm({
    tell: required(name, 'The message to the host.', 'The beacon burns'),
    values: optional(
      mapTo(anyValue, 'a map from names to expressions', { walls: 'target.walls' }),
      'Numbers, conditions and objects that the message carries.',
    ),
  }),
] as const;

const timingForms = [
  actionForm({ raise, values: fieldValues }, [noValuesOfList]),
  actionForm({
    point: required(occurrenceName, 'What need not happen at this point of time.'),
    at: defaulted(point, 'Which abilities are asked.', 'after'),
    values: fieldValues,
  }),
  actionForm({ negate: required(trueAlone, 'What is answered does not happen.') }),
  actionForm({ adjust: required(amount, 'What is added to the amount of what is answered.', '-1') }),
  actionForm({ retarget: required(anyValue, 'The new target of what is answered.', 'source') }),
  actionForm({
    add: required(named('an ability', 'poison'), 'An ability that is created.'),
    self: optional(object, 'Whose it is. Default: whose the running one is.', 'target'),
    controller: optional(object, 'Who controls it. Default: who controls the running one.'),
  }),
  actionForm({
    pay: required(occurrenceName, 'What sources of the payment answer; its player pays its amount.', 'cost'),
    paid: optional(occurrenceName, 'What occurs when it is paid, by the same player.', 'bought'),
    values: fieldValues,
  }),
] as const;

const effects = effectForms({ ...everyEffect, ...everyAction });

export type TimingActionSource = DataOf<(typeof timingForms)[number]>;
export type EffectActionSource = DataOf<(typeof effects)[number]>;

const innerActions = list(
  later((): Shape<ActionSource> => action),
  'a list of actions',
);

const group = actionForm(
  {
    do: required(innerActions, 'Actions, in this order, with the source and target of this one.', [{ tell: 'Again' }]),
    else: optional(innerActions, 'The same where `if` does not hold.', [{ tell: 'No' }]),
  },
  [elseWithoutIf],
);

const forms = [...plainForms, group, ...effects, ...timingForms];

const action: Shape<ActionSource> = either(
  forms,
  `an action: an effect such as \`{ meter: …, add: … }\`, or a map with ${headsOf([...plainForms, group, ...timingForms])}`,
  { id: 'action' },
);

export const actions = list(action, 'a list of actions');

const effectKeys: ReadonlySet<string> = new Set(headsIn(effects));
// Effects first: they may have `add` too.
const actionKeys = headsIn([...effects, ...plainForms, group, ...timingForms]);

export function actionKey(source: ActionSource): string {
  return actionKeys.find((key) => key in source) ?? '';
}

export function isEffect(source: ActionSource): source is EffectActionSource {
  return effectKeys.has(actionKey(source));
}
