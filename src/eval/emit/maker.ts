import type { Maker } from '../form.js';
import type { Emission } from './emission.js';

/** What templates may use, in an emission. */
export function makerIn(emission: Emission): Maker {
  return { keep: emission.keep, thing: (name, thing) => emission.given(name, () => thing) };
}
