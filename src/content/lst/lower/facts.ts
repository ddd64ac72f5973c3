import { makeNode } from '../../../eval/make-node.js';
import { constant } from '../../../eval/ops/constant.js';
import { heed } from '../../../eval/ops/heed.js';
import { choose } from '../../../eval/ops/logic.js';
import { isOf } from '../../../eval/shape.js';
import type { Node } from '../../../ir/node.js';
import { quoteText } from '../../diagnostics/quote.js';
import type { Fact } from '../definitions/definitions.js';
import { type Scope, fold } from '../definitions/scopes.js';
import type { Formula } from '../formula/syntax.js';
import { formatName, typeOfFormat } from '../text/format.js';
import {
  type FormulaOf,
  type Lowered,
  type Lowering,
  describeFormat,
  nodeOfContent,
  objectOf,
  quoted,
  substituted,
} from './lowering.js';

type CallFormula = FormulaOf<'call'>;

/** `get("SCOPE","key")` */
export function lowerGet(lowering: Lowering, { args: [type, key] }: CallFormula): Lowered {
  const scope = scopeNamed(lowering, type, 'get');
  const name = scope && quoted(lowering, key, 'the object of `get`');
  return scope === undefined || name === undefined ? undefined : objectNamed(lowering, key, scope, name);
}

/** `getFact("SCOPE","key","fact")`, with an object in the place of the key as well. */
export function lowerGetFact(lowering: Lowering, formula: CallFormula): Lowered {
  const [type, key, factName] = formula.args;
  const scope = scopeNamed(lowering, type, 'getFact');
  const object = scope && objectGiven(lowering, key, scope);
  const name = object && quoted(lowering, factName, 'the fact of `getFact`');
  if (scope === undefined || object === undefined || name === undefined) return undefined;
  const { facts } = lowering.definitions;
  const fact = facts.find(scope, name);
  if (fact !== undefined) return factOf(lowering, formula, object, fact);
  if (facts.isSpoilt(name)) return undefined;
  return lowering.fail(
    factName,
    'unknown-variable',
    `objects of ${scope.name} have no fact ${quoteText(name)}`,
    lowering.report.nearest(name, facts.namesIn(scope)),
  );
}

function scopeNamed(lowering: Lowering, formula: Formula, user: string): Scope | undefined {
  const name = quoted(lowering, formula, `the type of ${quoteText(user)}`);
  if (name === undefined) return undefined;
  const { scopes } = lowering.definitions;
  return (
    scopes.find(name) ??
    lowering.fail(
      formula,
      'format',
      `there are no objects of a type ${quoteText(name)}: the types are the scopes`,
      lowering.report.nearest(name, scopes.names()),
    )
  );
}

/** An object by its key, or by an expression. */
function objectGiven(lowering: Lowering, formula: Formula, scope: Scope): Lowered {
  const given = substituted(formula, lowering.call).formula;
  if (given.kind === 'text') return objectNamed(lowering, formula, scope, given.text);
  const node = lowering.lower(formula);
  if (node === undefined) return undefined;
  const format = lowering.formatOf(node);
  if (format.name === 'OBJECT' && format.scope === scope.name) return node;
  const wanted = `the object of \`getFact\` is a key in quotes or an object of ${scope.name}`;
  return lowering.fail(formula, 'format', `${wanted}, not ${describeFormat(format)}`);
}

function objectNamed(lowering: Lowering, formula: Formula, scope: Scope, key: string): Lowered {
  const { objects } = lowering.definitions;
  const object = objects.find(scope, key);
  if (object !== undefined)
    return makeNode(constant, { value: object.index, type: typeOfFormat({ name: 'OBJECT', scope: scope.name }) });
  if (objects.isSpoilt(`${scope.name}|${key}`)) return undefined;
  return lowering.fail(
    formula,
    'unknown-variable',
    `there is no object ${quoteText(key)} of ${scope.name}`,
    lowering.report.nearest(key, objects.keysIn(scope)),
  );
}

/** Facts never change: a choice between objects is a choice between their values. */
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
      `${quoteText(name)} has no fact ${quoteText(fact.name)}, and its format ${format} has no default: add a line ${quoteText(`DEFAULTVARIABLEVALUE:${format}|…`)}`,
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
