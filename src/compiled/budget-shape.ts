import { type Budget, type MostWork, type StatedCount } from '../ir/budget.js';
import { optional, record, tagged } from '../ir/record-shape.js';
import { type Shape, indexOf, listOf, whole } from '../ir/shape.js';
import { origin } from './model-shape.js';

const stated: Shape<StatedCount> = tagged<StatedCount, 'of'>('of', {
  kind: { index: indexOf('kind'), count: whole() },
  class: { index: indexOf('class'), count: whole() },
  network: { index: indexOf('graph'), count: whole() },
});

const most = optional(whole(1));
const mostWork = record<MostWork>({ tests: most, visits: most, effects: most, created: most });

export const budget: Shape<Budget> = record<Budget>({
  world: listOf(stated),
  turn: mostWork,
  rule: mostWork,
  origin,
});
