/**
 * The id of an object, with a generation in the higher bits that changes when the id is reused. For the first object of
 * an id, the handle equals the id. A handle is valid as long as its object lives; later calls throw. 0 means no object.
 */
export type Handle = number;

/** A plain value: a number, a boolean, a text or word, a handle, or null for none. */
export type CellValue = number | boolean | string | null;

/**
 * A place: in or on another object, on a lane, at a point of the plane, or nowhere (null).
 *
 * `fraction` is the share of the way from the first node to the second, above 0 and below 1. It is rounded to a
 * multiple of 2^-32, counted from the node with the lower id, and is at least 2^-32 from either end.
 *
 * So `fraction` from one end and `1 - fraction` from the other are the same position. The two nodes need no lane. The
 * object keeps its position if the lane is removed, and its point in the plane if a node is destroyed.
 */
export type PlaceOption =
  | { readonly in: Handle }
  | { readonly lane: readonly [Handle, Handle]; readonly fraction: number }
  | { readonly x: number; readonly y: number }
  | null;

/** A point of the plane. */
export interface Position {
  readonly x: number;
  readonly y: number;
}
