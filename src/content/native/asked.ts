import { nodes } from '../../eval/nodes.js';
import { decidingValue } from '../../eval/shape.js';
import type { Clause, Expression, Node } from '../../ir/node.js';
import { makeNode } from '../../eval/make-node.js';
import { booleanType } from '../../eval/operation.js';
import { applies, otherwise } from '../../eval/ops/logic.js';
import { parseExpression } from '../expression/parse.js';
import { quoteText } from '../diagnostics/quote.js';
import type { Declaration, Declarations } from './declarations.js';
import { type CompiledText, askedContext, compileText, spotsOf } from './expression-text.js';
import { reportUnknownKind } from './kinds.js';
import { atKey, refuse, originOf, placeOf, isTorn } from './loading.js';
import type { RuleContext } from './rule-context.js';
import type { ClassSource, NamedExpressionSource } from './schema.js';
import type { Place } from './source-tree.js';
import { readKey, readNames, whole } from './reading.js';

/**
 * What hosts ask by name: the expressions of the content, then what its classes require, then `others`. Conditions are
 * false and numbers 0 where they would be absent.
 */
export function lowerExpressions(
  { expressions, classes, shadowed }: Declarations,
  others: readonly Draft[],
  context: RuleContext,
): readonly Expression[] {
  const named = new Map(expressions.map(({ name, place }) => [name, place]));
  const found = [
    ...expressions.map((declaration) => lowerNamed(declaration, context)),
    ...classes.map((declaration) => lowerRequirement(declaration, named, context)),
    ...others,
  ];
  for (const declaration of shadowed) lowerRequirement(declaration, new Map(), context);
  return found
    .filter((expression) => expression !== undefined)
    .map((expression, index) => Object.freeze({ index, ...expression }));
}

type Draft = Omit<Expression, 'index'>;

function lowerNamed({ name, source }: Declaration<NamedExpressionSource>, context: RuleContext): Draft | undefined {
  const scope = kindsNamed(source, context);
  const compiled = scope && readKey(source, 'is', undefined, askedContext(context, scope), context);
  if (scope === undefined || compiled === undefined) return undefined;
  const { node, text, place } = compiled;
  const draft = { name, scope, text, thing: '', origin: originOf(place()) };
  if (node.type.name === 'number') {
    const zero = nodes.number(0);
    return { ...draft, node: makeNode(otherwise, undefined, node, zero), clauses: [] };
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

// --- requirements

/** Conditions of one class. */
const mostConditions = 1_000;

function lowerRequirement(
  { name, source, place }: Declaration<ClassSource>,
  named: ReadonlyMap<string, Place>,
  context: RuleContext,
): Draft | undefined {
  const { requires } = source;
  if (requires === undefined) return undefined;
  const isMapped = isMap(requires);
  const title = `requires ${name}`;
  const scope = isMapped && requires.of !== undefined ? kindsNamed(requires, context) : context.factionKinds;
  if (named.has(title)) {
    refuse(
      context,
      atKey(source, 'requires'),
      'duplicate-name',
      `an expression is called ${quoteText(title)}, as is what ${quoteText(name)} requires; expected one of each name`,
      'rename the expression',
    );
  }
  if (scope === undefined) return undefined;
  if (scope.length === 0) {
    if (context.loading.collector.hasErrors) return undefined;
    return refuse(
      context,
      atKey(source, 'requires'),
      'missing-key',
      `no kind is a faction, and ${quoteText(name)} does not say of what it requires something`,
      'write `requires: { of: kind, all: [...] }`',
    );
  }
  const spots = isMapped ? spotsOf(requires, 'all', requires.all) : spotsOf(source, 'requires', requires);
  if (spots.length > mostConditions) {
    return refuse(
      context,
      atKey(source, 'requires'),
      'too-large',
      `${quoteText(name)} requires ${spots.length} things, the limit is ${mostConditions}`,
      'state some of them together in a flag',
    );
  }
  const sound = whole(
    spots.map((spot) => compileText(spot, booleanType, askedContext(context, scope), context.loading)),
  );
  if (sound === undefined) return undefined;
  const clauses = sound.flatMap((text) => clausesOf(text, context));
  return {
    name: title,
    scope,
    node: together(clauses),
    clauses,
    text: sound.map(({ text }) => text).join(' && '),
    thing: name,
    origin: originOf(sound.at(0)?.place() ?? place),
  };
}

type Requirement = Exclude<ClassSource['requires'], undefined>;

function isMap(requires: Requirement): requires is Extract<Requirement, { readonly all: unknown }> {
  return typeof requires === 'object' && requires !== null && !Array.isArray(requires);
}

function kindsNamed(
  source: { readonly of?: string | readonly string[] | undefined },
  context: RuleContext,
): readonly number[] | undefined {
  const { model, loading } = context;
  const { of = [] } = source;
  const kinds = readNames(
    source,
    'of',
    (name, where) => {
      const kind = model.kindByName.get(name);
      if (kind === undefined) reportUnknownKind(name, model.kindByName, () => placeOf(loading, where), loading);
      return kind?.index;
    },
    context,
  );
  if (typeof of === 'string' || of.length > 0 || isTorn(context, of)) return kinds?.length === 0 ? undefined : kinds;
  return refuse(
    context,
    [source, 'of'],
    'missing-key',
    'the list of kinds is empty, expected one at least',
    'name the kind of the objects that are asked',
  );
}

// --- clauses

/** A condition as the conditions between its outermost `&&`, each with its text. */
function clausesOf({ node, text }: CompiledText, { loading }: RuleContext): readonly Clause[] {
  const parsed = parseExpression(text, { depth: loading.limits.expressionDepth });
  const parts =
    parsed.ok && parsed.expression.kind === 'logical' && parsed.expression.operator === '&&'
      ? parsed.expression.operands
      : [];
  if (decidingValue(node) !== 0 || parts.length !== node.args.length)
    return [{ text, node: makeNode(applies, undefined, node) }];
  return node.args.map((arg, i) => ({
    text: text.slice(parts[i].span.start, parts[i].span.end),
    node: makeNode(applies, undefined, arg),
  }));
}

function together(clauses: readonly Clause[]): Node {
  return nodes.all(clauses.map(({ node }) => node));
}
