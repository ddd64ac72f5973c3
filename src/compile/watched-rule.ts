/** Draws in the conditions and actions of triggers are told apart from those of rules, and from one another, by indices that no rule has. */

export function watchedRule(trigger: number): number {
  return 2 ** 29 + trigger;
}

export function actingRule(list: number): number {
  return 2 ** 30 + list;
}
