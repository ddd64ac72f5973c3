import type { Shape } from './shapes.js';
import { listOf, mappingOf, name, number, oneOrMore, orNull, scalar, shapeOf } from './shapes.js';

/** Fields of occurrences: those that mean something, and others that `where` may compare. */
const fields: Shape = {
  needs: { type: name },
  takes: { card: orNull(name), player: orNull(name), target: orNull(name), amount: orNull(number) },
  others: scalar,
};

export const occurrence = shapeOf(fields);
export const occurrences = listOf(occurrence, 1);
export const occurrenceOrBatch = oneOrMore(occurrence);

export const listening = shapeOf({ needs: { type: name }, takes: { where: mappingOf(scalar) } });
