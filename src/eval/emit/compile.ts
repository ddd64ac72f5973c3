import { type Code, js, lines, nameOf, sourceOf } from './code.js';

/**
 * The one place where text becomes code: checked templates, names and numbers (see code.ts). Throws an EvalError where
 * the engine makes no functions.
 */
export function compiled(body: Code, ...parameters: readonly string[]): unknown {
  // eslint-disable-next-line no-new-func, @typescript-eslint/no-implied-eval
  return new Function(...parameters, `'use strict';\n${sourceOf(body)}`);
}

/** The result of a body that uses things by the names `thing0`, `thing1`, … (see `nameOf`). */
export function compiledWith(things: readonly unknown[], body: Code): unknown {
  const names = lines(things.map((_, i) => js`const ${nameOf('thing', i)} = things[${i}];`));
  const make = compiled(js`${names}\n${body}`, 'things') as (things: readonly unknown[]) => unknown;
  return make(things);
}
