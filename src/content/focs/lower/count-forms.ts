import type { Node } from '../../../ir/node.js';
import { among } from '../../../eval/ops/among.js';
import type { Condition } from '../syntax.js';
import { isBetween } from './bounds.js';
import { type Context, type Tested, siteOf } from './context.js';
import type { ConditionForm, ConditionForms } from './forms.js';
import { everyKind, kindsIn, onlyKind } from './kind-set.js';
import { anyWhere, countOf, filterOf, filtered } from './members.js';
import { requiredAt, valueAt } from './parameters.js';
import { missingParameter } from './problems.js';

/** How many objects fit, and some of those that do. */
export const countForms: ConditionForms = {
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
