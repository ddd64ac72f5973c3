/**
 * A numeric value: an int of 32 bits or a double, told apart by its class. `value` of a whole one is an integer from -2147483648 to 2147483647, never −0;
 * a double may have any value, 3 and −0 and NaN among them.
 */
export interface Numeric {
  readonly value: number;
  /** An int. */
  readonly whole: boolean;
}
