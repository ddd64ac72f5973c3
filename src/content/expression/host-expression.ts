import type { Callable } from '../../ir/node.js';
import type { Program } from '../../ir/rule.js';
import { EdictError } from '../../kernel/errors.js';
import { kept, keptBy } from '../../kernel/maps.js';
import type { Model, Type, Variable } from '../../model/model.js';
import {
  type Compiled,
  type ExpressionContext,
  type Library,
  type Macro,
  compileExpression,
} from './compile-expression.js';
import { expandCalls, macroOf, mostOfAll } from './check/expand-calls.js';
import { parseExpression } from './parse-expression.js';

/**
 * Compiles a text that a host or the command line gives, with all that expressions of the content may name: constants,
 * flags, functions and tables. See `compileExpression`.
 */
export function compileHostExpression(
  text: string,
  expected: Type | undefined,
  { model, rules: { names }, callable }: Pick<Program, 'model' | 'rules' | 'callable'>,
  context: Omit<ExpressionContext, 'model' | 'names' | 'library'>,
): Compiled {
  const library = callable === undefined ? undefined : libraryOf(callable, model);
  return compileExpression(text, expected, { ...context, model, names, library });
}

/** With room for the calls of one text: it may call as much as all texts of a load. */
function libraryOf(callable: Callable, model: Model): Library {
  return {
    variables: variablesOf(model),
    functions: macrosOf(callable),
    tables: callable.tables,
    room: { left: mostOfAll },
  };
}

const variablesOf = keptBy(({ variables }: Model): ReadonlyMap<string, readonly Variable[]> => {
  const byName = new Map<string, Variable[]>();
  for (const variable of variables) kept(byName, variable.name, () => []).push(variable);
  return byName;
}, new WeakMap<Model, ReadonlyMap<string, readonly Variable[]>>());

const deepest = Number.MAX_SAFE_INTEGER;

/** Parsed again: few worlds are asked, and trees take much more room than texts. */
const macrosOf = keptBy(({ functions }: Callable): ReadonlyMap<string, Macro> => {
  const macros = new Map<string, Macro>();
  for (const { name, arguments: given, text } of functions) {
    // The load has checked how deep each nests; a call is checked against the limits of its world.
    const parsed = parseExpression(text, { depth: deepest });
    if (!parsed.ok) throw damaged(name, parsed.errors[0].message);
    const expanded = expandCalls(
      parsed.expression,
      { functions: macros, room: { left: mostOfAll } },
      deepest,
      'the function',
    );
    if ('problem' in expanded) throw damaged(name, expanded.problem.message);
    macros.set(name, macroOf(name, given, expanded.expression));
  }
  return macros;
}, new WeakMap<Callable, ReadonlyMap<string, Macro>>());

/** Of a program that no load has made. */
function damaged(name: string, message: string): EdictError {
  return new EdictError(
    'bad-option',
    `the function ${JSON.stringify(name)} of the content cannot be read: ${message}; load the content again`,
    name,
  );
}
