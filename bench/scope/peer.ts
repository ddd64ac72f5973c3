import type { Meters } from './rules.js';

/** Another program that evaluates the same rules over the same galaxy. */
export interface Peer {
  readonly name: string;
  /** Sets the meters to 0 and runs every rule of every source, pair by pair in order. */
  turn(): void;
  /** The sums of the last turn, by rule and row. */
  meters(): Meters;
}
