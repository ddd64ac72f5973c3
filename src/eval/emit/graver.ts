import { type Code, js } from './code.js';
import type { Emission } from './emission.js';

/** The stronger of two absences: not found is the larger number. */
export function graverOf(a: Code | undefined, b: Code | undefined, emission: Pick<Emission, 'keep'>): Code | undefined {
  return a === undefined || b === undefined ? (a ?? b) : emission.keep(js`${a} > ${b} ? ${a} : ${b}`);
}
