import type { Asking, PassFiring, PassLayout, PassRule, PassUnit } from './pass-plan.js';

/** The numbers of a plan side by side. */
export function layoutOf(rules: readonly PassRule[], askings: readonly Asking[], units: readonly PassUnit[], firings: readonly PassFiring[]): PassLayout {
  const unitStart = new Int32Array(units.length + 1);
  units.forEach((unit, i) => { unitStart[i + 1] = unitStart[i] + unit.rules.length; });
  return {
    askingOfRule: Int32Array.from(rules, ({ asking }) => asking),
    scope: Int32Array.from(askings, ({ scope }) => scope), active: Int32Array.from(askings, ({ active }) => active), place: Int32Array.from(askings, ({ place }) => place),
    unitStart, unitAskings: Int32Array.from(units.flatMap((unit) => unit.rules.map(({ asking }) => asking))),
    unitOfFiring: Int32Array.from(firings, (firing) => (firing.units.length === 1 ? firing.units[0] : -1)),
  };
}
