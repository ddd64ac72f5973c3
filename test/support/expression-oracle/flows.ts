import { type Asking, attribute } from './asking.js';
import type { Thing } from './facts.js';
import type { Manipulator, Policy } from './manipulators.js';

/** Arithmetic of 32 bits; division truncates, by zero it is 0. */
const add = (a: number, b: number): number => (a + b) | 0;
const sub = (a: number, b: number): number => (a - b) | 0;
const mul = (a: number, b: number): number => Math.imul(a, b);
const div = (a: number, b: number): number => (b === 0 ? 0 : Math.trunc(a / b) | 0);
const percent = (a: number, b: number): number => div(mul(a, b), 100);

/** What a manipulator would change. */
export interface Change {
  readonly thing: Thing;
  readonly property: string;
  readonly by: number;
}

/** What is there after all predictions. */
export type Predicted = (thing: Thing, property: string) => number;

/** A manipulator at work on what receives it. */
export interface Flow {
  readonly manipulator: Manipulator;
  predict(asking: Asking): readonly Change[];
  correct(predicted: Predicted): readonly Change[];
}

/** A source on its receiver, or nothing where it does not count. */
export function sourceOn(manipulator: Manipulator, thing: Thing, policy: Policy): Flow | undefined {
  const { property, numbers, does, amount } = manipulator;
  const c = thing.properties.get(property) ?? 0;
  const changed = (by: number): readonly Change[] => [{ thing, property, by }];
  let kept = 0;
  switch (does) {
    case 'CONSTANT':
      return {
        manipulator,
        predict: (asking) => changed((kept = amount(thing, asking))),
        correct: () => changed(kept),
      };
    case 'ATTRIBUTE_CONSTANT':
      return {
        manipulator,
        predict: (asking) =>
          changed((kept = mul(attribute(thing, manipulator.attribute, asking), numbers('iAmountPerTurn')))),
        correct: () => changed(kept),
      };
    case 'CONSTANT_LIMITED': {
      const a = numbers('iAmountPerTurn');
      const limit = numbers('iLimit');
      const by = add(c, a) > limit ? Math.max(sub(limit, c), 0) : a;
      const corrected = (p: number): number => {
        if (c >= limit) return 0;
        return p <= limit ? by : div(mul(by, sub(limit, c)), sub(p, c));
      };
      return {
        manipulator,
        predict: () => changed(by),
        correct: (predicted) => changed(corrected(predicted(thing, property))),
      };
    }
    case 'DECAY': {
      const n = numbers('iNoDecayAmount');
      const p = numbers('iPercent');
      // In 32 bits the least number is its own amount.
      if ((Math.abs(c) | 0) <= n) return undefined;
      return {
        manipulator,
        predict: () => changed(decayPredicted(c, n, p)),
        correct: (predicted) => changed(decay(policy, c, predicted(thing, property), n, p)),
      };
    }
    default:
      return undefined;
  }
}

function decayPredicted(c: number, n: number, p: number): number {
  return c < 0 ? sub(0, decayPredicted(sub(0, c), n, p)) : sub(0, percent(p, Math.max(sub(c, n), 0)));
}

function decay(policy: Policy, c: number, end: number, n: number, p: number): number {
  if (c < 0 && policy === 'intended') return sub(0, decay(policy, sub(0, c), sub(0, end), n, p));
  if (c < 0) {
    const d = sub(sub(0, c), n);
    const e = sub(end, add(c, percent(d, p)));
    return Math.max(0, percent(add(d, div(e, 2)), p));
  }
  const d = sub(c, n);
  if (d <= 0) return 0;
  const e = sub(end, sub(c, percent(d, p)));
  return sub(0, Math.max(0, percent(add(d, div(e, 2)), p)));
}

/** An interaction on its receiver. */
export function interactionOn(manipulator: Manipulator, thing: Thing, policy: Policy): Flow | undefined {
  const { property, second, numbers, does } = manipulator;
  const c = thing.properties.get(property) ?? 0;
  const moved = (by: number): readonly Change[] => [
    { thing, property, by: sub(0, by) },
    { thing, property: second, by },
  ];
  switch (does) {
    case 'CONVERT_CONSTANT': {
      const changes = moved(numbers('iAmountPerTurn'));
      return { manipulator, predict: () => changes, correct: () => changes };
    }
    case 'CONVERT_PERCENT': {
      const x = (at: number): number => Math.max(percent(sub(at, numbers('iNoConvertAmount')), numbers('iPercent')), 0);
      const error = (end: number): number => (policy === 'compat' ? sub(sub(end, x(c)), c) : sub(end, sub(c, x(c))));
      return {
        manipulator,
        predict: () => moved(x(c)),
        correct: (predicted) => moved(x(add(c, div(error(predicted(thing, property)), 2)))),
      };
    }
    case 'INHIBITED_GROWTH': {
      const target = thing.properties.get(second) ?? 0;
      const grown = sub(mul(c, numbers('iGrowthPercent')), mul(target, numbers('iInhibitionPercent')));
      const changes = [{ thing, property, by: Math.max(0, policy === 'compat' ? grown : div(grown, 100)) }];
      return { manipulator, predict: () => changes, correct: () => changes };
    }
    default:
      return undefined;
  }
}

/** The one list of a solver that the shipped game forgets to clear. */
export interface StaleList {
  values: number[];
}

/** A propagator from its receiver to others; the receiver is the first target. */
export function propagatorOn(
  manipulator: Manipulator,
  targets: readonly Thing[],
  policy: Policy,
  stale: StaleList,
): Flow | undefined {
  const { property } = manipulator;
  const current = targets.map((target) => target.properties.get(property) ?? 0);
  const rule = ruleOf(manipulator, current, policy);
  if (rule === undefined) return undefined;
  const changes = (by: readonly number[]): readonly Change[] =>
    targets.map((thing, i) => ({ thing, property, by: by[i] }));
  return {
    manipulator,
    predict() {
      const by = rule.predict();
      if (policy === 'compat') stale.values = [...by];
      return changes(by);
    },
    correct(predicted) {
      const own = targets.map((target) => predicted(target, property));
      if (policy === 'intended') return changes(rule.correct(own));
      stale.values.push(...own);
      return changes(rule.correct(stale.values));
    },
  };
}

interface Spreading {
  predict(): readonly number[];
  correct(ends: readonly number[]): readonly number[];
}

function ruleOf(
  { does, numbers }: Manipulator,
  [c0, ...others]: readonly number[],
  policy: Policy,
): Spreading | undefined {
  const p = numbers('iPercent');
  const a = numbers('iAmountPerTurn');
  const total = (values: readonly number[]): number => values.reduce((sum, value) => add(sum, value), 0);
  const predicted = others.map((c) => Math.max(0, percent(sub(c0, c), p)));
  const plain = (base: number): readonly number[] =>
    others.map((c) => (sub(base, c) < 0 ? 0 : percent(sub(base, c), p)));
  const pass = (base: number, ends: readonly number[]): readonly number[] =>
    plain(base).map((v, i) => {
      const d = sub(base, others[i]);
      if (d < 0) return 0;
      const e = sub(ends[i + 1], add(others[i], v));
      return e > 0 ? Math.max(0, percent(sub(d, div(e, 2)), p)) : v;
    });
  const losing = (gains: readonly number[]): readonly number[] => [sub(0, total(gains)), ...gains];
  switch (does) {
    case 'SPREAD':
      return { predict: () => [0, ...predicted], correct: (ends) => [0, ...pass(c0, ends)] };
    case 'DIFFUSE':
      return {
        predict: () => losing(predicted),
        correct(ends) {
          const s = sub(0, total(plain(c0)));
          const change = sub(ends[0], c0);
          return losing(pass(change < s ? add(c0, div(sub(change, s), 2)) : c0, ends));
        },
      };
    case 'GATHER': {
      const taken = others.map((c) => (policy === 'compat' ? Math.min(c, a) : Math.max(0, Math.min(c, a))));
      const taking = (amounts: readonly number[]): readonly number[] => [
        total(amounts),
        ...amounts.map((t) => sub(0, t)),
      ];
      return {
        predict: () => taking(taken),
        correct: (ends) =>
          taking(
            taken.map((t, i) => {
              const end = ends[i + 1];
              if (end >= 0 || (policy === 'intended' && t <= 0)) return t;
              return div(mul(t, others[i]), sub(others[i], end));
            }),
          ),
      };
    }
    default:
      return undefined;
  }
}
