import { only, anything, ofAll, ofAny, type ConditionForms } from './forms.js';
import { decidingValue } from '../../../eval/shape.js';
import type { Node } from '../../../ir/node.js';
import type { Condition } from '../syntax.js';
import { type Tested, renamed } from './context.js';
import { ofKinds, surely, isOfKind, isSame, isThere, everyKind, onlyKind } from './subjects.js';
import { identityAmong, operandsOf, anyWhere, isOfGame } from './candidates-read.js';

export const logicForms: ConditionForms = {
  All: { ...anything, lower: (_condition, { kit }) => kit.yes },
  None: { ...only(0), lower: (_condition, { kit }) => kit.no },
  And: { ...ofAll, lower: ({ operands }, context) => lowerConditions(operands, context, false) },
  Or: { ...ofAny, lower: ({ operands }, context) => context.kit.any(each(operands, context)) },
  Not: {
    kinds: ({ operands }, context) =>
      operands[0]?.name === 'Type' ? everyKind & ~context.language.kinds(operands[0], context) : everyKind,
    firm: false,
    lower: ({ operands }, context) => context.kit.not(context.kit.all(each(operands, context))),
  },
  Described: { ...ofAll, lower: ({ operands }, context) => lowerConditions(operands, context, false) },
  OrderedAlternativesOf: { ...ofAny, lower: ({ operands }, context) => lowerAlternatives(operands, context) },
};

function each(operands: readonly Condition[], context: Tested): readonly Node[] {
  return operands.map((operand) => context.language.condition(operand, context));
}

/** Nodes that may stand twice so that either way is found by itself. */
const mostSpread = 400;

/** They take more than one test where the kind of the candidate is not known, and look at one class of objects. */
function namesOneClass({ name, parameters }: Condition): boolean {
  return (
    (name === 'Building' && parameters.some(({ label, values }) => label === 'name' && values.length === 1)) ||
    name === 'DesignHasHull'
  );
}

/**
 * All of some conditions. What one of them demands of the candidate the others may take for granted: that it is a
 * certain object, or of a certain kind. `open`: the candidate may be anything in the world, and what is no game object
 * must not pass.
 */
export function lowerConditions(conditions: readonly Condition[], context: Tested, open: boolean): Node {
  const { kit, language, candidate } = context;
  const operands = conditions.flatMap(operandsOf);
  const identity = identityAmong(operands, context);
  if (identity?.at.node === candidate.node)
    return kit.all([isThere(kit, candidate), lowerConditions(identity.rest, context, open)]);
  if (identity !== undefined) {
    const at = ofKinds(identity.at, identity.at.kinds & candidate.kinds);
    if (at.kinds === 0) return kit.no;
    return kit.all([isSame(kit, candidate, at), lowerConditions(identity.rest, renamed(context, surely(at)), false)]);
  }
  const kinds = operands.reduce((set, operand) => set & language.kinds(operand, context), candidate.kinds);
  if (kinds === 0 && operands.length > 0) return kit.no;
  const kind = onlyKind(kinds);
  const isNew = kind !== undefined && kinds !== candidate.kinds;
  const inner = kind === undefined ? context : renamed(context, ofKinds(candidate, kinds));
  const parts = operands.map((operand) => language.condition(operand, inner));
  const ways = parts[operands.findIndex(({ name }) => name === 'InSystem')];
  if (kind !== undefined && isNew && !operands.some(namesOneClass)) parts.unshift(isOfKind(kit, candidate, kind));
  if (open && kind === undefined && !operands.some(language.isFirm)) parts.unshift(isOfGame(candidate.node, context));
  // In a certain system, or in any where that is none: with the rest in either way, each is found by itself.
  if (
    ways === undefined ||
    decidingValue(ways) !== 1 ||
    parts.reduce((sum, part) => sum + kit.interner.weight(part), 0) > mostSpread
  )
    return kit.all(parts);
  return kit.any(ways.args.map((way) => kit.all(parts.map((part) => (part === ways ? way : part)))));
}

/** The first alternative that any object fits decides; those before it fit none. */
function lowerAlternatives(operands: readonly Condition[], context: Tested): Node {
  const { kit, language } = context;
  const ways: Node[] = [];
  const before: Node[] = [];
  for (const operand of operands) {
    ways.push(kit.all([...before, language.condition(operand, context)]));
    before.push(kit.not(anyWhere(operand, context)));
  }
  return kit.any(ways);
}
