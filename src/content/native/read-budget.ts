import { type Budget, type StatedCount, namesToState } from '../../ir/budget.js';
import type { Model } from '../../model/model.js';
import type { Declarations } from './declarations.js';
import { type Reporting, atKey, isLost, originOf, refuseUnknown, sound } from './load-context.js';
import { quoteText } from '../text/quote.js';

export function lowerBudget({ budget }: Declarations, model: Model, context: Reporting): Budget | undefined {
  if (budget === undefined) return undefined;
  const { source, place } = budget;
  const names = namesToState(model);
  const world = Object.entries(source.world).map(([name, count]): StatedCount | undefined => {
    const named = names.get(name);
    if (named !== undefined) return { ...named, count };
    if (isLost(context, name)) return undefined;
    return refuseUnknown(
      context,
      atKey(source.world, name),
      name,
      `${quoteText(name)} is no kind, class or network, expected the name of one`,
      names,
      'declare it, or remove the count',
    );
  });
  const { turn = {}, rule = {} } = source;
  return Object.freeze({ world: sound(world), turn: given(turn), rule: given(rule), origin: originOf(place) });
}

type MostWork = Budget['turn'];

function given({
  tests,
  visits,
  effects,
  created,
}: { readonly [Measure in keyof MostWork]: number | undefined }): MostWork {
  return Object.freeze({
    ...(tests === undefined ? {} : { tests }),
    ...(visits === undefined ? {} : { visits }),
    ...(effects === undefined ? {} : { effects }),
    ...(created === undefined ? {} : { created }),
  });
}
