/**
 * A handle: the id of an object, with its generation in the bits above. For the first tenant of a row it equals the id. It
 * stays right for as long as the object lives, and is refused afterwards. 0 is nobody.
 */
export type Handle = number;

/** What a cell holds, as hosts see it: a word for enumerations, a handle or null for references, null for "none". */
export type CellValue = number | boolean | string | null;
