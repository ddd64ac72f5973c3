import { type Aggregator, builtIn } from './aggregators.js';
import { type Ask, attribute, gameOption, is, playerOption, property } from './asking.js';
import { type Facts, type Thing, playerOf } from './facts.js';
import { has } from './has.js';
import { type Counts, absolute, minus, over, plus, remainder, times, wrapped } from './integers.js';
import { type Relation, related } from './relations.js';

/** What questions are made of, the same for both ways of reading them. */

export const literal =
  (value: number): Ask =>
  () =>
    value;
export const hasIt =
  (kind: string, id: string): Ask =>
  (thing, asking) =>
    Number(has(thing, kind, id, asking));
export const isIt =
  (tag: string): Ask =>
  (thing, asking) =>
    Number(is(thing, tag, asking));
export const propertyOf =
  (name: string): Ask =>
  (thing, asking) =>
    property(thing, name, asking);
export const attributeOf =
  (name: string): Ask =>
  (thing, asking) =>
    attribute(thing, name, asking);
export const all =
  (asks: readonly Ask[]): Ask =>
  (thing, asking) =>
    Number(asks.every((ask) => ask(thing, asking) === 1));
export const any =
  (asks: readonly Ask[]): Ask =>
  (thing, asking) =>
    Number(asks.some((ask) => ask(thing, asking) === 1));
export const not =
  (ask: Ask): Ask =>
  (thing, asking) =>
    1 - ask(thing, asking);

export const optionOfGame = gameOption;
export const optionOfPlayer = playerOption;

/** The second or the third, as the first says. */
export const branch =
  (when: Ask, then: Ask, otherwise: Ask): Ask =>
  (thing, asking) =>
    (when(thing, asking) === 1 ? then : otherwise)(thing, asking);

type Combine = (a: number, b: number, counts: Counts) => number;

/** Integers one after the other, from the left. */
export const folded =
  (combine: Combine, [first, ...others]: readonly Ask[]): Ask =>
  (thing, asking) =>
    others.reduce((total, ask) => combine(total, ask(thing, asking), asking.counts), first(thing, asking));

/** Operations on integers that more than two may stand in. */
export const folds: Readonly<Record<string, Combine>> = {
  Plus: plus,
  Mult: times,
  Min: (a, b) => Math.min(a, b),
  Max: (a, b) => Math.max(a, b),
};

/** What compares two integers. */
export const comparisons: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  Greater: (a, b) => a > b,
  GreaterEqual: (a, b) => a >= b,
  Equal: (a, b) => a === b,
  NotEqual: (a, b) => a !== b,
  Less: (a, b) => a < b,
  LessEqual: (a, b) => a <= b,
};

/** Operations on two integers where a divisor of zero gives zero. */
export const pairs: Readonly<Record<string, Combine>> = {
  Minus: minus,
  Div: (a, b, counts) => over(a, b, 0, counts),
  Modulo: remainder,
};

/** Division as the shipped game has it. */
export const tolerantDivision: Combine = (a, b, counts) => over(a, b, a, counts);

export const absoluteOf =
  (ask: Ask): Ask =>
  (thing, asking) =>
    absolute(ask(thing, asking), asking.counts);

/** A draw below a limit. */
export const randomBelow =
  (limit: Ask): Ask =>
  (thing, asking) => {
    const n = limit(thing, asking);
    return n <= 0 ? 0 : asking.draw() % n;
  };

/** What the host answers. */
export const hostAnswer =
  (name: string): Ask =>
  (
    { id },
    {
      facts: {
        data: { python },
      },
    },
  ) =>
    python[name]?.[id] ?? python[name]?.['*'] ?? 0;

/** A number brought to the speed, the size and the difficulty of the game. */
export const adapted =
  (id: string, ask: Ask): Ask =>
  (thing, asking) => {
    const value = ask(thing, asking);
    const percents = percentsOf(asking.facts, thing, id);
    // Products are exact; only a result that needs more than 32 bits wraps.
    return percents.reduce((left, percent) => wrapped((BigInt(left) * BigInt(percent)) / 100n, asking.counts), value);
  };

function percentsOf(
  {
    data: {
      adapt: { gamespeed = {}, worldsize = {}, handicap = {} },
    },
  }: Facts,
  thing: Thing,
  id: string,
): readonly number[] {
  const common = [gamespeed[id] ?? 100, worldsize[id] ?? 100];
  if (!['PLAYER', 'CITY', 'UNIT'].includes(thing.type)) return common;
  const [held = ''] = playerOf(thing)?.stored.get('HANDICAP') ?? [];
  return [...common, handicap[held]?.[id] ?? 100];
}

/** A named aggregator over what is related. */
export const aggregated =
  ({ fold }: Aggregator, relation: Relation, operand: Ask): Ask =>
  (thing, asking) =>
    fold(
      related(asking.facts, thing, relation).map((other) => operand(other, asking)),
      asking.counts,
    );

/** The integrators; those of truths stop as soon as they know. */
export function integrated(what: string, relation: Relation, operand: Ask): Ask {
  const others = (...[thing, { facts }]: Parameters<Ask>): readonly Thing[] => related(facts, thing, relation);
  switch (what) {
    case 'And':
      return (thing, asking) => Number(others(thing, asking).every((other) => operand(other, asking) === 1));
    case 'Or':
      return (thing, asking) => Number(others(thing, asking).some((other) => operand(other, asking) === 1));
    default: {
      const name = { Sum: 'SUM', Mean: 'MEAN', Avg: 'MEAN' }[what] ?? 'NUM';
      const aggregator = builtIn[name];
      if (aggregator === undefined) throw new Error(`no aggregator ${name}`);
      return aggregated(aggregator, relation, operand);
    }
  }
}
