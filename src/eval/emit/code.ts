import type { Comparison } from '../../kernel/comparison.js';
import { EdictError } from '../../kernel/errors.js';

/** Code from templates of these sources, names made here and checked numbers. No text becomes code. */
const text = Symbol('code');

export interface Code {
  readonly [text]: string;
}

/** A template of this source with code and finite numbers in its holes. Throws for other numbers. */
export function js(parts: TemplateStringsArray, ...holes: readonly (Code | number)[]): Code {
  let all = parts[0];
  for (let i = 0; i < holes.length; i++) {
    const hole = holes[i];
    all += (typeof hole === 'number' ? literal(hole) : hole)[text] + parts[i + 1];
  }
  return { [text]: all };
}

/** Reads back as the same number. Throws where it is not finite. */
export function literal(value: number): Code {
  if (!Number.isFinite(value)) return refuse('a number that is not finite');
  const shown = Object.is(value, -0) ? '-0' : String(value);
  return { [text]: shown.startsWith('-') ? `(${shown})` : shown };
}

/** Also one that is not finite. */
export function numberCode(value: number): Code {
  if (Number.isNaN(value)) return js`NaN`;
  return value === Infinity ? js`Infinity` : value === -Infinity ? js`(-Infinity)` : literal(value);
}

/** A name that no other code has: `letter` shows its use, the number which one. */
export function nameOf(letter: 'value' | 'given' | 'thing' | 'block', number: number): Code {
  if (!Number.isSafeInteger(number) || number < 0) return refuse('a name without a number');
  return { [text]: `${letter}${number}` };
}

export function lines(codes: readonly Code[]): Code {
  return { [text]: codes.map((code) => code[text]).join('\n') };
}

/** A statement of one line that only `withAll` makes run. */
export function perhaps(statement: Code): Code {
  return { [text]: `/*${statement[text]}*/` };
}

export function withAll(code: Code): Code {
  return { [text]: code[text].replace(/\/\*|\*\//g, '') };
}

const comparisons: ReadonlyMap<string, Code> = new Map([
  ['==', js`===`],
  ['!=', js`!==`],
  ['<', js`<`],
  ['<=', js`<=`],
  ['>', js`>`],
  ['>=', js`>=`],
]);

export function comparisonOf(name: Comparison): Code {
  return comparisons.get(name) ?? refuse('an unknown comparison');
}

export function sourceOf(code: Code): string {
  return code[text];
}

/** Ends the making of a function; the primitives take its place. Never leaves this folder. */
export function refuse(what: string): never {
  throw new EdictError('not-generated', `generated code cannot have ${what}`);
}

const noCode = 'this engine makes no code from texts';

/** The constructor that has refused, where code from texts is forbidden, as under a Content-Security-Policy. */
let refusing: FunctionConstructor | undefined;

/**
 * The one place where text becomes code: checked templates, names and numbers. Throws an EvalError where
 * the engine makes no functions. A browser reports each attempt to the page, so there is only one.
 */
export function compiled(body: Code, ...parameters: readonly string[]): unknown {
  if (refusing === Function) throw new EvalError(noCode);
  try {
    // eslint-disable-next-line no-new-func, @typescript-eslint/no-implied-eval
    return new Function(...parameters, `'use strict';\n${sourceOf(body)}`);
  } catch (error) {
    if (error instanceof SyntaxError || isFullStack(error)) throw error;
    // Trusted types and contexts of Node give errors of other types.
    refusing = Function;
    throw new EvalError(noCode, { cause: error });
  }
}

/** As engines call it: Firefox has an InternalError. It passes, so the engine is asked again. */
function isFullStack(error: unknown): boolean {
  return error instanceof Error && ['RangeError', 'InternalError'].includes(error.name);
}

/** What code makes, or `slower` where the engine makes no functions. */
export function compiledOr<Made>(make: () => Made, slower: () => Made): Made {
  try {
    return make();
  } catch (error) {
    if (error instanceof EvalError) return slower();
    throw error;
  }
}

/** The result of a body that uses things by the names `thing0`, `thing1`, … (see `nameOf`). */
export function compiledWith(things: readonly unknown[], body: Code): unknown {
  const names = lines(things.map((_, i) => js`const ${nameOf('thing', i)} = things[${i}];`));
  const make = compiled(js`${names}\n${body}`, 'things') as (things: readonly unknown[]) => unknown;
  return make(things);
}
