import { round256 } from '../level/units.js';

/** The nearest number that is a whole number of 256ths, as velocities and speeds are; halves go away from zero. */
export function nearest256(value: number): number {
  return round256(value) / 256;
}
