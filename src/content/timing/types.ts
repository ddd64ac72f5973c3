import type { Play, When } from './syntax.js';
import { type FoundAbility, listeningOf, occurrencesOf } from './walk.js';

/** Types of occurrences with a meaning of their own beside what they do to entities. */
export const boundaries = Object.freeze({
  phaseBegins: 'PhaseBegins',
  phaseEnds: 'PhaseEnds',
  turnBegins: 'TurnBegins',
  turnEnds: 'TurnEnds',
});

/** What a payment is listened to by, and what occurs when it is done. */
export const payments = Object.freeze({ pays: 'payGold', paid: 'paidGold' });

/** Sets the phase that a scenario begins in; nothing can listen to it, because nothing is named so. */
export const firstPhase = '';

/** Names of all types that a scenario names, once each. */
export function occurrenceTypes(scenario: Play, abilities: readonly FoundAbility[]): readonly string[] {
  return [
    ...new Set([
      firstPhase,
      ...scenario.when.flatMap(typesOfEntry),
      ...occurrencesOf(scenario, abilities).map(({ item }) => item.type),
      ...abilities.flatMap(listeningOf).map(({ item }) => item.type),
    ]),
  ];
}

function typesOfEntry(entry: When): readonly string[] {
  if (entry.timePoint !== undefined) return [entry.timePoint];
  if (entry.endPhase !== undefined) return [boundaries.phaseEnds];
  if (entry.beginPhase !== undefined) return [boundaries.phaseBegins];
  if (entry.endTurn !== undefined) return [boundaries.turnEnds];
  if (entry.beginTurn !== undefined) return [boundaries.turnBegins];
  return entry.pay === undefined ? [] : [payments.pays, payments.paid];
}
