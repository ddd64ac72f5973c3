import type { Play, Scalar } from './syntax.js';
import { type FoundAbility, abilitiesOf, actionsOf, isAnswer, listeningOf, occurrencesOf } from './walk.js';

/** Who plays where a scenario does not say. */
const usualPlayers: readonly string[] = ['P1', 'P2'];

export function playersOf({ given }: Play): readonly string[] {
  return given?.players ?? usualPlayers;
}

/**
 * What there is in a scenario, by name: what is declared; then what occurrences, what is listened to, and what
 * something is attached to name alone, which is as an entity is where nothing is said of it.
 */
export function entityNames(
  scenario: Play,
  abilities: readonly FoundAbility[] = abilitiesOf(scenario),
): readonly string[] {
  const names = new Set(Object.keys(scenario.given?.entities ?? {}));
  const add = (value: Scalar | undefined): void => {
    if (typeof value === 'string') names.add(value);
  };
  for (const state of Object.values(scenario.given?.entities ?? {})) add(state.attachedTo);
  for (const { item } of occurrencesOf(scenario, abilities)) add(item.card);
  for (const {
    item: { where = {} },
  } of abilities.flatMap(listeningOf))
    if (Object.hasOwn(where, 'card')) add(where.card);
  for (const name of attachmentTargets(scenario, abilities)) add(name);
  return [...names];
}

/** Where something may be attached: each is an entity. */
export function attachmentTargets(scenario: Play, abilities: readonly FoundAbility[]): ReadonlySet<string> {
  const targets = new Set<string>();
  const add = (value: string | null | undefined): void => {
    if (typeof value === 'string') targets.add(value);
  };
  for (const {
    item: { type, target },
  } of occurrencesOf(scenario, abilities))
    if (type === attachType) add(target);
  // What listens to an attachment may lead it elsewhere.
  const redirecting = abilities.filter(
    (ability) => isAnswer(ability.item) && listeningOf(ability).some(({ item: { type } }) => type === attachType),
  );
  for (const {
    item: { retarget },
  } of redirecting.flatMap(actionsOf))
    add(retarget);
  return targets;
}

const attachType = 'attach';
