import { type Code, sourceOf } from './code.js';

/**
 * A function of the parameters with this body. The one place where text becomes code: it is made of templates of these
 * sources, of names made here and of checked numbers alone (see code.ts). Throws an EvalError where the engine makes no
 * functions.
 */
export function compiled(body: Code, ...parameters: readonly string[]): unknown {
  // eslint-disable-next-line no-new-func, @typescript-eslint/no-implied-eval
  return new Function(...parameters, `'use strict';\n${sourceOf(body)}`);
}
