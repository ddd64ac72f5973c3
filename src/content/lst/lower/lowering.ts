import { nodes } from '../../../eval/node-kit.js';
import { makeNode } from '../../../eval/make-node.js';
import { heed } from '../../../eval/ops/read.js';
import { numeral } from '../../../eval/ops/numeric-arithmetic.js';
import { isOf } from '../../../eval/node-shape.js';
import { pooled, element } from '../../../eval/ops/texts.js';
import type { Node } from '../../../ir/node.js';
import type { Content, Variable } from '../../../model/model.js';
import type { Definitions, ObjectTable, Fact } from '../definitions/definitions.js';
import type { Fault } from '../parse/campaign-problem.js';
import { type Scope, fold, type Layout, describeScope, isResolved } from '../definitions/scopes.js';
import type { Formula } from '../syntax.js';
import {
  type Format,
  formatName,
  formatOfType,
  sameFormat,
  typeOfFormat,
  formatOfVariable,
  plainFormats,
} from '../parse/value-format.js';
import { quoteText } from '../../text/quote.js';
import { addDefault } from '../definitions/define-names.js';
import { hintForWord } from '../parse/explain-stop.js';
import { constant } from '../../../eval/ops/constants.js';
import { choose } from '../../../eval/ops/logic.js';

export type FormulaOf<Kind> = Extract<Formula, { readonly kind: Kind }>;

export type CallFormula = FormulaOf<'call'>;

export type Lowered = Node | undefined;

export interface FormulaPlace {
  readonly scope: Scope;
  readonly running: Format | undefined;
}

/** A call whose body is being lowered. */
export interface Call {
  readonly name: string;
  readonly args: readonly Formula[];
  readonly outer: Call | undefined;
  readonly at: number;
}

export interface Lowering {
  readonly definitions: Definitions;
  readonly layout: Layout;
  readonly place: FormulaPlace;
  readonly call: Call | undefined;
  /** `asserted`: the format of quoted texts. `levels`: its depth below what it is part of; default 1. */
  lower(formula: Formula, asserted?: Format, levels?: number): Lowered;
  /** Lowers in the body of another call, or in the formula itself. */
  within(call: Call | undefined, formula: Formula, asserted?: Format, levels?: number): Lowered;
  formatOf(node: Node): Format;
  /** Only the first fault of a formula counts. */
  fail<Result = Node>(formula: Formula, code: Fault['code'], message: string, suggestion?: string): Result | undefined;
  warn(formula: Formula, message: string): void;
}

export function lowerAs(
  lowering: Lowering,
  formula: Formula,
  wanted: Format,
  what: string,
  asserts: boolean,
  levels = 1,
): Lowered {
  const node = lowering.lower(formula, asserts ? wanted : undefined, levels);
  if (node === undefined) return undefined;
  const format = lowering.formatOf(node);
  if (sameFormat(format, wanted)) return node;
  return lowering.fail(formula, 'format', `${what} is ${describeFormat(wanted)}, not ${describeFormat(format)}`);
}

/** A text in quotes, which may be an argument of the function around it. */
export function quoted(lowering: Lowering, formula: Formula, what: string): string | undefined {
  const given = substituted(formula, lowering.call).formula;
  return given.kind === 'text' ? given.text : lowering.fail(formula, 'format', `${what} is a name in quotes`);
}

export function substituted(formula: Formula, call: Call | undefined) {
  let given = { formula, call };
  for (;;) {
    const { formula: inner, call: within } = given;
    if (within === undefined || inner.kind !== 'call' || fold(inner.name) !== 'arg') return given;
    const [place] = inner.args;
    given = { formula: within.args[Number(place.kind === 'number' ? place.text : 0)], call: within.outer };
  }
}

export function formatOfNode(node: Node, objects: ObjectTable): Format {
  return formatOfType(node.type) ?? { name: 'OBJECT', scope: objects.all[objectIn(node) - 1].scope.name };
}

/** One of the objects that an expression names, which all have one scope. */
function objectIn(node: Node): number {
  let at = node;
  while (at.args.length > 0) at = at.args[isOf(at, heed) ? 0 : 1];
  return objectOf(at);
}

export function objectOf({ data }: Node): number {
  return (data as { readonly value: number }).value;
}

export function describeFormat(format: Format): string {
  return format.name === 'OBJECT' ? `an object of ${format.scope}` : formatName(format);
}

export function nodeOfContent(format: Format, content: Content): Node {
  const type = typeOfFormat(format);
  if ('text' in content) return makeNode(pooled, { type, text: content.text });
  const { value, whole = false } = content;
  return type.name === 'numeric' ? makeNode(numeral, { value, whole }) : nodes.constant(value, type);
}

type NameFault = Omit<Fault, 'at'>;

/** Undefined where its error has been reported. */
export function findName(
  what: 'variable' | 'channel',
  name: string,
  scope: Scope,
  { scopes, variables, channels, report }: Definitions,
): Variable | NameFault | undefined {
  const isVariable = what === 'variable';
  const [table, others] = isVariable ? [variables, channels] : [channels, variables];
  const resolved = table.resolve(name, scope);
  if (isResolved(resolved)) return resolved;
  const said = quoteText(name);
  switch (resolved.why) {
    case 'reported':
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
      const known = (each: string) => isResolved(variables.resolve(each, scope));
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

/** Names hold blanks and one `=`, as do expressions of other languages. */
function hintForName(name: string, isKnown: (name: string) => boolean): string | undefined {
  const equals = name.indexOf('=');
  const [left, right] = equals < 0 ? ['', ''] : [name.slice(0, equals).trimEnd(), name.slice(equals + 1).trimStart()];
  if (left !== '' && isKnown(left)) return `compare by \`==\`: ${quoteText(`${left}==${right}`)}`;
  const words = /^(.*?)(?:^| )(and|or|not) (.*)$/is.exec(name);
  if (words !== null && (isKnown(words[1]) || isKnown(words[3]))) return hintForWord(words[2]);
  if (/^(?:true|false)$/i.test(name))
    return `a constant of BOOLEAN is used alone, or where one is expected in quotes: ${quoteText(`"${name}"`)}`;
  return /^(?:yes|no)$/i.test(name) ? 'a BOOLEAN is `true` or `false`' : undefined;
}

export function isFault(found: Variable | NameFault): found is NameFault {
  return 'code' in found;
}

export function lowerName(lowering: Lowering, formula: FormulaOf<'name'>): Lowered {
  const variable = variableNamed(lowering, formula, 'variable', formula.name);
  return variable && lowering.layout.read(variable);
}

export function lowerElement(lowering: Lowering, formula: FormulaOf<'element'>): Lowered {
  const variable = variableNamed(lowering, formula, 'variable', formula.name);
  if (variable === undefined) return undefined;
  if (variable.type.name !== 'array') {
    const format = describeFormat(formatOfVariable(variable));
    return lowering.fail(formula, 'format', `${quoteText(formula.name)} is ${format}: only an array has elements`);
  }
  const index = lowerAs(lowering, formula.index, plainFormats.NUMBER, 'the index of an element', false);
  return index && makeNode(element, undefined, lowering.layout.read(variable), index);
}

export function variableNamed(
  lowering: Lowering,
  formula: Formula,
  what: 'variable' | 'channel',
  name: string,
): Variable | undefined {
  const found = findName(what, name, lowering.place.scope, lowering.definitions);
  return found !== undefined && isFault(found)
    ? lowering.fail(formula, found.code, found.message, found.suggestion)
    : found;
}

export function lowerGet(lowering: Lowering, { args: [type, key] }: CallFormula): Lowered {
  const scope = scopeNamed(lowering, type, 'get');
  const name = scope && quoted(lowering, key, 'the object of `get`');
  return scope === undefined || name === undefined ? undefined : objectNamed(lowering, key, scope, name);
}

/** `getFact("SCOPE","key","fact")`, also with an object in the place of the key. */
export function lowerGetFact(lowering: Lowering, formula: CallFormula): Lowered {
  const [type, key, factName] = formula.args;
  const scope = scopeNamed(lowering, type, 'getFact');
  const object = scope && objectGiven(lowering, key, scope);
  const name = object && quoted(lowering, factName, 'the fact of `getFact`');
  if (scope === undefined || object === undefined || name === undefined) return undefined;
  const { facts, report } = lowering.definitions;
  const fact = facts.find(scope, name);
  if (fact !== undefined) return factOf(lowering, formula, object, fact);
  if (facts.isSpoilt(name)) return undefined;
  return lowering.fail(
    factName,
    'unknown-variable',
    `objects of ${scope.name} have no fact ${quoteText(name)}`,
    report.nearest(name, facts.namesIn(scope)),
  );
}

function scopeNamed(lowering: Lowering, formula: Formula, user: string): Scope | undefined {
  const name = quoted(lowering, formula, `the type of ${quoteText(user)}`);
  if (name === undefined) return undefined;
  const { scopes, report } = lowering.definitions;
  return (
    scopes.find(name) ??
    lowering.fail(
      formula,
      'format',
      `there are no objects of a type ${quoteText(name)}: the types are the scopes`,
      report.nearest(name, scopes.names()),
    )
  );
}

/** Finds an object by its key or by an expression. */
function objectGiven(lowering: Lowering, formula: Formula, scope: Scope): Lowered {
  const given = substituted(formula, lowering.call).formula;
  if (given.kind === 'text') return objectNamed(lowering, formula, scope, given.text);
  const node = lowering.lower(formula);
  if (node === undefined) return undefined;
  const format = lowering.formatOf(node);
  if (format.name === 'OBJECT' && format.scope === scope.name) return node;
  return lowering.fail(
    formula,
    'format',
    `the object of \`getFact\` is a key in quotes or an object of ${scope.name}, not ${describeFormat(format)}`,
  );
}

function objectNamed(lowering: Lowering, formula: Formula, scope: Scope, key: string): Lowered {
  const { objects, report } = lowering.definitions;
  const object = objects.find(scope, key);
  if (object !== undefined)
    return makeNode(constant, { value: object.index, type: typeOfFormat({ name: 'OBJECT', scope: scope.name }) });
  if (objects.isSpoilt(`${scope.name}|${key}`)) return undefined;
  return lowering.fail(
    formula,
    'unknown-variable',
    `there is no object ${quoteText(key)} of ${scope.name}`,
    report.nearest(key, objects.keysIn(scope)),
  );
}

/** Facts are constant: choosing an object chooses its value. */
function factOf(lowering: Lowering, formula: Formula, object: Node, fact: Fact): Lowered {
  if (object.args.length === 0) {
    const { objects, defaults } = lowering.definitions;
    const { name, facts } = objects.all[objectOf(object) - 1];
    const content = facts.get(fold(fact.name)) ?? defaults.of(fact.format);
    if (content !== undefined) return nodeOfContent(fact.format, content);
    const format = formatName(fact.format);
    return lowering.fail(
      formula,
      'default',
      `${quoteText(name)} has no fact ${quoteText(fact.name)}, and its format ${format} has no default: ${addDefault(format)}`,
    );
  }
  const [first, ...others] = object.args;
  if (isOf(object, heed)) {
    const found = factOf(lowering, formula, first, fact);
    return found && makeNode(heed, undefined, found, ...others);
  }
  const then = factOf(lowering, formula, others[0], fact);
  const otherwise = then && factOf(lowering, formula, others[1], fact);
  return then && otherwise && makeNode(choose, undefined, first, then, otherwise);
}
