import type { Range } from './members.js';

export type Fold = 'any' | 'all' | 'count' | 'sum' | 'mean' | 'least' | 'greatest' | 'first';

export interface AggregateData {
  readonly fold: Fold;
  readonly range: Range;
  /** Slot that holds the member while filter and value are evaluated. */
  readonly slot: number;
}

/** Whether a fold is one of numbers, which the aggregate's last argument gives. */
export function takesValue(fold: Fold): boolean {
  return fold === 'sum' || fold === 'mean' || fold === 'least' || fold === 'greatest';
}
