import { isBetween } from './bounds.js';
import { siteOf } from './context.js';
import type { ConditionForms } from './forms.js';
import { everyKind } from './kind-set.js';
import { requiredAt } from './parameters.js';

/** Turns and chance. */

const anything = { kinds: everyKind, firm: false } as const;

export const timeForms: ConditionForms = {
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
