import type { PassLayout, PassPlan } from './pass-plan.js';

/** The numbers of a plan side by side. */
export function layoutOf({
  rules,
  carriers,
  actives,
  askings,
  units,
  firings,
  operands,
}: Omit<PassPlan, 'layout'>): PassLayout {
  const [carriedStart, carriedRules] = sideBySide(
    carriers.length,
    rules,
    ({ active }) => actives[active].carrier,
    ({ rule }) => rule.index,
  );
  const [askedStart, askedRules] = sideBySide(
    askings.length,
    rules,
    ({ asking }) => asking,
    ({ rule }) => rule.index,
  );
  const inUnits = units.flatMap((unit, number) => unit.rules.map(({ asking }) => ({ number, asking })));
  const [unitStart, unitAskings] = sideBySide(
    units.length,
    inUnits,
    ({ number }) => number,
    ({ asking }) => asking,
  );
  return {
    useCount: operands.reduce((sum, { uses }) => sum + uses.length, 0),
    carriedStart,
    carriedRules,
    askedStart,
    askedRules,
    unitStart,
    unitAskings,
    carrierOfActive: Int32Array.from(actives, ({ carrier }) => carrier),
    askingOfRule: Int32Array.from(rules, ({ asking }) => asking),
    scope: Int32Array.from(askings, ({ scope }) => scope),
    active: Int32Array.from(askings, ({ active }) => active),
    place: Int32Array.from(askings, ({ place }) => place),
    unitOfFiring: Int32Array.from(firings, (firing) => (firing.units.length === 1 ? firing.units[0] : -1)),
  };
}

/** What belongs to each of so many groups, group after group and each in its order, and where each group begins. */
function sideBySide<T>(
  groups: number,
  members: readonly T[],
  groupOf: (member: T) => number,
  valueOf: (member: T) => number,
): readonly [Int32Array, Int32Array] {
  const start = new Int32Array(groups + 1);
  for (const member of members) start[groupOf(member) + 1]++;
  for (let group = 0; group < groups; group++) start[group + 1] += start[group];
  const next = start.slice();
  const values = new Int32Array(members.length);
  for (const member of members) values[next[groupOf(member)]++] = valueOf(member);
  return [start, values];
}
