import { builtIn, registrable } from './aggregators.js';
import type { Aggregator } from './aggregators.js';
import { type Ask, allTags, canBe, havers } from './asking.js';
import { type Facts, type Type, types } from './facts.js';
import { canHave, gomKinds } from './has.js';
import { type Issue, error, lint } from './issues.js';
import { type Wanted, define, strictLiteral } from './literals.js';
import * as ask from './questions.js';
import { type Relation, leads, relations } from './relations.js';
import { type Xml, childText } from './xml.js';

/** An element that is being loaded. */
export interface At {
  readonly element: Xml;
  readonly path: string;
  readonly places: readonly string[];
  readonly wanted: Wanted;
  readonly scope: readonly Type[];
  readonly facts: Facts;
  readonly registered: readonly string[];
}

/** What the table says of an element. */
export interface Rule {
  readonly gives: Wanted | 'either';
  readonly least: number;
  readonly most: number;
  /** What its own text may be: a literal in place of its operand, or a name that it is about. */
  readonly text?: 'literal' | 'name';
  readonly impure?: boolean;
  readonly parameters: readonly { readonly name: string; readonly optional?: boolean }[];
  operandType(i: number, at: At): Wanted;
  check?(at: At): Issue | undefined;
  inside?(at: At): readonly Type[];
  lints?(at: At): readonly Issue[];
  make(at: At, operands: readonly Ask[]): Ask;
}

type Make = Rule['make'];

const parameter = ({ element, places }: At, name: string): readonly [string, string] => {
  const i = element.children.findIndex(({ tag }) => tag === name);
  return [element.children[i]?.text ?? '', places[i] ?? ''];
};

function operator(
  gives: Rule['gives'],
  [least, most]: readonly [number, number],
  takes: Wanted,
  make: (operands: readonly Ask[]) => Ask,
): Rule {
  const rule = {
    gives,
    least,
    most,
    parameters: [],
    operandType: () => takes,
    make: (_: At, operands: readonly Ask[]) => make(operands),
  };
  return least === 1 ? { ...rule, text: 'literal' } : rule;
}

function leaf(gives: Rule['gives'], check: Rule['check'], make: Make, more: Partial<Rule> = {}): Rule {
  return {
    gives,
    least: 0,
    most: 0,
    text: 'name',
    parameters: [],
    operandType: () => 'int',
    make,
    ...(check === undefined ? {} : { check }),
    ...more,
  };
}

const unknownUnless =
  (known: (text: string, at: At) => boolean): Rule['check'] =>
  (at) =>
    known(at.element.text, at) ? undefined : error('unknown-id', at.path);

const any = Infinity;
const two = [2, 2] as const;

function checkAttribute({ element: { text }, path, facts, scope }: At): Issue | undefined {
  const having = text.startsWith('ATTRIBUTE_') ? havers(facts, text.slice('ATTRIBUTE_'.length)) : [];
  if (having.length === 0) return error('unknown-id', path);
  return scope.some((type) => having.includes(type)) ? undefined : error('type', path);
}

function checkConstant({ element: { text }, wanted, path, facts }: At): Issue | undefined {
  const said = strictLiteral(text, wanted, facts);
  return typeof said === 'number' ? undefined : error(said, path);
}

const optionKinds = ['GAME', 'PLAYER', 'BUG'];

function optionOf(at: At): readonly [string, string, string] {
  const { element, path } = at;
  if (element.children.length === 0) return ['GAME', element.text, path];
  return [parameter(at, 'OptionType')[0], ...parameter(at, 'ID')];
}

function optionIds(kind: string, { data: { options, bugOptions, types: declared } }: Facts): readonly string[] {
  if (kind === 'GAME') return Object.keys(options);
  return kind === 'BUG' ? Object.keys(bugOptions) : (declared.PLAYEROPTION ?? []);
}

function checkOption(at: At): Issue | undefined {
  const [kind, id, place] = optionOf(at);
  if (!optionKinds.includes(kind)) return error('unknown-id', parameter(at, 'OptionType')[1]);
  if (!optionIds(kind, at.facts).includes(id)) return error('unknown-id', place);
  return kind === 'PLAYER' && at.scope.every((type) => type === 'GAME' || type === 'TEAM')
    ? error('type', at.path)
    : undefined;
}

const makeOption: Make = (at) => {
  const [kind, id] = optionOf(at);
  const inType = (value: number): number => (at.wanted === 'bool' ? Number(value !== 0) : value);
  return (thing, asking) => {
    if (kind === 'GAME') return inType(ask.optionOfGame(id, asking));
    return inType(kind === 'BUG' ? Number(asking.facts.data.bugOptions[id] ?? 0) : ask.optionOfPlayer(thing, id));
  };
};

function gomOf(at: At): readonly [string, string] {
  const kind = parameter(at, 'GOMType')[0];
  return [kind.startsWith('GOM_') ? kind.slice('GOM_'.length) : '', parameter(at, 'ID')[0]];
}

function checkHas(at: At): Issue | undefined {
  const [kind, id] = gomOf(at);
  if (!gomKinds.includes(kind)) return error('unknown-id', parameter(at, 'GOMType')[1]);
  const ids = kind === 'OPTION' ? Object.keys(at.facts.data.options) : (at.facts.data.types[kind] ?? []);
  return ids.includes(id) ? undefined : error('unknown-id', parameter(at, 'ID')[1]);
}

const neverTrue = ({ path, scope }: At, can: (type: Type) => boolean): readonly Issue[] =>
  scope.some(can) ? [] : [lint('never-true', path)];

function zeroDivisor({ element: { children }, path, facts }: At): readonly Issue[] {
  const [, divisor] = children;
  const value =
    divisor.tag === 'Constant'
      ? strictLiteral(divisor.text, 'int', facts)
      : divisor.tag === 'Define'
        ? define(divisor.text, 'int', facts)
        : undefined;
  return value === 0 && divisor.children.length === 0 ? [lint('div-zero', path)] : [];
}

const pair = (name: string): Rule => operator('int', two, 'int', (operands) => ask.folded(ask.pairs[name], operands));
const dividing = (name: string): Rule => ({ ...pair(name), lints: zeroDivisor });
const fold = (name: string): Rule =>
  operator('int', [1, any], 'int', (operands) => ask.folded(ask.folds[name], operands));
const comparison = (name: string): Rule =>
  operator('bool', two, 'int', ([a, b]) => (thing, asking) => {
    const left = a(thing, asking);
    return Number(ask.comparisons[name](left, b(thing, asking)));
  });

const typeNamed = (name: string): Type | undefined => types.find((type) => `GAMEOBJECT_${type}` === name);
const relationParameters = [
  { name: 'RelationType' },
  { name: 'GameObjectType' },
  { name: 'iDistance', optional: true },
];

function checkRelation(at: At): Issue | undefined {
  const [name, namePlace] = parameter(at, 'RelationType');
  const [target, targetPlace] = parameter(at, 'GameObjectType');
  const to = typeNamed(target);
  if (!relations.includes(name)) return error('unknown-id', namePlace);
  if (to === undefined) return error('unknown-id', targetPlace);
  if (!at.scope.some((from) => leads(name, from, to))) return error('type', namePlace);
  const [digits, digitsPlace] = parameter(at, 'iDistance');
  return digitsPlace === '' || /^\d+$/.test(digits) ? undefined : error('type', digitsPlace);
}

function relationOf({ element }: At): Relation {
  return {
    name: childText(element, 'RelationType') ?? '',
    to: typeNamed(childText(element, 'GameObjectType') ?? '') ?? 'GAME',
    distance: Number(childText(element, 'iDistance') ?? '0'),
    once: true,
  };
}

const insideRelation = (at: At): readonly Type[] => [relationOf(at).to];

function integrator(name: string, takes: Wanted, least: 0 | 1): Rule {
  const gives = name === 'And' || name === 'Or' ? 'bool' : 'int';
  return {
    gives,
    least,
    most: 1,
    parameters: relationParameters,
    operandType: () => takes,
    check: checkRelation,
    inside: insideRelation,
    make: (at, [operand = ask.literal(1)]) => ask.integrated(name, relationOf(at), operand),
  };
}

function aggregatorOf(at: At): Aggregator | undefined {
  const [name] = parameter(at, 'Aggregator');
  return builtIn[name] ?? (at.registered.includes(name) ? registrable[name] : undefined);
}

function checkAggregate(at: At): Issue | undefined {
  const aggregator = aggregatorOf(at);
  const [, place] = parameter(at, 'Aggregator');
  if (aggregator === undefined) return error('unknown-id', place);
  return aggregator.gives === at.wanted ? checkRelation(at) : error('type', place);
}

const aggregate: Rule = {
  gives: 'either',
  least: 1,
  most: 1,
  parameters: [{ name: 'Aggregator' }, ...relationParameters],
  operandType: (_, at) => aggregatorOf(at)?.takes ?? 'int',
  check: checkAggregate,
  inside: insideRelation,
  make: (at, [operand]) =>
    ask.aggregated(aggregatorOf(at) ?? { takes: 'int', gives: 'int', fold: () => 0 }, relationOf(at), operand),
};

/** The table of elements. */
export const rules: Readonly<Record<string, Rule>> = {
  Constant: leaf('either', checkConstant, ({ element: { text }, wanted, facts }) =>
    ask.literal(Number(strictLiteral(text, wanted, facts))),
  ),
  Define: leaf(
    'either',
    unknownUnless((text, { facts }) => define(text, 'int', facts) !== undefined),
    ({ element: { text }, wanted, facts }) => ask.literal(define(text, wanted, facts) ?? 0),
  ),
  Option: leaf('either', checkOption, makeOption, { parameters: [{ name: 'OptionType' }, { name: 'ID' }] }),
  And: operator('bool', [1, any], 'bool', ask.all),
  Or: operator('bool', [1, any], 'bool', ask.any),
  Not: operator('bool', [1, 1], 'bool', ([operand]) => ask.not(operand)),
  BEqual: operator('bool', two, 'bool', ([a, b]) => (thing, asking) => {
    const left = a(thing, asking);
    return Number(left === b(thing, asking));
  }),
  If: {
    gives: 'either',
    least: 3,
    most: 3,
    parameters: [],
    operandType: (i, { wanted }) => (i === 0 ? 'bool' : wanted),
    make: (_, [when, then, otherwise]) => ask.branch(when, then, otherwise),
  },
  ...Object.fromEntries(Object.keys(ask.comparisons).map((name) => [name, comparison(name)])),
  Has: {
    gives: 'bool',
    least: 0,
    most: 0,
    parameters: [{ name: 'GOMType' }, { name: 'ID' }],
    operandType: () => 'bool',
    check: checkHas,
    lints: (at) => neverTrue(at, (type) => canHave(type, gomOf(at)[0])),
    make: (at) => ask.hasIt(...gomOf(at)),
  },
  Is: leaf(
    'bool',
    unknownUnless((text) => allTags.includes(text)),
    ({ element: { text } }) => ask.isIt(text),
    { lints: (at) => neverTrue(at, (type) => canBe(type, at.element.text)) },
  ),
  AttributeType: leaf('int', checkAttribute, ({ element: { text } }) =>
    ask.attributeOf(text.slice('ATTRIBUTE_'.length)),
  ),
  PropertyType: leaf(
    'int',
    unknownUnless((text, { facts }) => facts.data.types.PROPERTY?.includes(text) === true),
    ({ element: { text } }) => ask.propertyOf(text),
  ),
  Plus: fold('Plus'),
  Mult: fold('Mult'),
  Min: fold('Min'),
  Max: fold('Max'),
  Minus: pair('Minus'),
  Div: dividing('Div'),
  Modulo: dividing('Modulo'),
  Abs: operator('int', [1, 1], 'int', ([operand]) => ask.absoluteOf(operand)),
  IntegrateAnd: integrator('And', 'bool', 1),
  IntegrateOr: integrator('Or', 'bool', 0),
  IntegrateSum: integrator('Sum', 'int', 1),
  IntegrateMean: integrator('Mean', 'int', 1),
  IntegrateAvg: integrator('Avg', 'int', 1),
  IntegrateNum: integrator('Num', 'bool', 0),
  IntegrateCount: integrator('Count', 'bool', 0),
  Aggregate: aggregate,
  Adapt: {
    gives: 'int',
    least: 1,
    most: 1,
    text: 'literal',
    parameters: [{ name: 'ID', optional: true }],
    operandType: () => 'int',
    check: (at) => {
      const [id, place] = parameter(at, 'ID');
      return place === '' || at.facts.data.types.ADAPT?.includes(id) === true ? undefined : error('unknown-id', place);
    },
    make: (at, [operand]) => ask.adapted(childText(at.element, 'ID') ?? 'ADAPT_DEFAULT', operand),
  },
  Random: { ...operator('int', [1, 1], 'int', ([limit]) => ask.randomBelow(limit)), impure: true },
  Python: leaf(
    'int',
    unknownUnless((text, { facts }) => Object.hasOwn(facts.data.python, text)),
    ({ element: { text } }) => ask.hostAnswer(text),
    { impure: true },
  ),
};
