import { quoteText } from '../../diagnostics/quote.js';
import type { Aggregator } from '../../../model/aggregator.js';
import type { ObjectType, RelationName } from '../policy.js';
import type { XmlElement } from '../xml/element.js';
import { joinPath, stepsOf } from '../xml/paths.js';
import {
  integrators,
  objectTypeNamings,
  objectTypeOf,
  rangeParameters,
  relationLeads,
  relationNamings,
  relationOf,
} from './integrators.js';
import { type Loading, type Site, refuse, typeTexts, typesText, unknownName } from './loading.js';
import { type Parts, readParts } from './parts.js';
import { expressionAt, literalAt, textPlace } from './shape.js';
import type { CivExpression } from './syntax.js';

/** The element that names its aggregator. */
export const aggregateForm = 'Aggregate';

const nameParameter = 'Aggregator';
const typePrefix = 'GAMEOBJECT_';

/** Loads a child of a site, with what differs for it. */
export type LoadOperand = (
  loading: Loading,
  site: Site,
  element: XmlElement,
  step: string,
  other: Pick<Site, 'wanted'> & Partial<Site>,
) => CivExpression | undefined;

interface Fold extends Pick<Aggregator, 'input' | 'output'> {
  readonly aggregator: string;
}

interface Range {
  readonly relation: RelationName;
  readonly objectType: ObjectType;
  readonly distance: number;
}

/** Loads an element that folds a value of related objects. */
export function loadAggregate(loading: Loading, site: Site, loadOperand: LoadOperand): CivExpression | undefined {
  const { element, path, aggregates } = site;
  const form = integrators.get(element.name);
  const parameters = form === undefined ? [nameParameter, ...rangeParameters] : rangeParameters;
  const parts = readParts(loading, site, {
    least: form?.optional === true ? 0 : 1,
    most: 1,
    parameters,
    required: parameters.filter((name) => name !== 'iDistance'),
  });
  if (parts === undefined) return undefined;
  if (aggregates >= loading.limits.aggregateDepth) {
    return refuse(
      loading,
      'too-deep',
      path,
      element,
      `more than ${loading.limits.aggregateDepth} aggregates inside one another; each multiplies the work, say it with fewer`,
    );
  }
  const fold = form ?? foldOf(loading, site, parts);
  const range = rangeOf(loading, site, parts);
  if (fold === undefined || range === undefined) return undefined;
  const operand = operandOf(loading, site, parts, fold, range, loadOperand);
  if (operand === undefined) return undefined;
  return expressionAt(
    {
      node: 'integrate',
      aggregator: fold.aggregator,
      ...range,
      operand,
      ...(form === undefined ? { wholly: true } : {}),
    },
    fold.output,
    element,
  );
}

function operandOf(
  loading: Loading,
  site: Site,
  { operands }: Parts,
  fold: Fold,
  range: Range,
  loadOperand: LoadOperand,
): CivExpression | undefined {
  const { element } = site;
  const [index] = operands;
  if (index === undefined) return literalAt(1, 'boolean', element);
  return loadOperand(loading, site, element.children[index], stepsOf(element)[index], {
    wanted: fold.input,
    scope: [range.objectType],
    aggregates: site.aggregates + 1,
  });
}

function foldOf(loading: Loading, { path, wanted }: Site, { parameters }: Parts): Fold | undefined {
  const { text: name, place, at } = parameterOf(parameters, nameParameter, path);
  const known = loading.names.aggregators;
  const aggregator = known.get(name);
  if (aggregator === undefined)
    return refuse(loading, 'unknown-id', at, place, unknownName(loading, name, 'registered aggregator', known));
  if (aggregator.output !== wanted)
    return refuse(
      loading,
      'type',
      at,
      place,
      `${quoteText(name)} gives ${typeTexts[aggregator.output]}; expected an aggregator that gives ${typeTexts[wanted]}`,
    );
  return { aggregator: name, input: aggregator.input, output: aggregator.output };
}

function rangeOf(loading: Loading, { path, scope }: Site, { parameters }: Parts): Range | undefined {
  const relationText = parameterOf(parameters, 'RelationType', path);
  const typeText = parameterOf(parameters, 'GameObjectType', path);
  const relation = relationOf(relationText.text);
  const objectType = objectTypeOf(typeText.text);
  if (relation === undefined)
    refuse(
      loading,
      'unknown-id',
      relationText.at,
      relationText.place,
      unknownName(loading, relationText.text, 'relation', relationNamings),
    );
  if (objectType === undefined)
    refuse(
      loading,
      'unknown-id',
      typeText.at,
      typeText.place,
      unknownName(loading, typeText.text, 'type of game objects', objectTypeNamings),
    );
  const leads =
    relation === undefined ||
    objectType === undefined ||
    scope.length === 0 ||
    scope.some((from) => relationLeads(relation, from, objectType));
  if (!leads)
    refuse(
      loading,
      'type',
      relationText.at,
      relationText.place,
      `${quoteText(relationText.text)} leads from no ${typesText(scope)} to ${typeText.text.slice(typePrefix.length)}; expected a relation that does, such as \`RELATION_ASSOCIATED\``,
    );
  const distance = distanceOf(loading, parameters, path);
  return relation === undefined || objectType === undefined || !leads || distance === undefined
    ? undefined
    : { relation, objectType, distance: relation === 'NEAR' ? distance : 0 };
}

/** Beyond this a distance could only go several times around a world. */
export const greatestDistance = 1_000;

function distanceOf(loading: Loading, parameters: Parts['parameters'], path: string): number | undefined {
  const given = parameters.get('iDistance');
  if (given === undefined) return 0;
  const value = /^[0-9]+$/.test(given.text) ? Number(given.text) : Infinity;
  if (value <= greatestDistance) return value;
  return refuse(
    loading,
    'type',
    joinPath(path, 'iDistance'),
    textPlace(given),
    `${quoteText(given.text)} is no distance; expected a whole number of 0 to ${greatestDistance}`,
  );
}

function parameterOf(parameters: Parts['parameters'], name: string, path: string) {
  const element = parameters.get(name);
  const at = joinPath(path, name);
  return element === undefined
    ? { text: '', place: { line: 1, column: 1 }, at }
    : { text: element.text, place: textPlace(element), at };
}
