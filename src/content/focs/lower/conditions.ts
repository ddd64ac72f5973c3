import type { Node } from '../../../ir/node.js';
import type { Condition } from '../syntax.js';
import { lowerComparison } from './comparisons.js';
import { type Context, type Tested, siteOf } from './context.js';
import { designForms } from './design-forms.js';
import type { ConditionForm, ConditionForms } from './forms.js';
import { type KindSet, everyKind, kindsIn, onlyKind } from './kind-set.js';
import { logicForms } from './logic.js';
import { markForms } from './mark-forms.js';
import { meterForms } from './meter-forms.js';
import { ownerForms } from './owner-forms.js';
import { placeForms } from './place-forms.js';
import { planetForms } from './planet-forms.js';
import { tooLarge, unknownConstruct, missingParameter } from './problems.js';
import { queueForms } from './queue-forms.js';
import { sortForms } from './sort-forms.js';
import { isBetween } from './bounds.js';
import { requiredAt, valueAt } from './parameters.js';
import { among } from '../../../eval/ops/among.js';
import { anyWhere, countOf, filterOf, filtered } from './members.js';

/** How many objects fit, and some of those that do. */
const countForms: ConditionForms = {
  Number: { kinds: everyKind, firm: false, lower: (condition, context) => isNumber(condition, context) },
  NumberOf: chosen('random'),
  MinimumNumberOf: chosen('least'),
  MaximumNumberOf: chosen('greatest'),
};

function operandOf(condition: Condition, context: Tested): Condition | undefined {
  const operand = condition.operands.at(0);
  if (operand === undefined) missingParameter(context, condition.at, condition.name, 'condition');
  return operand;
}

/** Whether as many objects fit as is asked for: all candidates or none. */
function isNumber(condition: Condition, context: Tested): Node {
  const { kit, language } = context;
  const operand = operandOf(condition, context);
  if (operand === undefined) return kit.no;
  const [low, high] = ['low', 'high']
    .map((label) => valueAt(condition, label))
    .map((bound) => bound && language.integer(bound, context));
  if (low === kit.number(1) && high === undefined) return anyWhere(operand, context);
  if ((low === undefined || low === kit.number(0)) && high === kit.number(0))
    return kit.not(anyWhere(operand, context));
  return isBetween(kit, countOf(operand, context), condition, (bound) => language.integer(bound, context), undefined);
}

/** One of so many objects that fit, out of those that the outermost condition begins with. */
function chosen(choose: 'random' | 'least' | 'greatest'): ConditionForm {
  return {
    kinds: ({ operands }, context) =>
      operands.reduce((kinds, operand) => kinds & context.language.kinds(operand, context), everyKind),
    firm: true,
    lower(condition, context) {
      const { kit, language, candidate } = context;
      const operand = operandOf(condition, context);
      const number = requiredAt(condition, 'number', context);
      if (operand === undefined || number === undefined) return kit.no;
      const count = language.integer(number, context);
      // Chosen is among one object, or among what holds it, of which one at most is of a kind.
      if (context.choice !== 'all')
        return kit.all([kit.compare('>=', count, kit.number(1)), language.conditions([operand], context, false)]);
      const kinds = language.kinds(operand, context) & context.pool;
      if (kinds === 0) return kit.no;
      const kind = onlyKind(kinds);
      const range = { over: 'objects', kind: kind === undefined ? 0 : context.builder.kinds[kind], class: 0 } as const;
      const found = filtered([operand], kind === undefined ? everyKind : kinds, range, kind === undefined, context);
      const filter = kit.all([isInPool(found.slot, kind !== undefined, context), filterOf(found, context)]);
      const data = {
        slot: found.slot,
        range,
        choose,
        site: choose === 'random' ? siteOf(context.group, condition) : 0,
        slots: choose === 'random' ? context.choosing : 0,
      };
      if (choose === 'random') return kit.interner.make(among, data, candidate.node, count, filter);
      const key = requiredAt(condition, 'sortkey', context);
      return key === undefined
        ? kit.no
        : kit.interner.make(among, data, candidate.node, count, filter, language.real(key, found.context));
    },
  };
}

/** Whether a member is of the kinds among which is chosen. */
function isInPool(slot: number, isKnown: boolean, { kit, pool }: Context): Node {
  if (isKnown || pool === everyKind) return kit.yes;
  return kit.oneOf(
    kit.kindOf(kit.slot(slot)),
    kindsIn(pool).map((kind) => kit.kind(kind)),
  );
}

/** Turns and chance. */

const anything = { kinds: everyKind, firm: false } as const;

const timeForms: ConditionForms = {
  Turn: {
    ...anything,
    lower: (condition, context) =>
      isBetween(context.kit, context.kit.turn, condition, (bound) => context.language.integer(bound, context)),
  },
  CreatedOnTurn: {
    ...anything,
    lower: (condition, context) =>
      isBetween(context.kit, context.kit.created(context.candidate.node), condition, (bound) =>
        context.language.integer(bound, context),
      ),
  },
  Random: {
    ...anything,
    lower(condition, context) {
      const { kit, language, group, drawing } = context;
      const probability = requiredAt(condition, 'probability', context);
      return probability === undefined
        ? kit.no
        : kit.compare('<=', kit.draw(siteOf(group, condition), drawing), language.real(probability, context));
    },
  },
};

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
