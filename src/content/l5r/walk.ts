import type { Path } from '../text/problem.js';
import type { Ability, Action, Answer, Listening, Live, Occurrence, Play, Scalar, When } from './syntax.js';

/** A part of a scenario, with the way to it from the top. */
export interface Found<Item> {
  readonly item: Item;
  readonly path: Path;
}

export interface FoundAbility extends Found<Ability> {
  /** What creates it; undefined where it is there from the start. */
  readonly maker: FoundAbility | undefined;
}

function numbered<Item>(items: readonly Item[], path: Path): readonly Found<Item>[] {
  return items.map((item, i) => ({ item, path: [...path, i] }));
}

/** Those of the list, then those that they create, in the order of the text. */
export function abilitiesOf({ given }: Play): readonly FoundAbility[] {
  const found: FoundAbility[] = numbered(given?.abilities ?? [], ['given', 'abilities']).map((each) => ({
    ...each,
    maker: undefined,
  }));
  // What is found further on is appended.
  for (const maker of found) {
    for (const { item, path } of actionsOf(maker))
      if (item.add !== undefined) found.push({ item: item.add, path: [...path, 'add'], maker });
  }
  return found;
}

export function isAnswer(ability: Ability): ability is Answer {
  return ability.class !== 'continuous';
}

export function actionsOf({ item, path }: Found<Ability>): readonly Found<Action>[] {
  return isAnswer(item) ? numbered(item.do ?? [], [...path, 'do']) : [];
}

export function listeningOf({ item, path }: Found<Ability>): readonly Found<Listening>[] {
  if (!isAnswer(item)) return [];
  return 'anyOf' in item.on
    ? numbered(item.on.anyOf, [...path, 'on', 'anyOf'])
    : [{ item: item.on, path: [...path, 'on'] }];
}

export function liveOf({ item: { live }, path }: Found<Ability>): readonly Found<Live>[] {
  if (live === undefined) return [];
  return isOne(live) ? [{ item: live, path: [...path, 'live'] }] : numbered(live, [...path, 'live']);
}

function isOne(live: Live | readonly Live[]): live is Live {
  return typeof live[0] === 'string';
}

export function raisedBy({
  item: { raise, raiseAll = [] },
  path,
}: Found<Pick<Action, 'raise' | 'raiseAll'>>): readonly Found<Occurrence>[] {
  if (raise === undefined) return numbered(raiseAll, [...path, 'raiseAll']);
  return isBatch(raise) ? numbered(raise, [...path, 'raise']) : [{ item: raise, path: [...path, 'raise'] }];
}

function isBatch(raise: Occurrence | readonly Occurrence[]): raise is readonly Occurrence[] {
  return Array.isArray(raise);
}

export function occurrencesOf(scenario: Play, abilities: readonly FoundAbility[]): readonly Found<Occurrence>[] {
  return [
    ...numbered(scenario.when, ['when']).flatMap(raisedBy),
    ...abilities.flatMap((ability) => [
      ...(isAnswer(ability.item) && ability.item.into !== undefined
        ? [{ item: ability.item.into, path: [...ability.path, 'into'] }]
        : []),
      ...actionsOf(ability).flatMap(raisedBy),
    ]),
  ];
}

export function playersOf({ given }: Play): readonly string[] {
  return given?.players ?? ['P1', 'P2'];
}

/**
 * What is declared; then what is named alone by attachments, occurrences and what listens, which is as an entity is of
 * which nothing is said.
 */
export function entityNames(scenario: Play, abilities: readonly FoundAbility[]): readonly string[] {
  const entities = scenario.given?.entities ?? {};
  return [
    ...textsIn([
      ...Object.keys(entities),
      ...Object.values(entities).map(({ attachedTo }) => attachedTo),
      ...occurrencesOf(scenario, abilities).map(({ item }) => item.card),
      ...abilities.flatMap(listeningOf).map(({ item }) => item.where?.card),
      ...attachmentTargets(scenario, abilities),
    ]),
  ];
}

function textsIn(values: readonly (Scalar | undefined)[]): ReadonlySet<string> {
  return new Set(values.filter((value) => typeof value === 'string'));
}

/** Names of entities. */
export function attachmentTargets(scenario: Play, abilities: readonly FoundAbility[]): ReadonlySet<string> {
  const isAttachment = ({ item }: Found<{ readonly type: string }>) => item.type === 'attach';
  // What listens to an attachment may lead it elsewhere.
  const redirecting = abilities.filter((ability) => listeningOf(ability).some(isAttachment));
  return textsIn([
    ...occurrencesOf(scenario, abilities)
      .filter(isAttachment)
      .map(({ item }) => item.target),
    ...redirecting.flatMap(actionsOf).map(({ item }) => item.retarget),
  ]);
}

/** Types of occurrences that mean more than what they do to entities. */
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
