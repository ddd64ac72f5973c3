import type { Narrowing } from '../../../ir/rule.js';
import type { Node } from '../../../ir/node.js';
import type { Condition } from '../syntax.js';
import { type Tested, ofKinds, renamed } from './context.js';
import { mentionsSource } from './mentions.js';
import { onlyKind } from './kind-set.js';

/** When a group is active. */
export interface Activation {
  readonly activation: readonly Node[];
  readonly narrowing: Narrowing | undefined;
}

/**
 * The activation of a group. Where it does not mention the source the game asks it of all sources at once, part by
 * part, which decides the order in which they fire; otherwise of each source by itself.
 */
export function lowerActivation(condition: Condition | undefined, context: Tested): Activation {
  if (condition === undefined) return { activation: [], narrowing: undefined };
  if (mentionsSource(condition))
    return { activation: [context.language.conditions([condition], context, false)], narrowing: undefined };
  const narrowing = narrow(condition, context);
  return { activation: [nodeOf(narrowing, context)], narrowing };
}

/** A part takes for granted what those before it have left over. */
function narrow(condition: Condition, context: Tested): Narrowing {
  const { language } = context;
  switch (condition.name) {
    case 'And': {
      let inner = context;
      const parts = condition.operands.map((operand) => {
        const part = narrow(operand, inner);
        inner = leaving(operand, inner);
        return part;
      });
      return { by: 'all', parts };
    }
    case 'Or':
      return { by: 'any', parts: condition.operands.map((operand) => narrow(operand, context)) };
    case 'Not':
      return {
        by: 'not',
        part:
          condition.operands.length === 1
            ? narrow(condition.operands[0], context)
            : { by: 'all', parts: condition.operands.map((operand) => narrow(operand, context)) },
      };
    default:
      return { by: 'test', test: language.conditions([condition], context, false) };
  }
}

/** With the kind of source that is left when a condition holds. */
function leaving(condition: Condition, context: Tested): Tested {
  const kinds = context.language.kinds(condition, context) & context.candidate.kinds;
  if (onlyKind(kinds) === undefined) return context;
  return renamed(context, ofKinds(context.candidate, kinds));
}

function nodeOf(narrowing: Narrowing, context: Tested): Node {
  const { kit } = context;
  switch (narrowing.by) {
    case 'test':
      return narrowing.test;
    case 'not':
      return kit.not(nodeOf(narrowing.part, context));
    case 'all':
      return kit.all(narrowing.parts.map((part) => nodeOf(part, context)));
    case 'any':
      return kit.any(narrowing.parts.map((part) => nodeOf(part, context)));
  }
}
