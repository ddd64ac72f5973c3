import { type Step, stepsText } from '../../model/connection.js';
import type { Fact } from '../../model/stamps.js';
import type { Aggregator, Model } from '../../model/model.js';
import { EdictError } from '../../kernel/errors.js';

/** The objects that an aggregate folds over. `kind` 0: any. */
export type Range = FoundRange | RankedRange;

export type FoundRange = PlainRange | ClassRange | ConnectionRange | CellsRange | BallRange;

/**
 * Always by ascending id: all objects, those of a kind, attached to the first argument or in it at any depth, owned by
 * a faction, or the owning factions.
 */
export interface PlainRange {
  readonly over: 'objects' | 'attached' | 'contents' | 'owned' | 'owners';
  readonly kind: number;
  readonly class: number;
}

/** By ascending id. Its class tells the kind of its members. */
export interface ClassRange {
  readonly over: 'class';
  readonly kind: 0;
  readonly class: number;
}

/**
 * The objects to which steps lead from the first argument, in their order, perhaps repeatedly. Made by
 * `connectionRange`.
 */
export interface ConnectionRange {
  readonly over: 'connection';
  readonly steps: readonly Step[];
  /** 0 where the steps lead to several. */
  readonly kind: number;
  readonly class: number;
  /** That the steps read. */
  readonly facts: readonly Fact[];
  readonly reads: readonly number[];
}

/**
 * The objects on a grid at most so many steps from the cell of the first argument, with or without the one there: by
 * column from the left, then by row from above, each once. The second argument is the number of steps (`distanceOf`);
 * where one of the two is absent there are none. Made by `cellsRange`.
 */
export interface CellsRange {
  readonly over: 'cells';
  readonly grid: number;
  readonly itself: boolean;
  readonly kind: number;
  readonly class: 0;
}

/**
 * The objects of a space at most so far from the first argument, without that one: by cells, row by row, in each by
 * ascending id (`fillWithin`). The second argument is the radius; where one of the two is absent there are none. Made
 * by `ballRange`.
 */
export interface BallRange {
  readonly over: 'ball';
  readonly space: number;
  /** 0 where the space has objects of several. */
  readonly kind: number;
  readonly class: 0;
}

/**
 * Some members of another range, those with the least or the greatest keys, in the order of their keys; of equal ones
 * the earlier first. Its arguments are those of the other range, how many (truncated, at most `mostRanked`), a filter
 * and keys. Filter and keys are about the member in the slot of the fold; members with an absent key, or one that is
 * no number, are left out. No number of members is none.
 */
export interface RankedRange {
  readonly over: 'ranked';
  readonly of: FoundRange;
  readonly order: RankOrder;
  readonly keys: number;
  readonly kind: number;
  readonly class: 0;
}

export type RankOrder = 'least' | 'greatest';

/** Members of a ranked range. */
export const mostRanked = 1000;

/** Keys by which members are compared. */
export const mostKeys = 8;

/** True if it starts from an object, the aggregate's first argument, or from other members. */
export function hasAnchor(range: Range): boolean {
  return range.over !== 'objects' && range.over !== 'class';
}

/** Its members are around an object, as far as the second argument says. What is looked at counts, not the members. */
export function takesDistance(range: Range): range is CellsRange | BallRange {
  return range.over === 'cells' || range.over === 'ball';
}

/** Its arguments, which come first: what it starts from, and for a ranked one how many, a filter and keys. */
export function argumentsOf(range: Range): number {
  if (range.over === 'ranked') return argumentsOf(range.of) + 2 + range.keys;
  return takesDistance(range) ? 2 : Number(hasAnchor(range));
}

/** Those evaluated without a member. */
export function outerArguments(range: Range): number {
  return range.over === 'ranked' ? argumentsOf(range.of) + 1 : argumentsOf(range);
}

/** 0: any, or several. */
export function kindIn(range: Range, model: Model): number {
  if (range.over === 'ranked') return kindIn(range.of, model);
  return range.over === 'class' ? (model.classes.at(range.class - 1)?.kind ?? 0) : range.kind;
}

export function rangeFacts(range: Range): readonly Fact[] {
  switch (range.over) {
    case 'objects':
    case 'class':
      return ['population'];
    case 'attached':
    case 'contents':
    case 'cells':
    case 'ball':
      return ['population', 'place'];
    case 'owned':
    case 'owners':
      return ['population', 'owner', 'place'];
    case 'connection':
      return range.facts;
    case 'ranked':
      return rangeFacts(range.of);
  }
}

export function rangeReads(range: Range): readonly number[] {
  if (range.over === 'ranked') return rangeReads(range.of);
  return range.over === 'connection' ? range.reads : [];
}

export function rangeText(range: Range): string {
  if (range.over === 'ranked') return `${range.order} ${range.keys} of ${rangeText(range.of)}`;
  if (range.over === 'cells') return `cells ${range.grid} ${range.itself ? 1 : 0}`;
  if (range.over === 'ball') return `ball ${range.space}`;
  const text = `${range.over} ${range.kind} ${range.class}`;
  return range.over === 'connection' ? `${text} ${stepsText(range.steps)}` : text;
}

/** The fold may sort the array. Throws when the result is no finite number. */
export function foldBy(aggregator: Aggregator, values: Float64Array, count: number): number {
  const result: unknown = aggregator.fold(values, count);
  if (aggregator.output === 'boolean')
    return result === true || (typeof result === 'number' && result !== 0 && !Number.isNaN(result)) ? 1 : 0;
  if (typeof result === 'number' && Number.isFinite(result)) return result + 0;
  throw new EdictError(
    'aggregator',
    `the aggregator ${aggregator.name} made ${String(result)} of ${count} values; it must return a finite number, also of none`,
  );
}

export const allFolds = [
  'any',
  'all',
  'count',
  'sum',
  'mean',
  'least',
  'greatest',
  'first',
  'integerSum',
  'integerMean',
] as const;

export type Fold = (typeof allFolds)[number];

/** Each member is put into the slot. */
export interface MembersData {
  readonly range: Range;
  readonly slot: number;
}

export interface AggregateData extends MembersData {
  readonly fold: Fold;
}

export interface CollectData extends MembersData {
  readonly aggregator: number;
  readonly input: 'boolean' | 'number';
  readonly output: 'boolean' | 'number';
}

export const allPicks = ['random', 'weighted', 'least', 'greatest', 'at', 'indexOf'] as const;

export type Pick = (typeof allPicks)[number];

/** The choice of one member, or its place. */
export interface PickData extends MembersData {
  readonly pick: Pick;
  /** For `random` and `weighted`: number of the place in the rule's text, as of a draw. */
  readonly site: number;
  /** For these: how many slots, from the first on, draw too, never the member's. */
  readonly slots: number;
}

/** A choice made of lists of members, as folds are. */
export interface Picking {
  readonly pick: Exclude<Pick, 'random'>;
}

export function isPicking(fold: Fold | Aggregator | Picking): fold is Picking {
  return typeof fold !== 'string' && 'pick' in fold;
}

export function picksByDraw(pick: Pick): pick is 'random' | 'weighted' {
  return pick === 'random' || pick === 'weighted';
}

export function picksByKeys(pick: Pick): pick is 'least' | 'greatest' {
  return pick === 'least' || pick === 'greatest';
}

/** Has an argument of its own before the filter: a number, or an object. */
export function isGiven(pick: Pick): pick is 'at' | 'indexOf' {
  return pick === 'at' || pick === 'indexOf';
}

/** True for folds of numbers, which the aggregate's last argument gives. */
export function takesValue(fold: Fold): boolean {
  return fold !== 'any' && fold !== 'all' && fold !== 'count' && fold !== 'first';
}

export function isAbsentOfNothing(fold: Fold): boolean {
  return fold === 'mean' || fold === 'least' || fold === 'greatest';
}

/** Data of searches for members of a range. Their filters follow two arguments that are evaluated without a member. */

export interface NearbyData extends MembersData {
  readonly by: 'jumps' | 'distance' | 'squares' | 'network';
  readonly network: number;
  /** For `network`: the kind of the object that makes near, outside of all networks, what hangs on it; 0 for none. */
  readonly alone: number;
}

export interface AmongData extends MembersData {
  readonly choose: 'random' | 'least' | 'greatest';
  /** For `random`: number of the place in the rule's text, as of a draw. */
  readonly site: number;
  /**
   * For `random`: how many slots, from the first on, draw too, never the member's. Rows that agree in them share
   * members.
   */
  readonly slots: number;
}

/** A whole number from 0, or `length` where there is no such place. */
export function placeIn(given: number | null | undefined, length: number): number {
  return given !== undefined && given !== null && given >= 0 && given < length ? Math.trunc(given) : length;
}

/** Writes the running sums of weights; those below 0 and infinite ones count as 0. Returns the last one. */
export function addWeights(weights: ArrayLike<number>, from: number, to: number, into: Float64Array): number {
  let sum = 0;
  for (let i = from; i < to; i++) {
    const weight = weights[i];
    if (weight > 0 && weight < Infinity) sum += weight;
    into[i] = sum;
  }
  return sum;
}

/**
 * The first place whose running sum is above the draw's part of the last one. Where rounding leaves none, the first
 * that reaches the last sum. Sums rise, so it is found by halving.
 */
export function weightedPlace(sums: Float64Array, from: number, to: number, drawn: number): number {
  const total = sums[to - 1];
  const wanted = drawn * total;
  const isPast = wanted < total ? (sum: number) => sum > wanted : (sum: number) => sum >= total;
  let [low, high] = [from, to - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isPast(sums[middle])) high = middle;
    else low = middle + 1;
  }
  return low;
}
