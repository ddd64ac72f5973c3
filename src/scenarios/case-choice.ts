import { EdictError } from '../kernel/errors.js';
import type { Limits } from '../kernel/world-limits.js';
import type { ParameterValues } from '../world/parameters.js';
import { rewording } from './catching.js';
import { meantOrKnown } from '../content/text/nearest-name.js';

/** Over what a scenario says of its worlds. */
export interface WorldOverrides {
  readonly seed?: string | undefined;
  readonly parameters?: ParameterValues | undefined;
  readonly limits?: Partial<Limits> | undefined;
}

export interface CaseChoice {
  /** Default: the first with anything to open. */
  readonly case?: string | undefined;
  readonly step?: number | undefined;
}

export function caseNamed<Case extends { readonly name: string }>(
  file: string,
  cases: readonly Case[],
  name: string,
): Case {
  const found = cases.find((each) => each.name === name);
  if (found !== undefined) return found;
  const known = cases.map((each) => each.name);
  throw new EdictError(
    'unknown-case',
    `${file} has no case ${JSON.stringify(name)}; ${meantOrKnown(name, known)}`,
    file,
  );
}

export function firstSteps<Step>(name: string, steps: readonly Step[], count: number): readonly Step[] {
  if (count <= steps.length) return steps.slice(0, count);
  const has = steps.length === 1 ? '1 step' : `${steps.length} steps`;
  throw new EdictError('unknown-step', `there is no step ${count}: the case ${JSON.stringify(name)} has ${has}`);
}

/** Errors begin with its place, `file:line`, and its name. */
export function doNamed(name: string, placeOf: () => string, act: () => void): void {
  rewording(act, (sentence) => `${placeOf()}: ${name}: ${sentence}`);
}
