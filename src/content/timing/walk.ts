import type { Ability, Action, Answer, Listening, Live, Occurrence, Play, Scalar, When } from './syntax.js';
import type { Path } from '../diagnostics/problem.js';

/** Walks over what scenarios are made of, with the way to each from the top of the scenario. */

export interface Found<Item> {
  readonly item: Item;
  readonly path: Path;
}

export interface FoundAbility extends Found<Ability> {
  /** What creates it; undefined where it is there from the start. */
  readonly maker: FoundAbility | undefined;
}

/** All abilities: those of the list, then those that they create, in the order in which they are written. */
export function abilitiesOf({ given }: Play): readonly FoundAbility[] {
  const found: FoundAbility[] = (given?.abilities ?? []).map((item, i) => ({
    item,
    path: ['given', 'abilities', i],
    maker: undefined,
  }));
  // What is found further on is appended: there is no end of what creates what but that of the text.
  for (const maker of found) {
    for (const {
      item: { add },
      path,
    } of actionsOf(maker))
      if (add !== undefined) found.push({ item: add, path: [...path, 'add'], maker });
  }
  return found;
}

export function isAnswer(ability: Ability): ability is Answer {
  return ability.class !== 'continuous';
}

export function actionsOf({ item, path }: Found<Ability>): readonly Found<Action>[] {
  return isAnswer(item) ? (item.do ?? []).map((action, i) => ({ item: action, path: [...path, 'do', i] })) : [];
}

/** What it listens to. */
export function listeningOf({ item, path }: Found<Ability>): readonly Found<Listening>[] {
  if (!isAnswer(item)) return [];
  if (!('anyOf' in item.on)) return [{ item: item.on, path: [...path, 'on'] }];
  return item.on.anyOf.map((each, i) => ({ item: each, path: [...path, 'on', 'anyOf', i] }));
}

export function liveOf({ item, path }: Found<Ability>): readonly Found<Live>[] {
  if (item.live === undefined) return [];
  if (isOne(item.live)) return [{ item: item.live, path: [...path, 'live'] }];
  return item.live.map((each, i) => ({ item: each, path: [...path, 'live', i] }));
}

function isOne(live: Live | readonly Live[]): live is Live {
  return typeof live[0] === 'string';
}

interface Raising {
  readonly raise?: Occurrence | readonly Occurrence[];
  readonly raiseAll?: readonly Occurrence[];
}

/** What one action or entry raises. */
export function raisedBy({ item: { raise, raiseAll }, path }: Found<Raising>): readonly Found<Occurrence>[] {
  const numbered = (items: readonly Occurrence[], key: string): readonly Found<Occurrence>[] =>
    items.map((item, i) => ({ item, path: [...path, key, i] }));
  if (raise === undefined) return numbered(raiseAll ?? [], 'raiseAll');
  return isBatch(raise) ? numbered(raise, 'raise') : [{ item: raise, path: [...path, 'raise'] }];
}

function isBatch(raise: Occurrence | readonly Occurrence[]): raise is readonly Occurrence[] {
  return Array.isArray(raise);
}

/** Every occurrence that is written in a scenario: raised, or put in the place of another. */
export function occurrencesOf(scenario: Play, abilities = abilitiesOf(scenario)): readonly Found<Occurrence>[] {
  return [
    ...scenario.when.flatMap((item, i) => raisedBy({ item, path: ['when', i] })),
    ...abilities.flatMap((ability) => [
      ...(isAnswer(ability.item) && ability.item.into !== undefined
        ? [{ item: ability.item.into, path: [...ability.path, 'into'] }]
        : []),
      ...actionsOf(ability).flatMap(raisedBy),
    ]),
  ];
}

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
