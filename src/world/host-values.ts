import type { ContentShape } from '../model/content-shape.js';

export type { CellValue } from '../model/content-shape.js';
export type { Handle } from '../kernel/identity.js';

/**
 * A place: in or on another object, on a lane, at a point of the plane, or nowhere (null).
 *
 * `fraction` is the share of the way from the first node to the second, above 0 and below 1. It is rounded to a
 * multiple of 2^-32, counted from the node with the lower id, and is at least 2^-32 from either end.
 *
 * So `fraction` from one end and `1 - fraction` from the other are the same position. The two nodes need no lane. The
 * object keeps its position if the lane is removed, and its point in the plane if a node is destroyed.
 */
export type PlaceOption<Shape extends ContentShape = ContentShape> =
  | { readonly in: Shape['object'] }
  | { readonly lane: readonly [Shape['object'], Shape['object']]; readonly fraction: number }
  | { readonly x: number; readonly y: number }
  | null;

/** A point of the plane. */
export interface Position {
  readonly x: number;
  readonly y: number;
}
