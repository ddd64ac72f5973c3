import { nodes } from '../../eval/node-kit.js';
import { decidingValue } from '../../eval/node-shape.js';
import type { Clause, Expression, Node } from '../../ir/node.js';
import { booleanType } from '../../eval/operation.js';
import { parseExpression } from '../expression/parse-expression.js';
import { quoteText } from '../text/quote.js';
import type { Declaration, Declarations } from './declarations.js';
import { type CompiledText, askedContext, compileText, spotsOf } from './expression-text.js';
import { type Where, atKey, hasErrors, namesOf, originOf, refuse, sound, whole } from './load-context.js';
import type { RuleContext } from './rule-context.js';
import type { ClassSource, NamedExpressionSource } from './schema.js';
import { readKey } from './read-keys.js';
import { kindNamed, readNames } from './references.js';

/**
 * Expressions of the content, then the requirements of classes, then `others`. Absent conditions are false, absent
 * numbers 0.
 */
export function lowerExpressions(
  { expressions, classes, shadowed }: Declarations,
  others: readonly Draft[],
  context: RuleContext,
): readonly Expression[] {
  const named = new Set(namesOf(expressions));
  const found = [
    ...expressions.map((declaration) => lowerNamed(declaration, context)),
    ...classes.map((declaration) => lowerRequirement(declaration, named, context)),
    ...others,
  ];
  for (const declaration of shadowed) lowerRequirement(declaration, new Set(), context);
  return sound(found).map((expression, index) => Object.freeze({ index, ...expression }));
}

type Draft = Omit<Expression, 'index'>;

function lowerNamed({ name, source }: Declaration<NamedExpressionSource>, context: RuleContext): Draft | undefined {
  const scope = kindsNamed(source, context);
  const compiled = scope && readKey(source, 'is', undefined, askedContext(context, scope), context);
  if (scope === undefined || compiled === undefined) return undefined;
  const { node, text, place } = compiled;
  const draft = { name, scope, text, thing: '', origin: originOf(place()) };
  if (node.type.name === 'number') {
    return { ...draft, node: nodes.otherwise(node, nodes.number(0)), clauses: [] };
  }
  if (node.type.name === 'boolean') {
    const clauses = clausesOf(compiled, context);
    return { ...draft, node: together(clauses), clauses };
  }
  return refuse(
    context,
    place,
    'wrong-type',
    `the expression ${quoteText(name)} is neither a condition nor a number, expected one of the two`,
    'compare it with something',
  );
}

const mostConditions = 1_000;

function lowerRequirement(
  { name, source, place }: Declaration<ClassSource>,
  named: ReadonlySet<string>,
  context: RuleContext,
): Draft | undefined {
  const { requires } = source;
  if (requires === undefined) return undefined;
  const isMapped = typeof requires === 'object' && requires !== null && 'all' in requires;
  const title = `requires ${name}`;
  const scope = isMapped && requires.of !== undefined ? kindsNamed(requires, context) : context.factionKinds;
  if (named.has(title)) refuseTitle(atKey(source, 'requires'), title, `${quoteText(name)} requires`, context);
  if (scope === undefined) return undefined;
  if (scope.length === 0) {
    if (hasErrors(context)) return undefined;
    return refuse(
      context,
      atKey(source, 'requires'),
      'missing-key',
      `no kind is a faction, and ${quoteText(name)} does not say of what it requires something`,
      'write `requires: { of: kind, all: [...] }`',
    );
  }
  const spots = isMapped ? spotsOf(requires, 'all', requires.all) : spotsOf(source, 'requires', requires);
  if (spots.length > mostConditions)
    return refuse(
      context,
      atKey(source, 'requires'),
      'too-large',
      `${quoteText(name)} requires ${spots.length} things, the limit is ${mostConditions}`,
      'state some of them together in a flag',
    );
  const texts = whole(spots.map((spot) => compileText(spot, booleanType, askedContext(context, scope), context)));
  if (texts === undefined) return undefined;
  const clauses = texts.flatMap((text) => clausesOf(text, context));
  return {
    name: title,
    scope,
    node: together(clauses),
    clauses,
    text: texts.map(({ text }) => text).join(' && '),
    thing: name,
    origin: originOf(texts.at(0)?.place() ?? place),
  };
}

export function refuseTitle(where: Where, title: string, what: string, context: RuleContext): void {
  refuse(
    context,
    where,
    'duplicate-name',
    `an expression is called ${quoteText(title)}, as is what ${what}; expected one of each name`,
    'rename the expression',
  );
}

function kindsNamed(
  source: { readonly of?: string | readonly string[] | undefined },
  context: RuleContext,
): readonly number[] | undefined {
  const kinds = readNames(
    source,
    'of',
    (name, where) => kindNamed(name, context.model.kindByName, where, context)?.index,
    context,
  );
  return kinds?.length === 0 ? undefined : kinds;
}

/** Between the outermost `&&`. */
function clausesOf({ node, text }: CompiledText, { loading }: RuleContext): readonly Clause[] {
  const parsed = parseExpression(text, { depth: loading.limits.expressionDepth });
  const parts =
    parsed.ok && parsed.expression.kind === 'logical' && parsed.expression.operator === '&&'
      ? parsed.expression.operands
      : [];
  if (decidingValue(node) !== 0 || parts.length !== node.args.length) return [{ text, node: nodes.applies(node) }];
  return node.args.map((arg, i) => ({
    text: text.slice(parts[i].span.start, parts[i].span.end),
    node: nodes.applies(arg),
  }));
}

function together(clauses: readonly Clause[]): Node {
  return nodes.all(clauses.map(({ node }) => node));
}
