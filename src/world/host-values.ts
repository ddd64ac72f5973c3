/**
 * A handle: the id of an object, with its generation in the bits above. For the first tenant of a row it equals the id.
 * It stays right for as long as the object lives, and is refused afterwards. 0 is nobody.
 */
export type Handle = number;

/** What a cell holds, as hosts see it: a word for enumerations, a handle or null for references, null for "none". */
export type CellValue = number | boolean | string | null;

/**
 * Where an object is put: on or in another, on a lane (`fraction` of the way, between 0 and 1), at a point, or nowhere.
 */
export type PlaceOption =
  | { readonly in: Handle }
  | { readonly lane: readonly [Handle, Handle]; readonly fraction: number }
  | { readonly x: number; readonly y: number }
  | null;
