import { makeNode } from '../../../eval/make-node.js';
import { element } from '../../../eval/ops/arrays.js';
import type { Variable } from '../../../model/model.js';
import { quoteText } from '../../diagnostics/quote.js';
import { type Scope, describeScope } from '../definitions/scopes.js';
import { isResolved } from '../definitions/variables.js';
import { hintForWord } from '../formula/explain.js';
import { formatOfVariable, plainFormats } from '../text/format.js';
import type { ErrorCode } from '../text/problem.js';
import { type FormulaOf, type Lowered, type Lowering, describeFormat, lowerAs } from './lowering.js';

interface NameFault {
  readonly code: ErrorCode;
  readonly message: string;
  readonly suggestion: string | undefined;
}

/** What a name means at a place, why nothing, or undefined where that was told elsewhere. */
export function findName(
  what: 'variable' | 'channel',
  name: string,
  scope: Scope,
  { definitions, report }: Pick<Lowering, 'definitions' | 'report'>,
): Variable | NameFault | undefined {
  const { scopes, variables, channels } = definitions;
  const isVariable = what === 'variable';
  const [table, others] = isVariable ? [variables, channels] : [channels, variables];
  const resolved = table.resolve(name, scope);
  if (isResolved(resolved)) return resolved;
  const said = quoteText(name);
  switch (resolved.why) {
    case 'told':
      return undefined;
    case 'hidden': {
      const home = describeScope(scopes.all[resolved.variable.kind - 1]);
      return {
        code: 'scope',
        message: `${quoteText(resolved.variable.name)} is a ${what} of ${home} and cannot be seen from ${describeScope(scope)}`,
        suggestion: `a ${what} is seen from its own scope and from what is part of that`,
      };
    }
    case 'unknown': {
      const known = (each: string): boolean => isResolved(variables.resolve(each, scope));
      const ofOthers = isVariable
        ? `a channel: formulas read it by ${quoteText(`input("${name}")`)}, and only the host sets it`
        : 'a variable: write its name alone';
      return {
        code: 'unknown-variable',
        message: `there is no ${what} ${said}`,
        suggestion: isResolved(others.resolve(name, scope))
          ? `${said} is ${ofOthers}`
          : ((isVariable ? hintForName(name, known) : undefined) ?? report.nearest(name, table.namesIn(scope))),
      };
    }
  }
}

/** What an unknown name was meant for: names hold blanks and one `=`, as do expressions of other languages. */
function hintForName(name: string, isKnown: (name: string) => boolean): string | undefined {
  const equals = name.indexOf('=');
  const [left, right] = equals < 0 ? ['', ''] : [name.slice(0, equals).trimEnd(), name.slice(equals + 1).trimStart()];
  if (left !== '' && isKnown(left)) return `compare by \`==\`: ${quoteText(`${left}==${right}`)}`;
  const words = /^(.*?)(?:^| )(and|or|not) (.*)$/is.exec(name);
  if (words !== null && (isKnown(words[1]) || isKnown(words[3]))) return hintForWord(words[2]);
  if (/^(?:true|false)$/i.test(name))
    return `a constant of BOOLEAN stands alone, or where one is asked for in quotes: ${quoteText(`"${name}"`)}`;
  return /^(?:yes|no)$/i.test(name) ? 'a BOOLEAN is `true` or `false`' : undefined;
}

export function isFault(found: Variable | NameFault): found is NameFault {
  return 'code' in found;
}

/** `Name` */
export function lowerName(lowering: Lowering, formula: FormulaOf<'name'>): Lowered {
  const variable = variableNamed(lowering, formula);
  return variable && lowering.layout.read(variable);
}

/** `Name[index]` */
export function lowerElement(lowering: Lowering, formula: FormulaOf<'element'>): Lowered {
  const variable = variableNamed(lowering, formula);
  if (variable === undefined) return undefined;
  if (variable.type.name !== 'array') {
    const format = describeFormat(formatOfVariable(variable));
    return lowering.fail(formula, 'format', `${quoteText(formula.name)} is ${format}: only an array has elements`);
  }
  const index = lowerAs(lowering, formula.index, plainFormats.NUMBER, 'the index of an element', false);
  return index && makeNode(element, undefined, lowering.layout.read(variable), index);
}

function variableNamed(lowering: Lowering, formula: FormulaOf<'name' | 'element'>): Variable | undefined {
  const found = findName('variable', formula.name, lowering.place.scope, lowering);
  return found !== undefined && isFault(found)
    ? lowering.fail(formula, found.code, found.message, found.suggestion)
    : found;
}
