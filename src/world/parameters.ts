import { setParameter } from '../components/parameters.js';
import type { WorldState } from '../components/state.js';
import { EdictError } from '../kernel/errors.js';
import { describe, entriesGiven } from '../kernel/given.js';
import type { Model } from '../model/model.js';
import { type Parameter, misfitOf } from '../model/parameter.js';
import { refuse } from './host-arguments.js';

/** In the order of the content. */
export type ParameterValues = Readonly<Record<string, number | boolean>>;

/** Throws for names and values that do not fit, before anything changes. */
export function setParameters(state: WorldState, given: Readonly<Record<string, unknown>>): void {
  for (const { parameter, stored } of storedParameters(state.model, given))
    setParameter(state, parameter.index, stored);
}

/** Throws for names and values that do not fit. */
export function storedParameters({ parameterByName }: Model, given: Readonly<Record<string, unknown>>) {
  const expected = 'an object of parameters and values';
  return entriesGiven<unknown>('parameters', given, expected).flatMap(([name, value]) => {
    const parameter = parameterByName.get(name) ?? refuse('parameter', name, [...parameterByName.keys()]);
    return value === undefined ? [] : [{ parameter, stored: storedOf(parameter, value) }];
  });
}

function storedOf(parameter: Parameter, value: unknown): number {
  const { name, type } = parameter;
  const fits = typeof value === (type.name === 'boolean' ? 'boolean' : 'number');
  const expected = misfitOf(parameter, fits ? Number(value) : NaN);
  if (expected === undefined) return Number(value);
  throw new EdictError('bad-value', `the parameter ${name} is ${describe(value)}; give ${expected}`, name);
}

export function parameterValues({ model: { parameters }, parameter }: WorldState): ParameterValues {
  const entries = parameters.map(({ name, type, index }) => {
    const value = parameter[index + 1];
    return [name, type.name === 'boolean' ? value === 1 : value] as const;
  });
  return Object.freeze(Object.fromEntries(entries));
}
