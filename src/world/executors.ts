import { env } from 'node:process';
import type { MakeExecutor } from '../meaning/executor.js';
import { compiledExecutor } from '../systems/compiled-executor.js';
import type { Evaluate } from '../eval/interpreter.js';
import { evaluateHot } from '../eval/frames/scalar-function.js';
import { referenceExecutor } from '../reference/reference-executor.js';
import { EdictError } from '../kernel/errors.js';
import type { ExecutorName } from './api.js';
import { describe } from '../kernel/given.js';

const executors: Readonly<Record<ExecutorName, MakeExecutor>> = {
  compiled: compiledExecutor,
  reference: referenceExecutor,
};

/**
 * The executor of a name; without one, that which the environment variable EDICT_EXECUTOR names, else the compiled one.
 * Throws for other names.
 */
export function executorNamed(name: ExecutorName | undefined): MakeExecutor {
  const { EDICT_EXECUTOR: asked = '' } = env;
  const wanted = name ?? (asked === '' ? 'compiled' : asked);
  if (typeof wanted === 'string' && Object.hasOwn(executors, wanted)) return executors[wanted as ExecutorName];
  const whose = name === undefined ? 'EDICT_EXECUTOR' : 'the executor';
  throw new EdictError('bad-option', `${whose} is ${describe(wanted)}; give ${Object.keys(executors).join(' or ')}`);
}

/** How an executor has nodes evaluated that are asked one at a time; undefined: by the interpreter. */
export function evaluateFor({ name }: { readonly name: string }): Evaluate | undefined {
  return name === 'compiled' ? evaluateHot : undefined;
}
