import type { Node } from '../../../ir/node.js';
import type { StatisticValue } from '../syntax.js';
import type { Context } from './context.js';
import { anyWhere, countOf, filterOf, seek } from './members.js';
import { missingParameter, unsupported } from './problems.js';

/** Folds that give a number of objects that fit. */
const folds = { Sum: 'sum', Mean: 'mean', Min: 'least', Max: 'greatest' } as const;

/** A number of all objects of which a condition is true; of none it is 0. */
export function lowerStatistic(value: StatisticValue, context: Context): Node {
  const { kit } = context;
  if (value.statistic === 'If') return kit.choose(anyWhere(value.condition, context), kit.number(1), kit.number(0));
  if (value.statistic === 'Count') return countOf(value.condition, context);
  if (!isFold(value.statistic)) {
    unsupported(context, value.at, `Statistic ${value.statistic}`, `If, Count, ${Object.keys(folds).join(', ')}`);
    return kit.number(0);
  }
  if (value.value === undefined) {
    missingParameter(context, value.at, `Statistic ${value.statistic}`, 'value');
    return kit.number(0);
  }
  const found = seek(value.condition, context);
  const of = context.language.number(value.value, found.context);
  if (found.by === 'pin') return kit.choose(found.holds, of, kit.number(0));
  return kit.certain(kit.fold(folds[value.statistic], found.range, found.slot, filterOf(found, context), of));
}

function isFold(name: string): name is keyof typeof folds {
  return Object.hasOwn(folds, name);
}
