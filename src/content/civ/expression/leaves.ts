import { listTexts, quoteText } from '../../diagnostics/quote.js';
import type { ObjectType } from '../policy.js';
import { isGomKind, type GomKind } from '../world/gom-kinds.js';
import { joinPath } from '../xml/paths.js';
import { defineValue, loadLiteral } from './literals.js';
import { type Loading, type NameList, type Site, refuse, remark, typesText, unknownName } from './loading.js';
import { readParts } from './parts.js';
import { type CivShape, expressionAt, literalAt, textPlace } from './shape.js';
import type { CivExpression } from './syntax.js';

const everywhere: readonly ObjectType[] = ['GAME', 'TEAM', 'PLAYER', 'CITY', 'UNIT', 'PLOT'];
const onGround: readonly ObjectType[] = ['CITY', 'UNIT', 'PLOT'];
const butGame: readonly ObjectType[] = ['TEAM', 'PLAYER', 'CITY', 'UNIT', 'PLOT'];

/** The types of objects that can have things of a kind, by kind: everywhere else they have none. */
export const hasTypes: Readonly<Record<GomKind, readonly ObjectType[]>> = {
  BUILDING: everywhere,
  UNITTYPE: everywhere,
  UNITCOMBAT: onGround,
  PROMOTION: onGround,
  FEATURE: onGround,
  TERRAIN: onGround,
  ROUTE: onGround,
  IMPROVEMENT: onGround,
  BONUS: butGame,
  TECH: everywhere,
  TRAIT: everywhere,
  CIVIC: everywhere,
  RELIGION: everywhere,
  CORPORATION: everywhere,
  HANDICAP: everywhere,
  OPTION: everywhere,
  GAMESPEED: everywhere,
};

/** Loads an element without operands. */
export type Leaf = (loading: Loading, site: Site) => CivExpression | undefined;

/** A leaf that holds a text and nothing else. */
function textLeaf(read: (loading: Loading, site: Site) => CivExpression | undefined): Leaf {
  return (loading, site) => {
    const { element, path } = site;
    if (element.children.length === 0) return read(loading, site);
    return refuse(loading, 'arity', path, element, `${quoteText(element.name)} holds elements; expected a text alone`);
  };
}

/** A leaf whose text must be one of the names that are known. */
function namedLeaf(
  what: string,
  known: (loading: Loading) => NameList & { has(name: string): boolean },
  shape: (loading: Loading, site: Site) => CivShape | undefined,
): Leaf {
  return textLeaf((loading, site) => {
    const { element, path, wanted } = site;
    const names = known(loading);
    if (!names.has(element.text))
      return refuse(loading, 'unknown-id', path, textPlace(element), unknownName(loading, element.text, what, names));
    const made = shape(loading, site);
    return made === undefined ? undefined : expressionAt(made, wanted, element);
  });
}

const constant = textLeaf((loading, { element, path, wanted }) => {
  const value = loadLiteral(loading, element.text, wanted, path, textPlace(element));
  return value === undefined ? undefined : literalAt(value, wanted, element);
});

const define = namedLeaf(
  'define',
  ({ names }) => names.defines,
  ({ names }, { element, wanted }) => ({
    node: 'literal',
    value: defineValue(names.defines.get(element.text) ?? 0, wanted),
  }),
);

const is = namedLeaf(
  'tag',
  ({ names }) => names.tags,
  (loading, { element, path, scope }) => {
    const types = loading.names.tags.get(element.text) ?? [];
    if (nowhere(scope, types))
      remark(
        loading,
        'never-true',
        path,
        element,
        `${quoteText(element.text)} is always false for ${typesText(scope)}; only ${typesText(types)} can have it`,
      );
    return { node: 'is', tag: element.text };
  },
);

const attribute = namedLeaf(
  'attribute',
  ({ names }) => names.attributes,
  (loading, { element, path, scope }) => {
    const types = loading.names.attributes.get(element.text) ?? [];
    if (nowhere(scope, types))
      return refuse(
        loading,
        'type',
        path,
        textPlace(element),
        `${typesText(scope)} has no ${quoteText(element.text)}; expected an attribute that it has: this one is of ${typesText(types)}`,
      );
    return { node: 'attribute', name: element.text };
  },
);

const property = namedLeaf(
  'property',
  ({ names }) => names.properties,
  (_, { element }) => ({ node: 'property', name: element.text }),
);

const callback = namedLeaf(
  'callback',
  ({ names }) => names.callbacks,
  (_, { element }) => ({ node: 'callback', name: element.text }),
);

/** Whether none of the types asked is among those that have something. */
function nowhere(scope: readonly ObjectType[], types: readonly ObjectType[]): boolean {
  return scope.length > 0 && !scope.some((type) => types.includes(type));
}

const gomPrefix = 'GOM_';

const has: Leaf = (loading, site) => {
  const { element, path, scope, wanted } = site;
  const parts = readParts(loading, site, {
    least: 0,
    most: 0,
    parameters: ['GOMType', 'ID'],
    required: ['GOMType', 'ID'],
  });
  const kindElement = parts?.parameters.get('GOMType');
  const idElement = parts?.parameters.get('ID');
  if (kindElement === undefined || idElement === undefined) return undefined;
  const kind = kindElement.text.startsWith(gomPrefix) ? kindElement.text.slice(gomPrefix.length) : '';
  const ids = loading.names.ids.get(kind);
  if (ids === undefined || !isGomKind(kind)) {
    const known = new Set([...loading.names.ids.keys()].map((name) => gomPrefix + name));
    return refuse(
      loading,
      'unknown-id',
      joinPath(path, 'GOMType'),
      textPlace(kindElement),
      unknownName(loading, kindElement.text, 'kind of things', known),
    );
  }
  const id = idElement.text;
  if (!ids.has(id))
    return refuse(
      loading,
      'unknown-id',
      joinPath(path, 'ID'),
      textPlace(idElement),
      unknownName(loading, id, `declared ${kind}`, ids),
    );
  if (nowhere(scope, hasTypes[kind]))
    remark(
      loading,
      'never-true',
      path,
      element,
      `no ${typesText(scope)} has things of kind ${kind}: this is always false; only ${typesText(hasTypes[kind])} can have them`,
    );
  return expressionAt({ node: 'has', kind, id }, wanted, element);
};

type OptionSource = Extract<CivExpression, { readonly node: 'option' }>['of'];
const optionSources: readonly OptionSource[] = ['GAME', 'PLAYER', 'BUG'];
const ownerless: readonly ObjectType[] = ['GAME', 'TEAM'];

const option: Leaf = (loading, site) => {
  const { element, path } = site;
  if (element.children.length === 0) return loadOption(loading, site, 'GAME', site);
  const parts = readParts(loading, site, {
    least: 0,
    most: 0,
    parameters: ['OptionType', 'ID'],
    required: ['OptionType', 'ID'],
  });
  const sourceElement = parts?.parameters.get('OptionType');
  const idElement = parts?.parameters.get('ID');
  if (sourceElement === undefined || idElement === undefined) return undefined;
  const source = optionSources.find((name) => name === sourceElement.text);
  if (source !== undefined)
    return loadOption(loading, site, source, { element: idElement, path: joinPath(path, 'ID') });
  return refuse(
    loading,
    'unknown-id',
    joinPath(path, 'OptionType'),
    textPlace(sourceElement),
    `${quoteText(sourceElement.text)} is no type of options; expected ${listTexts(optionSources)}`,
  );
};

function loadOption(
  loading: Loading,
  { element, path, scope, wanted }: Site,
  of: OptionSource,
  named: Pick<Site, 'element' | 'path'>,
): CivExpression | undefined {
  const { names } = loading;
  const id = named.element.text;
  const known = of === 'GAME' ? names.options : of === 'BUG' ? names.bugOptions : names.playerOptions;
  if (!known.has(id))
    return refuse(
      loading,
      'unknown-id',
      named.path,
      textPlace(named.element),
      unknownName(loading, id, `declared option of type ${of}`, known),
    );
  if (of === 'PLAYER' && scope.length > 0 && scope.every((type) => ownerless.includes(type))) {
    return refuse(
      loading,
      'type',
      path,
      element,
      `${typesText(scope)} has no owner whose option ${quoteText(id)} could be asked; expected an option of type GAME`,
    );
  }
  return expressionAt({ node: 'option', of, id }, wanted, element);
}

/** By name of the element. */
export const leaves: ReadonlyMap<string, Leaf> = new Map<string, Leaf>([
  ['Constant', constant],
  ['Define', define],
  ['Option', option],
  ['Has', has],
  ['Is', is],
  ['AttributeType', attribute],
  ['PropertyType', property],
  ['Python', callback],
]);
