import { isOf } from '../../../eval/shape.js';
import { quoteText } from '../../diagnostics/quote.js';
import { constant } from '../../../eval/ops/constant.js';
import { heed } from '../../../eval/ops/heed.js';
import { choose } from '../../../eval/ops/logic.js';
import { makeNode } from '../../../eval/make-node.js';
import type { Node } from '../../../ir/node.js';
import type { Content } from '../../../model/model.js';
import type { Fact, DeclaredObject } from '../definitions/definitions.js';
import { fold, type Scope } from '../definitions/scopes.js';
import { typeOfFormat, type Format, formatName } from '../text/format.js';
import type { Formula } from '../formula/syntax.js';
import { nodeOfContent, describeFormat, type Call, type Lowering, quoted, substituted } from './lowering.js';

type CallFormula = Extract<Formula, { readonly kind: 'call' }>;

/** `get("SCOPE","key")` */
export function lowerGet(lowering: Lowering, formula: CallFormula, call: Call | undefined): Node | undefined {
  const [type, key] = formula.args;
  const scope = scopeNamed(lowering, type, call, 'get');
  const name = scope === undefined ? undefined : quoted(lowering, key, call, `the object of ${quoteText('get')}`);
  return scope === undefined || name === undefined ? undefined : objectNamed(lowering, key, call, scope, name);
}

/** `getFact("SCOPE","key","fact")`, with an object in the place of the key as well. */
export function lowerGetFact(lowering: Lowering, formula: CallFormula, call: Call | undefined): Node | undefined {
  const [type, key, factName] = formula.args;
  const scope = scopeNamed(lowering, type, call, 'getFact');
  if (scope === undefined) return undefined;
  const object = objectGiven(lowering, key, call, scope);
  if (object === undefined) return undefined;
  const name = quoted(lowering, factName, call, `the fact of ${quoteText('getFact')}`);
  if (name === undefined) return undefined;
  const { facts } = lowering.definitions;
  const fact = facts.find(scope, name);
  if (fact !== undefined) return factOf(lowering, formula, call, object, fact);
  if (facts.isSpoilt(name)) return lowering.hush();
  return lowering.fail(
    factName,
    call,
    'unknown-variable',
    `objects of ${scope.name} have no fact ${quoteText(name)}`,
    lowering.report.nearest(name, facts.namesIn(scope)),
  );
}

function scopeNamed(lowering: Lowering, formula: Formula, call: Call | undefined, user: string): Scope | undefined {
  const name = quoted(lowering, formula, call, `the type of ${quoteText(user)}`);
  if (name === undefined) return undefined;
  const { scopes } = lowering.definitions;
  const scope = scopes.find(name);
  if (scope !== undefined) return scope;
  const names = scopes.all.slice(1).map((each) => each.name);
  return lowering.fail(
    formula,
    call,
    'format',
    `there are no objects of a type ${quoteText(name)}: the types are the scopes`,
    lowering.report.nearest(name, names),
  );
}

/** An object by its key, or by an expression. */
function objectGiven(lowering: Lowering, formula: Formula, call: Call | undefined, scope: Scope): Node | undefined {
  const given = substituted(formula, call).formula;
  if (given.kind === 'text') return objectNamed(lowering, formula, call, scope, given.text);
  const node = lowering.lower(formula, call, undefined);
  if (node === undefined) return undefined;
  const format = lowering.formatOf(node);
  const fits = format.name === 'OBJECT' && format.scope === scope.name;
  return fits
    ? node
    : lowering.fail(
        formula,
        call,
        'format',
        `the object of ${quoteText('getFact')} is a key in quotes or an object of ${scope.name}, not ${describeFormat(format)}`,
      );
}

function objectNamed(
  lowering: Lowering,
  formula: Formula,
  call: Call | undefined,
  scope: Scope,
  key: string,
): Node | undefined {
  const { objects } = lowering.definitions;
  const object = objects.find(scope, key);
  if (object !== undefined) return makeNode(constant, { value: object.index, type: typeOfFormat(objectFormat(scope)) });
  if (objects.isSpoilt(`${scope.name}|${key}`)) return lowering.hush();
  return lowering.fail(
    formula,
    call,
    'unknown-variable',
    `there is no object ${quoteText(key)} of ${scope.name}`,
    lowering.report.nearest(key, objects.keysIn(scope)),
  );
}

function objectFormat(scope: Scope): Format {
  return { name: 'OBJECT', scope: scope.name };
}

/**
 * Facts never change: an object that is named has one value, and a choice between objects is a choice between theirs.
 */
function factOf(
  lowering: Lowering,
  formula: Formula,
  call: Call | undefined,
  object: Node,
  fact: Fact,
): Node | undefined {
  if (object.args.length === 0) {
    const { all } = lowering.definitions.objects;
    return constantFact(lowering, formula, call, all[(object.data as { readonly value: number }).value - 1], fact);
  }
  if (isOf(object, heed)) {
    const [value, ...others] = object.args;
    const found = factOf(lowering, formula, call, value, fact);
    return found === undefined ? undefined : makeNode(heed, undefined, found, ...others);
  }
  const [condition, one, other] = object.args;
  const then = factOf(lowering, formula, call, one, fact);
  const otherwise = then === undefined ? undefined : factOf(lowering, formula, call, other, fact);
  return then === undefined || otherwise === undefined
    ? undefined
    : makeNode(choose, undefined, condition, then, otherwise);
}

function constantFact(
  lowering: Lowering,
  formula: Formula,
  call: Call | undefined,
  object: DeclaredObject,
  fact: Fact,
): Node | undefined {
  const content: Content | undefined =
    object.facts.get(fold(fact.name)) ?? lowering.definitions.defaults.of(fact.format);
  if (content !== undefined) return nodeOfContent(fact.format, content);
  const format = formatName(fact.format);
  return lowering.fail(
    formula,
    call,
    'default',
    `${quoteText(object.name)} has no fact ${quoteText(fact.name)}, and its format ${format} has no default: add a line ${quoteText(`DEFAULTVARIABLEVALUE:${format}|…`)}`,
  );
}
