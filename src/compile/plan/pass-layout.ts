import type { ActivePlan, Asking, OperandPlan, PassFiring, PassLayout, PassRule, PassUnit } from './pass-plan.js';

/** The numbers of a plan side by side. */
export function layoutOf(rules: readonly PassRule[], actives: readonly ActivePlan[], askings: readonly Asking[], units: readonly PassUnit[], firings: readonly PassFiring[], operands: readonly OperandPlan[]): PassLayout {
  const unitStart = new Int32Array(units.length + 1);
  units.forEach((unit, i) => { unitStart[i + 1] = unitStart[i] + unit.rules.length; });
  return {
    useCount: operands.reduce((sum, { uses }) => sum + uses.length, 0),
    carrierOfActive: Int32Array.from(actives, ({ carrier }) => carrier),
    askingOfRule: Int32Array.from(rules, ({ asking }) => asking),
    scope: Int32Array.from(askings, ({ scope }) => scope), active: Int32Array.from(askings, ({ active }) => active), place: Int32Array.from(askings, ({ place }) => place),
    unitStart, unitAskings: Int32Array.from(units.flatMap((unit) => unit.rules.map(({ asking }) => asking))),
    unitOfFiring: Int32Array.from(firings, (firing) => (firing.units.length === 1 ? firing.units[0] : -1)),
  };
}
