import type { Ability, Action, Answer, Listening, Live, Occurrence, Play } from './syntax.js';
import type { Path } from './read/problem.js';

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
