import type { Node } from '../../../ir/node.js';
import type { Condition } from '../syntax.js';
import { lowerComparison } from './comparisons.js';
import type { Context, Tested } from './context.js';
import { countForms } from './count-forms.js';
import { designForms } from './design-forms.js';
import type { ConditionForm, ConditionForms } from './forms.js';
import { type KindSet, everyKind } from './kind-set.js';
import { logicForms } from './logic.js';
import { markForms } from './mark-forms.js';
import { meterForms } from './meter-forms.js';
import { ownerForms } from './owner-forms.js';
import { placeForms } from './place-forms.js';
import { planetForms } from './planet-forms.js';
import { tooLarge, unknownConstruct } from './problems.js';
import { queueForms } from './queue-forms.js';
import { sortForms } from './sort-forms.js';
import { timeForms } from './time-forms.js';

const compareForms: ConditionForms = {
  Compare: {
    kinds: everyKind,
    firm: false,
    lower: ({ comparison, at }, context) =>
      comparison === undefined ? context.kit.no : lowerComparison(comparison, at, context),
  },
};

/** Every construct that is a condition, by name. */
const forms: ReadonlyMap<string, ConditionForm> = new Map(
  Object.entries({
    ...logicForms,
    ...sortForms,
    ...ownerForms,
    ...placeForms,
    ...planetForms,
    ...designForms,
    ...timeForms,
    ...markForms,
    ...meterForms,
    ...countForms,
    ...queueForms,
    ...compareForms,
  }),
);

/** Names of all conditions that can be lowered. */
export function conditionNames(): readonly string[] {
  return [...forms.keys()];
}

/** A condition of the candidate; it may be absent, which means false. False, and reported, for what is no condition. */
export function lowerCondition(condition: Condition, context: Tested): Node {
  const { budget } = context.group;
  if (--budget.left < 0) {
    if (budget.left === -1) tooLarge(context, condition.at);
    return context.kit.no;
  }
  const form = forms.get(condition.name);
  if (form !== undefined) return form.lower(condition, context);
  unknownConstruct(context, condition.at, 'condition', condition.name, forms.keys());
  return context.kit.no;
}

/** Kinds of objects of which a condition may be true. */
export function kindsOf(condition: Condition, context: Context): KindSet {
  const kinds = forms.get(condition.name)?.kinds ?? everyKind;
  return typeof kinds === 'function' ? kinds(condition, context) : kinds;
}

/** Whether a condition is false of everything that is no game object, and of none. */
export function isFirm(condition: Condition): boolean {
  const firm = forms.get(condition.name)?.firm ?? false;
  return typeof firm === 'function' ? firm(condition, isFirm) : firm;
}
