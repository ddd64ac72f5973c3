import { distanceBetween } from '../../components/place.js';
import { isMissing } from '../columns/vector.js';
import type { Term } from '../term.js';
import { js, refuse } from './code.js';
import type { Emission, Emitted } from './emission.js';
import { placeOf } from './parts.js';

/** Distances in the plane; the smallest are not what their coordinates say, and are asked for. */
export function emitDistance(term: Term, emission: Emission): Emitted {
  // Where one side is nowhere for all rows, the primitives do not look at the other.
  if (term.heavy && term.args.some((arg) => emission.isUniform(arg)))
    return refuse('a distance from one place to what an aggregate finds');
  const x = emission.once(js`frame.state.x`);
  const y = emission.once(js`frame.state.y`);
  const [a, b] = term.args.map((arg) => placeOf(arg, emission));
  const dx = emission.keep(js`${x}[${a}] - ${x}[${b}]`);
  const dy = emission.keep(js`${y}[${a}] - ${y}[${b}]`);
  const apart = emission.keep(js`Math.sqrt(${dx} * ${dx} + ${dy} * ${dy})`);
  const absence = emission.keep(js`${a} === 0 || ${b} === 0 ? ${isMissing} : 0`);
  const asked = js`${emission.thing('distanceBetween', distanceBetween)}(frame.state, ${a}, ${b})`;
  return { value: emission.keep(js`${apart} > 0 || ${absence} !== 0 ? ${apart} : ${asked}`), absence };
}
