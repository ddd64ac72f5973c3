import type { Offset, Parameter, Value } from '../syntax.js';
import type { Context } from './context.js';
import { missingParameter } from './problems.js';

/** Something with parameters: a condition, a query, an effect. */
export interface Parameterised {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly at: Offset;
}

/** The value of the first parameter of a label, or of the one that comes after `skip` others of it. */
export function valueAt({ parameters }: Parameterised, label: string, skip = 0): Value | undefined {
  return parameters
    .filter((parameter) => parameter.label === label)
    .at(skip)
    ?.values.at(0);
}

/** All values of a label; none where it is left out. */
export function valuesAt({ parameters }: Parameterised, label: string): readonly Value[] {
  return parameters.filter((parameter) => parameter.label === label).flatMap(({ values }) => values);
}

/** A value that must be there; undefined, and reported, where it is not. */
export function requiredAt(of: Parameterised, label: string, context: Context, skip = 0): Value | undefined {
  const value = valueAt(of, label, skip);
  if (value === undefined) missingParameter(context, of.at, of.name, label);
  return value;
}
