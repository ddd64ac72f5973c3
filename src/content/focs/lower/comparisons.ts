import { isEquality } from '../../../kernel/comparison.js';
import type { Node } from '../../../ir/node.js';
import type { GameEnumerations } from '../model/game-model.js';
import type { Comparator, Comparison, ItemKind, Offset, Value } from '../syntax.js';
import { type Context, counting } from './context.js';
import { isEntity } from './entities.js';
import { isWhole } from './numbers.js';
import { wrongType } from './problems.js';
import { enumerationOf, itemKindOf } from './words.js';

/**
 * A comparison of values of one sort; of a chain each two neighbours. False, and reported, where there is no such
 * comparison.
 */
export function lowerComparison({ operands, comparators }: Comparison, at: Offset, context: Context): Node {
  const { kit } = context;
  const sort = sortOf(operands, comparators);
  if (sort === undefined) {
    wrongType(context, at, 'a comparison of a text with a number', 'two numbers or two texts');
    return kit.no;
  }
  if (sort.by !== 'whole' && sort.by !== 'number' && comparators.some((each) => !isEquality(each))) {
    wrongType(context, at, 'an order of texts', '== or !=');
    return kit.no;
  }
  const nodes = operands.map((operand) => lowerOperand(operand, sort, context));
  return kit.all(comparators.map((comparator, i) => kit.compare(comparator, nodes[i], nodes[i + 1])));
}

type Sort =
  /** Compared as whole numbers, or as 32-bit numbers. */
  | { readonly by: 'whole' | 'number' | 'entity' }
  | { readonly by: 'word'; readonly enumeration: keyof GameEnumerations }
  | { readonly by: 'class'; readonly kind: ItemKind };

function sortOf(operands: readonly Value[], comparators: readonly Comparator[]): Sort | undefined {
  for (const operand of operands) {
    const enumeration = enumerationOf(operand);
    if (enumeration !== undefined) return { by: 'word', enumeration };
    const kind = itemKindOf(operand);
    if (kind !== undefined) return { by: 'class', kind };
  }
  if (operands.some(({ sort }) => sort === 'text' || sort === 'word')) return undefined;
  if (operands.every(isEntity) && comparators.every(isEquality)) return { by: 'entity' };
  return { by: operands.every(isWhole) ? 'whole' : 'number' };
}

function lowerOperand(operand: Value, sort: Sort, context: Context): Node {
  const { language, kit } = context;
  switch (sort.by) {
    case 'whole':
      return language.number(operand, counting(context, true));
    case 'number':
      return kit.single(language.real(operand, context));
    case 'entity':
      return language.entity(operand, 'object', context).node;
    case 'word':
      return language.word(operand, sort.enumeration, context);
    case 'class':
      return language.class(operand, sort.kind, context);
  }
}
