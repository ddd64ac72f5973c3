/**
 * What can be said of a value without a world: if it is there it lies between two numbers, and it may be absent or not.
 * `least` above `most`: it is never there.
 */
export interface Possible {
  readonly least: number;
  readonly most: number;
  readonly absent: boolean;
}

/** Whether a condition may be true. */
export function mayBeTrue({ least, most }: Possible): boolean {
  return least <= most && most >= 1;
}

export function mayBeFalse({ least, most }: Possible): boolean {
  return least <= most && least <= 0;
}
