import { listTexts, quoteText } from '../../text/quote.js';
import { hasTable, type GomKind, gomKindIn, gomKinds, gomPrefix, isGomKind } from '../world/gom-kinds.js';
import {
  type ObjectType,
  objectTypes,
  type CivExpression,
  type NamedShape,
  type Place,
  type ValueType,
  expressionAt,
  integerText,
  literalAt,
  textPlace,
} from '../syntax.js';
import {
  type Loading,
  type Site,
  readParameters,
  refuse,
  refuseName,
  refuseText,
  remark,
  typeTexts,
  typesText,
} from './expression-loading.js';
import type { Spot } from './element.js';
import { type Names, isName } from './declared-names.js';

export const hasTypes: ReadonlyMap<GomKind, readonly ObjectType[]> = new Map(
  gomKinds.map((kind) => [kind, objectTypes.filter((type) => hasTable[kind][type] !== 'never')]),
);

interface Leaf {
  readonly result: ValueType | 'either';
  load(loading: Loading, site: Site): CivExpression | undefined;
}

interface NamedLeaf {
  readonly node: NamedShape['node'];
  readonly result: ValueType;
  readonly names: 'tags' | 'attributes' | 'properties' | 'callbacks';
}

export const namedLeaves: ReadonlyMap<string, NamedLeaf> = new Map<string, NamedLeaf>([
  ['Is', { node: 'is', result: 'boolean', names: 'tags' }],
  ['AttributeType', { node: 'attribute', result: 'number', names: 'attributes' }],
  ['PropertyType', { node: 'property', result: 'number', names: 'properties' }],
  ['Python', { node: 'callback', result: 'number', names: 'callbacks' }],
]);

function loadNamed(loading: Loading, site: Site, { node, result, names }: NamedLeaf): CivExpression | undefined {
  const { element } = site;
  const name = element.text;
  const known = loading.names[names];
  if (!known.has(name)) return refuseName(loading, site, node === 'is' ? 'tag' : node, known);
  return fitsScope(loading, site, node) ? expressionAt({ node, name }, result, element) : undefined;
}

function fitsScope(loading: Loading, site: Site, node: NamedShape['node']): boolean {
  const name = site.element.text;
  const { tags, attributes } = loading.names;
  const types = (node === 'is' ? tags : node === 'attribute' ? attributes : undefined)?.get(name);
  if (types === undefined || !isNowhere(site, types)) return true;
  const scope = typesText(site.scope);
  if (node === 'is') {
    remark(
      loading,
      'never-true',
      site,
      `${quoteText(name)} is always false for ${scope}; only ${typesText(types)} can have it`,
    );
    return true;
  }
  refuseText(
    loading,
    'type',
    site,
    `${scope} has no ${quoteText(name)}; expected an attribute that it has: this one is of ${typesText(types)}`,
  );
  return false;
}

function isNowhere({ scope }: Site, types: readonly ObjectType[]): boolean {
  return scope.length > 0 && !scope.some((type) => types.includes(type));
}

function loadDefine(loading: Loading, site: Site): CivExpression | undefined {
  const { element, wanted } = site;
  const { defines } = loading.names;
  const value = defines.get(element.text);
  return value === undefined
    ? refuseName(loading, site, 'define', defines)
    : literalAt(defineValue(value, wanted), wanted, element);
}

function loadHas(loading: Loading, site: Site): CivExpression | undefined {
  const [kindSpot, idSpot] = readParameters(loading, site, ['GOMType', 'ID']);
  if (kindSpot === undefined) return undefined;
  const kind = gomKindIn(kindSpot.element.text);
  const { ids: known } = loading.names;
  const ids = known.get(kind);
  if (ids === undefined || !isGomKind(kind))
    return refuseName(loading, kindSpot, 'kind of things', new Set([...known.keys()].map((name) => gomPrefix + name)));
  const id = idSpot.element.text;
  if (!ids.has(id)) return refuseName(loading, idSpot, `declared ${kind}`, ids);
  const types = hasTypes.get(kind) ?? [];
  if (isNowhere(site, types)) {
    remark(
      loading,
      'never-true',
      site,
      `no ${typesText(site.scope)} has things of kind ${kind}: this is always false; only ${typesText(types)} can have them`,
    );
  }
  return expressionAt({ node: 'has', kind, id }, 'boolean', site.element);
}

const optionSources = { GAME: 'options', PLAYER: 'playerOptions', BUG: 'bugOptions' } as const satisfies Readonly<
  Record<string, keyof Names>
>;
const sourceNames = ['GAME', 'PLAYER', 'BUG'] as const;
const ownerless: readonly ObjectType[] = ['GAME', 'TEAM'];

function loadOption(loading: Loading, site: Site): CivExpression | undefined {
  if (site.element.children.length === 0) return loadOptionOf(loading, site, 'GAME', site);
  const [sourceSpot, idSpot] = readParameters(loading, site, ['OptionType', 'ID']);
  if (sourceSpot === undefined) return undefined;
  const { text } = sourceSpot.element;
  const source = sourceNames.find((name) => name === text);
  if (source !== undefined) return loadOptionOf(loading, site, source, idSpot);
  return refuseText(
    loading,
    'unknown-id',
    sourceSpot,
    `${quoteText(text)} is no type of options; expected ${listTexts(sourceNames)}`,
  );
}

function loadOptionOf(
  loading: Loading,
  site: Site,
  of: keyof typeof optionSources,
  named: Spot,
): CivExpression | undefined {
  const id = named.element.text;
  const known = loading.names[optionSources[of]];
  if (!known.has(id)) return refuseName(loading, named, `declared option of type ${of}`, known);
  const { scope, wanted, element } = site;
  if (of === 'PLAYER' && scope.length > 0 && scope.every((type) => ownerless.includes(type))) {
    return refuse(
      loading,
      'type',
      site,
      `${typesText(scope)} has no owner whose option ${quoteText(id)} could be asked; expected an option of type GAME`,
    );
  }
  return expressionAt({ node: 'option', of, id }, wanted, element);
}

function textLeaf(result: Leaf['result'], load: Leaf['load']): Leaf {
  return {
    result,
    load(loading, site) {
      const { name, children } = site.element;
      if (children.length === 0) return load(loading, site);
      return refuse(loading, 'arity', site, `${quoteText(name)} holds elements; expected a text alone`);
    },
  };
}

export const leaves: ReadonlyMap<string, Leaf> = new Map<string, Leaf>([
  ['Constant', textLeaf('either', (loading, site) => loadLiteral(loading, site, site.wanted, site.element))],
  ['Define', textLeaf('either', loadDefine)],
  ['Option', { result: 'either', load: loadOption }],
  ['Has', { result: 'boolean', load: loadHas }],
  ...[...namedLeaves].map(
    ([name, leaf]) => [name, textLeaf(leaf.result, (loading, site) => loadNamed(loading, site, leaf))] as const,
  ),
]);

const booleanText = /^(?:0|1|true|false)$/i;

export function loadLiteral(
  loading: Loading,
  spot: Spot,
  wanted: ValueType,
  place: Place = textPlace(spot.element),
): CivExpression | undefined {
  const value = literalIn(loading, spot, wanted);
  return value === undefined ? undefined : literalAt(value, wanted, place);
}

function literalIn(loading: Loading, spot: Spot, wanted: ValueType): number | undefined {
  const { text } = spot.element;
  if (wanted === 'boolean' && booleanText.test(text)) return Number(text === '1' || text.toLowerCase() === 'true');
  if (wanted === 'number' && integerText.test(text)) {
    // The sum keeps -0 out.
    const value = Number(text) + 0;
    if (value === (value | 0)) return value;
    return refuseText(
      loading,
      'type',
      spot,
      `${quoteText(text)} does not fit 32 bits; expected an integer of -2147483648 to 2147483647`,
    );
  }
  const { defines } = loading.names;
  const define = defines.get(text);
  if (define !== undefined) return defineValue(define, wanted);
  if (isName(text)) return refuseName(loading, spot, 'literal and no define', defines);
  const found = text === '' ? 'nothing' : quoteText(text);
  return refuseText(
    loading,
    'type',
    spot,
    `${found} where ${typeTexts[wanted]} is expected; expected ${expected[wanted]}, or the name of a define`,
  );
}

function defineValue(define: number, wanted: ValueType): number {
  return wanted === 'boolean' ? Number(define !== 0) : define;
}

const expected: Readonly<Record<ValueType, string>> = {
  boolean: listTexts(['0', '1', 'true', 'false']),
  number: 'digits, perhaps with a sign',
};
