import { type Step, stepsText } from '../../model/connection.js';
import type { Fact } from '../../model/stamps.js';

/** The objects that an aggregate folds over. `kind` 0: of any kind. */
export type Range = PlainRange | ConnectionRange;

/**
 * Always by ascending id: every object, those of a kind or class, what is attached to the first argument or lies in it
 * at any depth, what a faction owns, or the factions that own it.
 */
export interface PlainRange {
  readonly over: 'objects' | 'class' | 'attached' | 'contents' | 'owned' | 'owners';
  readonly kind: number;
  readonly class: number;
}

/**
 * What steps lead to from the first argument, in the order that they say, some of it several times. Made by
 * `connectionRange`.
 */
export interface ConnectionRange {
  readonly over: 'connection';
  readonly steps: readonly Step[];
  /** Of all that the steps can lead to; 0 where that may be of several kinds. */
  readonly kind: number;
  readonly class: number;
  /** What the steps read: facts, and columns. */
  readonly facts: readonly Fact[];
  readonly reads: readonly number[];
}

/** Whether a range starts from an object, which is then the aggregate's first argument. */
export function hasAnchor(range: Range): boolean {
  return range.over !== 'objects' && range.over !== 'class';
}

/** What of the state decides who is in a range. */
export function rangeFacts(range: Range): readonly Fact[] {
  switch (range.over) {
    case 'objects':
    case 'class':
      return ['population'];
    case 'attached':
    case 'contents':
      return ['population', 'place'];
    case 'owned':
    case 'owners':
      return ['population', 'owner', 'place'];
    case 'connection':
      return range.facts;
  }
}

/** Columns that decide who is in a range. */
export function rangeReads(range: Range): readonly number[] {
  return range.over === 'connection' ? range.reads : [];
}

/** A range as texts of operations show it. */
export function rangeText(range: Range): string {
  const text = `${range.over} ${range.kind} ${range.class}`;
  return range.over === 'connection' ? `${text} ${stepsText(range.steps)}` : text;
}
