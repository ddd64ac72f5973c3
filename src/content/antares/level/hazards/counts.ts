import type { Level, When } from '../../syntax.js';
import type { LevelProblem } from '../problem.js';
import { hazard } from './hazard.js';

type Count = Extract<When, { readonly type: 'count' }>;

/** Counts that come to the same whatever happens, because of how many conditions they count. */
export function findCountHazards(level: Level): LevelProblem[] {
  return level.conditions.flatMap(({ when }) => counts(when).flatMap(constant));
}

/** In any order. Without calling itself, so that it takes time in proportion to the text. */
function counts(when: When): Count[] {
  const found: Count[] = [];
  const waiting: When[] = [when];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.type !== 'count') continue;
    found.push(next);
    for (const each of next.of) waiting.push(each);
  }
  return found;
}

function constant(count: Count): LevelProblem[] {
  const { length } = count.of;
  const outcome = outcomeOf(count, length);
  if (outcome === undefined) return [];
  const range = length === 0 ? 'of nothing is always 0' : `of ${length} is from 0 to ${length}`;
  return [
    hazard(
      'count-constant',
      count,
      `this can ${outcome ? 'only be true' : 'never be true'}: a count ${range}, and \`${count.op}\` compares it with ${count.value}`,
    ),
  ];
}

/** Undefined: it depends. */
function outcomeOf({ op, value }: Count, most: number): boolean | undefined {
  const outcomes = { lowest: compare(op, 0, value), highest: compare(op, most, value) };
  // Between both ends the outcome of these two may differ at the value itself.
  if ((op === 'eq' || op === 'ne') && value > 0 && value < most) return undefined;
  return outcomes.lowest === outcomes.highest ? outcomes.lowest : undefined;
}

function compare(op: Count['op'], a: number, b: number): boolean {
  switch (op) {
    case 'eq':
      return a === b;
    case 'ne':
      return a !== b;
    case 'lt':
      return a < b;
    case 'gt':
      return a > b;
    case 'le':
      return a <= b;
    case 'ge':
      return a >= b;
  }
}
