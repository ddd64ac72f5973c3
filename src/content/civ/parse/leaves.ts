import { listTexts, quoteText } from '../../text/quote.js';
import { hasTable, type GomKind, gomKindIn, gomKinds, gomPrefix, isGomKind } from '../world/gom-kinds.js';
import {
  type ObjectType,
  objectTypes,
  type NamedShape,
  type Place,
  type ValueType,
  expressionAt,
  integerText,
  literalAt,
  textPlace,
} from '../syntax.js';
import {
  type Loaded,
  type LoadingSpot,
  type Site,
  readParameters,
  refuse,
  refuseName,
  refuseText,
  remark,
  typeTexts,
  typesText,
} from './expression-loading.js';
import { type Names, isName } from './declared-names.js';

export const hasTypes: ReadonlyMap<GomKind, readonly ObjectType[]> = new Map(
  gomKinds.map((kind) => [kind, objectTypes.filter((type) => hasTable[kind][type] !== 'never')]),
);

interface Leaf {
  readonly result: ValueType | 'either';
  load(site: Site): Loaded;
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

function loadNamed(site: Site, { node, result, names }: NamedLeaf): Loaded {
  const { element, loading } = site;
  const name = element.text;
  const known = loading.names[names];
  if (!known.has(name)) return refuseName(site, node === 'is' ? 'tag' : node, known);
  return fitsScope(site, node) ? expressionAt({ node, name }, result, element) : undefined;
}

function fitsScope(site: Site, node: NamedShape['node']): boolean {
  const name = site.element.text;
  const { tags, attributes } = site.loading.names;
  const types = (node === 'is' ? tags : node === 'attribute' ? attributes : undefined)?.get(name);
  if (types === undefined || !isNowhere(site, types)) return true;
  const scope = typesText(site.scope);
  if (node === 'is') {
    remark(site, 'never-true', `${quoteText(name)} is always false for ${scope}; only ${typesText(types)} can have it`);
    return true;
  }
  refuseText(
    site,
    'type',
    `${scope} has no ${quoteText(name)}; expected an attribute that it has: this one is of ${typesText(types)}`,
  );
  return false;
}

function isNowhere({ scope }: Site, types: readonly ObjectType[]): boolean {
  return scope.length > 0 && !scope.some((type) => types.includes(type));
}

function loadDefine(site: Site): Loaded {
  const { element, wanted } = site;
  const { defines } = site.loading.names;
  const value = defines.get(element.text);
  return value === undefined
    ? refuseName(site, 'define', defines)
    : literalAt(defineValue(value, wanted), wanted, element);
}

function loadHas(site: Site): Loaded {
  const [kindSpot, idSpot] = readParameters(site, ['GOMType', 'ID']);
  if (kindSpot === undefined) return undefined;
  const kind = gomKindIn(kindSpot.element.text);
  const { ids: known } = site.loading.names;
  const ids = known.get(kind);
  if (ids === undefined || !isGomKind(kind))
    return refuseName(kindSpot, 'kind of things', new Set([...known.keys()].map((name) => gomPrefix + name)));
  const id = idSpot.element.text;
  if (!ids.has(id)) return refuseName(idSpot, `declared ${kind}`, ids);
  const types = hasTypes.get(kind) ?? [];
  if (isNowhere(site, types)) {
    remark(
      site,
      'never-true',
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

function loadOption(site: Site): Loaded {
  if (site.element.children.length === 0) return loadOptionOf(site, 'GAME', site);
  const [sourceSpot, idSpot] = readParameters(site, ['OptionType', 'ID']);
  if (sourceSpot === undefined) return undefined;
  const { text } = sourceSpot.element;
  const source = sourceNames.find((name) => name === text);
  if (source !== undefined) return loadOptionOf(site, source, idSpot);
  return refuseText(
    sourceSpot,
    'unknown-id',
    `${quoteText(text)} is no type of options; expected ${listTexts(sourceNames)}`,
  );
}

function loadOptionOf(site: Site, of: keyof typeof optionSources, named: LoadingSpot): Loaded {
  const id = named.element.text;
  const known = site.loading.names[optionSources[of]];
  if (!known.has(id)) return refuseName(named, `declared option of type ${of}`, known);
  const { scope, wanted, element } = site;
  if (of === 'PLAYER' && scope.length > 0 && scope.every((type) => ownerless.includes(type))) {
    return refuse(
      site,
      'type',
      `${typesText(scope)} has no owner whose option ${quoteText(id)} could be asked; expected an option of type GAME`,
    );
  }
  return expressionAt({ node: 'option', of, id }, wanted, element);
}

function textLeaf(result: Leaf['result'], load: Leaf['load']): Leaf {
  return {
    result,
    load(site) {
      const { name, children } = site.element;
      if (children.length === 0) return load(site);
      return refuse(site, 'arity', `${quoteText(name)} holds elements; expected a text alone`);
    },
  };
}

export const leaves: ReadonlyMap<string, Leaf> = new Map<string, Leaf>([
  ['Constant', textLeaf('either', (site) => loadLiteral(site, site.wanted, site.element))],
  ['Define', textLeaf('either', loadDefine)],
  ['Option', { result: 'either', load: loadOption }],
  ['Has', { result: 'boolean', load: loadHas }],
  ...[...namedLeaves].map(([name, leaf]) => [name, textLeaf(leaf.result, (site) => loadNamed(site, leaf))] as const),
]);

const booleanText = /^(?:0|1|true|false)$/i;

export function loadLiteral(spot: LoadingSpot, wanted: ValueType, place: Place = textPlace(spot.element)): Loaded {
  const value = literalIn(spot, wanted);
  return value === undefined ? undefined : literalAt(value, wanted, place);
}

function literalIn(spot: LoadingSpot, wanted: ValueType): number | undefined {
  const { text } = spot.element;
  if (wanted === 'boolean' && booleanText.test(text)) return Number(text === '1' || text.toLowerCase() === 'true');
  if (wanted === 'number' && integerText.test(text)) {
    // The sum keeps -0 out.
    const value = Number(text) + 0;
    if (value === (value | 0)) return value;
    return refuseText(
      spot,
      'type',
      `${quoteText(text)} does not fit 32 bits; expected an integer of -2147483648 to 2147483647`,
    );
  }
  const { defines } = spot.loading.names;
  const define = defines.get(text);
  if (define !== undefined) return defineValue(define, wanted);
  if (isName(text)) return refuseName(spot, 'literal and no define', defines);
  const found = text === '' ? 'nothing' : quoteText(text);
  return refuseText(
    spot,
    'type',
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
