import { within } from '../../text/tree.js';
import { type Aggregator, indexByName } from '../../../model/model.js';
import { type ObjectType, objectTypes, type XmlElement, childOf, childText } from '../syntax.js';
import type { CivDeclaration } from '../world/declaration.js';
import { gomKindIn, gomKinds, tagTable } from '../world/gom-kinds.js';
import { builtInAggregators } from '../../../state/aggregators.js';

export interface Names {
  /** Ids by kind of GOM, without `GOM_`. Every kind has an entry. */
  readonly ids: ReadonlyMap<string, ReadonlySet<string>>;
  readonly properties: ReadonlySet<string>;
  readonly tags: ReadonlyMap<string, readonly ObjectType[]>;
  readonly attributes: ReadonlyMap<string, readonly ObjectType[]>;
  readonly options: ReadonlyMap<string, number>;
  readonly bugOptions: ReadonlyMap<string, number>;
  readonly defines: ReadonlyMap<string, number>;
  readonly playerOptions: ReadonlySet<string>;
  readonly adapts: ReadonlySet<string>;
  readonly callbacks: ReadonlySet<string>;
  readonly aggregators: ReadonlyMap<string, Pick<Aggregator, 'input' | 'output'>>;
}

export interface NameList {
  has(name: string): boolean;
  keys(): Iterable<string>;
}

/** `aggregators`: those of the game and of the host. */
export function namesOf(declaration: CivDeclaration, aggregators: readonly Aggregator[]): Names {
  const { types, options, bugOptions, defines, attributes, python } = declaration;
  return {
    ids: new Map(gomKinds.map((kind) => [kind, new Set(kind === 'OPTION' ? options.keys() : types[kind])])),
    options,
    bugOptions,
    defines,
    tags: tagTypes,
    properties: new Set(types.PROPERTY),
    attributes: new Map([...attributes, ...builtInAttributes]),
    playerOptions: new Set(types.PLAYEROPTION),
    adapts: new Set(types.ADAPT),
    callbacks: new Set(python.keys()),
    aggregators: indexByName(aggregators),
  };
}

/** Attributes of the game itself, with `ATTRIBUTE_`, and the types that have them. */
export const builtInAttributes: ReadonlyMap<string, readonly ObjectType[]> = new Map([
  ['ATTRIBUTE_POPULATION', ['CITY']],
  ['ATTRIBUTE_HEALTH', ['CITY']],
  ['ATTRIBUTE_HAPPINESS', ['CITY']],
  ['ATTRIBUTE_PLAYERS', ['GAME']],
  ['ATTRIBUTE_TEAMS', ['GAME']],
]);

export const tagTypes: ReadonlyMap<string, readonly ObjectType[]> = new Map(
  [...tagTable].map(([tag, row]) => [tag, objectTypes.filter((type) => row[type] !== undefined)]),
);

export function isName(text: string): boolean {
  return /^[A-Za-z_][A-Za-z_0-9]*$/.test(text) && !/^(?:true|false)$/i.test(text);
}

/** Treats all names in documents as declared, for checks that need no declarations. */
export function usedNames(roots: readonly XmlElement[]): Names {
  const ids = new Map(gomKinds.map((kind) => [kind as string, new Set<string>()]));
  const properties = new Set<string>();
  const attributes = new Map<string, readonly ObjectType[]>(builtInAttributes);
  const [options, defines] = [new Map<string, number>(), new Map<string, number>()];
  const [playerOptions, adapts, callbacks] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const element of within(roots, ({ children }) => children)) {
    const { children, text } = element;
    const id = childOf(element, 'ID')?.text;
    switch (element.name) {
      case 'Has':
        ids.get(gomKindIn(childText(element, 'GOMType')))?.add(id ?? '');
        break;
      case 'PropertyType':
      case 'SourcePropertyType':
      case 'TargetPropertyType':
        properties.add(text);
        break;
      case 'AttributeType':
        if (!attributes.has(text)) attributes.set(text, objectTypes);
        break;
      case 'Option':
        options.set(id ?? text, 1);
        playerOptions.add(id ?? text);
        break;
      case 'Adapt':
        adapts.add(id ?? '');
        break;
      case 'Python':
        callbacks.add(text);
    }
    // A literal that is a name refers to a define.
    if (children.length === 0 && isName(text)) defines.set(text, 1);
  }
  return {
    ids,
    properties,
    attributes,
    options,
    defines,
    playerOptions,
    adapts,
    callbacks,
    bugOptions: options,
    tags: tagTypes,
    aggregators: indexByName(builtInAggregators),
  };
}
