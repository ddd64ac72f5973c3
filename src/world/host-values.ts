/**
 * The id of an object, with its generation in the bits above. It equals the id for the first object of a row. It stays
 * valid as long as the object lives, and is refused afterwards. 0 stands for no object.
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
 * So `fraction` from one end and `1 - fraction` from the other are one position. No lane need join the two nodes. The
 * object keeps its position when the lane is removed, and its point in the plane when a node is destroyed.
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
