import { defaultLimits } from '../../../kernel/world-limits.js';
import { quoteText } from '../../text/quote.js';
import {
  type ObjectType,
  type CivExpression,
  type CivIssue,
  type ValueType,
  expressionAt,
  literalAt,
  type Spot,
  type XmlElement,
  childSpots,
} from '../syntax.js';
import {
  type IntegratorForm,
  distanceIn,
  greatestDistance,
  integrators,
  objectTypesByText,
  rangeParameters,
  relationLeads,
  relationsByText,
  type Operator,
  operandType,
  operation,
  operators,
} from './operators.js';
import {
  type IssueBook,
  type Loaded,
  type LoadingSpot,
  type Parts,
  loadAlone,
  type Purpose,
  type Site,
  createLoading,
  readParts,
  refuse,
  refuseName,
  refuseText,
  remark,
  typeTexts,
  typesText,
  unknownName,
  leaves,
  loadLiteral,
} from './expression-loading.js';
import type { Names } from './declared-names.js';

const { expressionDepth, aggregateDepth } = defaultLimits;

export interface LoadedExpression {
  readonly expression: CivExpression | undefined;
  /** Kept issues in the order of operands, and the number of the others. */
  readonly issues: readonly CivIssue[];
}

/**
 * Loads the expression in a holder by the design of the dialect, with all checks. `scope`: the types of the objects
 * asked. Work and depth are bounded: a tree beyond the limits is an issue.
 */
export function loadIntended(
  holder: XmlElement,
  names: Names,
  wanted: ValueType,
  scope: readonly ObjectType[],
  purpose: Purpose,
): LoadedExpression {
  return loadAlone((book) => loadInBook(book, { element: holder, path: '' }, names, wanted, scope, purpose));
}

export function loadInBook(
  book: IssueBook,
  holder: Spot,
  names: Names,
  wanted: ValueType,
  scope: readonly ObjectType[],
  purpose: Purpose,
): LoadedExpression {
  const loading = createLoading(names, purpose, book);
  const expression = loadHeld({ ...holder, loading }, wanted, scope);
  return { expression, issues: loading.issues };
}

export function loadHeld(spot: LoadingSpot, wanted: ValueType, scope: readonly ObjectType[]): Loaded {
  const { name, children, text } = spot.element;
  if (children.length === 0 && text !== '') return loadLiteral(spot, wanted);
  if (children.length === 1 && text === '') {
    const [child] = childSpots(spot);
    return loadNode({ ...child, wanted, scope, depth: 0, aggregates: 0 });
  }
  const what =
    children.length === 0 ? 'nothing' : text === '' ? `${children.length} expressions` : 'text beside elements';
  const hint =
    children.length > 1 && text === '' && wanted === 'boolean' ? ': put `<And>` around them if all shall be true' : '';
  return refuse(spot, 'arity', `${what} in ${quoteText(name)}; expected exactly one expression${hint}`);
}

const impureNames: readonly string[] = ['Random', 'Python'];

const aggregateForm = 'Aggregate';

const knownNames: ReadonlySet<string> = new Set([
  ...operators.keys(),
  ...leaves.keys(),
  ...integrators.keys(),
  aggregateForm,
]);

function loadNode(site: Site): Loaded {
  const { wanted, depth } = site;
  const { name } = site.element;
  if (depth >= expressionDepth) return refuse(site, 'too-deep', tooDeep);
  const operator = operators.get(name);
  const leaf = leaves.get(name);
  const integrator = integrators.get(name);
  const result = operator?.result ?? leaf?.result ?? integrator?.output ?? 'either';
  if (!knownNames.has(name)) return refuse(site, 'unknown-tag', unknownName(site, name, 'expression', knownNames));
  if (result !== 'either' && result !== wanted) {
    return refuse(site, 'type', `${quoteText(name)} is ${typeTexts[result]}; expected ${typeTexts[wanted]} here`);
  }
  if (site.loading.purpose === 'pure' && impureNames.includes(name)) {
    return refuse(
      site,
      'impure',
      `${quoteText(name)} is not the same each time it is asked; expected an expression without it here`,
    );
  }
  if (leaf !== undefined) return leaf.load(site);
  return operator === undefined ? loadAggregate(site, integrator) : loadOperator(site, operator);
}

export const tooDeep = `the expression is more than ${expressionDepth} levels deep; nothing real is so deep`;

function loadOperator(site: Site, operator: Operator): Loaded {
  const { element, wanted } = site;
  if (element.children.length === 0 && element.text !== '' && operator.least === 1) {
    const literal = loadLiteral(site, operandType(operator, 0, wanted));
    return literal && operation(operator, [literal], wanted, element);
  }
  const parts = readParts(site, operator);
  if (parts === undefined) return undefined;
  const adapt = parts.parameters.get('ID');
  const { adapts } = site.loading.names;
  if (adapt !== undefined && !adapts.has(adapt.element.text)) return refuseName(adapt, 'adaptation', adapts);
  // Checks every operand, even after a failing one.
  const operands = parts.operands
    .map((operand, i) => loadOperand(site, operand, { wanted: operandType(operator, i, wanted) }))
    .filter((operand) => operand !== undefined);
  if (operands.length < parts.operands.length) return undefined;
  remarkZero(site, parts, operands);
  return operation(operator, operands, wanted, element, adapt?.element.text);
}

/** `other`: differences of the operand from the site. */
function loadOperand(site: Site, { element, path }: Spot, other: Pick<Site, 'wanted'> & Partial<Site>): Loaded {
  return loadNode({ ...site, depth: site.depth + 1, ...other, element, path });
}

const dividing: readonly string[] = ['Div', 'Modulo'];
const constants: readonly string[] = ['Constant', 'Define'];

function remarkZero(site: Site, parts: Parts, [, divisor]: readonly CivExpression[]): void {
  if (!dividing.includes(site.element.name)) return;
  const { element: written } = parts.operands[1];
  if (!constants.includes(written.name) || divisor.node !== 'literal' || divisor.value !== 0) return;
  remark(
    { ...site, element: written },
    'div-zero',
    `${quoteText(site.element.name)} by ${quoteText(written.text)}, which is 0: the value is always 0; expected another divisor`,
  );
}

function loadAggregate(site: Site, form: IntegratorForm | undefined): Loaded {
  const { element, aggregates } = site;
  const parameters = form === undefined ? [nameParameter, ...rangeParameters] : rangeParameters;
  const parts = readParts(
    site,
    { least: form?.optional === true ? 0 : 1, most: 1, parameters },
    parameters.filter((name) => name !== 'iDistance'),
  );
  if (parts === undefined) return undefined;
  if (aggregates >= aggregateDepth) return refuse(site, 'too-deep', `${tooManyAggregates}, say it with fewer`);
  const fold = form ?? foldOf(site, parts);
  const range = rangeOf(site, parts);
  if (fold === undefined || range === undefined) return undefined;
  const spot = parts.operands.at(0);
  const other = { wanted: fold.input, scope: [range.objectType], aggregates: aggregates + 1 };
  const operand = spot === undefined ? literalAt(1, 'boolean', element) : loadOperand(site, spot, other);
  if (operand === undefined) return undefined;
  const { aggregator, output } = fold;
  const wholly = form === undefined ? true : undefined;
  return expressionAt({ node: 'integrate', aggregator, ...range, operands: [operand], wholly }, output, element);
}

export const tooManyAggregates = `more than ${aggregateDepth} nested aggregates; each multiplies the work`;

const nameParameter = 'Aggregator';

function foldOf({ wanted, loading }: Site, { parameters }: Parts): IntegratorForm | undefined {
  const spot = parameters.get(nameParameter);
  if (spot === undefined) return undefined;
  const name = spot.element.text;
  const known = loading.names.aggregators;
  const found = known.get(name);
  if (found === undefined) return refuseName(spot, 'aggregator', known);
  const { input, output } = found;
  if (output === wanted) return { aggregator: name, input, output };
  return refuseText(
    spot,
    'type',
    `${quoteText(name)} gives ${typeTexts[output]}; expected an aggregator that gives ${typeTexts[wanted]}`,
  );
}

function rangeOf({ scope }: Site, { parameters }: Parts) {
  const relationSpot = parameters.get('RelationType');
  const typeSpot = parameters.get('GameObjectType');
  if (relationSpot === undefined || typeSpot === undefined) return undefined;
  const relationText = relationSpot.element.text;
  const typeText = typeSpot.element.text;
  const relation = relationsByText.get(relationText);
  const objectType = objectTypesByText.get(typeText);
  if (relation === undefined) refuseName(relationSpot, 'relation', relationsByText);
  if (objectType === undefined) refuseName(typeSpot, 'type of game objects', objectTypesByText);
  const leads =
    relation === undefined ||
    objectType === undefined ||
    scope.length === 0 ||
    scope.some((from) => relationLeads(relation, from, objectType));
  if (!leads) {
    refuseText(
      relationSpot,
      'type',
      `${quoteText(relationText)} leads from no ${typesText(scope)} to ${objectType}; expected a relation that does, such as \`RELATION_ASSOCIATED\``,
    );
  }
  const distance = distanceOf(parameters);
  return relation === undefined || objectType === undefined || !leads || distance === undefined
    ? undefined
    : { relation, objectType, distance: relation === 'NEAR' ? distance : 0 };
}

function distanceOf(parameters: Parts['parameters']): number | undefined {
  const spot = parameters.get('iDistance');
  if (spot === undefined) return 0;
  const { text } = spot.element;
  return (
    distanceIn(text) ??
    refuseText(
      spot,
      'type',
      `${quoteText(text)} is not a distance; expected a whole number of 0 to ${greatestDistance}`,
    )
  );
}
