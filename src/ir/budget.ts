import type { Model } from '../model/model.js';
import type { Origin } from './node.js';

/**
 * What limits count: objects tested by scopes, objects visited by aggregates, effects fired on objects, and objects
 * created (`testsPerTurn`, `visitsPerTurn`, `effectsPerTurn`, `createdPerTurn`).
 */
export const measures = ['tests', 'visits', 'effects', 'created'] as const;

export type Measure = (typeof measures)[number];

/** The most of each measure; only limits bound those left out. */
export type MostWork = Readonly<Partial<Record<Measure, number>>>;

/** Of one kind, class or network of the content. */
export interface StatedCount {
  readonly of: 'kind' | 'class' | 'network';
  readonly index: number;
  readonly count: number;
}

/** The most that the rules of a content may count in a turn. */
export interface Budget {
  /** The world for which static bounds are computed: the most objects of each kind. */
  readonly world: readonly StatedCount[];
  /**
   * All rules and growth formulas together. A turn that counts more fails, except for visits, which executors count
   * differently.
   */
  readonly turn: MostWork;
  /** Each rule by itself: compared with static bounds only, not enforced by runs. */
  readonly rule: MostWork;
  readonly origin: Origin;
}

/** Names that counts can be given for; a kind comes before a class, and both before a network. */
export function namesToState({ kinds, classes, graphs }: Model): ReadonlyMap<string, Omit<StatedCount, 'count'>> {
  return new Map<string, Omit<StatedCount, 'count'>>([
    ...graphs.map(({ name, index }) => [name, { of: 'network', index }] as const),
    ...classes.map(({ name, index }) => [name, { of: 'class', index }] as const),
    ...kinds.map(({ name, index }) => [name, { of: 'kind', index }] as const),
  ]);
}
