import { damaged } from '../kernel/errors.js';
import { misfitOf } from '../model/parameter.js';
import { fact, touch } from '../model/stamps.js';
import { type Arrays, component } from './component.js';
import type { WorldState } from './state.js';

const columns = { parameter: { type: 'f64', stored: 'parameter.value' } } as const;

declare module './state.js' {
  interface WorldState extends Arrays<typeof columns> {}
}

/** Values that a world has from its beginning; indices from 0. */
export const parameters = component({
  name: 'parameters',
  rows: 'parameter',
  columns,
  when: ({ parameters: { length } }) => length > 0,
  facts: ['parameter'],
  hash({ parameter, model }, hasher): void {
    for (const { index } of model.parameters) hasher.number(parameter[index + 1]);
  },
  check({ parameter, model }): void {
    for (const each of model.parameters) {
      const value = parameter[each.index + 1];
      const expected = misfitOf(each, value);
      if (expected !== undefined) throw damaged(`the parameter ${each.name} is ${value}, which is not ${expected}`);
    }
  },
});

/** Of states of one content. */
export function haveSameParameters(a: WorldState, b: WorldState): boolean {
  return a.parameter.every((value, row) => Object.is(value, b.parameter[row]));
}

export function copyParameters(from: WorldState, to: WorldState): void {
  to.parameter.set(from.parameter);
  touch(to.stamps, fact.parameter);
}

/** Only before anything runs: rules may have acted on the value. */
export function setParameter({ parameter, stamps }: WorldState, index: number, value: number): void {
  parameter[index + 1] = value + 0;
  touch(stamps, fact.parameter);
}
