import { quoteText } from '../../diagnostics/quote.js';
import { element } from '../../../eval/ops/arrays.js';
import { makeNode } from '../../../eval/make-node.js';
import type { Node } from '../../../ir/node.js';
import type { Variable } from '../../../model/model.js';
import type { Definitions } from '../definitions/definitions.js';
import { formatOfVariable, plainFormats } from '../text/format.js';
import type { Report } from '../definitions/report.js';
import { type Scope, type ScopeTable, describeScope } from '../definitions/scopes.js';
import { isResolved } from '../definitions/variables.js';
import type { Formula } from '../formula/syntax.js';
import type { ErrorCode } from '../text/problem.js';
import { describeFormat, type Call, type Lowering, lowerAs } from './lowering.js';
import { hintForName } from '../formula/name-hints.js';

type Named<Kind> = Extract<Formula, { readonly kind: Kind }>;

/** Why a name means nothing at a place. */
export interface NameFault {
  readonly code: ErrorCode;
  readonly message: string;
  readonly suggestion: string | undefined;
}

/** The variable that a name means at a place, why it means none, or undefined where the reason was told elsewhere. */
export function findVariable(
  name: string,
  scope: Scope,
  { scopes, variables, channels }: Definitions,
  report: Report,
): Variable | NameFault | undefined {
  const resolved = variables.resolve(name, scope);
  if (isResolved(resolved)) return resolved;
  switch (resolved.why) {
    case 'told':
      return undefined;
    case 'hidden':
      return hidden('variable', resolved.variable, scope, scopes);
    case 'unknown': {
      const isChannel = isResolved(channels.resolve(name, scope));
      return {
        code: 'unknown-variable',
        message: `there is no variable ${quoteText(name)}`,
        suggestion: isChannel
          ? `${quoteText(name)} is a channel: formulas read it by ${quoteText(`input("${name}")`)}, and only the host sets it`
          : (hintForName(name, (known) => isResolved(variables.resolve(known, scope))) ??
            report.nearest(name, variables.namesIn(scope))),
      };
    }
  }
}

/** The channel that a name means at a place: see `findVariable`. */
export function findChannel(
  name: string,
  scope: Scope,
  { scopes, variables, channels }: Definitions,
  report: Report,
): Variable | NameFault | undefined {
  const resolved = channels.resolve(name, scope);
  if (isResolved(resolved)) return resolved;
  switch (resolved.why) {
    case 'told':
      return undefined;
    case 'hidden':
      return hidden('channel', resolved.variable, scope, scopes);
    case 'unknown': {
      const isVariable = isResolved(variables.resolve(name, scope));
      return {
        code: 'unknown-variable',
        message: `there is no channel ${quoteText(name)}`,
        suggestion: isVariable
          ? `${quoteText(name)} is a variable: write its name alone`
          : report.nearest(name, channels.namesIn(scope)),
      };
    }
  }
}

function hidden(what: string, { name, kind }: Variable, scope: Scope, { all }: ScopeTable): NameFault {
  return {
    code: 'scope',
    message: `${quoteText(name)} is a ${what} of ${describeScope(all[kind - 1])} and cannot be seen from ${describeScope(scope)}`,
    suggestion: `a ${what} is seen from its own scope and from what is part of that`,
  };
}

export function isFault(found: Variable | NameFault): found is NameFault {
  return 'code' in found;
}

/** A variable, or the problem with a formula that names it. */
function variableNamed(
  lowering: Lowering,
  formula: Named<'name'> | Named<'element'>,
  call: Call | undefined,
): Variable | undefined {
  const { definitions, report, place } = lowering;
  const found = findVariable(formula.name, place.scope, definitions, report);
  if (found === undefined) return lowering.hush();
  return isFault(found) ? lowering.fail(formula, call, found.code, found.message, found.suggestion) : found;
}

/** `Name` */
export function lowerName(lowering: Lowering, formula: Named<'name'>, call: Call | undefined): Node | undefined {
  const variable = variableNamed(lowering, formula, call);
  return variable === undefined ? undefined : lowering.layout.read(variable);
}

/** `Name[index]` */
export function lowerElement(lowering: Lowering, formula: Named<'element'>, call: Call | undefined): Node | undefined {
  const variable = variableNamed(lowering, formula, call);
  if (variable === undefined) return undefined;
  if (variable.type.name !== 'array') {
    return lowering.fail(
      formula,
      call,
      'format',
      `${quoteText(formula.name)} is ${describeFormat(formatOfVariable(variable))}: only an array has elements`,
    );
  }
  const index = lowerAs(lowering, formula.index, call, plainFormats.NUMBER, 'the index of an element', false);
  return index === undefined ? undefined : makeNode(element, undefined, lowering.layout.read(variable), index);
}
