import { memoryRow, shownValue } from '../../state/memories.js';
import { isAbsent } from '../operation.js';
import type { Term } from '../term.js';
import { js } from './code.js';
import type { Call, Emission, Emitted } from './emission.js';

/**
 * What was recorded is asked for once a call; the expression is evaluated where nothing was. 1 is missing (see
 * vector.ts).
 */
export function emitRemembered({ node, args }: Term<{ readonly number: number }>, emission: Emission): Emitted {
  const { number } = node.data;
  const rowIn = ({ evaluator: { state, frame } }: Call): number => memoryRow(state, frame.occurrence, number);
  const valueIn = (call: Call): number | undefined =>
    shownValue(call.evaluator.state, node.type, call.evaluator.state.memories[rowIn(call)]);
  const name = `remembered ${number} ${node.type.name}`;
  const isRecorded = emission.given(`${name} recorded`, (call) => (rowIn(call) === 0 ? 0 : 1));
  const recorded = emission.given(name, (call) => valueIn(call) ?? 0);
  const recordedAbsence = emission.given(`${name} absence`, (call) => (isAbsent(valueIn(call)) ? 1 : 0));
  const value = emission.variable(recorded);
  const absence = emission.variable(recordedAbsence);
  const body = emission.inside(() => {
    const found = emission.of(args[0]);
    emission.add(js`${value} = ${found.value}; ${absence} = ${found.absence ?? 0};`);
  });
  emission.add(js`if (${isRecorded} === 0) { ${body} }`);
  return { value, absence };
}
