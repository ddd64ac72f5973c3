import type { Model } from '../model/model.js';
import type { Flow, Growth } from '../ir/rule.js';

/**
 * Draws in the conditions and actions of triggers are told apart from those of rules, from one another and from moment
 * to moment by the rule that they are said to stand in: a number that hardly any rule has. Several ticks may pass in
 * one turn.
 */

export function watchedRule(trigger: number, moment: number): number {
  return (2 ** 29 + trigger + Math.imul(moment, perMoment)) | 0;
}

export function actingRule(list: number, moment: number): number {
  return (2 ** 30 + list + Math.imul(moment, perMoment)) | 0;
}

/** Odd, with its bits all over the word. */
const perMoment = 0x9e3779b1;

/** Draws of formulas are told apart from those of rules by an index that no rule has. */
export function growthRule(growth: Growth): number {
  return -1 - growth.column;
}

/**
 * Draws of a flow's expressions are told apart from those of rules and growth formulas by an index that none of them
 * has.
 */
export function flowRule({ columns }: Model, { index }: Flow): number {
  return -1 - columns.length - index;
}
