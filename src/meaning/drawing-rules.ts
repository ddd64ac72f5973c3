import type { Model } from '../model/model.js';
import type { Flow, Growth } from '../ir/rule.js';

/** Draws of triggers have a rule number that hardly any rule has. Several ticks may pass in one turn. */

export function watchedRule(trigger: number, moment: number): number {
  return (2 ** 29 + trigger + Math.imul(moment, perMoment)) | 0;
}

export function actingRule(list: number, moment: number): number {
  return (2 ** 30 + list + Math.imul(moment, perMoment)) | 0;
}

/** Odd, with bits across the whole word. */
const perMoment = 0x9e3779b1;

/** Draws of formulas have an index that no rule has. */
export function growthRule(growth: Growth): number {
  return -1 - growth.column;
}

/** Draws of flows have an index that no rule or growth formula has. */
export function flowRule({ columns }: Model, { index }: Flow): number {
  return -1 - columns.length - index;
}
