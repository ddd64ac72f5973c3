import { quoteText } from '../../diagnostics/quote.js';
import type { XmlElement } from '../xml/element.js';
import { joinPath, stepsOf } from '../xml/paths.js';
import { integrators } from './integrators.js';
import { leaves } from './leaves.js';
import { aggregateForm, loadAggregate } from './load-aggregate.js';
import { loadLiteral } from './literals.js';
import { type Loading, type Site, refuse, remark, typeTexts, unknownName } from './loading.js';
import { type Operator, literalHolders, operators } from './operators.js';
import { type Parts, readParts } from './parts.js';
import { expressionAt, literalAt, textPlace } from './shape.js';
import type { CivExpression } from './syntax.js';

const impureNames: ReadonlySet<string> = new Set(['Random', 'Python']);

const knownNames: ReadonlySet<string> = new Set([
  ...operators.keys(),
  ...leaves.keys(),
  ...integrators.keys(),
  aggregateForm,
]);

/**
 * Loads an element that must be an expression; nothing where it is none, with the reasons noted. Recursion ends at the
 * limit of depth.
 */
export function loadNode(loading: Loading, site: Site): CivExpression | undefined {
  const { element, path, wanted, depth } = site;
  const { name } = element;
  if (depth >= loading.limits.expressionDepth) {
    return refuse(
      loading,
      'too-deep',
      path,
      element,
      `the expression is more than ${loading.limits.expressionDepth} levels deep; nothing real is so deep`,
    );
  }
  const result = resultOf(name);
  if (result === undefined)
    return refuse(loading, 'unknown-tag', path, element, unknownName(loading, name, 'expression', knownNames));
  if (result !== 'either' && result !== wanted) {
    return refuse(
      loading,
      'type',
      path,
      element,
      `${quoteText(name)} is ${typeTexts[result]}; expected ${typeTexts[wanted]} here`,
    );
  }
  if (loading.purpose === 'pure' && impureNames.has(name)) {
    return refuse(
      loading,
      'impure',
      path,
      element,
      `${quoteText(name)} is not the same each time it is asked; expected an expression without it here`,
    );
  }
  const leaf = leaves.get(name);
  if (leaf !== undefined) return leaf(loading, site);
  const operator = operators.get(name);
  if (operator !== undefined) return loadOperator(loading, site, operator);
  return loadAggregate(loading, site, loadOperand);
}

function resultOf(name: string): CivExpression['type'] | 'either' | undefined {
  if (name === aggregateForm) return 'either';
  return operators.get(name)?.result ?? leafResults.get(name) ?? integrators.get(name)?.output;
}

const leafResults: ReadonlyMap<string, CivExpression['type'] | 'either'> = new Map([
  ['Constant', 'either'],
  ['Define', 'either'],
  ['Option', 'either'],
  ['Has', 'boolean'],
  ['Is', 'boolean'],
  ['AttributeType', 'number'],
  ['PropertyType', 'number'],
  ['Python', 'number'],
]);

function loadOperator(loading: Loading, site: Site, operator: Operator): CivExpression | undefined {
  const { element, path, wanted } = site;
  if (element.children.length === 0 && element.text !== '' && literalHolders.has(element.name))
    return loadHeldLiteral(loading, site, operator);
  const parts = readParts(loading, site, operator);
  if (parts === undefined) return undefined;
  const adapt = parts.parameters.get('ID');
  if (adapt !== undefined && !loading.names.adapts.has(adapt.text)) {
    return refuse(
      loading,
      'unknown-id',
      joinPath(path, 'ID'),
      textPlace(adapt),
      unknownName(loading, adapt.text, 'adaptation', loading.names.adapts),
    );
  }
  const operands = loadOperands(loading, site, operator, parts);
  if (operands === undefined) return undefined;
  remarkZero(loading, site, parts, operands);
  const texts = new Map([...parts.parameters].map(([name, { text }]) => [name, text]));
  return expressionAt(
    operator.shape(operands, texts),
    operator.result === 'either' ? wanted : operator.result,
    element,
  );
}

function loadHeldLiteral(
  loading: Loading,
  { element, path, wanted }: Site,
  operator: Operator,
): CivExpression | undefined {
  const type = operator.operandType(0, wanted);
  const value = loadLiteral(loading, element.text, type, path, textPlace(element));
  if (value === undefined) return undefined;
  return expressionAt(
    operator.shape([literalAt(value, type, textPlace(element))], new Map()),
    operator.result === 'either' ? wanted : operator.result,
    element,
  );
}

/** All operands are looked at, whatever the first of them is. */
function loadOperands(
  loading: Loading,
  site: Site,
  operator: Operator,
  { operands }: Parts,
): readonly CivExpression[] | undefined {
  const { element, wanted } = site;
  const steps = stepsOf(element);
  const loaded = operands.map((index, ordinal) =>
    loadOperand(loading, site, element.children[index], steps[index], {
      wanted: operator.operandType(ordinal, wanted),
    }),
  );
  const whole = loaded.filter((operand) => operand !== undefined);
  return whole.length === loaded.length ? whole : undefined;
}

function loadOperand(
  loading: Loading,
  site: Site,
  element: XmlElement,
  step: string,
  other: Pick<Site, 'wanted'> & Partial<Site>,
): CivExpression | undefined {
  return loadNode(loading, { ...site, depth: site.depth + 1, ...other, element, path: joinPath(site.path, step) });
}

const dividing: ReadonlySet<string> = new Set(['Div', 'Modulo']);
const constants: ReadonlySet<string> = new Set(['Constant', 'Define']);

function remarkZero(
  loading: Loading,
  { element, path }: Site,
  { operands }: Parts,
  loaded: readonly CivExpression[],
): void {
  if (!dividing.has(element.name)) return;
  const [, index] = operands;
  const [, divisor] = loaded;
  const written = element.children[index];
  if (!constants.has(written.name) || divisor.node !== 'literal' || divisor.value !== 0) return;
  remark(
    loading,
    'div-zero',
    path,
    written,
    `${quoteText(element.name)} by ${quoteText(written.text)}, which is 0: the value is always 0; expected another divisor`,
  );
}
