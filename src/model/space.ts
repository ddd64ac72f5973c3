import type { Named } from './connection.js';

/**
 * A part of the plane, from 0 to its width and height, in which objects of some kinds look for one another. A kind has
 * at most one space.
 */
export interface Space extends Named {
  /** At least one, ascending. */
  readonly kinds: readonly number[];
  readonly width: number;
  readonly height: number;
  /** The right edge is the left edge. */
  readonly wrapX: boolean;
  readonly wrapY: boolean;
}

/** Of an axis. */
export function isLength(length: number): boolean {
  return length >= shortest && length <= longest;
}

/** Squares and quotients of these stay exact enough, and finite. */
export const shortest = 1e-6;
export const longest = 1e12;

/** Undefined where objects of the kind are in none. */
export function spaceOfKind(spaces: readonly Space[], kind: number): Space | undefined {
  return spaces.find(({ kinds }) => kinds.includes(kind));
}

/** The kind of all objects in a space; 0: several. */
export function onlyKind({ kinds }: Space): number {
  return kinds.length === 1 ? kinds[0] : 0;
}

/**
 * The way along one axis from one place to another: the shorter one, where the axis wraps, found by taking or adding
 * its length once.
 */
export function wayAlong(from: number, to: number, length: number, wraps: boolean): number {
  const way = to - from;
  if (wraps && way > length / 2) return way - length;
  if (wraps && way < -length / 2) return way + length;
  return way;
}

/**
 * A place along an axis for one that may be outside: where the axis wraps, by adding or taking its length once. What is
 * farther out is put on the edge.
 */
export function placeAlong(at: number, length: number, wraps: boolean): number {
  if (!wraps) return Math.min(Math.max(at, 0), length) + 0;
  let place = at;
  if (place < 0) place += length;
  if (place >= length) place -= length;
  // Both edges are one.
  return place >= 0 && place < length ? place + 0 : 0;
}

export function isAlong(at: number, length: number, wraps: boolean): boolean {
  return at >= 0 && (wraps ? at < length : at <= length);
}

/** Columns or rows of cells in one space. */
export const mostAcross = 1024;

/** The most cells of one length along an axis that are at least a radius long, at least one. */
export function cellsAlong(length: number, radius: number): number {
  const about = Math.floor(length / radius);
  if (about >= mostAcross) return mostAcross;
  let count = Math.max(about, 1);
  // The quotient is rounded.
  while (count > 1 && length / count < radius) count--;
  while (count < mostAcross && length / (count + 1) >= radius) count++;
  return count;
}
