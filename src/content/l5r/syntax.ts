import type { AbilityClass } from '../../ir/occurrence.js';
import type { Path } from '../text/problem.js';

export type Scalar = string | number | boolean | null;

export interface Play {
  readonly given?: Given;
  readonly when: readonly When[];
}

export interface Scenario extends Play {
  readonly id: string;
  readonly src?: string;
  readonly title?: string;
  readonly then?: Then;
  readonly log?: readonly string[];
}

export interface Given {
  /** In the order of their turns; default P1 and P2. */
  readonly players?: readonly string[];
  readonly active?: string | null;
  /** Player of the next turn. */
  readonly next?: string | null;
  readonly phase?: string | null;
  readonly entities?: Readonly<Record<string, EntityState>>;
  readonly honor?: Readonly<Record<string, number>>;
  readonly abilities?: readonly Ability[];
  readonly decisions?: Readonly<Record<string, readonly string[]>>;
  readonly policy?: Policy;
}

interface Policy {
  readonly grouping?: (typeof groupings)[number];
  readonly bornInStep?: boolean;
  readonly reactionToZero?: boolean;
}

export const groupings = ['merged', 'perOccurrence'] as const;

/** Other keys are flags, numbers or words. */
export interface EntityState {
  readonly controller?: string | null;
  readonly inPlay?: boolean;
  readonly bowed?: boolean;
  readonly location?: string | null;
  readonly attachedTo?: string | null;
  readonly dishonored?: boolean;
  readonly force?: number;
  readonly [key: string]: Scalar | undefined;
}

export interface Occurrence {
  readonly type: string;
  readonly card?: string | null;
  readonly player?: string | null;
  readonly target?: string | null;
  readonly amount?: number | null;
  readonly [field: string]: Scalar | undefined;
}

export const points = ['before', 'when', 'after'] as const;
type Point = (typeof points)[number];

export type Ability = Answer | Continuous;

interface AbilityBase {
  readonly id: string;
  /** Abilities of one copy are used together; default the id. */
  readonly copy?: string;
  readonly controller?: string | null;
  readonly live?: Live | readonly Live[];
  readonly until?: 'turn' | 'game';
  /** A printed ability, not a temporary effect. */
  readonly printed?: boolean;
}

export interface Answer extends AbilityBase {
  readonly class: AbilityClass;
  readonly at?: Point;
  readonly on: Subscription;
  readonly if?: readonly Test[];
  readonly next?: boolean;
  readonly choice?: boolean;
  readonly into?: Occurrence;
  readonly gold?: number;
  readonly interfered?: boolean;
  readonly do?: readonly Action[];
}

export interface Continuous extends AbilityBase {
  readonly class: 'continuous';
  readonly card: string;
  readonly while: string;
  readonly force: number;
}

type Subscription = Listening | { readonly anyOf: readonly Listening[] };

export interface Listening {
  readonly type: string;
  readonly where?: Readonly<Record<string, Scalar>>;
}

/**
 * `lki`: a path from the occurrence's card, such as `attachedTo.bowed`, in its last-known state; `ent`: the present
 * state.
 */
export type Test =
  | { readonly lki: string; readonly eq: Scalar }
  | { readonly ent: string; readonly key: string; readonly eq: Scalar };

export type Live = readonly [entity: string, key: string, value: Scalar];

/** Each action has one of these. */
export interface Action {
  readonly note?: string;
  readonly noteForce?: string;
  readonly notePhase?: boolean;
  readonly raise?: Occurrence | readonly Occurrence[];
  readonly raiseAll?: readonly Occurrence[];
  readonly negate?: boolean;
  readonly adjust?: number;
  readonly retarget?: string | null;
  readonly add?: Ability;
}

export interface When {
  readonly raise?: Occurrence | readonly Occurrence[];
  readonly raiseAll?: readonly Occurrence[];
  readonly timePoint?: string;
  readonly at?: Point;
  readonly endPhase?: string;
  readonly beginPhase?: string;
  readonly endTurn?: boolean;
  /** Player of the turn after the one that ends; default the next of the players. */
  readonly next?: string | null;
  readonly beginTurn?: string;
  readonly pay?: { readonly player: string; readonly cost: number };
}

export interface Then {
  readonly order?: readonly string[];
  readonly never?: readonly string[];
  readonly count?: Readonly<Record<string, number>>;
  readonly ent?: Readonly<Record<string, Readonly<Record<string, Scalar>>>>;
  readonly honor?: Readonly<Record<string, number>>;
}

export interface Found<Item> {
  readonly item: Item;
  readonly path: Path;
}

export interface FoundAbility extends Found<Ability> {
  /** Its creator; undefined if it exists from the start. */
  readonly maker: FoundAbility | undefined;
}

function numbered<Item>(items: readonly Item[], path: Path): readonly Found<Item>[] {
  return items.map((item, i) => ({ item, path: [...path, i] }));
}

export function abilitiesOf({ given }: Play): readonly FoundAbility[] {
  const found: FoundAbility[] = numbered(given?.abilities ?? [], ['given', 'abilities']).map((each) => ({
    ...each,
    maker: undefined,
  }));
  // The loop includes entries appended meanwhile.
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

/** Declared entities, then those named only by attachments, occurrences and listeners. */
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

export function attachmentTargets(scenario: Play, abilities: readonly FoundAbility[]): ReadonlySet<string> {
  const isAttachment = ({ item }: Found<{ readonly type: string }>) => item.type === 'attach';
  // Listeners to an attachment may redirect it.
  const redirecting = abilities.filter((ability) => listeningOf(ability).some(isAttachment));
  return textsIn([
    ...occurrencesOf(scenario, abilities)
      .filter(isAttachment)
      .map(({ item }) => item.target),
    ...redirecting.flatMap(actionsOf).map(({ item }) => item.retarget),
  ]);
}

export const boundaries = Object.freeze({
  phaseBegins: 'PhaseBegins',
  phaseEnds: 'PhaseEnds',
  turnBegins: 'TurnBegins',
  turnEnds: 'TurnEnds',
});

/** The occurrences of a payment: while it is gathered, and when it is complete. */
export const payments = Object.freeze({ pays: 'payGold', paid: 'paidGold' });

/** Sets the first phase; nothing can listen to this name. */
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
  const type = entry.timePoint ?? boundaryOf(entry)?.type;
  if (type !== undefined) return [type];
  return entry.pay === undefined ? [] : [payments.pays, payments.paid];
}

/** The end or the beginning of a phase or turn, without the player whose turn ends. */
export function boundaryOf({ endPhase, beginPhase, endTurn, beginTurn }: When): Occurrence | undefined {
  if (endPhase !== undefined) return { type: boundaries.phaseEnds, name: endPhase };
  if (beginPhase !== undefined) return { type: boundaries.phaseBegins, name: beginPhase };
  if (beginTurn !== undefined) return { type: boundaries.turnBegins, player: beginTurn };
  return endTurn === undefined ? undefined : { type: boundaries.turnEnds };
}
