import { type Code, js } from '../emit/code.js';
import type { Scalar } from './scalar.js';

/** What several operations need of a frame. */

export function stateOf(scalar: Scalar): Code {
  return scalar.once(js`frame.state`);
}

export function slotsOf(scalar: Scalar): Code {
  return scalar.once(js`frame.slots`);
}

export function kindsOf(scalar: Scalar): Code {
  return scalar.once(js`frame.state.identity.kind`);
}
