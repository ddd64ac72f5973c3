import type { Term } from '../term.js';
import { js } from './code.js';
import type { Emission, Emitted } from './emission.js';

/**
 * 1 is missing (see vector.ts): the value is evaluated where the condition is true, which then says whether it is
 * there.
 */
export function emitProvided(term: Term, emission: Emission): Emitted {
  const condition = emission.of(term.args[1]);
  const value = emission.variable(0);
  const absence = emission.variable(1);
  const whole = term.node.type.name === 'numeric' ? emission.variable(0) : undefined;
  const body = emission.inside(() => {
    const found = emission.of(term.args[0]);
    emission.add(js`${value} = ${found.value}; ${absence} = ${found.absence ?? 0};`);
    if (whole !== undefined) emission.add(js`${whole} = ${found.whole ?? 0};`);
  });
  emission.add(
    condition.absence === undefined
      ? js`if (${condition.value} === 1) { ${body} }`
      : js`if (${condition.value} === 1 && ${condition.absence} === 0) { ${body} }`,
  );
  return { value, absence, ...(whole === undefined ? {} : { whole }) };
}
