import { type Step, stepsText } from '../../model/connection.js';
import type { Fact } from '../../model/stamps.js';
import type { Aggregator } from '../../model/model.js';
import { EdictError } from '../../kernel/errors.js';

/** The objects that an aggregate folds over. `kind` 0: any. */
export type Range = PlainRange | ClassRange | ConnectionRange | CellsRange;

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
interface ClassRange {
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

/** True if it starts from an object, the aggregate's first argument. */
export function hasAnchor(range: Range): boolean {
  return range.over !== 'objects' && range.over !== 'class';
}

/** Arguments that say where it is: none, an object, or an object and a number. */
export function outerCount(range: Range): 0 | 1 | 2 {
  return range.over === 'cells' ? 2 : hasAnchor(range) ? 1 : 0;
}

export function rangeFacts(range: Range): readonly Fact[] {
  switch (range.over) {
    case 'objects':
    case 'class':
      return ['population'];
    case 'attached':
    case 'contents':
    case 'cells':
      return ['population', 'place'];
    case 'owned':
    case 'owners':
      return ['population', 'owner', 'place'];
    case 'connection':
      return range.facts;
  }
}

export function rangeReads(range: Range): readonly number[] {
  return range.over === 'connection' ? range.reads : [];
}

export function rangeText(range: Range): string {
  if (range.over === 'cells') return `cells ${range.grid} ${range.itself ? 1 : 0}`;
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
