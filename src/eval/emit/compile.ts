import { type Code, sourceOf } from './code.js';

/**
 * A function of the parameters with this body: the one place where text becomes code, which consists of templates,
 * names
 * made here and checked numbers alone (see code.ts). Throws an EvalError where the engine makes no functions.
 */
export function compiled(body: Code, ...parameters: readonly string[]): unknown {
  // eslint-disable-next-line no-new-func, @typescript-eslint/no-implied-eval
  return new Function(...parameters, `'use strict';\n${sourceOf(body)}`);
}
